import { assign, sendTo, setup, type SnapshotFrom } from "xstate"
import {
  commandMachine,
  outputOf,
  verbOf,
  type CommandInput,
  type CommandOutput,
} from "#machines/session/command.machine.ts"
import { formMachine } from "#machines/session/form.machine.ts"
import type { PageEvent, PageInput, Search } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { Patient } from "#schemas/people/patient.ts"
import type { Offer, OpenRound, PartOfDay, WaitlistEntry, WaitlistEntryId } from "#schemas/scheduling/waitlist.ts"

/** What is done to the waitlist besides writing entries. */
export type WaitlistVerb = "next" | "stop" | "accept" | "decline" | "remove"

/** What it is done to. */
export type WaitlistSubject = OpenRound | Offer | WaitlistEntry

/** What the form of an entry holds; `place` is a location (`at:…`), a group (`in:…`) or empty for any. */
export type WaitlistValues = {
  readonly entryId: WaitlistEntryId | null
  readonly streamVersion: number
  readonly patientHashedId: string
  readonly name: string
  readonly place: string
  /** Sunday first. */
  readonly weekdays: ReadonlyArray<boolean>
  readonly part: PartOfDay
  readonly from: string
  readonly until: string
  readonly note: string
}

export type WaitlistEvent =
  | PageEvent
  | { readonly type: "next.pressed" | "stop.pressed"; readonly round: OpenRound }
  | { readonly type: "accept.pressed" | "decline.pressed"; readonly offer: Offer }
  | { readonly type: "remove.pressed" | "change.pressed"; readonly entry: WaitlistEntry }
  | { readonly type: "add.pressed" | "choosing.dismissed" }
  | { readonly type: "search.changed"; readonly searched: string }
  | { readonly type: "patient.chosen"; readonly patient: Patient }

type Context = {
  readonly search: Search
  /** Whom staff look for; names stay out of the address (docs/architecture.md#personal-data). */
  readonly searched: string
  /** What was done last: why it was refused stays where it was asked for. */
  readonly last: CommandOutput<WaitlistVerb, WaitlistSubject> | null
}

const everyDay = [0, 1, 2, 3, 4, 5, 6] as const

const valuesOf = (event: WaitlistEvent): WaitlistValues => {
  if (event.type === "change.pressed") {
    const { entryId, version, patient, location, group, weekdays, part, from, until, note } = event.entry
    return {
      ...{ entryId, part, note, streamVersion: version, patientHashedId: patient.hashedId },
      name: `${patient.firstName} ${patient.lastName}`.trim(),
      place: location !== null ? `at:${location.hashedId}` : group !== null ? `in:${group}` : "",
      weekdays: everyDay.map((day) => weekdays.includes(day)),
      ...{ from: from ?? "", until: until ?? "" },
    }
  }
  const { patient } = event as Extract<WaitlistEvent, { type: "patient.chosen" }>
  return {
    ...{ entryId: null, streamVersion: 0, patientHashedId: patient.hashedId },
    name: `${patient.firstName} ${patient.lastName}`.trim(),
    ...{ place: "", weekdays: everyDay.map(() => false), part: "any", from: "", until: "", note: "" },
  }
}

type Pressed = Extract<WaitlistEvent, { readonly type: `${WaitlistVerb}.pressed` }>

const commandOf = (event: Pressed): CommandInput<WaitlistVerb, WaitlistSubject> => {
  const verb = verbOf<WaitlistVerb>(event)
  if ("round" in event) return { verb, subject: event.round }
  if ("offer" in event) return { verb, subject: event.offer }
  const { entry } = event
  return {
    verb,
    subject: entry,
    question: {
      title: "waitlist.remove.title",
      text: [{ word: "waitlist.remove.text" }],
      confirm: "waitlist.remove",
      cancel: "part.cancel",
      isDestructive: true,
    },
  }
}

const patientsParams = ({ searched }: Context) => (searched.trim().length < 2 ? null : { search: searched.trim() })
const logParams = (search: Search) => (search["view"] === "waitlist" ? {} : null)

