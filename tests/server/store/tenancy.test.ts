import { expect, layer } from "@effect/vitest"
import { Cause, Effect, Exit } from "effect"
import { CompanyId } from "#schemas/ids.ts"
import { problem } from "#schemas/problem.ts"
import type { PgClient } from "@effect/sql-pg/PgClient"
import { CurrentPrecondition, Database, type Precondition, PreconditionFailed } from "#server/store/Database.ts"
import { asOwner } from "#tests/support/asOwner.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

/** Tables that belong to no company; everything else must be closed between companies. */
const shared = ["checkpoints", "event_chain", "migrations", "projections", "settings", "zone_rules"].concat([
  "idp_artifacts",
  "idp_authenticators",
  "idp_challenges",
  "idp_codes",
  "idp_confirmations",
  "idp_keys",
  "idp_links",
  "idp_passkeys",
  "idp_recovery_codes",
  "idp_users",
  "mailbox",
  "stray_reports",
])

const at = "2026-11-21T09:30:00.000Z"
const reserve = (companyId: CompanyId, kind: string) =>
  Effect.flatMap(
    Database,
    ({ sql }) => sql`insert into reservations (company_id, kind, id, user_id, at)
                     values (${companyId}, ${kind}, 1, 200, ${at}::timestamptz)`,
  )
const kinds = Effect.flatMap(Database, ({ sql }) => sql<{ kind: string }>`select kind from reservations`)
const kinds14 = (sql: PgClient) => sql<{ kind: string }>`select kind from reservations where company_id = 14`
const defectOf = <A, E>(exit: Exit.Exit<A, E>) => (Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined)
const refusal = (reason: string) => ({ _tag: "SqlError", reason: { _tag: reason } })

