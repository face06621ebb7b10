import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { Fragment } from "effect/sql/Statement"
import { seesEveryCompany, userTypes } from "#schemas/access.ts"
import type { User, UserCompany, UserDraft, userList, UsersParams, UserSummary } from "#schemas/administration/user.ts"
import type { Person } from "#schemas/caller.ts"
import type { CompanyId, UserId } from "#schemas/ids.ts"
import type { ListParams } from "#schemas/reply.ts"
import { integers } from "#server/store/columnArrays.ts"
import { Database } from "#server/store/Database.ts"
import { containing, limitOf, ordered, pageOf, type ListPage } from "#server/store/ordering.ts"
import { isoColumn } from "#server/store/isoColumn.ts"
import { orNotFound } from "#server/store/orNotFound.ts"

/**
 * From accounts `a` to company `c` and last visit `v`: all that a list is narrowed and ordered by. Joined from the left,
 * so that a statement pays only for what it names: ten thousand users found by a search took 60 ms more with a company each.
 */
const fromAccounts = `from accounts a
  left join companies c on c.company_id = a.company_id
  left join user_visits v on v.user_id = a.user_id`

/** With public id `h`, and the row of the account's life `r`. */
const fromUsers = `${fromAccounts}
  join hashed_ids h on h.company_id = a.company_id and h.kind = 'user' and h.id = a.user_id
  join read_models r on r.company_id = a.company_id and r.category = 'user' and r.id = a.user_id`

/** Where account `a` stands, by its columns (`writeUserState`): a list need not read each life for it. */
const stateOf = `case when not a.is_active then 'inactive' when a.locked then 'locked' else 'active' end`

/** The living groups of account `a`, as `g`. */
const itsGroups = `from read_models g where g.company_id = a.company_id and g.category = 'group' and g.state = 'active'
  and g.id = any(a.group_ids)`

/** What a list says of a user. */
const summary = `a.user_id as "userId", h.hashed_id as "hashedId", a.email as "userName",
  a.display_name as "displayName", a.user_type as "userType", c.name as "companyName", r.state,
  array(select g.row ->> 'name' ${itsGroups} order by lower(g.row ->> 'name') collate "C") as groups,
  array(select distinct id from (select unnest(a.access_ids) as id
      union all select (jsonb_array_elements_text(g.row -> 'accessIds'))::int ${itsGroups}) held
    where id = any(c.features) order by id) as "accessIds",
  ${isoColumn("v.seen_at")} as "lastSeen"`

/** By which columns users may be ordered; who never came comes first. */
const ordering = {
  columns: {
    // Begins with the name in small letters, and has an index.
    name: `a.searched collate "C"`,
    email: `a.email collate "C"`,
    company: `lower(c.name) collate "C"`,
    lastSeen: `coalesce(v.seen_at, '-infinity')`,
  } satisfies Record<(typeof userList.columns)[number], string>,
  id: "a.user_id",
}

/** Which users a page is asked for: those of the acting company, of a group of it, or all. */
export type UserPage = ListPage & Omit<UsersParams, keyof ListParams>

const ofGroup = (sql: PgClient, hashedId: string | undefined): Fragment =>
  hashedId === undefined
    ? sql``
    : sql`and (select id from hashed_ids where kind = 'group' and hashed_id = ${hashedId}) = any(a.group_ids)`

const matching = (sql: PgClient, search: string | undefined): Fragment =>
  search === undefined ? sql`` : sql`and a.searched like lower(${containing(search)})`

/** A scope of the database that sees what a person manages: all companies, or the one they work for. */
const scopeOf = Effect.fnUntraced(function* (person: Person, isWide: boolean) {
  const { sql, company, everyCompany } = yield* Database
  const all = isWide && seesEveryCompany(person)
  return {
    within: all ? everyCompany : company(person.actingCompanyId),
    where: all ? sql`true` : sql`a.company_id = ${person.actingCompanyId}`,
  }
})

/** One page of users; `next` is the id to go on after. With the first page comes how many stand in each state. */
export const readUsers = Effect.fn("readUsers")(function* (
  person: Person,
  { after, pageSize, search, state, sort = "name", groupHashedId, userType, everyCompany, companyHashedId }: UserPage,
) {
  const { sql } = yield* Database
  const { within, where } = yield* scopeOf(person, everyCompany === "true" || companyHashedId !== undefined)
  const { beyond, by } = ordered(
    sql,
    ordering,
    { sort, after },
    (id) => sql`${sql.literal(fromAccounts)} where a.user_id = ${id}`,
  )
  const shown = sql`where ${where} ${ofGroup(sql, groupHashedId)} ${matching(sql, search)}
    ${userType === undefined ? sql`` : sql`and a.user_type = ${Number(userType)}`}
    ${companyHashedId === undefined ? sql`` : sql`and c.hashed_id = ${companyHashedId}`}`
  const rows = yield* within(sql<UserSummary>`
    with chosen as (
      select a.user_id ${sql.literal(fromAccounts)} ${shown}
        ${state === undefined ? sql`` : sql`and ${sql.literal(stateOf)} = ${state}`} ${beyond}
      order by ${by} ${limitOf(sql, pageSize)})
    select ${sql.literal(summary)} ${sql.literal(fromUsers)}
    where a.user_id in (select user_id from chosen) order by ${by}`)
  const page = pageOf(rows, pageSize, ({ userId }) => userId)
  if (after !== undefined) return page
  const counts = yield* within(sql<{ readonly state: string; readonly users: number }>`
    select ${sql.literal(stateOf)} as state, count(*)::int as users ${sql.literal(fromAccounts)} ${shown} group by 1`)
  return { ...page, counts: Object.fromEntries(counts.map((one) => [one.state, one.users])) }
})

