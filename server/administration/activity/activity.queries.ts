import { Effect, Result } from "effect"
import type { PgClient } from "@effect/sql-pg/PgClient"
import { type ActivityEntry, type ActivityQuery } from "#schemas/administration/activity.ts"
import type { CompanyId, UserId } from "#schemas/ids.ts"
import { productName } from "#schemas/session/words.ts"
import type { Problem } from "#schemas/problem.ts"
import { dayBounds } from "#server/reporting/report/dayRange.rule.ts"
import { thingOf } from "#server/decider.ts"
import { Database } from "#server/store/Database.ts"
import { limitOf } from "#server/store/ordering.ts"
import type { AnyStream } from "#server/store/stream.ts"

/** Events of a refusal. */
const refusals = ["SignInRefused", "CallRefused"]

type Streams = ReadonlyArray<Pick<AnyStream, "category" | "activity">>

type StoredEntry = {
  readonly pos: bigint
  readonly at: string
  readonly type: string
  readonly stream_id: string
  readonly data: Readonly<Record<string, unknown>>
  readonly actor_id: UserId | null
  readonly address: string | null
  readonly company: string | null
  readonly thing: string | null
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

/** What a stream is about; one that no list names is of the audit log. */
const aboutOf = (streams: Streams, stream: string): Pick<ActivityEntry, "kind" | "thingId"> => {
  const found = streams.find((one) => thingOf(one, stream) !== undefined)
  const id = found?.activity.isNumbered === true ? thingOf(found, stream) : undefined
  return { kind: found?.category ?? "audit", thingId: id === undefined || !Number.isInteger(id) ? null : id }
}

const asText = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  return typeof value === "string" ? value : JSON.stringify(value)
}

/** What is shown elsewhere, or says nothing to people. */
const silent = new Set(["changed", "revision", "textHash", "mappingHash", "sha256"])

const factsOf = (data: StoredEntry["data"]): ActivityEntry["facts"] =>
  Object.entries(data)
    .filter(([name, value]) => !silent.has(name) && !name.endsWith("Id") && value !== null)
    .map(([name, value]) => ({ name, value: asText(value) }))

const changesOf = ({ data, before, after }: StoredEntry): ActivityEntry["changes"] =>
  (Array.isArray(data["changed"]) ? (data["changed"] as ReadonlyArray<string>) : []).map((field) => ({
    field,
    before: asText(before?.[field]),
    after: asText(after?.[field]),
  }))

const entryOf = (streams: Streams, row: StoredEntry, actor: string): ActivityEntry => ({
  pos: String(row.pos),
  at: row.at,
  type: row.type,
  refused: refusals.includes(row.type),
  actorId: row.actor_id,
  actor,
  company: row.company,
  ...aboutOf(streams, row.stream_id),
  thing: row.thing,
  address: row.address,
  facts: factsOf(row.data),
  changes: changesOf(row),
})

/** Who acted, by name: a Super Admin belongs to another company, so all are asked for the few that are named. */
const namesOf = Effect.fnUntraced(function* (rows: ReadonlyArray<StoredEntry>) {
  const { sql, everyCompany } = yield* Database
  const ids = [...new Set(rows.flatMap(({ actor_id }) => actor_id ?? []))]
  const people = yield* everyCompany(
    sql<{ user_id: UserId; display_name: string }>`
      select user_id, display_name from accounts
      where user_id in (select value::int from jsonb_array_elements_text(${sql.json(ids)}))`,
  )
  const names = new Map(people.map(({ user_id, display_name }) => [user_id, display_name]))
  return (id: UserId | null): string => (id === null ? productName : (names.get(id) ?? `User ${id}`))
})

/** How staff know the thing of an event, where it has a name. */
const thing = (sql: PgClient, streams: Streams) => {
  const of = { company: "e.company_id", id: "split_part(e.stream_id, '-', 2)::int" }
  const names = streams.flatMap(({ category, activity: { name } }) =>
    name === null ? [] : [`when '${category}' then (${name(of)})`],
  )
  return sql.literal(`case split_part(e.stream_id, '-', 1) ${names.join(" ")} end`)
}

const revision = (sql: PgClient, back: 0 | 1) => sql`
  (select r.body from revisions r where e.data ? 'revision' and r.company_id = e.company_id
     and r.kind = split_part(e.stream_id, '-', 1) and r.id = split_part(e.stream_id, '-', 2)::int
     and r.revision = (e.data ->> 'revision')::int - ${back}::int)`

type Bounds = { readonly from: string | undefined; readonly until: string | undefined }

const filters = (sql: PgClient, query: ActivityQuery, { from, until }: Bounds) => {
  const { kind, thingId, actorId, refused } = query
  return sql`
    ${kind === undefined ? sql`` : thingId === undefined ? sql`and e.stream_id like ${`${kind}-%`}` : sql`and e.stream_id = ${`${kind}-${thingId}`}`}
    ${actorId === undefined ? sql`` : sql`and (e.meta ->> 'actorId')::int = ${actorId}`}
    ${refused === undefined ? sql`` : sql`and e.type in ${sql.in(refusals)}`}
    ${from === undefined ? sql`` : sql`and e.at >= ${from}::timestamptz`}
    ${until === undefined ? sql`` : sql`and e.at < ${until}::timestamptz`}
    ${query.cursor === undefined ? sql`` : sql`and e.pos < ${query.cursor}::bigint`}`
}

/**
 * One page of the log, newest first; `next` is the position to go on after. Fails
 * with Invalid for days that do not exist.
 * @param streams every kind of stream; entries of others are about the audit log itself
 * @param companyId whose log; null for that of all companies
 * @param zone IANA zone of the days asked for
 */
export const readActivity = Effect.fn("readActivity")(function* (
  streams: Streams,
  companyId: CompanyId | null,
  query: ActivityQuery & { readonly pageSize: number },
  zone: string,
) {
  const { sql, company, everyCompany } = yield* Database
  const bounds = yield* Result.match(dayBounds(query, zone), {
    onSuccess: Effect.succeed,
    onFailure: (failure): Effect.Effect<never, Problem> => Effect.fail(failure),
  })
  const within = companyId === null ? everyCompany : company(companyId)
  const rows = yield* within(sql<StoredEntry>`
    select e.pos, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, e.type, e.stream_id, e.data,
      (e.meta ->> 'actorId')::int as actor_id, e.meta ->> 'address' as address, c.name as company,
      ${thing(sql, streams)} as thing, ${revision(sql, 1)} as before, ${revision(sql, 0)} as after
    from events e left join companies c on c.company_id = e.company_id
    where e.type <> 'FactsSealed' and ${companyId === null ? sql`true` : sql`e.company_id = ${companyId}`} ${filters(sql, query, bounds)}
    order by e.pos desc ${limitOf(sql, query.pageSize)}`)
  const actorOf = yield* namesOf(rows)
  const entries = rows.slice(0, query.pageSize).map((row) => entryOf(streams, row, actorOf(row.actor_id)))
  return { entries, next: rows.length > query.pageSize ? entries.at(-1)?.pos : undefined }
})
