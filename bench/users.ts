/**
 * How fast a company of ten thousand users is read by who administers it: the list, the last page of it, a search that
 * few and one that all answer, the groups' matrix, and one user with all that the matrix of rights shows; each next to
 * the bare statement for as many rows. Fails where a goal is missed on PostgreSQL.
 * Run: `npm run bench -- users`.
 */
import { Effect } from "effect"
import type { Person } from "#schemas/caller.ts"
import { CompanyId, UserId } from "#schemas/ids.ts"
import { readGroups } from "#server/administration/users/group.queries.ts"
import { foundUser, readUsers, type UserPage } from "#server/administration/users/user.queries.ts"
import { Database } from "#server/store/Database.ts"
import { asOwner } from "#tests/support/asOwner.ts"
import { makeCompany } from "#tests/support/outreach.ts"
import { onBoth } from "./onBoth.ts"

const users = 10_000
const groups = 20
const rounds = 200
const goalMillis = 50
const companyId = CompanyId.make(1)

const admin: Person = {
  userId: UserId.make(1),
  userType: 2,
  accessIds: [8],
  companyId,
  actingCompanyId: companyId,
  country: "US",
  sessionId: "bench",
  address: "127.0.0.1",
  correlationId: "bench",
}

/** People in two groups each; every tenth is locked, and every third was never seen. */
const seed = asOwner((sql) =>
  Effect.gen(function* () {
    yield* sql`select set_config('app.company_id', '*', false)`
    yield* sql`insert into read_models (company_id, category, id, version, stream_version, unique_key, state, row, updated_at)
      select 1, 'group', n, 1, 1, 'group ' || n, 'active',
        jsonb_build_object('state', 'active', 'revision', 1, 'name', 'Group ' || n,
          'accessIds', jsonb_build_array(1 + n % 15, 1 + (n + 3) % 15, 14)), now()
      from generate_series(1, ${groups}::int) n`
    yield* sql`insert into hashed_ids (company_id, kind, id, hashed_id)
      select 1, 'group', n, 'group-' || n from generate_series(1, ${groups}::int) n`
    yield* sql`insert into accounts (company_id, user_id, issuer, subject, email, display_name, user_type, access_ids,
        locked, group_ids)
      select 1, n, 'bench', 'subject-' || n, 'person' || n || '@example.test',
        (array['Lopez', 'Smith', 'Khan', 'Chen', 'Garcia'])[1 + n % 5] || ' ' || n, 3, array[1 + n % 15, 14], n % 10 = 0,
        array[1 + n % ${groups}::int, 1 + (n + 7) % ${groups}::int]
      from generate_series(1, ${users}::int) n`
    yield* sql`insert into hashed_ids (company_id, kind, id, hashed_id)
      select 1, 'user', n, 'user-' || n from generate_series(1, ${users}::int) n`
    yield* sql`insert into read_models (company_id, category, id, version, stream_version, state, row, updated_at)
      select 1, 'user', n, 1, 1, case when n % 10 = 0 then 'locked' else 'active' end,
        jsonb_build_object('state', case when n % 10 = 0 then 'locked' else 'active' end, 'revision', 1), now()
      from generate_series(1, ${users}::int) n`
    yield* sql`insert into user_visits (company_id, user_id, seen_at)
      select 1, n, now() - n * interval '1 minute' from generate_series(1, ${users}::int) n where n % 3 > 0`
    yield* sql.unsafe("analyze")
  }),
)

const timesOf = Effect.fnUntraced(function* <A, E, R>(read: (round: number) => Effect.Effect<A, E, R>) {
  const times: Array<number> = []
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now()
    yield* read(round)
    times.push(performance.now() - begun)
  }
  return times.slice(rounds / 10).toSorted((one, other) => one - other)
})
const at = (times: ReadonlyArray<number>, share: number): number => times[Math.floor(times.length * share)] ?? 0

const missed: Array<string> = []

const measure = Effect.fn("bench.users")(function* (database: string) {
  const { sql, read } = yield* Database
  yield* makeCompany(companyId)
  yield* seed
  const page = (asked: UserPage) => () => readUsers(admin, asked)
  const bare = yield* timesOf(() =>
    read(
      companyId,
      sql`select user_id, display_name, email from accounts where company_id = ${companyId}
        order by searched collate "C", user_id limit 51`,
    ),
  )
  const readings: Readonly<Record<string, (round: number) => Effect.Effect<unknown, unknown, Database>>> = {
    "first page": page({ pageSize: 50 }),
    "page in the middle": (round) => readUsers(admin, { pageSize: 50, after: 1 + ((round * 37) % users) }),
    "by last seen": page({ pageSize: 50, sort: "-lastSeen" }),
    "of one group": page({ pageSize: 50, groupHashedId: "group-3" }),
    "search that one answers": (round) =>
      readUsers(admin, { pageSize: 50, search: `person${1 + ((round * 41) % users)}@` }),
    "search that all answer": page({ pageSize: 50, search: "example" }),
    "matrix of groups": () => readGroups(companyId),
    "matrix of one user": (round) => foundUser(admin, `user-${1 + ((round * 43) % users)}`),
  }
  console.log(`\n${database}: ${users.toLocaleString("en")} users, ${groups} groups, ${rounds} rounds`)
  const line = (name: string, times: ReadonlyArray<number>) =>
    `  ${name.padEnd(26)} p50 ${at(times, 0.5).toFixed(1).padStart(6)} ms, p99 ${at(times, 0.99).toFixed(1).padStart(6)} ms`
  console.log(line("bare list of names", bare))
  for (const [name, reading] of Object.entries(readings)) {
    const times = yield* timesOf(reading)
    console.log(`${line(name, times)}   × ${(at(times, 0.99) / at(bare, 0.99)).toFixed(1)} at p99`)
    if (database === "PostgreSQL" && at(times, 0.99) > goalMillis) missed.push(name)
  }
})

await onBoth(measure)
if (missed.length > 0) console.error(`Over ${goalMillis} ms at p99: ${missed.join(", ")}`)
process.exit(missed.length === 0 ? 0 : 1)
