import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { StageDraft, StageId, StageList } from "#schemas/scheduling/stage.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { freshCompany } from "#tests/support/outreachCalls.ts"
import { schedulingClient, schedulingOn, slotIdOf } from "#tests/support/scheduling.ts"
import { book, doses, draft, hold, inSeries, saveStages } from "#tests/support/stages.ts"

/** The stages of a list as they are sent back. */
const draftsOf = ({ stages }: StageList): ReadonlyArray<StageDraft> =>
  stages.map(({ stageId, name, minDays, maxDays, isActive }) => ({ stageId, name, minDays, maxDays, isActive }))

layer(schedulingOn(embeddedDatabase), { excludeTestServices: true, timeout: 60_000 })("visit stages", (it) => {
  it.effect("are one list that keeps its numbers when it is ordered, and refuses what is old or twice", () =>
    Effect.flatMap(freshCompany(), (companyId) =>
      Effect.gen(function* () {
        const { Appointment } = yield* schedulingClient
        expect((yield* Appointment.GetStages({ query: {} })).data).toEqual({
          version: 0,
          stages: [],
          nextStageId: null,
        })
        const made = yield* saveStages(doses)
        const [one, two] = draftsOf(made) as [StageDraft, StageDraft]
        const turned = yield* saveStages([two, { ...one, minDays: 7 }, draft("Booster")], { "if-match": "1" })
        expect(turned.stages.map(({ stageId, name, minDays }) => [stageId, name, minDays])).toEqual([
          [2, "Dose 2", 1],
          [1, "Dose 1", 7],
          [3, "Booster", 1],
        ])
        expect(yield* Effect.flip(saveStages(doses, { "if-match": "1" }))).toMatchObject({ problem: "StaleVersion" })
        // A number is given once, also after its stage was removed.
        const fewer = yield* saveStages([one])
        expect((yield* saveStages([...draftsOf(fewer), draft("Last")])).stages[1]?.stageId).toBe(4)
        expect(yield* Effect.flip(saveStages([two]))).toMatchObject({ problem: "Invalid" })
      }).pipe(asCompany(companyId)),
    ),
  )

  it.effect("keep the days between them in holding and moving, and name the one that comes next", () =>
    inSeries(({ place, patients: [patient = ""], ids: [first, second] }) =>
      Effect.gen(function* () {
        const { Appointment } = yield* schedulingClient
        const dose1 = yield* book(place, "2026-11-23", { patient, stageId: first })
        expect(dose1.stage).toEqual({ stageId: first, name: "Dose 1" })
        const next = (yield* Appointment.GetStages({ query: { patientHashedId: patient } })).data
        expect(next).toMatchObject({ nextStageId: second, stages: [{ isUsed: true }, { isUsed: true }] })
        const sentence = "Dose 2 is possible from Dec 14 to Jan 4: 21 to 42 days after Dose 1 on Nov 23."
        for (const date of ["2026-12-07", "2027-01-05"]) {
          expect(yield* Effect.flip(hold(place, date, { patient, stageId: second }))).toMatchObject({
            problem: "NotAllowedNow",
            message: sentence,
          })
        }
        const asked = { hashedId: place, startDate: "2026-12-07", endDate: "2026-12-14" }
        const { data: offered } = yield* Appointment.GetAvailableAppointments({
          query: { ...asked, patientHashedId: patient, stageId: second },
        })
        expect(offered.stageDays).toBe(sentence)
        expect(offered.slots.map(({ date, start, why }) => [date, start, why])).toEqual([
          ["2026-12-07", "09:00", "stage"],
          ["2026-12-07", "09:30", "stage"],
          ["2026-12-14", "09:00", null],
          ["2026-12-14", "09:30", null],
          ["2026-12-14", "14:00", null],
        ])
        expect(offered.first[0]?.date).toBe("2026-12-14")
        const early = yield* slotIdOf(place, "2026-12-07", "09:00")
        const { data: why } = yield* Appointment.ExplainSlot({
          query: { slotId: early, patientHashedId: patient, stageId: second },
        })
        expect(why.rules.find(({ rule }) => rule === "stage")).toMatchObject({ holds: false, about: sentence })
        yield* book(place, "2026-12-14", { patient, stageId: second })
        const detail = (yield* Appointment.GetAppointmentDetail({ query: { hashedId: dose1.hashedId } })).data
        expect(detail.later).toEqual([{ stage: "Dose 2", date: "2026-12-14" }])
        const move = Appointment.Reschedule({ headers: {}, payload: { hashedId: dose1.hashedId, slotId: early } })
        expect(yield* Effect.flip(move)).toMatchObject({
          problem: "NotAllowedNow",
          message: "Dose 1 is possible from Nov 2 to Nov 23: 21 to 42 days before Dose 2 on Dec 14.",
        })
        const { data: forMove } = yield* Appointment.GetAvailableAppointments({
          query: { ...asked, appointmentHashedId: dose1.hashedId },
        })
        expect(new Set(forMove.slots.map((slot) => slot.why))).toEqual(new Set(["stage"]))
      }),
    ),
  )

  it.effect("have sections of their own, which other visits do not get", () =>
    inSeries(({ place, patients: [patient = ""], ids: [first, second] }) =>
      Effect.gen(function* () {
        const { Appointment } = yield* schedulingClient
        for (const stageId of [first, null]) {
          const other = hold(place, "2026-12-14", { patient, stageId, start: "14:00" })
          expect(yield* Effect.flip(other)).toMatchObject({ message: expect.stringContaining("another stage") })
        }
        const seats = (stageId: StageId) =>
          Effect.map(
            Appointment.GetBookableLocations({ query: { patientHashedId: patient, stageId } }),
            ({ data }) => data[0]?.seatsLeft,
          )
        expect(yield* seats(first)).toBe(40)
        expect(yield* seats(second)).toBe(44)
        yield* hold(place, "2026-12-14", { patient, stageId: second, start: "14:00" })
        const { data: listed } = yield* Appointment.GetBookedAppointments({ query: { stageId: second } })
        expect(listed.map(({ stage }) => stage?.name)).toEqual(["Dose 2"])
        expect((yield* Appointment.GetBookedAppointments({ query: { stageId: first } })).data).toEqual([])
      }),
    ),
  )

  it.effect("are not removed while they are used, and take no new visit once disabled", () =>
    inSeries(({ place, patients: [patient = ""], ids: [first] }) =>
      Effect.gen(function* () {
        const { Appointment } = yield* schedulingClient
        const { data: list } = yield* Appointment.GetStages({ query: {} })
        // The second has a section.
        expect(yield* Effect.flip(saveStages(draftsOf(list).slice(0, 1)))).toMatchObject({
          problem: "Invalid",
          message: expect.stringContaining("“Dose 2”"),
        })
        yield* saveStages(draftsOf(list).map((stage) => ({ ...stage, isActive: stage.stageId !== first })))
        expect(yield* Effect.flip(hold(place, "2026-11-23", { patient, stageId: first }))).toMatchObject({
          problem: "Invalid",
          errors: [{ field: "stageId" }],
        })
      }),
    ),
  )

  it.effect("let only one of two visits that do not fit together be booked at once", () =>
    inSeries(({ place, patients: [patient = ""], ids: [first, second] }) =>
      Effect.gen(function* () {
        const outcomes = yield* Effect.all(
          [
            Effect.result(hold(place, "2026-12-14", { patient, stageId: first })),
            Effect.result(hold(place, "2026-12-07", { patient, stageId: second })),
          ],
          { concurrency: 2 },
        )
        expect(outcomes.map(({ _tag }) => _tag).toSorted()).toEqual(["Failure", "Success"])
      }),
    ),
  )

  it.effect("are had once in a series, and again where that visit was cancelled", () =>
    inSeries(({ place, patients: [patient = ""], ids: [first] }) =>
      Effect.gen(function* () {
        const { Appointment } = yield* schedulingClient
        const one = yield* book(place, "2026-11-23", { patient, stageId: first })
        expect(yield* Effect.flip(hold(place, "2026-12-07", { patient, stageId: first }))).toMatchObject({
          message: expect.stringContaining("has Dose 1 on Nov 23 already"),
        })
        const cancel = { hashedId: one.hashedId, action: "cancel", reason: "patient" } as const
        yield* Appointment.ChangeStatus({ headers: {}, payload: cancel })
        yield* book(place, "2026-12-07", { patient, stageId: first })
      }),
    ),
  )
})
