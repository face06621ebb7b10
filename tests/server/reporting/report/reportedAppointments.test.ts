import { expect, layer } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { reportedStatuses } from "#schemas/reporting/report.ts"
import { makeAppointmentTable } from "#server/reporting/exports/exporting.ts"
import { makeReport } from "#server/reporting/report/report.queries.ts"
import { Caller } from "#tests/support/callingAs.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { schedulingClient, schedulingOn } from "#tests/support/scheduling.ts"
import { book, hold, inSeries } from "#tests/support/stages.ts"

const span = { startDate: "2026-11-01", endDate: "2026-12-14" }
const none = { booked: 0, confirmed: 0, arrived: 0, fulfilled: 0, noshow: 0, cancelled: 0 }

layer(schedulingOn(embeddedDatabase), { excludeTestServices: true, timeout: 60_000 })(
  "appointments in a report",
  (it) => {
    it.effect("are counted by location and by stage as they stand, on the days of the report", () =>
      inSeries(({ companyId, place, patients: [one = "", two = ""], ids: [first, second] }) =>
        Effect.gen(function* () {
          const { Appointment } = yield* schedulingClient
          yield* book(place, "2026-11-23", { patient: one, stageId: first })
          const { hashedId } = yield* book(place, "2026-12-14", { patient: one, stageId: second })
          yield* Appointment.ChangeStatus({ headers: {}, payload: { hashedId, action: "confirm", reason: null } })
          const gone = yield* book(place, "2026-11-23", { patient: two, start: "09:30" })
          yield* Appointment.ChangeStatus({
            headers: {},
            payload: { hashedId: gone.hashedId, action: "cancel", reason: "patient" },
          })
          // Held is not booked yet, and January is another month.
          yield* hold(place, "2026-12-07", { patient: two })
          yield* book(place, "2027-01-04", { patient: two })

          const report = yield* makeReport(companyId, span, { hasAppointments: true })
          expect(report.appointments).toEqual({
            byLocation: [
              {
                locationHashedId: place,
                stageId: null,
                name: "Eastmont",
                ...none,
                booked: 1,
                confirmed: 1,
                cancelled: 1,
              },
            ],
            byStage: [
              { locationHashedId: null, stageId: 1, name: "Dose 1", ...none, booked: 1 },
              { locationHashedId: null, stageId: 2, name: "Dose 2", ...none, confirmed: 1 },
              { locationHashedId: null, stageId: null, name: "", ...none, cancelled: 1 },
            ],
          })
          // Each number is as many as the list that it leads to.
          for (const state of reportedStatuses) {
            const query = { locationHashedId: place, state, ...span } as const
            const { data } = yield* Appointment.GetBookedAppointments({ query })
            expect([state, data.length]).toEqual([state, report.appointments?.byLocation[0]?.[state]])
          }
          const { appointments } = yield* makeReport(companyId, span, { hasAppointments: false })
          expect(appointments).toBeUndefined()

          const person = { ...(yield* Caller), companyId, actingCompanyId: companyId }
          const { fileName, bytes } = yield* makeAppointmentTable(person, "csv", span)
          expect(fileName).toMatch(/^appointments-\d{8}-\d{4}\.csv$/)
          const lines = (yield* Stream.mkString(Stream.decodeText(bytes))).replace("\uFEFF", "").trim().split("\r\n")
          expect(lines).toEqual([
            "By,Name,All,Booked,Confirmed,Arrived,Completed,No-show,Cancelled",
            "Location,Eastmont,3,1,1,0,0,0,1",
            "Stage,Dose 1,1,1,0,0,0,0,0",
            "Stage,Dose 2,1,0,1,0,0,0,0",
            "Stage,Without a stage,1,0,0,0,0,0,1",
          ])
          const outsider = { ...person, accessIds: [4, 17] }
          expect(yield* Effect.flip(makeAppointmentTable(outsider, "csv", span))).toMatchObject({
            problem: "Forbidden",
          })
        }),
      ),
    )
  },
)
