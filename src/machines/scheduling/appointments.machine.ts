import { assign, fromPromise, sendTo, setup, type SnapshotFrom } from "xstate"
import { unprovided } from "#machines/actors.ts"
import {
  commandMachine,
  isOutdated,
  outputOf,
  verbOf,
  type CommandInput,
  type CommandOutput,
} from "#machines/session/command.machine.ts"
import { idIn, type PageEvent, type PageInput, type Search } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { Appointment, AvailableSlot, BookingNotice, CancelReason } from "#schemas/scheduling/appointment.ts"
import { isSwappable, type MoveTo } from "#schemas/scheduling/moveTimes.ts"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import { appointmentsAsked, type DaySpan } from "#schemas/scheduling/appointmentsAsked.ts"
import type { StaffAction } from "./staffActions.ts"

/** Which appointments a calendar file is to hold: those of a location on some days. */
export type CalendarAsked = DaySpan & { readonly locationHashedId: string }

/** What is done to an appointment, with all that it needs. */
export type AppointmentCommand = {
  readonly appointment: Appointment
  readonly reason: CancelReason | null
  readonly slotId: SlotId | null
  /** Whether the seat of a move is one beyond those of a full slot. */
  readonly overbook: boolean
  /** The appointment that a swap exchanges its time with. */
  readonly other: Appointment | null
  /** How the patient of a move or a cancellation is notified, and of a swap both. */
  readonly notice: BookingNotice
}

/** What the page asks of the server: an action of staff, a swap with another appointment, or an offer of the seat that a cancelled appointment had. */
export type AppointmentVerb = StaffAction | "swap" | "offer"

export type AppointmentsEvent =
  | PageEvent
  | {
      readonly type: `${Exclude<StaffAction, "move">}.pressed` | "offer.pressed"
      readonly appointment: Appointment
    }
  | { readonly type: "move.pressed"; readonly appointment: Appointment; readonly to: MoveTo }
  | { readonly type: "reason.chosen"; readonly reason: CancelReason }
  | { readonly type: "target.changed"; readonly to: MoveTo }
  | { readonly type: "notice.chosen"; readonly notice: BookingNotice }
  | { readonly type: "asked.confirmed"; readonly slotId: SlotId | null }
  | { readonly type: "asked.dismissed" }
  | { readonly type: "full.pressed"; readonly slot: AvailableSlot }
  | { readonly type: "full.closed" | "overbook.confirmed" }
  | { readonly type: "swap.confirmed"; readonly other: Appointment }
  | { readonly type: "calendar.pressed"; readonly of: CalendarAsked }

type Context = {
  readonly search: Search
  /** What is asked about: the appointment that is cancelled or moved, why, where it goes, and how its patient is notified. */
  readonly asked: {
    readonly appointment: Appointment
    readonly reason: CancelReason
    readonly to: MoveTo | null
    /** The full time that it is to have all the same. */
    readonly full: AvailableSlot | null
    readonly notice: BookingNotice
  } | null
  /** What was done last: why it was refused stays where it was asked for. */
  readonly last: CommandOutput<AppointmentVerb, AppointmentCommand> | null
}

const seenIn = ({ hashedId, version }: Appointment) => ({ id: hashedId, version })
const appointmentsParams = (search: Search) => {
  const asked = appointmentsAsked(search)
  // A week is of one location.
  return asked.view === "week" && asked.at === null ? null : asked
}
const placesParams = (search: Search) => {
  const { view, day } = appointmentsAsked(search)
  return { view, day }
}
const chosenParams = (search: Search) => {
  const hashedId = idIn(search)
  return hashedId === null ? null : { hashedId }
}
const timesParams = ({ asked }: Context) => {
  if (asked === null || asked.to === null) return null
  const { place, day } = asked.to
  return { hashedId: place, startDate: day, endDate: day, appointmentHashedId: asked.appointment.hashedId }
}

const holderParams = ({ asked }: Context) =>
  asked === null || asked.to === null || asked.full === null || !isSwappable(asked.full)
    ? null
    : { appointment: asked.appointment, place: asked.to.place, slotId: asked.full.slotId, day: asked.full.date }

const noticeParams = ({ asked }: Context) => (asked === null ? null : { appointment: asked.appointment, to: asked.to })

