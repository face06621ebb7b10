import { expect, layer } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { dayMillis, retention } from "#schemas/constants.ts"
import { keepSignIn } from "#server/administration/users/signIn.queries.ts"
import { answerOnce } from "#server/http/idempotency.ts"
import { RealTime } from "#server/identity/realTime.ts"
import { reserveId } from "#server/outreach/reservations/reservation.queries.ts"
import { removeExpired } from "#server/program/retention.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { Caller } from "#tests/support/callingAs.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { makeCompany, noon, storeOn } from "#tests/support/outreach.ts"
import { CompanyId, ImportId, noneOf, UserId } from "#schemas/ids.ts"

const stored = (table: string) =>
  Effect.gen(function* () {
    const { sql, everyCompany } = yield* Database
    const [row] = yield* everyCompany(sql<{ rows: number }>`select count(*)::int as rows from ${sql(table)}`)
    return row?.rows
  })
const goTo = (millis: number) => Effect.flatMap(MovableClock, (clock) => clock.move(noon + millis))

layer(storeOn(embeddedDatabase), { excludeTestServices: true })("what has had its time is removed", (it) => {
  it.effect("the answer of a command after a day, so that its key is free again, not sooner", () =>
    Effect.gen(function* () {
      yield* goTo(0)
      yield* makeCompany(CompanyId.make(1))
      let runs = 0
      const send = (body: string) =>
        Effect.flatMap(Caller, (person) =>
          answerOnce(
            person,
            "Campaign.ChangeState",
            Effect.sync(() => HttpServerResponse.jsonUnsafe({ run: (runs += 1) })),
          ),
        ).pipe(
          Effect.provideService(
            HttpServerRequest.HttpServerRequest,
            HttpServerRequest.fromWeb(
              new Request("http://localhost/api/x", {
                method: "POST",
                body,
                headers: { "idempotency-key": "a-key-of-ours" },
              }),
            ),
          ),
        )
      yield* send("{}")
      yield* goTo(retention.commandMillis - 1_000)
      yield* removeExpired
      expect(yield* Effect.flip(send('{"other":1}'))).toMatchObject({ statusCode: "422" })
      yield* send("{}")
      expect(runs).toBe(1)
      yield* goTo(retention.commandMillis + 1_000)
      yield* removeExpired
      yield* send('{"other":1}')
      expect(runs).toBe(2)
    }),
  )

  it.effect("numbers reserved and reports seen, each after its own time, by the product's clock", () =>
    Effect.gen(function* () {
      const companyId = CompanyId.make(1)
      yield* goTo(0)
      const { sql, company } = yield* Database
      yield* reserveId(companyId, UserId.make(1), "Campaign")
      const at = new Date(yield* Clock.currentTimeMillis).toISOString()
      yield* company(companyId)(sql`
        insert into webhooks_seen (company_id, id, at)
        select 1, 'id-' || n, ${at}::timestamptz from generate_series(1, 12000) n`)
      yield* goTo(retention.reservationMillis - 1_000)
      yield* removeExpired
      expect([yield* stored("reservations"), yield* stored("webhooks_seen")]).toEqual([1, 12_000])
      yield* goTo(retention.reservationMillis + 1_000)
      yield* removeExpired
      expect([yield* stored("reservations"), yield* stored("webhooks_seen")]).toEqual([0, 12_000])
      yield* goTo(30 * dayMillis + 60_000)
      yield* removeExpired
      expect(yield* stored("webhooks_seen")).toBe(0)
    }),
  )

  it.effect("sign-ins that no one has used for 90 days, of people who never came again too", () =>
    Effect.gen(function* () {
      const companyId = CompanyId.make(1)
      yield* goTo(0)
      const { sql, company } = yield* Database
      const [person] = yield* company(companyId)(sql<{ userId: UserId }>`
        insert into accounts (company_id, issuer, subject, email, display_name, user_type, access_ids, group_ids)
        values (1, 'https://tenant.test/', 's1', 'gone@clinic.test', 'Gone', 3, '{}', '{}') returning user_id as "userId"`)
      const use = { companyId, userId: person?.userId ?? noneOf(UserId), browser: "Chrome", system: "Windows" }
      const from = (address: string, at: number) =>
        keepSignIn({ ...use, address, key: address, at: new Date(at).toISOString() })
      yield* from("203.0.113.7", noon)
      yield* from("203.0.113.8", noon)
      yield* from("203.0.113.8", noon + dayMillis)
      yield* goTo(90 * dayMillis - 1_000)
      yield* removeExpired
      expect(yield* stored("sign_ins")).toBe(2)
      yield* goTo(90 * dayMillis + 1_000)
      yield* removeExpired
      expect(yield* stored("sign_ins")).toBe(1)
      yield* goTo(91 * dayMillis + 1_000)
      yield* removeExpired
      expect(yield* stored("sign_ins")).toBe(0)
    }),
  )

  it.effect("mails of the demo's mailbox by real time: the moved clock does not hide a code", () =>
    Effect.gen(function* () {
      const { sql } = yield* Database
      const real = Date.parse("2026-03-01T10:00:00Z")
      yield* sql`insert into mailbox (to_address, subject, text, at)
                 values ('a@clinic.test', 'Your code', 'Hello', ${new Date(real).toISOString()}::timestamptz)`
      const removedAt = (now: number) => removeExpired.pipe(Effect.provideService(RealTime, () => now))
      yield* removedAt(real + 30 * dayMillis - 1_000)
      expect(yield* stored("mailbox")).toBe(1)
      yield* removedAt(real + 30 * dayMillis + 1_000)
      expect(yield* stored("mailbox")).toBe(0)
    }),
  )

  it.effect("rows of a list file that were rejected or sampled, and nothing else of its import", () =>
    Effect.gen(function* () {
      const companyId = CompanyId.make(1)
      yield* goTo(0)
      const { sql, company } = yield* Database
      const uploaded = (importId: ImportId, at: number) => sql`
        insert into imports (company_id, import_id, file_name, bytes, encoding, delimiter, mapping, sample, created_at)
        values (1, ${importId}, 'list.csv', 9, 'utf-8', ',', '{}', '[["Ada"]]', ${new Date(at).toISOString()}::timestamptz)`
      yield* company(companyId)(
        Effect.gen(function* () {
          yield* uploaded(ImportId.make(1), noon)
          yield* uploaded(ImportId.make(2), noon + dayMillis)
          yield* sql`insert into import_rejections (company_id, import_id, line, position, column_name, reason, value)
                     select 1, i, n, 0, 'phone', 'No phone number.', 'Ada' from generate_series(1, 2) i, generate_series(1, 6000) n`
        }),
      )
      const left = company(companyId)(sql<{ id: number; sample: ReadonlyArray<unknown>; rows: number }>`
        select import_id as id, sample,
          (select count(*)::int from import_rejections r where r.company_id = 1 and r.import_id = i.import_id) as rows
        from imports i where company_id = 1 order by import_id`)
      yield* goTo(retention.importRowsMillis - 1_000)
      yield* removeExpired
      expect((yield* left).map(({ rows }) => rows)).toEqual([6_000, 6_000])
      yield* goTo(retention.importRowsMillis + 1_000)
      yield* removeExpired
      expect(yield* left).toEqual([
        { id: 1, sample: [], rows: 0 },
        { id: 2, sample: [["Ada"]], rows: 6_000 },
      ])
    }),
  )
})
