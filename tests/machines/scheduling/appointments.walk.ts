import { appointmentsMachine, type AppointmentsSnapshot } from "#machines/scheduling/appointments.machine.ts"
import { problem } from "#schemas/problem.ts"
import { unreachable } from "#schemas/session/problems.ts"
import type { Appointment } from "#schemas/scheduling/appointment.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { changedAppointment } from "#tests/support/appointmentSamples.ts"
import { bookedAppointment, fullSlot, otherAppointment, sampleSlot } from "#tests/support/bookingSamples.ts"
import { ended, isOfItsCommand, verbUnderWay } from "../session/command.walk.ts"

const changedMeanwhile = problem("StaleVersion", "Someone changed this first. Look again and retry.")
/** The time of a move went to someone else. */
export const timeTaken = problem("SlotTaken", "Someone else took the last seat of this time. Choose another one.", {
  offered: [{ slotId: 91, startsAt: "2026-11-23T17:30:00.000Z" }],
})

/** One of two who swap has another visit then. */
export const notBoth = problem(
  "AlreadyExists",
  "The other appointment cannot have this one’s time. This patient has another visit at that time, at Harlem. Choose another time, or move that visit.",
)

/** The appointment as it is read after something was done to it. */
export const appointmentReadAgain = changedAppointment("confirmed", bookedAppointment.version + 1)
/** No one who waits fits the seat that it had. */
const noOneFits = problem("NotAllowedNow", "No one else on the waitlist fits this time now. Look at the reasons.")
const cancelledAppointment = changedAppointment("cancelled", bookedAppointment.version)
const arrived = changedAppointment("arrived", bookedAppointment.version)

/** Where the appointment stands. */
export const whereItStands = { place: bookedAppointment.location.hashedId, day: bookedAppointment.date, near: null }
/** Another day, at a time. */
export const anotherDay = { ...whereItStands, day: "2026-11-21", near: "09:30" }

/** The day that is shown, of the location that is chosen. */
export const calendarAsked = {
  locationHashedId: bookedAppointment.location.hashedId,
  ...{ startDate: bookedAppointment.date, endDate: bookedAppointment.date },
}

const at = (verb: string, appointment: Appointment) => ({
  verb,
  subject: { appointment, reason: null, slotId: null, overbook: false, other: null, notice: "sms" },
  seen: { id: appointment.hashedId, version: appointment.version },
})
const { seen: _, ...offered } = at("offer", cancelledAppointment)
const both = (verb: string, appointment: Appointment) => [
  ended({ ...at(verb, appointment), outcome: "done" }),
  ended({ ...at(verb, appointment), outcome: "refused", problem: changedMeanwhile }),
]

/** Everything that can happen on the page of appointments. */
export const appointmentsWalk: ChartWalk = {
  machine: appointmentsMachine,
  input: { search: { id: bookedAppointment.hashedId } },
  events: [
    { type: "confirm.pressed", appointment: bookedAppointment },
    { type: "arrive.pressed", appointment: bookedAppointment },
    { type: "miss.pressed", appointment: bookedAppointment },
    { type: "fulfill.pressed", appointment: arrived },
    { type: "cancel.pressed", appointment: bookedAppointment },
    { type: "offer.pressed", appointment: cancelledAppointment },
    { type: "move.pressed", appointment: bookedAppointment, to: whereItStands },
    { type: "confirm.pressed", appointment: appointmentReadAgain },
    { type: "reason.chosen", reason: "clinic" },
    { type: "target.changed", to: anotherDay },
    { type: "notice.chosen", notice: "none" },
    { type: "asked.confirmed", slotId: null },
    { type: "asked.confirmed", slotId: sampleSlot.slotId },
    { type: "asked.dismissed" },
    { type: "full.pressed", slot: fullSlot },
    { type: "full.closed" },
    { type: "overbook.confirmed" },
    { type: "swap.confirmed", other: otherAppointment },
    { type: "calendar.pressed", of: calendarAsked },
    { type: "url.changed", search: { id: bookedAppointment.hashedId, view: "list" } },
    { type: "url.changed", search: {} },
    { type: "feed.changed", thing: "appointment", id: bookedAppointment.hashedId },
    { type: "feed.changed", thing: "schedule", id: "s" },
    { type: "feed.changed", thing: "template", id: "43" },
  ],
  outcomes: {
    download: [{ output: "Midtown 2026-11-20.ics" }, { error: unreachable() }],
    command: [
      ...(["confirm", "arrive", "miss", "cancel", "move", "swap"] as const).flatMap((verb) =>
        both(verb, bookedAppointment),
      ),
      ...both("fulfill", arrived),
      ended({ ...offered, outcome: "done" }),
      ended({ ...offered, outcome: "refused", problem: noOneFits }),
      ended({ ...at("move", bookedAppointment), outcome: "refused", problem: timeTaken }),
      ended({ ...at("swap", bookedAppointment), outcome: "refused", problem: notBoth }),
    ],
  },
  // A move takes a slot; a cancellation takes none.
  allows: (snapshot, event) => {
    if (!isOfItsCommand(snapshot, event)) return false
    if (event.type !== "asked.confirmed") return true
    return (event as { readonly slotId?: unknown }).slotId === null
      ? snapshot.matches("cancelling")
      : snapshot.matches("moving")
  },
  key: (snapshot) => {
    const { search, asked, last } = (snapshot as unknown as AppointmentsSnapshot).context
    return [
      search,
      asked?.reason,
      asked?.notice,
      asked?.to,
      asked?.full?.slotId,
      last?.outcome,
      last?.seen?.version,
      last?.problem?.problem,
      verbUnderWay(snapshot),
    ]
  },
}
