import { Data, Effect } from "effect"
import { randomBytes } from "node:crypto"
import { parseArgs } from "node:util"
import { accessIds, parseRoles, type UserType, userTypes } from "#schemas/access.ts"
import { productName } from "#schemas/session/words.ts"
import { Accounts } from "#server/identity/Accounts.ts"
import { createAccount } from "#server/identity/createAccount.ts"
import { SignInUsers } from "#server/identity/SignInUsers.ts"
import { Database } from "#server/store/Database.ts"

/** A wrong command line; `message` says what to type instead. */
export class WrongUsage extends Data.TaggedError("WrongUsage")<{ readonly message: string }> {}

/** How the command is used, for the operator. */
export const usage = `npm run admin -- <what to do>

  create-super-admin --email <address> --name <display name>
  invite             --email <address> --name <display name> --company <code> --type admin|user [--access 1,4,14]
  lock | unlock      --email <address>

A person gets a random password, printed once; ADMIN_VIEW_PASSWORD sets it instead.
With a hosted identity provider add --subject <the person's id there>; no password is made then.
With the embedded database stop the program first.`

/** What the environment adds to a command. */
export type AdminSettings = {
  /** The hosted tenant's issuer; accounts are made for it when given. */
  readonly hostedIssuer: string | undefined
  readonly password: string | undefined
}

/** Shorter passwords are refused (NIST 800-63B asks for eight; these accounts may do everything). */
const passwordLetters = 12

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
    database.sql<{ readonly company_id: number }>`select company_id from companies where lower(code) = lower(${code})`,
  )
  return rows[0]?.company_id
})

/** The code of the product's own company, the demo's included. */
const ownCode = "ADMINVIEW"

/** The product's own company, in which Super Admins are; made when absent. */
const ownCompany = Effect.fnUntraced(function* () {
  const found = yield* companyByCode(ownCode)
  if (found !== undefined) return found
  const database = yield* Database
  const hashedId = randomBytes(16).toString("base64url")
  const rows = yield* database.everyCompany(database.sql<{ readonly company_id: number }>`
    insert into companies (hashed_id, name, code, timezone)
    values (${hashedId}, ${productName}, ${ownCode}, 'America/New_York') returning company_id`)
  return rows[0]?.company_id ?? (yield* Effect.die("An inserted company gave no id"))
})

const choosePassword = (settings: AdminSettings) => {
  const password = settings.password ?? randomBytes(15).toString("base64url")
  return password.length < passwordLetters
    ? wrong(`ADMIN_VIEW_PASSWORD needs ${passwordLetters} letters or more.`)
    : Effect.succeed(password)
}

type Place = { readonly companyId: number; readonly userType: UserType; readonly accessIds: ReadonlyArray<number> }

const add = Effect.fnUntraced(function* (given: Options, settings: AdminSettings, place: Place) {
  const email = yield* need(given, "email")
  const person = { ...place, email, displayName: yield* need(given, "name") }
  if (settings.hostedIssuer !== undefined) {
    const accounts = yield* Accounts
    yield* accounts.create({ ...person, issuer: settings.hostedIssuer, subject: yield* need(given, "subject") })
    return [`${email} may sign in through the hosted identity provider.`]
  }
  const password = yield* choosePassword(settings)
  yield* createAccount({ ...person, password })
  return [
    `${email} may sign in.`,
    ...(settings.password === undefined ? [`Password, shown only here: ${password}`] : []),
  ]
})

const invite = Effect.fnUntraced(function* (given: Options, settings: AdminSettings) {
  const code = yield* need(given, "company")
  const companyId = yield* companyByCode(code)
  if (companyId === undefined) return yield* wrong(`There is no company with the code ${code}.`)
  const type = yield* need(given, "type")
  if (type !== "admin" && type !== "user") return yield* wrong(`--type is admin or user, not ${type}.`)
  const access = parseRoles(given.access ?? String(accessIds.Profile))
  if (access.length === 0) return yield* wrong("--access is a list of numbers from 1 to 17, for example 1,4,14.")
  return yield* add(given, settings, {
    companyId,
    userType: type === "admin" ? userTypes.Admin : userTypes.User,
    accessIds: access,
  })
})

const setLock = Effect.fnUntraced(function* (given: Options, locked: boolean) {
  const email = yield* need(given, "email")
  const accounts = yield* Accounts
  const users = yield* SignInUsers
  const found = yield* accounts.byEmail(email)
  if (found.length === 0) return yield* wrong(`Nobody has the address ${email}.`)
  for (const { companyId, userId, subject } of found) {
    yield* accounts.setLocked(companyId, userId, locked)
    // Who asks to be unlocked may mean either: our lock, or the pause after wrong passwords.
    if (!locked) yield* users.signedIn(subject)
  }
  return [`${email} is ${locked ? "locked" : "unlocked"}.`]
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
      return yield* add(values, settings, {
        companyId: yield* ownCompany(),
        userType: userTypes.SuperAdmin,
        accessIds: Object.values(accessIds),
      })
    case "invite":
      return yield* invite(values, settings)
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
