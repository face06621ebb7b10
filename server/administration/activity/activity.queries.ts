import { Effect, Result } from "effect"
import type { PgClient } from "@effect/sql-pg/PgClient"
import type { ActivityEntry, ActivityPerson, ActivityQuery } from "#schemas/administration/activity.ts"
import { describeAccess, type UserType } from "#schemas/access.ts"
import { userTypeNames } from "#schemas/userTypeNames.ts"
import { UserId, type CompanyId } from "#schemas/ids.ts"
import { directoryName } from "#schemas/administration/directory.ts"
import { productName } from "#schemas/session/words.ts"
import type { Problem } from "#schemas/problem.ts"
import { dayBounds } from "#server/reporting/report/dayRange.rule.ts"
import { thingOf } from "#server/decider.ts"
import { Database } from "#server/store/Database.ts"
import { limitOf } from "#server/store/ordering.ts"
import { namedThings, type AboutRow, type Streams } from "./activityThings.queries.ts"

/** Events of a refusal. */
const refusals = ["SignInRefused", "CallRefused"]

type StoredEntry = AboutRow & {
  readonly at: string
  readonly type: string
  readonly actor_id: UserId | null
  readonly by_directory: boolean
  readonly address: string | null
  readonly company: string | null
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
  /** What the fact before it gave, where rights are given. */
  readonly earlier: Readonly<Record<string, unknown>> | null
}

/** The name of a group by the number of its company and its own. */
type GroupName = (companyId: number, groupId: number) => string

/** What a field holds, in words where it holds numbers of what has names. */
const wordsFor =
  (group: GroupName, { company_id }: StoredEntry) =>
  (field: string, value: unknown): string => {
    if (value === null || value === undefined) return ""
    if (field === "userType" && typeof value === "number") return userTypeNames[value as UserType] ?? String(value)
    if (field === "accessIds" && Array.isArray(value))
      return value.map((id: number) => describeAccess(id)?.name ?? String(id)).join(", ")
    if (field === "groupIds" && Array.isArray(value)) return value.map((id: number) => group(company_id, id)).join(", ")
    return typeof value === "string" ? value : JSON.stringify(value)
  }

/** What is shown elsewhere, or says nothing to people. */
const silent = new Set(["changed", "revision", "textHash", "mappingHash", "sha256"])

const changedIn = ({ data }: StoredEntry): ReadonlyArray<string> =>
  Array.isArray(data["changed"]) ? (data["changed"] as ReadonlyArray<string>) : []

const factsOf = (row: StoredEntry, worded: ReturnType<typeof wordsFor>): ActivityEntry["facts"] =>
  Object.entries(row.data)
    .filter(([name, value]) => !silent.has(name) && !name.endsWith("Id") && value !== null)
    .filter(([name]) => !("accessIds" in row.data) || row.earlier === null || changedIn(row).includes(name))
    .map(([name, value]) => ({ name, value: worded(name, value) }))

/** Before and after of each field that changed: from its revisions, or from what the facts themselves gave. */
const changesOf = (row: StoredEntry, worded: ReturnType<typeof wordsFor>): ActivityEntry["changes"] =>
  changedIn(row).map((field) => ({
    field,
    before: worded(field, row.before?.[field] ?? row.earlier?.[field]),
    after: worded(field, row.after?.[field] ?? row.data[field]),
  }))

/** Whose account an entry is about, when it is not who did it. */
const ownerOf = ({ data, actor_id }: StoredEntry): UserId | null => {
  const { userId } = data
  return typeof userId === "number" && userId !== actor_id ? UserId.make(userId) : null
}

/** What people and things are called, for as many rows as a page has. */
type Names = {
  readonly person: (id: UserId) => string
  readonly things: ReadonlyMap<string, ActivityEntry["thing"]>
  readonly group: GroupName
}

const actorIn = ({ actor_id, by_directory }: StoredEntry, person: Names["person"]): string => {
  if (actor_id !== null) return person(actor_id)
  return by_directory ? directoryName : productName
}

