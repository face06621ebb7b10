import type { UserType } from "#schemas/access.ts"
import type { CompanyId, UserId } from "#schemas/ids.ts"
import type { Preferences } from "#schemas/preferences.ts"
import type { LoginRefusal, LoginSuccess } from "#schemas/session/login.ts"
import type { SignInRefusalReason } from "#schemas/session/events.ts"
import { contractTexts, loginMessages } from "#schemas/session/words.ts"
import { contractOn, dayIn } from "#server/administration/companies/contract.rule.ts"

/** A person's own record, with what must be known of the company. */
export type Account = {
  readonly userId: UserId
  readonly userName: string
  readonly displayName: string
  readonly userType: UserType
  readonly accessIds: ReadonlyArray<number>
  readonly isActive: boolean
  readonly locked: boolean
  readonly preferences: Preferences
  readonly company: {
    readonly companyId: CompanyId
    readonly name: string
    readonly timezone: string
    /** Of its lifecycle; the dates decide at this very instant. */
    readonly state: string
    /** First and last day of the contract, `YYYY-MM-DD`; null means without limit. */
    readonly contractStart: string | null
    readonly contractEnd: string | null
  }
}

/** Whether an account may be used now; any answer but `ok` is a reason for refusal. */
export type AccountStatus =
  | "ok"
  | Extract<SignInRefusalReason, "inactive" | "locked" | "contractExpired" | "contractNotStarted">

const contractStatuses = { notStarted: "contractNotStarted", active: "ok", expired: "contractExpired" } as const

/**
 * Judges an account at an instant of the product clock, in milliseconds. Both
 * contract days belong to the contract, in the company's zone; a suspended
 * company's people are locked out, a deleted one has no contract any more.
 */
export const accountStatus = (account: Account, now: number): AccountStatus => {
  if (!account.isActive) return "inactive"
  if (account.locked) return "locked"
  const { company } = account
  // The specification has no sentence of its own for a stopped company: its people are locked out (docs/policy.md#sign-in).
  if (company.state === "suspended") return "locked"
  if (company.state === "retired") return "contractExpired"
  return contractStatuses[contractOn(company, dayIn(company.timezone, now))]
}

/** The access ids in force: those of the token that the account's own record holds too (docs/architecture.md#rights-and-companies). */
export const effectiveAccessIds = (account: Account, roles: ReadonlyArray<number>): ReadonlyArray<number> =>
  account.accessIds.filter((id) => roles.includes(id))

const loginRefusals: Record<Exclude<AccountStatus, "ok">, LoginRefusal> = {
  inactive: { statusCode: "403", status: "invalid", message: loginMessages.invalid },
  locked: { statusCode: "403", status: "locked", message: loginMessages.locked },
  contractExpired: { statusCode: "403", status: "contract", message: contractTexts.expired },
  contractNotStarted: { statusCode: "403", status: "contract", message: contractTexts.notStarted },
}

/** The login reply that refuses; a person without a record is answered like an inactive one. */
export const loginRefusal = (reason: Exclude<AccountStatus, "ok"> | "unknown"): LoginRefusal =>
  loginRefusals[reason === "unknown" ? "inactive" : reason]

/**
 * The reply of the login call for a verified person (docs/policy.md#sign-in).
 * @param account the person's record, or undefined when there is none
 * @param presented the verified token and its roles, and the company that a Super Admin works for
 * @param now the product clock, in milliseconds
 */
export const loginOutcome = (
  account: Account | undefined,
  presented: {
    readonly token: string
    readonly roles: ReadonlyArray<number>
    readonly actingCompany: LoginSuccess["actingCompany"]
  },
  now: number,
): LoginSuccess | LoginRefusal => {
  if (account === undefined) return loginRefusal("unknown")
  const found = accountStatus(account, now)
  if (found !== "ok") return loginRefusal(found)
  return {
    statusCode: "200",
    status: "ok",
    userId: account.userId,
    userType: account.userType,
    userName: account.userName,
    displayName: account.displayName,
    companyId: account.company.companyId,
    companyName: account.company.name,
    companyZone: account.company.timezone,
    preferences: account.preferences,
    actingCompany: presented.actingCompany,
    accessIds: effectiveAccessIds(account, presented.roles),
    token: { access_Token: presented.token },
  }
}

/** The access ids that the record gives and the token lacks: the client should fetch a new token (docs/architecture.md#rights-and-companies). */
export const rightsLacking = (account: Account, roles: ReadonlyArray<number>): ReadonlyArray<number> =>
  account.accessIds.filter((id) => !roles.includes(id))
