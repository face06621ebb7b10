import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { moveOngoingTexts } from "#server/outreach/recipients/ongoing.commands.ts"
import { foundRow } from "#server/scheduling/appointments/appointment.queries.ts"
import { sendReminders } from "#server/scheduling/texts/texts.job.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { collectLog } from "#tests/support/logged.ts"
import { noon } from "#tests/support/outreach.ts"
import { monday, schedulingOn, slotIdOf } from "#tests/support/scheduling.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"
import { waitlistCalls } from "#tests/support/waitlist.ts"
import { applyRules, booked, mountain, newRules, start } from "#tests/support/zoneRules.ts"

const hour = 3_600_000
const moveTo = (millis: number) => Effect.flatMap(MovableClock, (clock) => clock.move(millis))

for (const [name, database] of testDatabases)
  layer(schedulingOn(database), { excludeTestServices: true, timeout: 120_000 })(
    `new time-zone rules on ${name}`,
    (it) => {
      for (const [order, clockOf, instants] of [
        ["earlier", "America/Denver", ["16", "17"]],
        ["later", "America/Anchorage", ["18", "19"]],
      ] as const)
        it.effect(`move the reminders of two visits of one patient an hour ${order}, and send none twice`, () =>
          Effect.gen(function* () {
            const { companyId, patients, asStaff, place } = yield* booked()
            const { book } = yield* waitlistCalls
            const { sql, read } = yield* Database
            yield* asStaff(
              Effect.flatMap(slotIdOf(place, monday, "10:00"), (slotId) => book(slotId, patients[0] ?? "")),
            )
            for (const hours of [24, 23]) yield* Effect.andThen(moveTo(start - hours * hour), sendReminders)
            const keys = Effect.map(
              read(
                companyId,
                sql<{ key: string }>`
              select key from recipients where company_id = ${companyId} and key like 'reminder %' order by key`,
              ),
              (rows) => rows.map(({ key }) => key),
            )
            expect(yield* keys).toHaveLength(2)
            yield* applyRules(newRules((zone) => (zone === "America/Los_Angeles" ? clockOf : zone)))
            yield* sendReminders
            expect(yield* keys).toMatchObject(
              instants.map((at) => expect.stringContaining(`reminder 1 days before 2026-11-23T${at}:00:00.000Z of `)),
            )
            yield* moveTo(noon)
          }),
        )

      it.effect("move a text to the instant that another visit’s text of the patient has still", () =>
        Effect.gen(function* () {
          const { companyId, patients, asStaff, place, visit } = yield* booked()
          const { book } = yield* waitlistCalls
          const { sql, company, read } = yield* Database
          yield* asStaff(Effect.flatMap(slotIdOf(place, monday, "10:00"), (slotId) => book(slotId, patients[0] ?? "")))
          for (const hours of [24, 23]) yield* Effect.andThen(moveTo(start - hours * hour), sendReminders)
          const [from, to] = [start, start + hour].map((millis) => new Date(millis).toISOString())
          const about = `appointment-${visit.appointmentId}`
          yield* company(companyId)(moveOngoingTexts(companyId, { about, from: from ?? "", to: to ?? "" }))
          const [text] = yield* read(
            companyId,
            sql<{ key: string; notAfter: Date }>`
          select key, not_after as "notAfter" from recipients
          where company_id = ${companyId} and about = ${about} and key like 'reminder %'`,
          )
          const key = `reminder 1 days before ${to} of ${visit.appointmentId}`
          expect(text).toEqual({ key, notAfter: new Date(start + hour) })
          yield* sendReminders
          const all = read(
            companyId,
            sql`select key from recipients where company_id = ${companyId} and key like 'reminder %'`,
          )
          expect(yield* all).toHaveLength(2)
          yield* moveTo(noon)
        }),
      )

      it.effect("pass over an appointment that cannot have its new time, and say so", () =>
        Effect.gen(function* () {
          const { companyId, visit } = yield* booked()
          const { sql, company } = yield* Database
          const broken = visit.appointmentId + 500_000
          // A row of no events: no command can change it.
          yield* company(companyId)(sql`
          insert into read_models (company_id, category, id, stream_version, state, row, updated_at)
          select company_id, category, ${broken}::int, stream_version, state, row, updated_at from read_models
          where company_id = ${companyId} and category = 'appointment' and id = ${visit.appointmentId}`)
          const log = collectLog()
          yield* applyRules(mountain()).pipe(Effect.provide(log.layer))
          expect(yield* foundRow(companyId, visit.appointmentId)).toMatchObject({
            startsAt: "2026-11-23T16:00:00.000Z",
          })
          expect(log.lines.filter((line) => line.includes(`appointment-${broken} of company`))).toHaveLength(1)
          yield* company(companyId)(
            sql`delete from read_models where company_id = ${companyId} and category = 'appointment' and id = ${broken}`,
          )
        }),
      )
    },
  )
