import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import type { Rights } from "./access.ts"
import type { CompanyId, DirectoryTokenId, PatientId, UserId } from "./ids.ts"
import { patientLinkHeader, type LinkSubject } from "./scheduling/patientLink.ts"
import { problemReplies, type Problem } from "./problem.ts"

/** The verified person of a call: their record and rights, and the company they act for (docs/architecture.md#rights-and-companies). */
export type Person = Rights & {
  readonly userId: UserId
  readonly companyId: CompanyId
  readonly actingCompanyId: CompanyId
  /** ISO country of the acting company. */
  readonly country: string
  readonly sessionId: string
  readonly address: string
  readonly correlationId: string
  /**
   * The token by which the acting company's directory calls. It is no person: it gives what the token's maker can give,
   * and no account is its own.
   */
  readonly directoryTokenId?: DirectoryTokenId
}
export class CurrentPerson extends Context.Service<CurrentPerson, Person>()("admin-view/CurrentPerson") {}

/**
 * The access token and who it was issued to: all that a call has before the
 * account is looked up. Only `User.login` works with this alone.
 */
export type Claims = {
  readonly issuer: string
  readonly subject: string
  readonly roles: ReadonlyArray<number>
  readonly sessionId: string
  /** The e-mail address, where the provider says that it has verified it. */
  readonly verifiedEmail?: string | undefined
  readonly token: string
}
export class CurrentClaims extends Context.Service<CurrentClaims, Claims>()("admin-view/CurrentClaims") {}

const bearer = { bearer: HttpApiSecurity.bearer }

/** Turns every failure, a malformed request included, into the one error form with a correlation id (docs/architecture.md#problems-and-answers). */
export class Refusals extends HttpApiMiddleware.Service<Refusals>()("admin-view/Refusals", { error: problemReplies }) {}

/** Checks the bearer token only (the login call). */
export class BearerToken extends HttpApiMiddleware.Service<
  BearerToken,
  { provides: CurrentClaims; clientError: Problem }
>()("admin-view/BearerToken", { requiredForClient: true, security: bearer, error: problemReplies }) {}

/** Checks the bearer token, the account, its contract and the policy table, before any handler runs (docs/architecture.md#rights-and-companies). */
export class SignedIn extends HttpApiMiddleware.Service<SignedIn, { provides: CurrentPerson; clientError: Problem }>()(
  "admin-view/SignedIn",
  {
    requiredForClient: true,
    security: bearer,
    error: problemReplies,
  },
) {}

/** What the link of a patient's call is about, and whom. Neither is ever answered. */
export type PatientCaller = { readonly subject: LinkSubject; readonly patientId: PatientId }
export class CurrentLink extends Context.Service<CurrentLink, PatientCaller>()("admin-view/CurrentLink") {}

/** Checks the link by which a patient calls, and nothing else: there is no account (docs/policy.md#links-of-patients). */
export class PatientLink extends HttpApiMiddleware.Service<
  PatientLink,
  { provides: CurrentLink; clientError: Problem }
>()("admin-view/PatientLink", {
  requiredForClient: true,
  security: { link: HttpApiSecurity.apiKey({ key: patientLinkHeader, in: "header" }) },
  error: problemReplies,
}) {}
