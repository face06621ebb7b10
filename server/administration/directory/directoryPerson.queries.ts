import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { GroupId } from "#schemas/administration/group.ts"
import type { Rank } from "#schemas/administration/user.ts"
import type { CompanyId, InvitationId, UserId } from "#schemas/ids.ts"
import { integers } from "#server/store/columnArrays.ts"
import { problem } from "#schemas/problem.ts"
import { Database } from "#server/store/Database.ts"
import { whenTaken } from "#server/store/takenKeys.ts"

/** The user name is another person's. */
export const nameTaken = problem("AlreadyExists", "Someone in this company has this user name already.")
const addressTaken = problem("AlreadyExists", "Someone else in this directory has this e-mail address.")

/** What a directory says of a person. */
export type DirectoryDraft = {
  readonly externalId: string | null
  readonly userName: string
  readonly email: string
  readonly displayName: string
  readonly givenName: string | null
  readonly familyName: string | null
  readonly isActive: boolean
}

/** A person as a directory sees them: a user of the company, or who it created and has not joined yet. */
export type DirectoryPerson = DirectoryDraft & {
  readonly id: string
  readonly groupIds: ReadonlyArray<GroupId>
  /** Null until they have joined. */
  readonly userId: UserId | null
  readonly userHashedId: string | null
  /** The invitation that is open. */
  readonly invitationId: InvitationId | null
  readonly invitationHashedId: string | null
  /** What the invitation gives besides groups. */
  readonly invited: Pick<Rank, "accessIds" | "userType"> | null
}

/** Which people are asked for: one by a key of theirs, or a page of all. */
export type PeopleAsked =
  | { readonly id: string }
  | { readonly userName: string }
  | { readonly externalId: string }
  | { readonly groupId: GroupId }
  | { readonly groupIds: ReadonlyArray<GroupId> }
  | { readonly offset: number; readonly limit: number }
  | Record<string, never>

/** Of these numbers, those of groups that were not deleted. */
const living = (sql: PgClient, groupIds: Fragment) => sql`array(select g.id from read_models g
  where g.category = 'group' and g.state = 'active' and g.id = any(${groupIds}) order by g.id)`

const users = (sql: PgClient, companyId: CompanyId, narrowed: Fragment) => sql`
  select 0 as part, a.user_id as place, coalesce(d.person_id, h.hashed_id) as id, d.external_id as "externalId",
    coalesce(d.user_name, a.email) as "userName", coalesce(d.email, a.email) as email,
    a.display_name as "displayName", d.given_name as "givenName", d.family_name as "familyName",
    a.is_active as "isActive", ${living(sql, sql`a.group_ids`)} as "groupIds", a.user_id as "userId", h.hashed_id as "userHashedId",
    null::int as "invitationId", null::text as "invitationHashedId", null::jsonb as invited
  from accounts a
  join hashed_ids h on h.company_id = a.company_id and h.kind = 'user' and h.id = a.user_id
  left join directory_people d on d.user_id = a.user_id
  where a.company_id = ${companyId} and not coalesce(d.is_removed, false) ${narrowed}`

const others = (sql: PgClient, companyId: CompanyId, narrowed: Fragment) => sql`
  select 1 as part, 0 as place, d.person_id as id, d.external_id as "externalId", d.user_name as "userName", d.email,
    coalesce(i.display_name, d.display_name) as "displayName", d.given_name as "givenName",
    d.family_name as "familyName", i.invitation_id is not null as "isActive",
    ${living(sql, sql`coalesce(i.group_ids, d.group_ids)`)} as "groupIds", null::int as "userId", null::text as "userHashedId",
    i.invitation_id as "invitationId", h.hashed_id as "invitationHashedId",
    case when i.invitation_id is not null
      then jsonb_build_object('userType', i.user_type, 'accessIds', i.access_ids) end as invited
  from directory_people d
  left join invitations i on i.company_id = d.company_id and i.invitation_id = d.invitation_id and i.is_open
  left join hashed_ids h on h.company_id = i.company_id and h.kind = 'invitation' and h.id = i.invitation_id
  where d.company_id = ${companyId} and d.user_id is null and not d.is_removed ${narrowed}`

