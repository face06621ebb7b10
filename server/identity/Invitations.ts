import { Context, Effect, Layer } from "effect"
import type { UserType } from "#schemas/access.ts"
import type { CompanyId, InvitationId, UserId } from "#schemas/ids.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { Database } from "#server/store/Database.ts"
import type { NewPerson } from "./createAccount.ts"
import { normalEmail } from "./email.ts"
import { hashOfSecret, newSecret } from "./linkSecrets.ts"
import { RealTime } from "./realTime.ts"

/** How long an invitation can be accepted, in milliseconds. */
export const invitationMillis = 7 * 24 * 3_600_000

/** Who is invited, to what. */
export type Invited = {
  readonly companyId: CompanyId
  readonly email: string
  /** As the inviter writes it; the person may change it. */
  readonly displayName: string
  readonly userType: UserType
  readonly accessIds: ReadonlyArray<number>
}

/** An invitation that can be accepted. */
export type Invitation = Invited & { readonly invitationId: InvitationId; readonly companyName: string }

type Row = {
  readonly company_id: CompanyId
  readonly invitation_id: InvitationId
  readonly email: string
  readonly display_name: string
  readonly user_type: UserType
  readonly access_ids: ReadonlyArray<number>
  readonly name: string
}

const toInvitation = (row: Row): Invitation => ({
  companyId: row.company_id,
  invitationId: row.invitation_id,
  email: row.email,
  displayName: row.display_name,
  userType: row.user_type,
  accessIds: row.access_ids,
  companyName: row.name,
})

/** Makes the account of a person who joins: users have a life of their own, which is not known here. */
export class NewUsers extends Context.Service<
  NewUsers,
  {
    /** Gives the user id; joins an open transaction. `AlreadyExists` when the address signs someone in already. */
    readonly add: (person: NewPerson, commandId: string) => Effect.Effect<UserId, Problem>
  }
>()("admin-view/identity/NewUsers") {}

const make = Effect.gen(function* () {
  const database = yield* Database
  const { sql } = database
  const realTime = yield* RealTime
  const newUsers = yield* NewUsers
  const inMillis = (millis: number) => new Date(realTime() + millis).toISOString()

  const invite = Effect.fn("Invitations.invite")(function* (person: Invited) {
    const { companyId, displayName, userType } = person
    const email = normalEmail(person.email)
    const known = yield* Effect.orDie(sql`select 1 from idp_users where email = ${email}`)
    if (known.length > 0)
      return yield* Effect.fail(problem("AlreadyExists", "Someone signs in with this e-mail address already."))
    const secret = newSecret()
    const accessIds = `{${person.accessIds.join(",")}}`
    const rows = yield* database.company(companyId)(sql<{ readonly invitation_id: InvitationId }>`
      insert into invitations (company_id, hash, email, display_name, user_type, access_ids, expires_at)
      values (${companyId}, ${hashOfSecret(secret)}, ${email}, ${displayName}, ${userType}, ${accessIds}::integer[],
              ${inMillis(invitationMillis)}::timestamptz)
      on conflict (company_id, email) do update set hash = excluded.hash, display_name = excluded.display_name,
        user_type = excluded.user_type, access_ids = excluded.access_ids, expires_at = excluded.expires_at
      returning invitation_id`)
    const [row] = rows
    return { secret, invitationId: row?.invitation_id ?? (yield* Effect.die("An inserted invitation gave no id")) }
  })

  const find = Effect.fn("Invitations.find")(function* (secret: string) {
    const rows = yield* database.everyCompany(sql<Row>`
      select i.company_id, invitation_id, email, display_name, user_type, access_ids, c.name
      from invitations i join companies c on c.company_id = i.company_id
      where hash = ${hashOfSecret(secret)} and expires_at > ${inMillis(0)}::timestamptz`)
    return rows[0] === undefined ? undefined : toInvitation(rows[0])
  })

  const take = Effect.fnUntraced(function* (invitation: Invitation, secret: string, displayName: string, hash: string) {
    const { invitationId, companyName: _, ...person } = invitation
    const taken = yield* sql`
      delete from invitations where invitation_id = ${invitationId} and hash = ${hashOfSecret(secret)} returning 1`
    if (taken.length === 0) return undefined
    const userId = yield* newUsers.add({ ...person, displayName, password: { hash } }, `invitation-${invitationId}`)
    return { userId, companyId: invitation.companyId, invitationId }
  })

  const accept = Effect.fn("Invitations.accept")(function* (
    secret: string,
    { displayName, passwordHash }: { readonly displayName: string; readonly passwordHash: string },
  ) {
    const invitation = yield* find(secret)
    if (invitation === undefined) return undefined
    return yield* database.company(invitation.companyId)(take(invitation, secret, displayName, passwordHash))
  })

  return Invitations.of({ invite, find, accept })
})

/**
 * Invitations to join a company through the embedded provider: there is no
 * account until the person has set a name and a password. One for each person
 * and company, the newest; used once, for a week, only its hash stored.
 */
export class Invitations extends Context.Service<
  Invitations,
  {
    /** Gives the secret of the link to mail; an earlier link for this person is void. `AlreadyExists` when the address signs someone in. */
    readonly invite: (
      person: Invited,
    ) => Effect.Effect<{ readonly secret: string; readonly invitationId: InvitationId }, Problem>
    /** The invitation of a link, or nothing when it does not work (any more). */
    readonly find: (secret: string) => Effect.Effect<Invitation | undefined>
    /** Makes the account. Nothing when the link does not work; `AlreadyExists` when the address signs someone in meanwhile. */
    readonly accept: (
      secret: string,
      chosen: { readonly displayName: string; readonly passwordHash: string },
    ) => Effect.Effect<
      { readonly userId: UserId; readonly companyId: CompanyId; readonly invitationId: InvitationId } | undefined,
      Problem
    >
  }
>()("admin-view/identity/Invitations") {
  static readonly layer = Layer.effect(Invitations, make)
}
