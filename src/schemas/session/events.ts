import { Schema } from "effect"
import { CompanyId, UserId } from "../ids.ts"

/**
 * Stored facts about signing in, in the company's audit stream of the month.
 * Ids only: no e-mail, no name (architecture §12).
 */
export const SignInSucceeded = Schema.TaggedStruct("SignInSucceeded", { userId: UserId, companyId: CompanyId })
/**
 * `password`, `code` and `lockedOut` come from the embedded provider; the others
 * are the login call's answers to a verified person.
 */
export const SignInRefused = Schema.TaggedStruct("SignInRefused", {
  userId: UserId,
  companyId: CompanyId,
  reason: Schema.Literals([
    "password",
    "code",
    "lockedOut",
    "locked",
    "inactive",
    "contractExpired",
    "contractNotStarted",
  ]),
})
export const SignInEvent = Schema.Union([SignInSucceeded, SignInRefused])
export type SignInEvent = typeof SignInEvent.Type
export type SignInRefusalReason = (typeof SignInRefused.Type)["reason"]
