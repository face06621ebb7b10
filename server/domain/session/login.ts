import { DateTime, Option } from "effect"
import type { UserType } from "#schemas/access.ts"
import type { LoginRefusal, LoginSuccess } from "#schemas/session/login.ts"
import type { SignInRefusalReason } from "#schemas/session/events.ts"
import { contractTexts, loginMessages } from "#schemas/session/words.ts"

/** A person's own record, with what must be known of the company. */
export type Account = {
  readonly userId: number
  readonly hashedId: string
  readonly userName: string
  readonly displayName: string
  readonly userType: UserType
  readonly accessIds: ReadonlyArray<number>
  readonly isActive: boolean
  readonly locked: boolean
  readonly company: {
    readonly companyId: number
    readonly name: string
    readonly timezone: string
    readonly status: string
    /** First and last day of the contract, `YYYY-MM-DD`; null means without limit. */
    readonly contractStart: string | null
    readonly contractEnd: string | null
  }
}

/** Whether an account may be used now; any answer but `ok` is a reason for refusal. */
export type Standing =
  | "ok"
  | Extract<SignInRefusalReason, "inactive" | "locked" | "contractExpired" | "contractNotStarted">

/** The calendar day it is at an instant in a zone, `YYYY-MM-DD`; an unknown zone counts as UTC. */
const dayIn = (zone: string, millis: number): string =>
  DateTime.formatIsoDate(
    Option.getOrElse(DateTime.makeZoned(millis, { timeZone: zone }), () => DateTime.makeUnsafe(millis)),
  )

/**
 * Judges an account at an instant of the product clock, in milliseconds. Both
 * contract days belong to the contract, in the company's zone; a retired
 * company has no contract any more.
 */
export const standing = (account: Account, now: number): Standing => {
  if (!account.isActive) return "inactive"
  if (account.locked) return "locked"
  const { company } = account
  const today = dayIn(company.timezone, now)
  if (company.status === "retired") return "contractExpired"
  if (company.contractStart !== null && today < company.contractStart) return "contractNotStarted"
  if (company.contractEnd !== null && today > company.contractEnd) return "contractExpired"
  return "ok"
}

/** The access ids in force: those of the token that the account's own record holds too (architecture §6). */
export const effectiveAccessIds = (account: Account, roles: ReadonlyArray<number>): ReadonlyArray<number> =>
  account.accessIds.filter((id) => roles.includes(id))

const refusals: Record<Exclude<Standing, "ok">, LoginRefusal> = {
  inactive: { statusCode: "403", status: "invalid", message: loginMessages.invalid },
  locked: { statusCode: "403", status: "locked", message: loginMessages.locked },
  contractExpired: { statusCode: "403", status: "contract", message: contractTexts.expired },
  contractNotStarted: { statusCode: "403", status: "contract", message: contractTexts.notStarted },
}

/** The login reply that refuses; a person without a record is answered like an inactive one. */
export const refusal = (reason: Exclude<Standing, "ok"> | "unknown"): LoginRefusal =>
  refusals[reason === "unknown" ? "inactive" : reason]

/**
 * The reply of the login call for a verified person (spec §4, architecture §8).
 * @param account the person's record, or undefined when there is none
 * @param presented the verified token and its roles
 * @param now the product clock, in milliseconds
 */
export const loginOutcome = (
  account: Account | undefined,
  presented: { readonly token: string; readonly roles: ReadonlyArray<number> },
  now: number,
): LoginSuccess | LoginRefusal => {
  if (account === undefined) return refusal("unknown")
  const found = standing(account, now)
  if (found !== "ok") return refusal(found)
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
    accessIds: effectiveAccessIds(account, presented.roles),
    token: { access_Token: presented.token },
  }
}

/** Whether the record gives more than the token says: the client should fetch a new token (`rights-changed`, architecture §6). */
export const rightsAdded = (account: Account, roles: ReadonlyArray<number>): boolean =>
  account.accessIds.some((id) => !roles.includes(id))