const entryOf = (streams: Streams, row: StoredEntry, { person, things, group }: Names): ActivityEntry => {
  const owner = ownerOf(row)
  const worded = wordsFor(group, row)
  return {
    pos: String(row.pos),
    at: row.at,
    type: row.type,
    refused: refusals.includes(row.type),
    actorId: row.actor_id,
    actor: actorIn(row, person),
    company: row.company,
    kind: streams.find((one) => thingOf(one, row.stream_id) !== undefined)?.category ?? "audit",
    thing: things.get(String(row.pos)) ?? null,
    person: owner === null ? null : person(owner),
    address: row.address,
    facts: factsOf(row, worded),
    changes: changesOf(row, worded),
  }
}

/** People by name: a Super Admin belongs to another company, so all are asked for the few that are named. */
const namesOf = Effect.fnUntraced(function* (rows: ReadonlyArray<StoredEntry>) {
  const { sql, everyCompany } = yield* Database
  const ids = [...new Set(rows.flatMap((row) => [row.actor_id ?? [], ownerOf(row) ?? []].flat()))]
  const people = yield* everyCompany(
    sql<{ user_id: UserId; display_name: string }>`
      select user_id, display_name from accounts
      where user_id in (select value::int from jsonb_array_elements_text(${sql.json(ids)}))`,
  )
  const names = new Map(people.map(({ user_id, display_name }) => [user_id, display_name]))
  return (id: UserId): string => names.get(id) ?? `User ${id}`
})

/** The names of the groups that a page of rows speaks of. */
const groupsOf = Effect.fnUntraced(function* (sql: PgClient, rows: ReadonlyArray<StoredEntry>) {
  const ids = rows.flatMap(({ data, earlier }) => [data["groupIds"] ?? [], earlier?.["groupIds"] ?? []].flat())
  const groups =
    ids.length === 0
      ? []
      : yield* sql<{ company_id: number; id: number; name: string }>`
          select company_id, id, row ->> 'name' as name from read_models
          where category = 'group' and company_id in (select value::int from jsonb_array_elements_text(${sql.json([...new Set(rows.map((row) => row.company_id))])}))
            and id in (select value::int from jsonb_array_elements_text(${sql.json([...new Set(ids)])}))`
  const names = new Map(groups.map(({ company_id, id, name }) => [`${company_id} ${id}`, name]))
  return (companyId: number, groupId: number): string => names.get(`${companyId} ${groupId}`) ?? `Group ${groupId}`
})

/** What the last fact before gave, of those that give rights. */
const earlier = (sql: PgClient) => sql`
  (select p.data from events p where e.data ? 'changed' and e.data ? 'accessIds' and p.company_id = e.company_id
     and p.stream_id = e.stream_id and p.pos < e.pos and p.data ? 'accessIds' order by p.pos desc limit 1)`

const revision = (sql: PgClient, back: 0 | 1) => sql`
  (select r.body from revisions r where e.data ? 'revision' and r.company_id = e.company_id
     and r.kind = split_part(e.stream_id, '-', 1) and r.id = split_part(e.stream_id, '-', 2)::int
     and r.revision = (e.data ->> 'revision')::int - ${back}::int)`

type Bounds = { readonly from: string | undefined; readonly until: string | undefined }

/** The condition for entries about a thing with such a name, and for the one with this number. */
const isNamed = (sql: PgClient, search: string) => sql`(
  e.pos::text = ${search}
  or (e.company_id, e.stream_id) in (
    select m.company_id, m.category || '-' || m.id from read_models m
    where position(${search} in lower(m.row ->> 'name')) > 0
    union all select i.company_id, 'import-' || i.import_id from imports i
    where position(${search} in lower(i.file_name)) > 0)
  or (e.company_id, e.data ->> 'campaignId') in (
    select m.company_id, m.id::text from read_models m
    where m.category = 'campaign' and position(${search} in lower(m.row ->> 'name')) > 0))`