/** The companies whose users a person manages, by name; those without a user are left out. */
export const readUserCompanies = Effect.fn("readUserCompanies")(function* (person: Person) {
  const { sql } = yield* Database
  const { within, where } = yield* scopeOf(person, true)
  return yield* within(sql<UserCompany>`
    select c.hashed_id as "hashedId", c.name from companies c
    where exists (select 1 from accounts a where a.company_id = c.company_id and ${where})
    order by lower(c.name) collate "C"`)
})

/** A user with the number of what is set up for them by now. */
export type StoredUser = User & { readonly revision: number }

/** A user that a person may manage, by their public id; fails with NotFound, for those of other companies as well. */
export const foundUser = Effect.fn("foundUser")(function* (person: Person, hashedId: string) {
  const { sql } = yield* Database
  const { within, where } = yield* scopeOf(person, true)
  return yield* orNotFound(
    Effect.map(
      within(sql<StoredUser>`
        select ${sql.literal(summary)}, r.stream_version as version, c.hashed_id as "companyHashedId", c.features,
          a.company_id as "companyId", (r.row ->> 'revision')::int as revision,
          jsonb_build_object('displayName', a.display_name, 'userType', a.user_type,
            'accessIds', a.access_ids, 'groupIds', array(select g.id ${sql.literal(itsGroups)} order by g.id)) as "user",
          (select coalesce(jsonb_agg(jsonb_build_object('groupId', g.id, 'name', g.row ->> 'name',
              'accessIds', g.row -> 'accessIds') order by lower(g.row ->> 'name') collate "C"), '[]')
            from read_models g
            where g.company_id = a.company_id and g.category = 'group' and g.state = 'active') as "companyGroups"
        ${sql.literal(fromUsers)} where ${where} and h.hashed_id = ${hashedId}`),
      ([user]) => user,
    ),
  )
})

/** Whose account it is, for what is done by number. */
export const foundAccount = Effect.fnUntraced(function* (companyId: CompanyId, userId: UserId) {
  const { sql, company } = yield* Database
  return yield* orNotFound(
    Effect.map(
      company(companyId)(
        sql<{ readonly issuer: string; readonly subject: string }>`
          select issuer, subject from accounts where company_id = ${companyId} and user_id = ${userId}`,
      ),
      ([account]) => account,
    ),
  )
})

/** Writes what is set up for a user; joins the command's transaction. */
export const writeUser = (
  sql: PgClient,
  { companyId, userId }: { readonly companyId: CompanyId; readonly userId: UserId },
  { displayName, userType, accessIds, groupIds }: UserDraft,
) => sql`
  update accounts set display_name = ${displayName}, user_type = ${userType},
    access_ids = ${integers(accessIds)}::integer[], group_ids = ${integers(groupIds)}::integer[]
  where company_id = ${companyId} and user_id = ${userId}`

/** Writes where a user's account stands; joins the command's transaction. */
export const writeUserState = (sql: PgClient, companyId: CompanyId, userId: UserId, state: string) => sql`
  update accounts set is_active = ${state !== "inactive"}, locked = ${state === "locked"}
  where company_id = ${companyId} and user_id = ${userId}`

/**
 * Whether another Super Admin than this one could manage users and companies. Locks their accounts, so that two who
 * shut each other out at once come one after the other; joins the command's transaction, which sees all companies.
 */
export const hasOtherSuperAdmin = Effect.fnUntraced(function* (userId: UserId) {
  const { sql } = yield* Database
  const others = yield* sql<{ readonly userId: UserId }>`
    select a.user_id as "userId" from accounts a
    where a.user_type = ${userTypes.SuperAdmin} and a.access_ids @> '{8,13}' and a.is_active and not a.locked
    order by a.user_id for update`
  return others.some((one) => one.userId !== userId)
})

/** Keeps that a person has opened the product, to the minute. */
export const keepVisit = Effect.fn("keepVisit")(function* (companyId: CompanyId, userId: UserId, at: string) {
  const { sql, company } = yield* Database
  yield* company(companyId)(sql`
    insert into user_visits (company_id, user_id, seen_at) values (${companyId}, ${userId}, ${at}::timestamptz)
    on conflict (user_id) do update set seen_at = excluded.seen_at
    where user_visits.seen_at < excluded.seen_at - interval '1 minute'`)
})