/** The keys first, each by its own index: a condition on what both tables say together would read all accounts. */
const narrowing = (sql: PgClient, companyId: CompanyId, asked: PeopleAsked): readonly [Fragment, Fragment] => {
  const ofUser = (keys: Fragment, still: Fragment) => sql`and a.user_id in (${keys}) and ${still}`
  const known = (which: Fragment) =>
    sql`select user_id from directory_people where company_id = ${companyId} and ${which}`
  if ("id" in asked && asked.id !== undefined) {
    const { id } = asked
    const keys = sql`${known(sql`person_id = ${id}`)} union all
      select k.id from hashed_ids k where k.company_id = ${companyId} and k.kind = 'user' and k.hashed_id = ${id}`
    return [ofUser(keys, sql`coalesce(d.person_id, h.hashed_id) = ${id}`), sql`and d.person_id = ${id}`]
  }
  if ("userName" in asked && asked.userName !== undefined) {
    const name = asked.userName.toLowerCase()
    const keys = sql`${known(sql`lower(user_name) = ${name}`)} union all
      select k.user_id from accounts k where k.company_id = ${companyId} and k.email = ${name}`
    return [ofUser(keys, sql`lower(coalesce(d.user_name, a.email)) = ${name}`), sql`and lower(d.user_name) = ${name}`]
  }
  if ("externalId" in asked && asked.externalId !== undefined) {
    const { externalId } = asked
    return [ofUser(known(sql`external_id = ${externalId}`), sql`true`), sql`and d.external_id = ${externalId}`]
  }
  if ("groupIds" in asked && asked.groupIds !== undefined) {
    const groupIds = sql`${integers(asked.groupIds)}::int[]`
    return [sql`and a.group_ids && ${groupIds}`, sql`and coalesce(i.group_ids, d.group_ids) && ${groupIds}`]
  }
  if ("groupId" in asked && asked.groupId !== undefined) {
    const { groupId } = asked
    return [sql`and ${groupId} = any(a.group_ids)`, sql`and ${groupId} = any(coalesce(i.group_ids, d.group_ids))`]
  }
  return [sql``, sql``]
}

/** The people of a company as its directory sees them. */
export const readPeople = Effect.fn("readPeople")(function* (companyId: CompanyId, asked: PeopleAsked) {
  const { sql, read } = yield* Database
  const [ofUsers, ofOthers] = narrowing(sql, companyId, asked)
  const page = "limit" in asked && asked.limit !== undefined ? sql`limit ${asked.limit} offset ${asked.offset}` : sql``
  return yield* read(
    companyId,
    sql<DirectoryPerson>`
      select * from (${users(sql, companyId, ofUsers)} union all ${others(sql, companyId, ofOthers)}) people
      order by part, place, id collate "C" ${page}`,
  )
})

/** How many people `readPeople` gives without a page. */
export const countPeople = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, read } = yield* Database
  const [row] = yield* read(
    companyId,
    sql<{ readonly people: number }>`
      select (select count(*) from accounts a left join directory_people d on d.user_id = a.user_id
          where a.company_id = ${companyId} and not coalesce(d.is_removed, false))::int
        + (select count(*) from directory_people d
          where d.company_id = ${companyId} and d.user_id is null and not d.is_removed)::int as people`,
  )
  return row?.people ?? 0
})

/** Who was taken out of the directory under its own id for them or a user name, the former first, and what it called them. */
export const findRemoved = Effect.fnUntraced(function* (
  companyId: CompanyId,
  { userName, externalId }: Pick<DirectoryDraft, "userName" | "externalId">,
) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(sql<{ readonly id: string; readonly externalId: string | null }>`
    select person_id as id, external_id as "externalId" from directory_people
    where company_id = ${companyId} and is_removed and user_id is not null
      and (external_id = ${externalId} or lower(user_name) = ${userName.toLowerCase()})
    order by external_id = ${externalId} desc nulls last limit 1`)
  return row
})

