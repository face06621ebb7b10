import { Context, Effect } from "effect"
import type { Rank } from "#schemas/administration/user.ts"
import type { CompanyId, InvitationId } from "#schemas/ids.ts"
import type { Problem } from "#schemas/problem.ts"
import type { Caller } from "./SignInAudit.ts"

/** An invitation that can be taken: whom it is for, and what they will have. */
export type OpenInvitation = Rank & {
  readonly companyId: CompanyId
  readonly invitationId: InvitationId
  readonly email: string
  /** As the inviter wrote it; the person may change it. */
  readonly displayName: string
  readonly companyName: string
}

/** A person whom a hosted provider signs in, and whose address it has verified. */
export type FirstSignIn = { readonly issuer: string; readonly subject: string; readonly verifiedEmail: string }

/** How invitations are taken; what they are, those who administer users know. */
export class Invitations extends Context.Service<
  Invitations,
  {
    /** The invitation of a mailed link, or nothing when the link does not work (any more). */
    readonly find: (secret: string) => Effect.Effect<OpenInvitation | undefined>
    /**
     * Makes the account of a person who signs in through the embedded provider. Gives whether the link worked;
     * `AlreadyExists` when the address signs someone in meanwhile.
     */
    readonly accept: (
      secret: string,
      chosen: { readonly displayName: string; readonly passwordHash: string },
      caller: Caller,
    ) => Effect.Effect<boolean, Problem>
    /**
     * Makes the account of a person whom a hosted provider signs in for the first time. Gives whether there was an
     * invitation for their address; where several companies invite it, no one knows which is meant, and there is none.
     */
    readonly acceptSignIn: (person: FirstSignIn, caller: Caller) => Effect.Effect<boolean>
  }
>()("admin-view/identity/Invitations") {}
