import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { parseArgs } from "node:util"
import { accessIds, userTypes } from "#schemas/access.ts"
import { callingHours, recordingDays, sendingWindow } from "#schemas/constants.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { productName } from "#schemas/session/words.ts"
import { judgePassword, passwordLetters } from "#server/identity/passwordPolicy.rule.ts"
import { Accounts } from "#server/identity/Accounts.ts"
import { addUser, changeUser } from "#server/administration/users/user.commands.ts"
import { SignInAudit } from "#server/identity/SignInAudit.ts"
import { SignInUsers } from "#server/identity/SignInUsers.ts"
import { Database } from "#server/store/Database.ts"
import { storeCompany } from "#server/administration/companies/company.commands.ts"
import {
  type AdminSettings,
  byOperator,
  companyByCode,
  need,
  needCompany,
  operator,
  type Options,
  options,
  wrong,
} from "./commandLine.ts"
import { systemContext } from "#server/handle.ts"
import { hostedAccount, invite, personIn } from "./invite.ts"
import { linkAccount } from "./linkAccount.ts"

/** The code of the product's own company, the demo's included. */
const ownCode = "ADMINVIEW"

/** The product's own company, in which Super Admins are; made when absent, to be completed under Global. */
const ownCompany = Effect.fnUntraced(function* () {
  const found = yield* companyByCode(ownCode)
  if (found !== undefined) return found.companyId
  const { sql, everyCompany } = yield* Database
  const rows = yield* everyCompany(sql<{ readonly id: CompanyId }>`select nextval('company_ids')::int as id`)
  const companyId = rows[0]?.id ?? (yield* Effect.die("The company got no number"))
  yield* storeCompany(systemContext(companyId, "create-super-admin"), companyId, {
    name: productName,
    code: ownCode,
    country: "US",
    timezone: "America/New_York",
    contractStart: null,
    contractEnd: null,
    languages: ["en"],
    selectedRolesList: Object.values(accessIds),
    addresses: [],
    senders: [],
    textCountries: [],
    sendingFrom: sendingWindow.from,
    sendingTo: sendingWindow.to,
    callingFrom: callingHours.from,
    callingTo: callingHours.to,
    recordingDays: recordingDays.usual,
    confirmAbove: null,
    approvedOnly: false,
    holidays: [],
    pronunciations: [],
    helpText: "",
  })
  return companyId
})

const choosePassword = (settings: AdminSettings, email: string) => {
  const password = settings.password ?? randomBytes(15).toString("base64url")
  return judgePassword(password, email).isValid
    ? Effect.succeed(password)
    : wrong(
        `ADMIN_VIEW_PASSWORD needs ${passwordLetters} characters or more, and may be neither the e-mail address nor a common password.`,
      )
}

const createSuperAdmin = Effect.fnUntraced(function* (given: Options, settings: AdminSettings) {
  const person = yield* personIn(given, {
    companyId: yield* ownCompany(),
    userType: userTypes.SuperAdmin,
    accessIds: Object.values(accessIds),
  })
  if (settings.hostedIssuer !== undefined) return yield* hostedAccount(given, settings.hostedIssuer, person)
  const password = yield* choosePassword(settings, person.email)
  yield* addUser(byOperator(person.companyId), { ...person, password })
  return [
    `${person.email} may sign in.`,
    ...(settings.password === undefined ? [`Password, shown only here: ${password}`] : []),
  ]
})

const link = Effect.fnUntraced(function* (given: Options, { hostedIssuer }: AdminSettings) {
  if (hostedIssuer === undefined) return yield* wrong("No hosted identity provider is configured.")
  const email = yield* need(given, "email")
  const subject = yield* need(given, "subject")
  const companyId = given.company === undefined ? undefined : (yield* needCompany(given)).companyId
  const account = yield* linkAccount({ email, companyId, issuer: hostedIssuer, subject })
  const audit = yield* SignInAudit
  yield* audit.record({ _tag: "AccountLinked", ...account }, operator())
  return [`${email} now signs in through the hosted identity provider.`]
})

const setLock = Effect.fnUntraced(function* (given: Options, locked: boolean) {
  const email = yield* need(given, "email")
  const accounts = yield* Accounts
  const users = yield* SignInUsers
  const found = yield* accounts.byEmail(email)
  if (found.length === 0) return yield* wrong(`No one has the address ${email}.`)
  for (const { companyId, userId, subject } of found) {
    yield* changeUser(byOperator(companyId), { companyId, userId }, locked ? "lock" : "unlock").pipe(
      // Locked is locked: an operator need not know what it was before. Who has left can be neither.
      Effect.catchIf(
        ({ problem, allowed = [] }) => problem === "NotAllowedNow" && !allowed.includes("UserReactivated"),
        () => Effect.void,
      ),
    )
    // Who asks to be unlocked may mean either: our lock, or the pause after wrong passwords.
    if (!locked) yield* users.signedIn(subject)
  }
  return [`${email} is ${locked ? "locked" : "unlocked"}.`]
})

/**
 * Carries out one command of an operator (docs/architecture.md#identity); gives the lines to
 * print. Fails with `WrongUsage`, or with the problem of a taken address.
 * @param args the words after the program's name
 */
export const administer = Effect.fn("administer")(function* (args: ReadonlyArray<string>, settings: AdminSettings) {
  const { values, positionals } = yield* Effect.try({
    try: () => parseArgs({ args: [...args], options, allowPositionals: true, strict: true }),
    catch: (cause) => (cause instanceof Error ? cause.message : "Not understood."),
  }).pipe(Effect.catch(wrong))
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
      return yield* wrong(positionals.length === 0 ? "Name what to do." : `Nothing is called ${positionals.join(" ")}.`)
  }
})