for (const [name, database] of testDatabases) {
  layer(database, { excludeTestServices: true })(`tenancy on ${name}`, (it) => {
    it.effect("shows a company its own rows only, and nothing without a company", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(1)
        const { company, everyCompany } = yield* Database
        yield* company(companyId)(reserve(companyId, "one"))
        yield* company(CompanyId.make(2))(reserve(CompanyId.make(2), "two"))
        expect(yield* company(companyId)(kinds)).toEqual([{ kind: "one" }])
        expect(yield* company(CompanyId.make(2))(kinds)).toEqual([{ kind: "two" }])
        expect(yield* company(CompanyId.make(3))(kinds)).toEqual([])
        expect(yield* kinds).toEqual([])
        expect(yield* everyCompany(kinds)).toHaveLength(2)
        expect(yield* kinds).toEqual([])
      }),
    )

    it.effect("reads one company by one statement, its rows in their order, and none", () =>
      Effect.gen(function* () {
        const { sql, company, everyCompany, read } = yield* Database
        const ids = sql<{ id: number }>`select id from reservations order by kind desc limit 3`
        for (const [kind, id] of [
          ["a", 1],
          ["b", 2],
          ["c", 3],
          ["d", 4],
        ] as const) {
          for (const companyId of [11, 12])
            yield* company(CompanyId.make(companyId))(
              sql`insert into reservations (company_id, kind, id, user_id, at) values (${companyId}, ${kind}, ${id * companyId}, 1, ${at}::timestamptz)`,
            )
        }
        expect(yield* read(CompanyId.make(11), ids)).toEqual([{ id: 44 }, { id: 33 }, { id: 22 }])
        expect(yield* read(CompanyId.make(13), ids)).toEqual([])
        expect(yield* read(CompanyId.make(11), sql`select null as nothing`)).toEqual([{ nothing: null }])
        expect(yield* everyCompany(read(CompanyId.make(12), ids))).toHaveLength(3)
        expect(yield* ids).toEqual([])
      }),
    )

    it.effect(
      "shows nothing to a call whose precondition does not hold, asks it once, and where all companies are seen",
      () =>
        Effect.gen(function* () {
          const companyId = CompanyId.make(14)
          const { sql, company, read } = yield* Database
          yield* company(companyId)(reserve(companyId, "fourteen"))
          const precondition = (holds: Precondition["holds"]): Precondition => ({ holds, wasAsked: false })
          const under = (one: Precondition) => Effect.provideService(CurrentPrecondition, one)
          const other = precondition((asked) => asked`exists (select from reservations where company_id = 14)`)
          const never = () => precondition((asked) => asked`exists (select from reservations where company_id = 15)`)
          expect(yield* read(CompanyId.make(13), kinds14(sql)).pipe(under(other))).toEqual([])
          expect(other.wasAsked).toBe(true)
          expect(yield* company(companyId)(kinds).pipe(under(other))).toHaveLength(1)
          for (const reading of [
            read(companyId, kinds14(sql)),
            company(companyId)(kinds),
            company(companyId)(reserve(companyId, "written")),
          ]) {
            expect(defectOf(yield* Effect.exit(under(never())(reading)))).toBeInstanceOf(PreconditionFailed)
          }
          expect(yield* company(companyId)(kinds)).toEqual([{ kind: "fourteen" }])
        }),
    )

    it.effect("lets the planner count a company's rows as they are, so that it chooses indexes by them", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(21)
        const { sql, company } = yield* Database
        const rows = 2_000
        yield* company(companyId)(sql`insert into reservations (company_id, kind, id, user_id, at)
          select 21, 'counted', n, 1, ${at}::timestamptz from generate_series(1, ${rows}::int) n`)
        yield* asOwner((owner) => owner`analyze reservations`)
        const [line] = yield* company(companyId)(
          sql.unsafe<{ "QUERY PLAN": string }>(
            "explain select id from reservations where company_id = 21 and kind >= 'c' and kind < 'd'",
          ),
        )
        const counted = Number(/rows=(\d+)/.exec(line?.["QUERY PLAN"] ?? "")?.[1])
        expect(counted).toBeGreaterThan(rows / 4)
        yield* company(companyId)(sql`delete from reservations where company_id = 21`)
      }),
    )

    it.effect("lets no one write another company's rows", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(5)
        const { sql, company, everyCompany } = yield* Database
        yield* company(companyId)(reserve(companyId, "five"))
        const denied = refusal("AuthorizationError")
        expect(defectOf(yield* Effect.exit(company(CompanyId.make(4))(reserve(companyId, "smuggled"))))).toMatchObject(
          denied,
        )
        expect(yield* Effect.flip(reserve(companyId, "smuggled"))).toMatchObject(denied)
        const move = company(companyId)(sql`update reservations set company_id = 4 where company_id = 5`)
        expect(defectOf(yield* Effect.exit(move))).toMatchObject(denied)
        yield* company(CompanyId.make(4))(sql`update reservations set user_id = 500`)
        yield* company(CompanyId.make(4))(sql`delete from reservations`)
        const rows = yield* everyCompany(sql`select kind, user_id from reservations where company_id in (4, 5)`)
        expect(rows).toEqual([{ kind: "five", user_id: 200 }])
      }),
    )

    it.effect("works as a role that no policy lets by and that owns no table", () =>
      Effect.gen(function* () {
        const { sql, pool } = yield* Database
        const role = sql`select current_user::text as name, rolsuper, rolbypassrls
                         from pg_roles where rolname = current_user`
        const expected = [{ name: "adminview_app", rolsuper: false, rolbypassrls: false }]
        expect(yield* role).toEqual(expected)
        const other = yield* Effect.promise(() => pool.query("select current_user::text as name"))
        expect(other.rows).toEqual([{ name: "adminview_app" }])
        const owned = sql`select tablename from pg_tables where schemaname = 'public' and tableowner = current_user`
        expect(yield* owned).toEqual([])
        const denied = refusal("AuthorizationError")
        expect(yield* Effect.flip(sql`alter table reservations disable row level security`)).toMatchObject(denied)
        expect(yield* Effect.flip(sql`drop policy tenant on reservations`)).toMatchObject(denied)
        expect(yield* Effect.flip(sql`create table public.leak (company_id integer)`)).toMatchObject(denied)
        const unguarded = Effect.andThen(sql`set local row_security = off`, kinds)
        expect(yield* Effect.flip(sql.withTransaction(unguarded))).toMatchObject(denied)
      }),
    )

    it.effect("never rewrites the log", () =>
      Effect.gen(function* () {
        const { sql, everyCompany } = yield* Database
        for (const statement of [sql`update events set type = 'x'`, sql`delete from events`, sql`truncate events`]) {
          expect(defectOf(yield* Effect.exit(everyCompany(statement)))).toMatchObject(refusal("AuthorizationError"))
        }
      }),
    )

    it.effect("closes every table that is not declared shared", () =>
      Effect.gen(function* () {
        const { sql } = yield* Database
        const open = yield* sql<{ name: string }>`
          select relname::text as name from pg_class
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
            and not (relrowsecurity and relforcerowsecurity) order by 1`
        expect(open.map((table) => table.name)).toEqual(shared.toSorted())
      }),
    )

    it.effect("joins the open transaction, and refuses another company's", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(6)
        const { sql, company, everyCompany } = yield* Database
        const transaction = Effect.map(
          sql<{ id: string }>`select pg_current_xact_id()::text as id`,
          (rows) => rows[0]?.id,
        )
        const twice = Effect.gen(function* () {
          return [yield* transaction, yield* company(companyId)(transaction)]
        })
        for (const ids of [yield* company(companyId)(twice), yield* everyCompany(twice)]) expect(ids[0]).toBe(ids[1])
        expect(
          defectOf(yield* Effect.exit(company(CompanyId.make(7))(company(companyId)(transaction)))),
        ).toBeInstanceOf(Error)
        expect(defectOf(yield* Effect.exit(company(CompanyId.make(7))(everyCompany(transaction))))).toBeInstanceOf(
          Error,
        )
      }),
    )

    it.effect("lets a caller turn a taken key into a problem; other trouble is a defect", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(8)
        const { sql, company } = yield* Database
        const taken = problem("AlreadyExists", "This name is taken.")
        const insert = reserve(companyId, "eight").pipe(
          Effect.catchReason("SqlError", "UniqueViolation", () => Effect.fail(taken)),
          company(companyId),
        )
        yield* insert
        expect(yield* Effect.flip(insert)).toEqual(taken)
        expect(defectOf(yield* Effect.exit(company(companyId)(sql`select nonsense`)))).toMatchObject(
          refusal("SqlSyntaxError"),
        )
      }),
    )
  })
}
