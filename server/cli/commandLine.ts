import { Cause, Data, Effect } from "effect"
import { isSqlError } from "effect/sql/SqlError"
import { randomUUID } from "node:crypto"
import type { CompanyId } from "#schemas/ids.ts"
import { isProblem, type Problem } from "#schemas/problem.ts"
import { systemContext, type CommandContext } from "#server/handle.ts"
import type { Caller } from "#server/identity/SignInAudit.ts"
import type { Mail } from "#server/mail/Mailer.ts"
import { CannotStart } from "#server/store/CannotStart.ts"
import { Database } from "#server/store/Database.ts"
import { wordsOf } from "#server/store/sqlWords.ts"
import { SettingsProblem } from "#server/program/environment.ts"

/** A wrong command line; `message` says what to type instead. */
export class WrongUsage extends Data.TaggedError("WrongUsage")<{ readonly message: string }> {}

const isOfSystem = (failure: unknown): failure is NodeJS.ErrnoException =>
  failure instanceof Error && "code" in failure && "syscall" in failure

/** One sentence for what an operator can cause and correct; undefined for a defect, whose whole story is wanted. */
const sentenceOf = (failure: unknown): string | undefined => {
  if (failure instanceof WrongUsage || failure instanceof CannotStart || failure instanceof SettingsProblem)
    return failure.message
  if (isProblem(failure)) return failure.message
  if (isSqlError(failure)) return `The database refused: ${wordsOf(failure)}.`
  return isOfSystem(failure) ? `The system refused: ${failure.message}.` : undefined
}

/** What is printed when the program or a command did not work. */
export const explained = (cause: Cause.Cause<unknown>): string => {
  const failure = Cause.squash(cause)
  return sentenceOf(failure) ?? `Admin View ended unexpectedly.\n${Cause.pretty(cause)}`
}

/** Runs an operator's command: prints its lines, or why there are none, and ends with 1 then. */
export const runCommand = <E>(command: Effect.Effect<ReadonlyArray<string>, E>): Promise<void> =>
  Effect.runPromise(
    Effect.matchCause(command, {
      onSuccess: (lines) => console.log(lines.join("\n")),
      onFailure: (cause) => {
        console.error(explained(cause))
        process.exitCode = 1
      },
    }),
  )

/** How the command is used, for the operator. */
const usage = `npm run admin -- <what to do>

  create-super-admin --email <address> --name <display name>
  invite             --email <address> --name <display name> --company <code> --type admin|user [--access 1,4,14]
  link               --email <address> --subject <the person's id at the hosted identity provider> [--company <code>]
  lock | unlock      --email <address>

A Super Admin gets a random password, printed once; ADMIN_VIEW_PASSWORD sets it instead.
Who is invited gets a mail with a link to set name and password; without SMTP_URL the link is printed.
With a hosted identity provider add --subject <the person's id there>; no password is made then.
With the embedded database stop the program first.`

/** What the environment adds to a command. */
export type AdminSettings = {
  /** The hosted tenant's issuer; accounts are made for it when given. */
  readonly hostedIssuer: string | undefined
  readonly password: string | undefined
  /** Where people reach us; a mailed link leads there. */
  readonly publicUrl: string
  /** Hands a mail to the configured server; absent when there is none. */
  readonly sendMail: ((mail: Mail) => Effect.Effect<void, Problem>) | undefined
}

/** The options a command may have. */
export const options = {
  email: { type: "string" },
  name: { type: "string" },
  company: { type: "string" },
  type: { type: "string" },
  access: { type: "string" },
  subject: { type: "string" },
} as const
/** What was given for them. */
export type Options = { readonly [name in keyof typeof options]?: string }

/** Refuses a command line: what is wrong, then how it is used. */
export const wrong = (message: string) => Effect.fail(new WrongUsage({ message: `${message}\n\n${usage}` }))

/** An option that the command cannot do without. */
export const need = (given: Options, name: keyof Options) => {
  const value = given[name]?.trim()
  return value === undefined || value === "" ? wrong(`--${name} is missing.`) : Effect.succeed(value)
}

/** No one called: the operator acts at the machine itself. */
export const operator = (): Caller => ({ address: null, sessionId: null, correlationId: randomUUID() })

/** The same for commands, in a company. */
export const byOperator = (companyId: CompanyId): CommandContext => systemContext(companyId, `operator-${randomUUID()}`)

/** A company as an operator names it, whatever the case of the letters. */
export const companyByCode = Effect.fnUntraced(function* (code: string) {
  const { sql, everyCompany } = yield* Database
  const rows = yield* everyCompany(
    sql<{ readonly companyId: CompanyId; readonly name: string; readonly features: ReadonlyArray<number> }>`
      select company_id as "companyId", name, features from companies where lower(code) = lower(${code})`,
  )
  return rows[0]
})

/** The company a command names; refuses a code no one has. */
export const needCompany = Effect.fnUntraced(function* (given: Options) {
  const code = yield* need(given, "company")
  return (yield* companyByCode(code)) ?? (yield* wrong(`There is no company with the code ${code}.`))
})
