import { patientBookingMachine } from "#machines/scheduling/patientBooking.machine.ts"
import { problem } from "#schemas/problem.ts"
import { offeredTimes, patientLink, patientOffer, patientVisit } from "#tests/support/patientSamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

const booked = patientLink({ canBook: false, visit: patientVisit() })
const held = patientLink({ visit: patientVisit({ status: "pending", heldUntil: "2026-11-19T17:05:00.000Z" }) })
const offered = patientLink({ purpose: "offer", canBook: false, offer: patientOffer() })
const unoffered = patientLink({ purpose: "offer", canBook: false, offer: patientOffer({ state: "declined" }) })
const refusals = [
  { error: problem("NotFound", "dead") },
  { error: problem("SlotTaken", "taken", { offered: [{ slotId: 3, startsAt: "2026-11-20T15:00:00.000Z" }] }) },
  { error: problem("NotAllowedNow", "refused") },
  { error: problem("Unreachable", "away") },
]

/** Everything that can happen on the patient's page. */
export const patientBookingWalk: ChartWalk = {
  machine: patientBookingMachine,
  events: [
    { type: "retry.pressed" },
    { type: "language.chosen", language: "es" },
    { type: "place.chosen", hashedId: "place-2" },
    { type: "days.chosen", startDate: "2026-11-27" },
    { type: "time.pressed", slotId: 1 },
    { type: "extend.pressed" },
    { type: "release.pressed" },
    { type: "book.pressed" },
    { type: "confirm.pressed" },
    { type: "accept.pressed" },
    { type: "decline.pressed" },
    { type: "wait.pressed" },
    { type: "move.pressed" },
    { type: "keep.pressed" },
    { type: "cancel.pressed" },
    { type: "cancel.confirmed" },
  ],
  outcomes: {
    read: [
      { output: patientLink() },
      { output: patientLink({ places: [] }) },
      { output: held },
      { output: booked },
      { output: patientLink({ canBook: false, visit: patientVisit({ isOver: true }) }) },
      { output: patientLink({ canBook: false, visit: patientVisit({ status: "cancelled" }) }) },
      { output: offered },
      { output: unoffered },
      ...[refusals[0]!, refusals[3]!],
    ],
    readTimes: [{ output: offeredTimes }, { error: problem("Unreachable", "away") }],
    act: [{ output: held }, { output: booked }, { output: patientLink() }, { output: unoffered }, ...refusals],
  },
  // Times, the days asked for, notices and the language are shown and asked of by no guard.
  key: ({ context: { link, asked, deed } }) => [
    link?.canBook,
    link?.visit,
    link?.offer,
    asked === null,
    deed.verb === "move",
  ],
}