const filters = (sql: PgClient, query: ActivityQuery, { from, until }: Bounds) => {
  const { kind, thingId, actorId, byProduct, refused, search = "" } = query
  return sql`
    ${kind === undefined ? sql`` : thingId === undefined ? sql`and e.stream_id like ${`${kind}-%`}` : sql`and e.stream_id = ${`${kind}-${thingId}`}`}
    ${actorId === undefined ? sql`` : sql`and (e.meta ->> 'actorId')::int = ${actorId}`}
    ${byProduct === undefined ? sql`` : sql`and e.meta ->> 'actorId' is null`}
    ${refused === undefined ? sql`` : refused === "true" ? sql`and e.type in ${sql.in(refusals)}` : sql`and not e.type in ${sql.in(refusals)}`}
    ${search.trim() === "" ? sql`` : sql`and ${isNamed(sql, search.trim().toLowerCase())}`}
    ${from === undefined ? sql`` : sql`and e.at >= ${from}::timestamptz`}
    ${until === undefined ? sql`` : sql`and e.at < ${until}::timestamptz`}
    ${query.cursor === undefined ? sql`` : sql`and e.pos < ${query.cursor}::bigint`}`
}

/** Whose log is read, null for that of all companies; and the company one works for. */
export type OfCompanies = { readonly of: CompanyId | null; readonly acting: CompanyId }

/** What is asked of the log, as the condition for its entries. */
const askedOf = Effect.fnUntraced(function* ({ of }: OfCompanies, query: ActivityQuery, zone: string) {
  const { sql } = yield* Database
  const bounds = yield* Result.match(dayBounds(query, zone), {
    onSuccess: Effect.succeed,
    onFailure: (failure): Effect.Effect<never, Problem> => Effect.fail(failure),
  })
  return sql`e.type <> 'FactsSealed' and ${of === null ? sql`true` : sql`e.company_id = ${of}`} ${filters(sql, query, bounds)}`
})

/**
 * How many entries a file of the log would have, up to a number from which on they are counted no more. Fails with
 * Invalid for days that do not exist.
 */
export const countActivity = Effect.fn("countActivity")(function* (
  companies: OfCompanies,
  query: ActivityQuery,
  zone: string,
  most: number,
) {
  const { sql, company, everyCompany } = yield* Database
  const asked = yield* askedOf(companies, query, zone)
  const [row] = yield* (companies.of === null ? everyCompany : company(companies.of))(
    sql<{
      entries: number
    }>`select count(*)::int as entries from (select from events e where ${asked} limit ${most}) found`,
  )
  return row?.entries ?? 0
})

/**
 * One page of the log, newest first; `next` is the position to go on after. Fails
 * with Invalid for days that do not exist.
 * @param streams every kind of stream; entries of others are about the audit log itself
 * @param zone IANA zone of the days asked for
 */
export const readActivity = Effect.fn("readActivity")(function* (
  streams: Streams,
  companies: OfCompanies,
  query: ActivityQuery & { readonly pageSize: number },
  zone: string,
) {
  const { sql, company, everyCompany } = yield* Database
  const asked = yield* askedOf(companies, query, zone)
  const { of, acting } = companies
  const within = of === null ? everyCompany : company(of)
  const { rows, things, group } = yield* within(
    Effect.gen(function* () {
      const rows = yield* sql<StoredEntry>`
        select e.pos, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, e.type, e.company_id,
          e.stream_id, e.data, (e.meta ->> 'actorId')::int as actor_id,
          e.meta ? 'directoryTokenId' as by_directory, e.meta ->> 'address' as address,
          c.name as company, ${revision(sql, 1)} as before, ${revision(sql, 0)} as after,
          ${earlier(sql)} as earlier
        from events e left join companies c on c.company_id = e.company_id
        where ${asked}
        order by e.pos desc ${limitOf(sql, query.pageSize)}`
      return { rows, things: yield* namedThings(streams, rows, acting), group: yield* groupsOf(sql, rows) }
    }),
  )
  const names = { person: yield* namesOf(rows), things, group }
  const entries = rows.slice(0, query.pageSize).map((row) => entryOf(streams, row, names))
  return { entries, next: rows.length > query.pageSize ? entries.at(-1)?.pos : undefined }
})

/** The people of a company, by name, to narrow its log to one of them. */
export const readActivityPeople = Effect.fn("readActivityPeople")(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  return yield* company(companyId)(
    sql<ActivityPerson>`
      select user_id as "userId", display_name as name from accounts where company_id = ${companyId}
      order by lower(display_name), user_id limit 500`,
  )
})
