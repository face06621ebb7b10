import { assign, sendTo, setup, type SnapshotFrom } from "xstate"
import { commandMachine, outputOf, verbOf, type CommandInput } from "#machines/session/command.machine.ts"
import { formMachine } from "#machines/session/form.machine.ts"
import type { PageEvent, PageInput, Search } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { Patient } from "#schemas/people/patient.ts"
import type { PatientDraft, SavedPatient } from "#schemas/people/patientDraft.ts"
import type { Problem } from "#schemas/problem.ts"
import {
  appointmentList,
  holdMillis,
  type BookableLocation,
  type BookingNotice,
} from "#schemas/scheduling/appointment.ts"
import { noticeFor, type HeldSeat } from "#schemas/scheduling/appointmentText.ts"
import { dayAfter, type SlotId } from "#schemas/scheduling/slot.ts"
import type { StageId } from "#schemas/scheduling/stage.ts"

/** What is done to a seat, or where no time suits: the patient waits for one. */
export type BookingVerb = "hold" | "extend" | "release" | "book" | "wait"

/** What the form of a new patient ends with: who was added, or is on record already, and what was written. */
export type WrittenPatient = SavedPatient & { readonly draft: PatientDraft }

/** What a command of the page is done to. */
export type BookingSubject =
  | {
      readonly slotId: SlotId
      readonly overbook: boolean
      readonly patientHashedId: string
      readonly stageId?: StageId
    }
  | { readonly locationHashedId: string; readonly patientHashedId: string }
  | { readonly appointment: HeldSeat; readonly note: string; readonly notice: BookingNotice }

export type BookingEvent =
  | PageEvent
  | { readonly type: "search.changed"; readonly searched: string }
  | { readonly type: "patient.chosen"; readonly patient: Patient }
  | { readonly type: "patient.changed" | "new.pressed" }
  | { readonly type: "stage.chosen"; readonly stageId: StageId | null }
  /** `startDate` is today where the location is; `stageId` is for which stage it is chosen, null for none. */
  | {
      readonly type: "location.chosen"
      readonly location: BookableLocation
      readonly startDate: string
      readonly stageId: StageId | null
    }
  | { readonly type: "location.changed" }
  | { readonly type: "week.chosen"; readonly startDate: string }
  | { readonly type: "why.pressed"; readonly slotId: SlotId }
  | { readonly type: "why.closed" }
  /** A seat is held: one that is free, or one beyond those of a full slot. */
  | { readonly type: "hold.pressed" | "overbook.pressed"; readonly slotId: SlotId }
  | { readonly type: "note.changed"; readonly note: string }
  | { readonly type: "notice.chosen"; readonly notice: BookingNotice }
  | { readonly type: "extend.pressed" | "release.pressed" | "book.pressed" | "wait.pressed" }
  | { readonly type: "another.pressed" }

type Context = {
  readonly search: Search
  /** What is looked for; names stay out of the address (docs/architecture.md#personal-data). */
  readonly searched: string
  readonly patient: Patient | null
  /** Who is on record already and was not made twice. */
  readonly known: WrittenPatient | null
  /** For which stage; null without one, undefined until one is chosen: then it is the one that comes next. */
  readonly stageId: StageId | null | undefined
  readonly location: BookableLocation | null
  /** The first day of the week that is shown. */
  readonly startDate: string | null
  /** The slot that is explained. */
  readonly explained: SlotId | null
  /** The seat that is held, or was booked. */
  readonly appointment: HeldSeat | null
  readonly note: string
  /** How the patient is notified, where they can be texted. */
  readonly notice: BookingNotice
  /** Why the last command was refused. */
  readonly problem: Problem | null
  /** The time of the last hold was over before it was booked. */
  readonly hasLapsed: boolean
  /** When the hold is over on this browser’s clock, in milliseconds; wiring, which has a clock, gives it. */
  readonly deadline: number | null
}

const patientsParams = ({ searched }: Context) => (searched.trim().length < 2 ? null : { search: searched.trim() })
/** Who comes for which stage. */
const whoOf = ({ patient, stageId }: Context) => ({
  patientHashedId: patient?.hashedId ?? "",
  ...(typeof stageId === "number" ? { stageId } : {}),
})
const stagesParams = ({ patient }: Context) => (patient === null ? null : { patientHashedId: patient.hashedId })
const locationsParams = (context: Context) => (context.patient === null ? null : whoOf(context))
/** The patient's own held seat stands against no other time of theirs. */
const weekParams = (context: Context) => {
  const { location, startDate, appointment } = context
  if (location === null || startDate === null) return null
  const who = appointment === null ? whoOf(context) : { appointmentHashedId: appointment.hashedId }
  return { hashedId: location.hashedId, startDate, endDate: dayAfter(startDate, 6), ...who }
}
const explanationParams = (context: Context) =>
  context.explained === null ? null : { slotId: context.explained, ...whoOf(context) }
