import { Data, Effect } from "effect"
import { randomBytes, randomUUID } from "node:crypto"
import { parseArgs } from "node:util"
import { accessIds, parseRoles, type UserType, userTypes } from "#schemas/access.ts"
import type { Problem } from "#schemas/problem.ts"
import { productName } from "#schemas/session/words.ts"
import { judgePassword, passwordLetters } from "#server/domain/session/passwordPolicy.ts"
import { Accounts } from "#server/identity/Accounts.ts"
import { createAccount } from "#server/identity/createAccount.ts"
import { invitationMillis, type Invited, Invitations } from "#server/identity/Invitations.ts"
import { linkAddress } from "#server/identity/linkSecrets.ts"
import { type Caller, SignInAudit } from "#server/identity/SignInAudit.ts"
import { SignInUsers } from "#server/identity/SignInUsers.ts"
import type { Mail } from "#server/mail/Mailer.ts"
import { invitationMail } from "#server/mail/passwordMails.ts"
import { Database } from "#server/store/Database.ts"
import { linkAccount } from "./linkAccount.ts"

/** A wrong command line; `message` says what to type instead. */
export class WrongUsage extends Data.TaggedError("WrongUsage")<{ readonly message: string }> {}

/** How the command is used, for the operator. */
export const usage = `npm run admin -- <what to do>

  create-super-admin --email <address> --name <display name>
  invite             --email <address> --name <display name> --company <code> --type admin|user [--access 1,4,14]
  link               --email <address> --subject <the person's id at the hosted identity provider> [--company <code>]
  lock | unlock      --email <address>

A person gets a random password, printed once; ADMIN_VIEW_PASSWORD sets it instead.
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

const options = {
  email: { type: "string" },
  name: { type: "string" },
  company: { type: "string" },
  type: { type: "string" },
  access: { type: "string" },
  subject: { type: "string" },
} as const
type Options = { readonly [name in keyof typeof options]?: string }

const wrong = (message: string) => Effect.fail(new WrongUsage({ message: `${message}\n\n${usage}` }))

const need = (given: Options, name: keyof Options) => {
  const value = given[name]?.trim()
  return value === undefined || value === "" ? wrong(`--${name} is missing.`) : Effect.succeed(value)
}

const companyByCode = Effect.fnUntraced(function* (code: string) {
  const database = yield* Database
  const rows = yield* database.everyCompany(
    database.sql<{
      readonly company_id: number
      readonly name: string
      readonly features: ReadonlyArray<number>
    }>`select company_id, name, features from companies where lower(code) = lower(${code})`,
  )
  return rows[0]
})

/** The code of the product's own company, the demo's included. */
const ownCode = "ADMINVIEW"

/** The product's own company, in which Super Admins are; made when absent. */
const ownCompany = Effect.fnUntraced(function* () {
  const found = yield* companyByCode(ownCode)
  if (found !== undefined) return found.company_id
  const database = yield* Database
  const hashedId = randomBytes(16).toString("base64url")
  const rows = yield* database.everyCompany(database.sql<{ readonly company_id: number }>`
    insert into companies (hashed_id, name, code, timezone)
    values (${hashedId}, ${productName}, ${ownCode}, 'America/New_York') returning company_id`)
  return rows[0]?.company_id ?? (yield* Effect.die("An inserted company gave no id"))
})

const choosePassword = (settings: AdminSettings, email: string) => {
  const password = settings.password ?? randomBytes(15).toString("base64url")
  return judgePassword(password, email).isValid
    ? Effect.succeed(password)
    : wrong(
        `ADMIN_VIEW_PASSWORD needs ${passwordLetters} characters or more, and may be neither the e-mail address nor a common password.`,
      )
}

type Place = { readonly companyId: number; readonly userType: UserType; readonly accessIds: ReadonlyArray<number> }

/** Nobody called: the operator acts at the machine itself. */
const operator = (): Caller => ({ address: null, sessionId: null, correlationId: randomUUID() })

const hostedAccount = Effect.fnUntraced(function* (given: Options, issuer: string, person: Invited) {
  const accounts = yield* Accounts
  yield* accounts.create({ ...person, issuer, subject: yield* need(given, "subject") })
  return [`${person.email} may sign in through the hosted identity provider.`]
})

const personOf = Effect.fnUntraced(function* (given: Options, place: Place) {
  return { ...place, email: yield* need(given, "email"), displayName: yield* need(given, "name") }
})

const createSuperAdmin = Effect.fnUntraced(function* (given: Options, settings: AdminSettings) {
  const person = yield* personOf(given, {
    companyId: yield* ownCompany(),
    userType: userTypes.SuperAdmin,
    accessIds: Object.values(accessIds),
  })
  if (settings.hostedIssuer !== undefined) return yield* hostedAccount(given, settings.hostedIssuer, person)
  const password = yield* choosePassword(settings, person.email)
  yield* createAccount({ ...person, password })
  return [
    `${person.email} may sign in.`,
    ...(settings.password === undefined ? [`Password, shown only here: ${password}`] : []),
  ]
})

/** The place in a company that an invitation names. */
const invitedPlace = Effect.fnUntraced(function* (given: Options) {
  const code = yield* need(given, "company")
  const company = yield* companyByCode(code)
  if (company === undefined) return yield* wrong(`There is no company with the code ${code}.`)
  const type = yield* need(given, "type")
  if (type !== "admin" && type !== "user") return yield* wrong(`--type is admin or user, not ${type}.`)
  const access = parseRoles(given.access ?? String(accessIds.Profile))
  if (access.length === 0) return yield* wrong("--access is a list of numbers from 1 to 17, for example 1,4,14.")
  const lacking = access.filter((id) => !company.features.includes(id))
  if (lacking.length > 0) return yield* wrong(`${company.name} does not have the access ${lacking.join(", ")}.`)
  const userType: UserType = type === "admin" ? userTypes.Admin : userTypes.User
  return { companyName: company.name, place: { companyId: company.company_id, userType, accessIds: access } }
})

const invite = Effect.fnUntraced(function* (given: Options, settings: AdminSettings) {
  const { companyName, place } = yield* invitedPlace(given)
  const person = yield* personOf(given, place)
  if (settings.hostedIssuer !== undefined) return yield* hostedAccount(given, settings.hostedIssuer, person)
  const { secret, invitationId } = yield* (yield* Invitations).invite(person)
  const audit = yield* SignInAudit
  yield* audit.record({ _tag: "PersonInvited", companyId: place.companyId, invitationId }, operator())
  const link = linkAddress(new URL(settings.publicUrl).origin, secret)
  const days = invitationMillis / 86_400_000
  if (settings.sendMail === undefined)
    return [`Hand this link to ${person.email}. It works once, for ${days} days, and replaces any earlier one:`, link]
  yield* settings.sendMail(invitationMail(person.email, companyName, link, days))
  return [`An invitation was mailed to ${person.email}. It works once, for ${days} days, and replaces any earlier one.`]
})

const setLock = Effect.fnUntraced(function* (given: Options, locked: boolean) {
  const email = yield* need(given, "email")
  const accounts = yield* Accounts
  const users = yield* SignInUsers
  const audit = yield* SignInAudit
  const found = yield* accounts.byEmail(email)
  if (found.length === 0) return yield* wrong(`Nobody has the address ${email}.`)
  for (const { companyId, userId, subject } of found) {
    const changed = yield* accounts.setLocked(companyId, userId, locked)
    const _tag = locked ? "AccountLocked" : "AccountUnlocked"
    if (changed) yield* audit.record({ _tag, userId, companyId }, operator())
    // Who asks to be unlocked may mean either: our lock, or the pause after wrong passwords.
    if (!locked) yield* users.signedIn(subject)
  }
  return [`${email} is ${locked ? "locked" : "unlocked"}.`]
})

/** Gives an account that exists to a person of the hosted identity provider. */
const link = Effect.fnUntraced(function* (given: Options, { hostedIssuer: issuer }: AdminSettings) {
  if (issuer === undefined) return yield* wrong("No hosted identity provider is configured (IDENTITY_AUTHORITY).")
  const [email, subject] = [yield* need(given, "email"), yield* need(given, "subject")]
  const code = given.company?.trim()
  const companyId = code === undefined ? undefined : yield* companyByCode(code)
  if (code !== undefined && companyId === undefined) return yield* wrong(`There is no company with the code ${code}.`)
  yield* linkAccount({ email, companyId, issuer, subject })
  return [`${email} now signs in as ${subject} of ${issuer}`]
})

/**
 * Carries out one command of an operator (architecture §6); gives the lines to
 * print. Fails with `WrongUsage`, or with the problem of a taken address.
 * @param args the words after the program's name
 */
export const administer = Effect.fn("administer")(function* (args: ReadonlyArray<string>, settings: AdminSettings) {
  const { values, positionals } = yield* Effect.try({
    try: () => parseArgs({ args: [...args], options, allowPositionals: true, strict: true }),
    catch: (cause) =>
      new WrongUsage({ message: `${cause instanceof Error ? cause.message : "Not understood."}\n\n${usage}` }),
  })
  switch (positionals.join(" ")) {
    case "create-super-admin":
      return yield* createSuperAdmin(values, settings)
    case "invite":
      return yield* invite(values, settings)
    case "link":
      return yield* link(values, settings)
    case "lock":
      return yield* setLock(values, true)
    case "unlock":
      return yield* setLock(values, false)
    default:
      return yield* wrong(
        positionals.length === 0 ? "What shall be done?" : `Nothing is called ${positionals.join(" ")}.`,
      )
  }
})