/** The number of the open invitation of an address in its normal form. */
export const openInvitation = Effect.fnUntraced(function* (companyId: CompanyId, email: string) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(sql<{ readonly id: InvitationId }>`
    select invitation_id as id from invitations where company_id = ${companyId} and email = ${email} and is_open`)
  return row?.id
})

/** What is kept of a person besides what the directory says. */
type Kept = {
  readonly id: string
  readonly userId: UserId | null
  readonly invitationId: InvitationId | null
  readonly groupIds: ReadonlyArray<GroupId>
}

/** Keeps what a directory says of a person, who is in it from now on; joins an open transaction. */
export const keepPerson = Effect.fnUntraced(function* (companyId: CompanyId, kept: Kept, draft: DirectoryDraft) {
  const { sql, company } = yield* Database
  yield* company(companyId)(
    sql`
    insert into directory_people (company_id, person_id, external_id, user_name, email, display_name, given_name,
      family_name, group_ids, invitation_id, user_id)
    values (${companyId}, ${kept.id}, ${draft.externalId}, ${draft.userName}, ${draft.email}, ${draft.displayName},
      ${draft.givenName}, ${draft.familyName}, ${integers(kept.groupIds)}::integer[], ${kept.invitationId}, ${kept.userId})
    on conflict (person_id) do update set external_id = excluded.external_id, user_name = excluded.user_name,
      email = excluded.email, display_name = excluded.display_name, given_name = excluded.given_name,
      family_name = excluded.family_name, group_ids = excluded.group_ids, invitation_id = excluded.invitation_id,
      is_removed = false`.pipe(
      whenTaken(["directory_people_names"], () => nameTaken),
      whenTaken(["directory_people_invitation_id_key"], () => addressTaken),
    ),
  )
})

/** Has the directory's requests of a company come one after the other; joins an open transaction. */
export const lockDirectory = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql } = yield* Database
  yield* Effect.orDie(sql`select pg_advisory_xact_lock(hashtext('directory'), ${companyId}::int)`)
})

/**
 * Shows a removed user to the directory again once an administrator reactivated them, unless it has another person of
 * that name by now. Joins an open transaction.
 */
export const returnPerson = (sql: PgClient, companyId: CompanyId, userId: UserId) => sql`
  update directory_people d set is_removed = false
  where d.company_id = ${companyId} and d.user_id = ${userId} and d.is_removed
    and not exists (select from directory_people o where o.company_id = d.company_id
      and lower(o.user_name) = lower(d.user_name) and not o.is_removed)`

/** Puts a person who was taken out into the directory again; joins an open transaction. */
export const restorePerson = Effect.fnUntraced(function* (companyId: CompanyId, id: string, userName: string) {
  const { sql, company } = yield* Database
  yield* company(companyId)(
    sql`update directory_people set is_removed = false, user_name = ${userName}
      where company_id = ${companyId} and person_id = ${id}`,
  )
})

/** Takes a kept person out of the directory: it will not see them any more. Joins an open transaction. */
export const removePerson = Effect.fnUntraced(function* (companyId: CompanyId, id: string) {
  const { sql, company } = yield* Database
  yield* company(companyId)(
    sql`update directory_people set is_removed = true where company_id = ${companyId} and person_id = ${id}`,
  )
})

/**
 * Records that a person of the directory is a user now, by any way of joining; the directory keeps the same id. Joins an open transaction.
 */
export const joinPerson = (
  sql: PgClient,
  { companyId, userId }: { readonly companyId: CompanyId; readonly userId: UserId },
  email: string,
) => sql`
  update directory_people set user_id = ${userId}
  where company_id = ${companyId} and lower(email) = ${email} and user_id is null and not is_removed
    and person_id = (select min(person_id) from directory_people
      where company_id = ${companyId} and lower(email) = ${email} and user_id is null and not is_removed)`