/** The waitlist on `/appointment`: who waits, the seats that are being offered, and the offer log (docs/policy.md#waitlist). */
export const waitlistMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as WaitlistEvent },
  actors: {
    waitlist: readingMachine,
    log: readingMachine,
    groups: readingMachine,
    patients: readingMachine,
    command: commandMachine,
    form: formMachine,
  },
  guards: {
    isOurs: ({ event }) =>
      event.type === "feed.changed" && (event.thing === "offer" || event.thing === "waitlistEntry"),
  },
  delays: { typingPause: 300 },
  actions: {
    setUrl: assign(({ event }) => (event.type === "url.changed" ? { search: event.search } : {})),
    sendLog: sendTo("log", ({ context }) => ({ type: "params.changed", params: logParams(context.search) })),
    setSearched: assign(({ event }) => (event.type === "search.changed" ? { searched: event.searched } : {})),
    clearSearched: assign({ searched: "" }),
    sendPatients: sendTo("patients", ({ context }) => ({ type: "params.changed", params: patientsParams(context) })),
    refreshWaitlist: sendTo("waitlist", { type: "feed.changed" }),
    refreshLog: sendTo("log", { type: "feed.changed" }),
    rereadWaitlist: sendTo("waitlist", { type: "refresh.pressed" }),
    clearLast: assign({ last: null }),
    setLast: assign(({ event }) => ({ last: outputOf<WaitlistVerb, WaitlistSubject>({ event }) })),
  },
}).createMachine({
  id: "waitlist",
  context: ({ input }) => ({ search: input.search, searched: "", last: null }),
  invoke: [
    { id: "waitlist", src: "waitlist", input: { params: {} } },
    { id: "log", src: "log", input: ({ context }) => ({ params: logParams(context.search) }) },
    { id: "groups", src: "groups", input: { params: {} } },
    { id: "patients", src: "patients", input: { params: null, keepPreviousData: false } },
  ],
  on: {
    "url.changed": { actions: ["setUrl", "sendLog"] },
    "feed.changed": { guard: "isOurs", actions: ["refreshWaitlist", "refreshLog"] },
  },
  initial: "looking",
  states: {
    looking: {
      description: "Looks at who waits and what is offered; nothing is being done.",
      meta: { heading: "appointments.title", actions: ["waitlist.add"] },
      on: {
        "next.pressed": { target: "acting", actions: "clearLast" },
        "stop.pressed": { target: "acting", actions: "clearLast" },
        "accept.pressed": { target: "acting", actions: "clearLast" },
        "decline.pressed": { target: "acting", actions: "clearLast" },
        "remove.pressed": { target: "acting", actions: "clearLast" },
        "change.pressed": "writing",
        "add.pressed": "choosing",
      },
    },
    choosing: {
      description: "Looks for the patient who waits.",
      initial: "listed",
      exit: ["clearSearched", "sendPatients"],
      on: {
        "search.changed": { target: ".typing", actions: "setSearched" },
        "patient.chosen": "writing",
        "choosing.dismissed": "looking",
      },
      states: {
        listed: { description: "The list shows who was looked for." },
        typing: {
          description: "Waits for a pause in typing before it looks.",
          after: { typingPause: { target: "listed", actions: "sendPatients" } },
        },
      },
    },
    writing: {
      description: "Writes what the person waits for.",
      invoke: {
        id: "form",
        src: "form",
        input: ({ event }) => ({ values: valuesOf(event) }),
        onDone: { target: "looking", actions: "rereadWaitlist" },
      },
    },
    acting: {
      description: "The server does it; taking a person off asks first.",
      invoke: {
        id: "command",
        src: "command",
        input: ({ event }) => commandOf(event as Pressed),
        onDone: { target: "looking", actions: ["setLast", "rereadWaitlist", "refreshLog"] },
      },
    },
  },
})

export type WaitlistSnapshot = SnapshotFrom<typeof waitlistMachine>