/** The appointment that was booked, by its public id. */
const bookedParams = ({ appointment }: Context) => (appointment === null ? null : { hashedId: appointment.hashedId })
const listParams = ({ search }: { readonly search: Search }) => {
  const state = appointmentList.states.find((one) => one === search["tab"])
  return { sort: "-start", ...(state === undefined ? {} : { state }) }
}

/** A form of a new patient that nothing is written in. */
const noPatient: PatientDraft = {
  ...{ firstName: "", lastName: "", dob: null, phone: "", externalId: "", language: null, zip: "" },
}
/** What the form of a new patient ended with; null where it was given up. */
const writtenIn = (event: unknown) =>
  (event as { readonly output: { readonly value: unknown } }).output.value as WrittenPatient | null

const ended = (event: unknown) => outputOf<BookingVerb, BookingSubject>({ event })
const endedWith =
  (verb: BookingVerb) =>
  ({ event }: { readonly event: unknown }) =>
    ended(event).outcome === "done" && ended(event).verb === verb

type Pressed = Extract<BookingEvent, { readonly type: `${BookingVerb | "overbook"}.pressed` }>

/** What the command chart is started with by a press. */
const commandOf = (context: Context, event: Pressed): CommandInput<BookingVerb, BookingSubject> => {
  const { patient, location, appointment, note, notice } = context
  if ("slotId" in event) {
    const overbook = event.type === "overbook.pressed"
    return { verb: "hold", subject: { slotId: event.slotId, overbook, ...whoOf(context) } }
  }
  if (event.type === "wait.pressed" || appointment === null) {
    const where = { locationHashedId: location?.hashedId ?? "", patientHashedId: patient?.hashedId ?? "" }
    return { verb: "wait", subject: where }
  }
  const subject = { appointment, note, notice: noticeFor(appointment.notice, notice) }
  return { verb: verbOf<BookingVerb>(event), subject }
}

