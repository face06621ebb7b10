import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { Invitation } from "#schemas/administration/invitation.ts"
import type { Rank } from "#schemas/administration/user.ts"
import { InvitationId, type CompanyId } from "#schemas/ids.ts"
import { integers } from "#server/store/columnArrays.ts"
import { Database } from "#server/store/Database.ts"
import { withHashedId } from "#server/store/hashedIds.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { invitationProjection } from "./invitation.decider.ts"

/** The living groups of invitation `i`, as `g`. */
const itsGroups = `from read_models g where g.company_id = i.company_id and g.category = 'group' and g.state = 'active'
  and g.id = any(i.group_ids)`

/** The open invitations of a company by name; `now` is the real world's time, ISO 8601. */
export const readInvitations = Effect.fn("readInvitations")(function* (companyId: CompanyId, now: string) {
  const { sql, read } = yield* Database
  return yield* read(
    companyId,
    sql<Invitation>`
      select t.id as "invitationId", h.hashed_id as "hashedId", t.stream_version as version, i.email,
        i.display_name as "displayName", i.user_type as "userType",
        array(select g.row ->> 'name' ${sql.literal(itsGroups)} order by lower(g.row ->> 'name') collate "C") as groups,
        array(select distinct id from (select unnest(i.access_ids) as id
            union all select (jsonb_array_elements_text(g.row -> 'accessIds'))::int ${sql.literal(itsGroups)}) held
          where id = any(c.features) order by id) as "accessIds",
        to_char(i.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "expiresAt",
        i.expires_at <= ${now}::timestamptz as "isExpired"
      from read_models t ${withHashedId(sql, "t", invitationProjection)}
      join invitations i on i.company_id = t.company_id and i.invitation_id = t.id
      join companies c on c.company_id = t.company_id
      where t.company_id = ${companyId} and ${rowsOf(sql, "t", invitationProjection)} and t.state = 'pending'
      order by lower(i.display_name) collate "C", t.id`,
  )
})

/** Whom an invitation is for, and what they will have. */
export type InvitedRow = Rank & { readonly email: string; readonly displayName: string; readonly companyName: string }

/** The same by its number; joins an open transaction. */
export const readInvited = Effect.fnUntraced(function* (companyId: CompanyId, invitationId: InvitationId) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(sql<InvitedRow>`
    select i.email, i.display_name as "displayName", i.user_type as "userType", i.access_ids as "accessIds",
      i.group_ids as "groupIds", c.name as "companyName"
    from invitations i join companies c on c.company_id = i.company_id
    where i.company_id = ${companyId} and i.invitation_id = ${invitationId}`)
  return row
})

/** The number of the open invitation for an address in its normal form, or a new one; joins an open transaction. */
export const invitationNumber = Effect.fnUntraced(function* (companyId: CompanyId, email: string) {
  const { sql } = yield* Database
  const [row] = yield* Effect.orDie(sql<{ readonly id: number }>`
    select coalesce((select invitation_id from invitations
        where company_id = ${companyId} and email = ${email} and is_open),
      nextval('invitation_ids'::regclass)::int) as id`)
  return InvitationId.make(row?.id ?? (yield* Effect.die("No number could be had for an invitation")))
})

/** Whether someone signs in with an address in its normal form, in whatever company. */
export const signsInWith = Effect.fnUntraced(function* (email: string) {
  const { sql, everyCompany } = yield* Database
  const found = yield* everyCompany(sql`
    select 1 from accounts where email = ${email}
    union all select 1 from idp_users where email = ${email}`)
  return found.length > 0
})

/** Writes whom an invitation is for and the hash of its newest link; joins the command's transaction. */
export const writeInvitation = (
  sql: PgClient,
  { companyId, invitationId }: { readonly companyId: CompanyId; readonly invitationId: InvitationId },
  { email, displayName, userType, accessIds, groupIds }: Omit<InvitedRow, "companyName">,
  link: { readonly hash: string; readonly expiresAt: string },
) => sql`
  insert into invitations
    (company_id, invitation_id, hash, email, display_name, user_type, access_ids, group_ids, expires_at)
  values (${companyId}, ${invitationId}, ${link.hash}, ${email}, ${displayName}, ${userType},
    ${integers(accessIds)}::integer[], ${integers(groupIds)}::integer[], ${link.expiresAt}::timestamptz)
  on conflict (invitation_id) do update set hash = excluded.hash, display_name = excluded.display_name,
    user_type = excluded.user_type, access_ids = excluded.access_ids, group_ids = excluded.group_ids,
    expires_at = excluded.expires_at`

/** Writes how an invited person is called and which groups they will be in; joins the command's transaction. */
export const changeInvited = Effect.fnUntraced(function* (
  { companyId, invitationId }: { readonly companyId: CompanyId; readonly invitationId: InvitationId },
  { displayName, groupIds }: Pick<InvitedRow, "displayName" | "groupIds">,
) {
  const { sql } = yield* Database
  yield* Effect.orDie(sql`
    update invitations set display_name = ${displayName}, group_ids = ${integers(groupIds)}::integer[]
    where company_id = ${companyId} and invitation_id = ${invitationId}`)
})

/** Closes an invitation; gives whether it was still open with this link. Joins the command's transaction. */
export const closeInvitation = Effect.fnUntraced(function* (
  { companyId, invitationId }: { readonly companyId: CompanyId; readonly invitationId: InvitationId },
  hash?: string,
) {
  const { sql } = yield* Database
  const closed = yield* Effect.orDie(sql`
    update invitations set is_open = false, hash = null
    where company_id = ${companyId} and invitation_id = ${invitationId} and is_open
      ${hash === undefined ? sql`` : sql`and hash = ${hash}`}
    returning 1`)
  return closed.length > 0
})

/** An invitation that can be taken, with the hash of its newest link. */
type FoundInvitation = InvitedRow & {
  readonly companyId: CompanyId
  readonly invitationId: InvitationId
  readonly hash: string
}

/** The invitation of a link, or the only one of an address in its normal form, that can be taken at an instant of the real world. */
export const findInvitation = Effect.fnUntraced(function* (
  by: { readonly hash: string } | { readonly email: string },
  now: string,
) {
  const { sql, everyCompany } = yield* Database
  const found = yield* everyCompany(sql<FoundInvitation>`
    select i.company_id as "companyId", i.invitation_id as "invitationId", i.email, i.display_name as "displayName",
      i.user_type as "userType", i.access_ids as "accessIds", i.group_ids as "groupIds", c.name as "companyName", i.hash
    from invitations i join companies c on c.company_id = i.company_id
    where is_open and expires_at > ${now}::timestamptz
      and ${"hash" in by ? sql`hash = ${by.hash}` : sql`email = ${by.email}`}
    limit 2`)
  return found.length === 1 ? found[0] : undefined
})
