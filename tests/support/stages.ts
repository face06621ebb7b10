import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { Section } from "#schemas/scheduling/schedule.ts"
import type { StageDraft, StageId } from "#schemas/scheduling/stage.ts"
import { asCompany } from "./callingAs.ts"
import { sections, slotAt } from "./scheduleSamples.ts"
import { companyWith, morning, savedPlace, schedulingClient, slotIdOf } from "./scheduling.ts"

/** A stage as it is written. */
export const draft = (name: string, more: Partial<StageDraft> = {}): StageDraft => ({
  ...{ stageId: null, name, minDays: 1, maxDays: null, isActive: true },
  ...more,
})
/** Two doses, 21 to 42 days apart. */
export const doses = [draft("Dose 1"), draft("Dose 2", { minDays: 21, maxDays: 42 })]

/** Saves the stages of the caller’s company. */
export const saveStages = Effect.fnUntraced(function* (stages: ReadonlyArray<StageDraft>, headers = {}) {
  const { Appointment } = yield* schedulingClient
  return (yield* Appointment.SaveStages({ headers, payload: { stages } })).data
})

const days = ["2026-11-23", "2026-12-07", "2026-12-14", "2027-01-04", "2027-01-05"]

/** Two stages, and a location with an hour on some days; its second section is for the second stage. */
export const inSeries = <A, E, R>(
  work: (given: {
    readonly companyId: CompanyId
    readonly place: string
    readonly patients: ReadonlyArray<string>
    readonly ids: readonly [StageId, StageId]
  }) => Effect.Effect<A, E, R>,
) =>
  Effect.flatMap(companyWith(2), ({ companyId, patients }) =>
    Effect.gen(function* () {
      const { stages } = yield* saveStages(doses)
      const ids = stages.map(({ stageId }) => stageId) as unknown as readonly [StageId, StageId]
      const forStages = sections.map((one): Section => (one.apptSection === 2 ? { ...one, stageId: ids[1] } : one))
      const place = yield* savedPlace(
        [
          ...days.map((date) => morning(date, [slotAt("09:00", "09:30"), slotAt("09:30", "10:00")])),
          { apptSection: 2, date: "2026-12-14", slots: [slotAt("14:00", "14:30")] },
        ],
        { sections: forStages },
      )
      return yield* work({ companyId, place, patients, ids })
    }).pipe(asCompany(companyId)),
  )

/** Holds a seat for a patient at a time of the location. */
export const hold = Effect.fnUntraced(function* (
  place: string,
  date: string,
  { patient = "", stageId = null, start = "09:00" }: { patient?: string; stageId?: StageId | null; start?: string },
) {
  const { Appointment } = yield* schedulingClient
  const slotId = yield* slotIdOf(place, date, start)
  const payload = { slotId, patientHashedId: patient, stageId, overbook: false }
  return (yield* Appointment.HoldSlot({ headers: {}, payload })).data
})

/** Holds a seat and books it. */
export const book = Effect.fnUntraced(function* (...asked: Parameters<typeof hold>) {
  const { Appointment } = yield* schedulingClient
  const { hashedId } = yield* hold(...asked)
  return (yield* Appointment.BookAppointment({ headers: {}, payload: { hashedId, note: "" } })).data
})