/** `/bookAppointment`: chooses patient, location and time, holds a seat and books it; lists what is booked (docs/policy.md#appointments). */
export const bookingMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as BookingEvent },
  actors: {
    patients: readingMachine,
    stages: readingMachine,
    locations: readingMachine,
    availability: readingMachine,
    explanation: readingMachine,
    appointments: readingMachine,
    appointment: readingMachine,
    command: commandMachine,
    form: formMachine,
  },
  guards: {
    isAdded: ({ event }) => writtenIn(event)?.isNew === true,
    isKnown: ({ event }) => writtenIn(event) !== null,
    isOurs: ({ event }) =>
      event.type === "feed.changed" && (event.thing === "appointment" || event.thing === "schedule"),
    isHeld: endedWith("hold"),
    isExtended: endedWith("extend"),
    isReleased: endedWith("release"),
    isBooked: endedWith("book"),
    /** A hold that the server says is over is over. */
    isOver: ({ event }) => ended(event).problem?.problem === "NotAllowedNow" && ended(event).verb !== "extend",
  },
  actions: {
    setUrl: assign(({ event }) => (event.type === "url.changed" ? { search: event.search } : {})),
    setSearched: assign(({ event }) => (event.type === "search.changed" ? { searched: event.searched } : {})),
    setPatient: assign(({ event }) => (event.type === "patient.chosen" ? { patient: event.patient } : {})),
    setAdded: assign(({ event }) => ({ patient: writtenIn(event)?.patient ?? null })),
    setKnown: assign(({ event }) => ({ known: writtenIn(event) })),
    clearKnown: assign({ known: null }),
    setStage: assign(({ event }) => (event.type === "stage.chosen" ? { stageId: event.stageId } : {})),
    setLocation: assign(({ event }) =>
      event.type === "location.chosen"
        ? { location: event.location, startDate: event.startDate, stageId: event.stageId }
        : {},
    ),
    setWeek: assign(({ event }) => (event.type === "week.chosen" ? { startDate: event.startDate } : {})),
    setExplained: assign(({ event }) => (event.type === "why.pressed" ? { explained: event.slotId } : {})),
    clearExplained: assign({ explained: null }),
    setNote: assign(({ event }) => (event.type === "note.changed" ? { note: event.note } : {})),
    setNotice: assign(({ event }) => (event.type === "notice.chosen" ? { notice: event.notice } : {})),
    /** What is booked or given back is answered without the text that was offered; it stays for the page to say. */
    setAppointment: assign(({ context: { appointment }, event }) => ({
      appointment: { ...appointment, ...(ended(event).answer as HeldSeat) },
    })),
    setDeadline: assign({ deadline: null }),
    clearAppointment: assign({ appointment: null }),
    clearPatient: assign({ patient: null, stageId: undefined, searched: "", note: "", notice: "sms" }),
    setProblem: assign(({ event }) => ({ problem: ended(event).problem })),
    clearRefusal: assign({ problem: null, hasLapsed: false }),
    setLapsed: assign({ hasLapsed: true, appointment: null }),
    sendPatients: sendTo("patients", ({ context }) => ({ type: "params.changed", params: patientsParams(context) })),
    sendStages: sendTo("stages", ({ context }) => ({ type: "params.changed", params: stagesParams(context) })),
    sendLocations: sendTo("locations", ({ context }) => ({ type: "params.changed", params: locationsParams(context) })),
    sendWeek: sendTo("availability", ({ context }) => ({ type: "params.changed", params: weekParams(context) })),
    sendExplanation: sendTo("explanation", ({ context }) => ({
      type: "params.changed",
      params: explanationParams(context),
    })),
    sendList: sendTo("appointments", ({ context }) => ({ type: "params.changed", params: listParams(context) })),
    /** What was booked is read, so that what others do with it is seen as well. */
    sendBooked: sendTo("appointment", ({ context }) => ({ type: "params.changed", params: bookedParams(context) })),
    refreshBooked: sendTo("appointment", { type: "feed.changed" }),
    refreshWeek: sendTo("availability", { type: "feed.changed" }),
    refreshLocations: sendTo("locations", { type: "feed.changed" }),
    refreshList: sendTo("appointments", { type: "feed.changed" }),
    rereadWeek: sendTo("availability", { type: "refresh.pressed" }),
  },
  delays: {
    typingPause: 300,
    holdTime: ({ context: { appointment } }) => (appointment === null ? 0 : holdMillis(appointment)),
  },
}).createMachine({
  id: "booking",
  context: ({ input }) => ({
    search: input.search,
    ...{
      searched: "",
      patient: null,
      known: null,
      stageId: undefined,
      location: null,
      startDate: null,
      explained: null,
      appointment: null,
    },
    ...{ note: "", notice: "sms", problem: null, hasLapsed: false, deadline: null },
  }),
  invoke: [
    { id: "patients", src: "patients", input: { params: null, keepPreviousData: false } },
    { id: "stages", src: "stages", input: { params: null, keepPreviousData: false } },
    { id: "locations", src: "locations", input: { params: null, keepPreviousData: false } },
    { id: "availability", src: "availability", input: { params: null } },
    { id: "explanation", src: "explanation", input: { params: null, keepPreviousData: false } },
    { id: "appointments", src: "appointments", input: ({ context }) => ({ params: listParams(context) }) },
    { id: "appointment", src: "appointment", input: { params: null, keepPreviousData: false } },
  ],
  on: {
    "url.changed": { actions: ["setUrl", "sendList"] },
    "feed.changed": { guard: "isOurs", actions: ["refreshWeek", "refreshLocations", "refreshList", "refreshBooked"] },
  },
  initial: "patient",
  states: {
    patient: {
      description: "Looks for the patient.",
      meta: { heading: "booking.title", actions: [] },
      initial: "looking",
      on: {
        "search.changed": { target: ".typing", actions: "setSearched" },
        "new.pressed": "writing",
        "patient.chosen": {
          target: "location",
          actions: ["setPatient", "clearRefusal", "sendStages", "sendLocations"],
        },
      },
      states: {
        looking: { description: "The list shows who was looked for." },
        typing: {
          description: "Waits for a pause in typing before it looks.",
          after: { typingPause: { target: "looking", actions: "sendPatients" } },
        },
      },
    },
    writing: {
      description: "Writes who the new patient is.",
      meta: { heading: "booking.title", actions: ["booking.new.save", "part.cancel"] },
      invoke: {
        id: "form",
        src: "form",
        input: ({ context }) => ({ values: context.known?.draft ?? noPatient, initial: noPatient }),
        onDone: [
          { guard: "isAdded", target: "location", actions: ["setAdded", "clearKnown", "sendStages", "sendLocations"] },
          { guard: "isKnown", target: "known", actions: "setKnown" },
          { target: "patient", actions: ["clearKnown", "sendPatients"] },
        ],
      },
    },
    known: {
      description: "The patient is on record already: offers to choose them, or to write again.",
      meta: { heading: "booking.title", actions: ["booking.known.choose", "booking.known.back"] },
      on: {
        "patient.chosen": { target: "location", actions: ["setPatient", "clearKnown", "sendStages", "sendLocations"] },
        "new.pressed": "writing",
      },
    },
    location: {
      description: "Chooses the location.",
      meta: { heading: "booking.title", actions: ["booking.change.patient"] },
      on: {
        "patient.changed": { target: "patient", actions: ["clearPatient", "sendPatients"] },
        "stage.chosen": { actions: ["setStage", "sendLocations"] },
        "location.chosen": { target: "times", actions: ["setLocation", "sendWeek"] },
      },
    },
    times: {
      description: "Chooses a time; one not offered can be asked about, a full one overbooked.",
      meta: { heading: "booking.title", actions: ["booking.change.patient", "booking.change.location"] },
      exit: ["clearExplained", "sendExplanation"],
      on: {
        "patient.changed": { target: "patient", actions: ["clearPatient", "clearRefusal", "sendPatients"] },
        "location.changed": { target: "location", actions: "clearRefusal" },
        "week.chosen": { actions: ["setWeek", "sendWeek"] },
        "why.pressed": { actions: ["setExplained", "sendExplanation"] },
        "why.closed": { actions: ["clearExplained", "sendExplanation"] },
        "hold.pressed": { target: "holding", actions: "clearRefusal" },
        "overbook.pressed": { target: "holding", actions: "clearRefusal" },
        "wait.pressed": { target: "holding", actions: "clearRefusal" },
      },
    },
    holding: {
      description: "The server is asked to hold a seat, or to add the patient to the waitlist.",
      meta: { heading: "booking.title", actions: [] },
      invoke: {
        id: "command",
        src: "command",
        input: ({ context, event }) => commandOf(context, event as Pressed),
        onDone: [
          { guard: "isHeld", target: "held", actions: ["setAppointment", "setDeadline", "sendWeek"] },
          { target: "times", actions: ["setProblem", "rereadWeek"] },
        ],
      },
    },
    held: {
      description: "A seat is held for some minutes; it is booked, held for longer, or given back.",
      after: { holdTime: { target: "times", actions: ["setLapsed", "sendWeek"] } },
      initial: "deciding",
      on: { "note.changed": { actions: "setNote" }, "notice.chosen": { actions: "setNotice" } },
      states: {
        deciding: {
          description: "The person decides.",
          meta: { heading: "booking.title", actions: ["booking.book", "booking.release"] },
          on: {
            "extend.pressed": { target: "acting", actions: "clearRefusal" },
            "release.pressed": { target: "acting", actions: "clearRefusal" },
            "book.pressed": { target: "acting", actions: "clearRefusal" },
          },
        },
        acting: {
          description: "The server is asked for what was decided.",
          meta: { heading: "booking.title", actions: [] },
          invoke: {
            id: "command",
            src: "command",
            input: ({ context, event }) => commandOf(context, event as Pressed),
            onDone: [
              {
                guard: "isBooked",
                target: "#booking.booked",
                actions: ["setAppointment", "sendBooked", "rereadWeek", "refreshList"],
              },
              {
                guard: "isExtended",
                target: "#booking.held",
                reenter: true,
                actions: ["setAppointment", "setDeadline"],
              },
              { guard: "isReleased", target: "#booking.times", actions: ["clearAppointment", "sendWeek"] },
              { guard: "isOver", target: "#booking.times", actions: ["setLapsed", "sendWeek"] },
              { target: "deciding", actions: "setProblem" },
            ],
          },
        },
      },
    },
    booked: {
      description: "The appointment stands.",
      meta: { heading: "booking.title", actions: ["booking.another"] },
      on: {
        "another.pressed": {
          target: "patient",
          actions: ["clearPatient", "clearAppointment", "sendBooked", "sendPatients"],
        },
      },
    },
  },
})

export type BookingSnapshot = SnapshotFrom<typeof bookingMachine>
