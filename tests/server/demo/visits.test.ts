import { describe, expect, it } from "vitest"
import { addDays } from "#schemas/calendar.ts"
import { PatientId } from "#schemas/ids.ts"
import { LocationId } from "#schemas/scheduling/location.ts"
import { SlotId } from "#schemas/scheduling/slot.ts"
import { seededRandom } from "#server/demo/random.ts"
import { demoStages, planSchedule, stagesToSave } from "#server/demo/schedules.ts"
import { comeAgain, inStages, planVisits, type NumberedSlot } from "#server/demo/visits.ts"
import { location } from "#tests/support/contractRequests.ts"

const now = Date.parse("2026-11-18T17:00:00.000Z")
const patients = Array.from({ length: 5_000 }, (_, place) => PatientId.make(place + 1))
const slots = planSchedule(location, now).slots.map((slot, place): NumberedSlot => ({
  ...slot,
  ...{ locationId: LocationId.make(1), zone: location.timezone, slotId: SlotId.make(place + 1) },
}))
const visits = inStages(
  comeAgain(planVisits(seededRandom("visits"), slots, patients, { shareOf: () => 0.5, now }), now),
  now,
)

describe("the visits of the demo", () => {
  it("are follow-ups for some, within the days after the first visit that the stages allow", () => {
    const { minDays, maxDays } = stagesToSave[1]!
    const firsts = new Map(
      visits
        .filter(({ stageId }) => stageId === demoStages.firstVisit)
        .map(({ patientId, slot }) => [patientId, slot.date]),
    )
    const followUps = visits.filter(({ stageId }) => stageId === demoStages.followUp)
    expect(followUps.length).toBeGreaterThan(10)
    for (const { patientId, slot, fate } of followUps) {
      const first = firsts.get(patientId) ?? ""
      expect(fate === "booked" || fate === "confirmed").toBe(true)
      expect(slot.date >= addDays(first, minDays)).toBe(true)
      expect(slot.date <= addDays(first, maxDays ?? 0)).toBe(true)
    }
  })

  it("are one a day for each patient", () => {
    const days = visits.map(({ patientId, slot }) => `${patientId} ${slot.date}`)
    expect(new Set(days).size).toBe(days.length)
  })
})
