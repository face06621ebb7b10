import { Option, Schema } from "effect"
import { ActingCompany } from "../administration/company.ts"
import { UserType } from "../access.ts"
import { CompanyId, UserId } from "../ids.ts"
import { Preferences } from "../preferences.ts"
import type { Refusal } from "./outcome.ts"
import { contractMarks } from "./words.ts"

/** What a signed-in person's session holds: the flat reply of the login call (docs/policy.md#kept-in-the-browser). */
export const LoginSuccess = Schema.Struct({
  statusCode: Schema.Literal("200"),
  status: Schema.Literal("ok"),
  userId: UserId,
  userType: UserType,
  userName: Schema.String,
  displayName: Schema.String,
  companyId: CompanyId,
  companyName: Schema.String,
  /** IANA zone of the company: what everyone of it sees time by who chose no other (docs/architecture.md#time). */
  companyZone: Schema.String,
  preferences: Preferences,
  /** The company that a Super Admin works for, by the header of the call; null for their own company (docs/architecture.md#rights-and-companies). */
  actingCompany: Schema.NullOr(ActingCompany),
  /** Roles claim of the access token cut down to the account's own record (docs/architecture.md#rights-and-companies). */
  accessIds: Schema.Array(Schema.Int),
  token: Schema.Struct({ access_Token: Schema.String }),
}).annotate({ identifier: "LoginSuccess" })
export type LoginSuccess = typeof LoginSuccess.Type

/** A verified person who may not come in, and why (docs/policy.md#sign-in): HTTP 200 all the same. */
export const LoginRefusal = Schema.Struct({
  statusCode: Schema.Literal("403"),
  status: Schema.Literals(["locked", "invalid", "contract"]),
  /** For `contract`: the text by which the client distinguishes expired from not started. */
  message: Schema.String,
}).annotate({ identifier: "LoginRefusal" })
export type LoginRefusal = typeof LoginRefusal.Type

/** The reply of `POST /api/User/login` for every outcome of a verified token (docs/policy.md#sign-in). */
export const LoginReply = Schema.Union([LoginSuccess, LoginRefusal])
export type LoginReply = typeof LoginReply.Type

const RefusalReply = Schema.Struct({
  status: Schema.optionalKey(Schema.Unknown),
  message: Schema.optionalKey(Schema.Unknown),
})
const readSuccess = Schema.decodeUnknownOption(LoginSuccess)
const readRefusalReply = Schema.decodeUnknownOption(RefusalReply)

const readRefusal = ({ status, message }: typeof RefusalReply.Type): "locked" | Refusal => {
  if (status === "locked") return "locked"
  const text = typeof message === "string" ? message : ""
  if (text.includes(contractMarks.expired)) return "contractExpired"
  if (text.includes(contractMarks.notStarted)) return "contractNotStarted"
  return "invalid"
}

/**
 * Reads a reply of the login call in the specification's order (docs/policy.md#sign-in): success,
 * locked, contract text, and the invalid credentials for every outcome that is not
 * named: another status, a number for a text, a field that is missing. None for what
 * is no object, and so no reply of a login call.
 */
export const readLogin = (reply: unknown): Option.Option<LoginSuccess | "locked" | Refusal> =>
  Option.orElse(readSuccess(reply), () => Option.map(readRefusalReply(reply), readRefusal))