const commandOf = (event: AppointmentsEvent, { asked }: Context): CommandInput<AppointmentVerb, AppointmentCommand> => {
  if (event.type.endsWith(".confirmed") && asked !== null) {
    const { appointment, to, full, reason, notice } = asked
    const subject = {
      ...{ appointment, reason: to === null ? reason : null, notice },
      slotId: event.type === "asked.confirmed" ? event.slotId : (full?.slotId ?? null),
      overbook: event.type === "overbook.confirmed",
      other: event.type === "swap.confirmed" ? event.other : null,
    }
    const verb = to === null ? "cancel" : subject.other === null ? "move" : "swap"
    return { verb, subject, seen: seenIn(appointment) }
  }
  const { type, appointment } = event as Extract<AppointmentsEvent, { type: "confirm.pressed" }>
  const subject = { appointment, reason: null, slotId: null, overbook: false, other: null, notice: "sms" as const }
  const verb = verbOf<AppointmentVerb>({ type })
  // An offer of its seat leaves the appointment at its version.
  return { verb, subject, ...(verb === "offer" ? {} : { seen: seenIn(appointment) }) }
}

/** What is chosen at first: the patient wished it, and is notified. */
const usual = { reason: "patient", full: null, notice: "sms" } as const

/** `/appointment`: who comes when, by day, week or list, and what may be done to one (docs/policy.md#appointments). */
export const appointmentsMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as AppointmentsEvent },
  actors: {
    appointments: readingMachine,
    places: readingMachine,
    stages: readingMachine,
    appointment: readingMachine,
    times: readingMachine,
    holder: readingMachine,
    notice: readingMachine,
    command: commandMachine,
    download: fromPromise<string, CalendarAsked>(unprovided),
  },
  guards: {
    isNewest: ({ context, event }) => "appointment" in event && !isOutdated(context.last, seenIn(event.appointment)),
    isAppointment: ({ event }) => event.type === "feed.changed" && event.thing === "appointment",
    changesPlaces: ({ event }) =>
      event.type === "feed.changed" && ["location", "schedule", "stages"].includes(event.thing),
    /** A move was refused for its time: another one is chosen where it was asked for. What changed is looked at first. */
    wantsAnotherTime: ({ event }) => {
      const { verb, problem } = outputOf({ event })
      return (verb === "move" || verb === "swap") && problem !== null && problem.problem !== "StaleVersion"
    },
  },
  actions: {
    setUrl: assign(({ event }) => (event.type === "url.changed" ? { search: event.search } : {})),
    sendAppointments: sendTo("appointments", ({ context }) => ({
      type: "params.changed",
      params: appointmentsParams(context.search),
    })),
    sendPlaces: sendTo("places", ({ context }) => ({ type: "params.changed", params: placesParams(context.search) })),
    sendChosen: sendTo("appointment", ({ context }) => ({
      type: "params.changed",
      params: chosenParams(context.search),
    })),
    sendTimes: sendTo("times", ({ context }) => ({ type: "params.changed", params: timesParams(context) })),
    sendHolder: sendTo("holder", ({ context }) => ({ type: "params.changed", params: holderParams(context) })),
    sendNotice: sendTo("notice", ({ context }) => ({ type: "params.changed", params: noticeParams(context) })),
    refreshAppointments: sendTo("appointments", { type: "feed.changed" }),
    refreshPlaces: sendTo("places", { type: "feed.changed" }),
    refreshStages: sendTo("stages", { type: "feed.changed" }),
    refreshChosen: sendTo("appointment", { type: "feed.changed" }),
    refreshTimes: sendTo("times", { type: "refresh.pressed" }),
    rereadChosen: sendTo("appointment", { type: "refresh.pressed" }),
    rereadAppointments: sendTo("appointments", { type: "refresh.pressed" }),
    clearLast: assign({ last: null }),
    setLast: assign(({ event }) => ({ last: outputOf<AppointmentVerb, AppointmentCommand>({ event }) })),
    askWhy: assign(({ event }) =>
      event.type === "cancel.pressed" ? { asked: { appointment: event.appointment, to: null, ...usual } } : {},
    ),
    askWhere: assign(({ event }) =>
      event.type === "move.pressed" ? { asked: { appointment: event.appointment, to: event.to, ...usual } } : {},
    ),
    setReason: assign(({ context: { asked }, event }) =>
      event.type === "reason.chosen" && asked !== null ? { asked: { ...asked, reason: event.reason } } : {},
    ),
    setNotice: assign(({ context: { asked }, event }) =>
      event.type === "notice.chosen" && asked !== null ? { asked: { ...asked, notice: event.notice } } : {},
    ),
    setTarget: assign(({ context: { asked }, event }) =>
      event.type === "target.changed" && asked !== null
        ? { asked: { ...asked, to: event.to, full: null }, last: null }
        : {},
    ),
    setFull: assign(({ context: { asked }, event }) =>
      event.type === "full.pressed" && asked !== null ? { asked: { ...asked, full: event.slot }, last: null } : {},
    ),
    clearFull: assign(({ context: { asked } }) => (asked === null ? {} : { asked: { ...asked, full: null } })),
    clearAsked: assign({ asked: null }),
  },
}).createMachine({
  id: "appointments",
  context: ({ input }) => ({ search: input.search, asked: null, last: null }),
  invoke: [
    {
      id: "appointments",
      src: "appointments",
      input: ({ context }) => ({ params: appointmentsParams(context.search) }),
    },
    { id: "places", src: "places", input: ({ context }) => ({ params: placesParams(context.search) }) },
    { id: "stages", src: "stages", input: { params: {} } },
    {
      id: "appointment",
      src: "appointment",
      input: ({ context }) => ({ params: chosenParams(context.search), keepPreviousData: false }),
    },
    { id: "times", src: "times", input: { params: null, keepPreviousData: false } },
    { id: "holder", src: "holder", input: { params: null, keepPreviousData: false } },
    { id: "notice", src: "notice", input: { params: null, keepPreviousData: false } },
  ],
  on: {
    "url.changed": { actions: ["setUrl", "sendAppointments", "sendPlaces", "sendChosen"] },
    "feed.changed": [
      { guard: "isAppointment", actions: ["refreshAppointments", "refreshChosen", "refreshPlaces"] },
      { guard: "changesPlaces", actions: ["refreshPlaces", "refreshStages"] },
    ],
  },
  initial: "looking",
  states: {
    looking: {
      description: "Looks at who comes when; nothing is being done.",
      meta: { heading: "appointments.title" },
      on: {
        "confirm.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
        "arrive.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
        "fulfill.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
        "miss.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
        "offer.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
        "cancel.pressed": { guard: "isNewest", target: "cancelling", actions: ["clearLast", "askWhy", "sendNotice"] },
        "move.pressed": {
          guard: "isNewest",
          target: "moving",
          actions: ["clearLast", "askWhere", "sendTimes", "sendNotice"],
        },
        "calendar.pressed": "downloading",
      },
    },
    downloading: {
      description: "The calendar file of the location and days shown is fetched and saved.",
      meta: { heading: "appointments.title" },
      invoke: {
        id: "download",
        src: "download",
        input: ({ event }) => (event as { readonly of: CalendarAsked }).of,
        onDone: "looking",
        onError: "looking",
      },
    },
    cancelling: {
      description: "Asks why the appointment is cancelled.",
      meta: { heading: "appointment.cancel.title", actions: ["appointment.keep", "appointment.cancel.confirm"] },
      on: {
        "reason.chosen": { actions: "setReason" },
        "notice.chosen": { actions: "setNotice" },
        "asked.confirmed": "acting",
        "asked.dismissed": { target: "looking", actions: ["clearAsked", "sendNotice"] },
      },
    },
    moving: {
      description: "Asks to which time it moves; where it is taken, others are offered.",
      meta: { heading: "appointment.move.title", actions: ["appointment.keep"] },
      on: {
        "target.changed": { target: ".choosing", actions: ["setTarget", "sendTimes", "sendHolder", "sendNotice"] },
        "notice.chosen": { actions: "setNotice" },
        "asked.dismissed": { target: "looking", actions: ["clearAsked", "sendTimes", "sendHolder", "sendNotice"] },
      },
      initial: "choosing",
      states: {
        choosing: {
          description: "Free times are offered, and full ones that can be had all the same.",
          on: {
            "asked.confirmed": { target: "#appointments.acting", actions: "clearLast" },
            "full.pressed": { target: "full", actions: ["setFull", "sendHolder"] },
          },
        },
        full: {
          description: "Asks whether it is to have a full time: beyond its seats, or by a swap.",
          on: {
            "overbook.confirmed": { target: "#appointments.acting", actions: "clearLast" },
            "swap.confirmed": { target: "#appointments.acting", actions: "clearLast" },
            "full.closed": { target: "choosing", actions: ["clearFull", "sendHolder"] },
          },
        },
      },
    },
    acting: {
      description: "The server does it.",
      invoke: {
        id: "command",
        src: "command",
        input: ({ event, context }) => commandOf(event, context),
        onDone: [
          {
            guard: "wantsAnotherTime",
            target: "moving",
            actions: ["setLast", "clearFull", "sendHolder", "refreshTimes"],
          },
          {
            target: "looking",
            actions: [
              "setLast",
              "clearAsked",
              "sendTimes",
              "sendHolder",
              "sendNotice",
              "rereadChosen",
              "rereadAppointments",
              "refreshPlaces",
            ],
          },
        ],
      },
    },
  },
})

export type AppointmentsSnapshot = SnapshotFrom<typeof appointmentsMachine>

/** Whether an appointment is shown as it was before the person's own last action; the next one waits until it is read again. */
export const isAppointmentOutdated = ({ context }: AppointmentsSnapshot, appointment: Appointment): boolean =>
  isOutdated(context.last, seenIn(appointment))
