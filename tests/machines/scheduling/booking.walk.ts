import { bookingMachine, type BookingSnapshot, type WrittenPatient } from "#machines/scheduling/booking.machine.ts"
import { problem } from "#schemas/problem.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import {
  heldAppointment,
  sampleBookable,
  samplePatient,
  samplePatientDraft,
  sampleSlot,
  sampleStages,
} from "#tests/support/bookingSamples.ts"
import { ended, isOfItsCommand, verbUnderWay } from "../session/command.walk.ts"

/** The last seat went to someone else. */
export const seatTaken = problem("SlotTaken", "Someone else took the last seat of this time. Choose another one.")
const lapsed = problem("NotAllowedNow", "The seat is held no longer: its time is over. Choose a time again.")
const changed = problem("StaleVersion", "Someone changed this first. Look again and retry.")

const held = { appointment: heldAppointment, note: "", notice: "sms" }
const wait = { locationHashedId: sampleBookable.hashedId, patientHashedId: samplePatient.hashedId }
const hold = { slotId: sampleSlot.slotId, overbook: false, patientHashedId: samplePatient.hashedId }

const written: Omit<WrittenPatient, "isNew"> = { patient: samplePatient, draft: samplePatientDraft }

/** Everything that can happen while someone books. */
export const bookingWalk: ChartWalk = {
  machine: bookingMachine,
  input: { search: {} },
  events: [
    { type: "search.changed", searched: "Lo" },
    { type: "search.changed", searched: "Lopez" },
    { type: "patient.chosen", patient: samplePatient },
    { type: "patient.changed" },
    { type: "new.pressed" },
    { type: "stage.chosen", stageId: sampleStages.stages[1]?.stageId ?? null },
    { type: "location.chosen", location: sampleBookable, startDate: "2026-11-18", stageId: null },
    { type: "location.changed" },
    { type: "week.chosen", startDate: "2026-11-25" },
    { type: "why.pressed", slotId: sampleSlot.slotId },
    { type: "why.closed" },
    { type: "hold.pressed", slotId: sampleSlot.slotId },
    { type: "overbook.pressed", slotId: sampleSlot.slotId },
    { type: "wait.pressed" },
    { type: "note.changed", note: "Brings her mother" },
    { type: "notice.chosen", notice: "none" },
    { type: "extend.pressed" },
    { type: "release.pressed" },
    { type: "book.pressed" },
    { type: "another.pressed" },
    { type: "url.changed", search: { tab: "booked" } },
    { type: "url.changed", search: {} },
    { type: "feed.changed", thing: "appointment", id: "a" },
    { type: "feed.changed", thing: "template", id: "43" },
  ],
  outcomes: {
    form: [
      { output: { discarded: false, left: null, value: { ...written, isNew: true } } },
      { output: { discarded: false, left: null, value: { ...written, isNew: false } } },
      { output: { discarded: true, left: null, value: null } },
    ],
    command: [
      ended({ verb: "hold", subject: hold, outcome: "done", answer: heldAppointment }),
      ended({ verb: "hold", subject: hold, outcome: "refused", problem: seatTaken }),
      ended({ verb: "wait", subject: wait, outcome: "done", answer: { entryId: 1 } }),
      ended({
        verb: "extend",
        subject: held,
        outcome: "done",
        answer: { ...heldAppointment, isExtended: true, version: 2 },
      }),
      ended({ verb: "extend", subject: held, outcome: "refused", problem: changed }),
      ended({ verb: "release", subject: held, outcome: "done", answer: { ...heldAppointment, status: "released" } }),
      ended({
        verb: "book",
        subject: held,
        outcome: "done",
        answer: { ...heldAppointment, status: "booked", heldUntil: null },
      }),
      ended({ verb: "book", subject: held, outcome: "refused", problem: lapsed }),
    ],
  },
  allows: (snapshot, event) => {
    if (!isOfItsCommand(snapshot, event)) return false
    const { explained, startDate, note, notice, searched, search, appointment, stageId } = (
      snapshot as unknown as BookingSnapshot
    ).context
    switch (event.type) {
      case "why.closed":
      // Only a time whose explanation is looked at is overbooked.
      case "overbook.pressed":
        return explained !== null
      case "stage.chosen":
        return stageId === undefined
      case "why.pressed":
        return explained === null
      case "week.chosen":
        return startDate !== "2026-11-25"
      case "note.changed":
        return note === ""
      case "notice.chosen":
        return notice === "sms"
      case "search.changed":
        return (
          searched !== "Lopez" && (searched === "" || (event as { readonly searched?: string }).searched === "Lopez")
        )
      case "url.changed":
        return (
          (search["tab"] === undefined) !==
          ((event as { readonly search?: { tab?: string } }).search?.tab === undefined)
        )
      case "extend.pressed":
        return appointment?.isExtended !== true
      default:
        return true
    }
  },
  key: (snapshot) => {
    const {
      search,
      searched,
      startDate,
      stageId,
      known,
      explained,
      appointment,
      note,
      notice,
      problem: refusal,
      hasLapsed,
    } = (snapshot as unknown as BookingSnapshot).context
    return [
      ...[
        search,
        searched,
        startDate,
        stageId === undefined,
        known !== null,
        explained,
        note,
        notice,
        appointment?.isExtended,
        appointment?.status,
        refusal?.problem,
      ],
      ...[hasLapsed, verbUnderWay(snapshot)],
    ]
  },
}
