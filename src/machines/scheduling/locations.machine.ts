import { assign, sendTo, setup, type SnapshotFrom } from "xstate"
import {
  commandMachine,
  isCancelled,
  isOutdated,
  outputOf,
  verbOf,
  type CommandInput,
  type CommandOutput,
  type Question,
} from "#machines/session/command.machine.ts"
import { idIn, namesNothing, namesThing, type PageEvent, type PageInput, type Search } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { Location, LocationAction } from "#schemas/scheduling/location.ts"
import { locationsParams, originParams } from "./locationsParams.ts"

/** What is done to a location: a calendar's address is made with patients' numbers or with their names. */
export type LocationDeed = LocationAction | "shareNumbers" | "shareNames" | "withdraw" | "download"

export type LocationsEvent =
  | PageEvent
  | { readonly type: `${LocationDeed}.pressed`; readonly location: Location }
  /** The pointer or the focus is on the row of a location, by public id, or on none any more. */
  | { readonly type: "row.pointed"; readonly hashedId: string | null }

type Context = {
  readonly search: Search
  /** The action that ended last on the chosen location: why it was refused stays on its page after the toast has gone. */
  readonly last: CommandOutput<LocationDeed, Location> | null
  /** The location whose row is pointed at: the map shows which it is. */
  readonly pointed: string | null
}

const chosenParams = (search: Search) => {
  const hashedId = idIn(search)
  return hashedId === null ? null : { hashedId }
}
const seenIn = ({ hashedId, version }: Location) => ({ id: hashedId, version })

type Pressed = Extract<LocationsEvent, { readonly location: Location }>
/** What is asked before it is done; the rest is done at once. */
const questionOf = (verb: LocationDeed, { location, calendarFeed }: Location): Question | undefined => {
  const asked = { cancel: "part.cancel", isDestructive: true } as const
  const values = { name: location.name }
  const replaces = calendarFeed === null ? [] : [{ word: "location.calendar.replaces" } as const]
  switch (verb) {
    case "disable":
      return {
        ...{ ...asked, title: "location.disable.title", confirm: "location.disable" },
        text: [{ word: "location.disable.text", values }],
      }
    case "shareNumbers":
    case "shareNames":
      return {
        ...{ ...asked, title: "location.calendar.make.title", confirm: "location.calendar.make", isDestructive: false },
        text: [{ word: `location.calendar.${verb}.text`, values }, ...replaces],
      }
    case "withdraw":
      return {
        ...{ ...asked, title: "location.calendar.withdraw.title", confirm: "location.calendar.withdraw" },
        text: [{ word: "location.calendar.withdraw.text", values }],
      }
    default:
      return undefined
  }
}

const commandOf = (event: Pressed): CommandInput<LocationDeed, Location> => {
  const verb = verbOf<LocationDeed>(event)
  const question = questionOf(verb, event.location)
  const about = { verb, subject: event.location, ...(question === undefined ? {} : { question }) }
  // A file changes nothing, so what is shown stays what can be acted on.
  return verb === "download" ? about : { ...about, seen: seenIn(event.location) }
}

/** `/location`: the locations, or one of them alone, and what may be done to it (docs/policy.md#locations). */
export const locationsMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as LocationsEvent },
  actors: {
    locations: readingMachine,
    groups: readingMachine,
    origin: readingMachine,
    location: readingMachine,
    command: commandMachine,
  },
  guards: {
    isNewest: ({ context, event }) => "location" in event && !isOutdated(context.last, seenIn(event.location)),
    isLocation: ({ event }) => event.type === "feed.changed" && event.thing === "location",
    namesThing,
    namesNothing,
    isCancelled,
  },
  actions: {
    setUrl: assign(({ context, event }) =>
      event.type === "url.changed"
        ? { search: event.search, last: idIn(event.search) === idIn(context.search) ? context.last : null }
        : {},
    ),
    sendList: sendTo("locations", ({ context }) => ({
      type: "params.changed",
      params: locationsParams(context.search),
    })),
    sendOrigin: sendTo("origin", ({ context }) => ({ type: "params.changed", params: originParams(context.search) })),
    sendChosen: sendTo("location", ({ context }) => ({ type: "params.changed", params: chosenParams(context.search) })),
    refreshList: sendTo("locations", { type: "feed.changed" }),
    refreshChosen: sendTo("location", { type: "feed.changed" }),
    refreshGroups: sendTo("groups", { type: "feed.changed" }),
    rereadChosen: sendTo("location", { type: "refresh.pressed" }),
    setPointed: assign(({ event }) => (event.type === "row.pointed" ? { pointed: event.hashedId } : {})),
    clearPointed: assign({ pointed: null }),
    clearLast: assign({ last: null }),
    setLast: assign(({ event }) => ({ last: outputOf<LocationDeed, Location>({ event }) })),
  },
}).createMachine({
  id: "locations",
  context: ({ input }) => ({ search: input.search, last: null, pointed: null }),
  invoke: [
    { id: "locations", src: "locations", input: ({ context }) => ({ params: locationsParams(context.search) }) },
    { id: "groups", src: "groups", input: { params: {} } },
    {
      id: "origin",
      src: "origin",
      input: ({ context }) => ({ params: originParams(context.search), keepPreviousData: false }),
    },
    {
      id: "location",
      src: "location",
      input: ({ context }) => ({ params: chosenParams(context.search), keepPreviousData: false }),
    },
  ],
  on: {
    "url.changed": { actions: ["setUrl", "sendList", "sendOrigin", "sendChosen"] },
    "feed.changed": { guard: "isLocation", actions: ["refreshList", "refreshChosen", "refreshGroups"] },
  },
  type: "parallel",
  states: {
    place: {
      description: "What the page shows: the list, or the location that the address names.",
      initial: "list",
      states: {
        list: {
          description: "Looks through the locations.",
          meta: { heading: "locations.title", actions: ["locations.new"] },
          always: { guard: "namesThing", target: "location" },
          on: { "row.pointed": { actions: "setPointed" } },
          exit: "clearPointed",
        },
        location: {
          description: "Looks at one location alone; the list is one step back.",
          meta: { actions: ["locations.title"] },
          always: { guard: "namesNothing", target: "list" },
        },
      },
    },
    deed: {
      description: "What is being done to a location.",
      initial: "none",
      states: {
        none: {
          description: "Nothing is being done.",
          on: {
            "disable.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
            "enable.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
            "shareNumbers.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
            "shareNames.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
            "withdraw.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
            "download.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
          },
        },
        acting: {
          description: "Does it; what ends something, or lets calendars read appointments, asks first.",
          invoke: {
            id: "command",
            src: "command",
            input: ({ event }) => commandOf(event as Pressed),
            onDone: [
              { guard: "isCancelled", target: "none" },
              { target: "none", actions: ["setLast", "rereadChosen", "refreshList"] },
            ],
          },
        },
      },
    },
  },
})

export type LocationsSnapshot = SnapshotFrom<typeof locationsMachine>

/** Whether a location is shown as it was before the person's own last action; the next one waits until it is read again. */
export const isLocationOutdated = ({ context }: LocationsSnapshot, location: Location): boolean =>
  isOutdated(context.last, seenIn(location))

/** The address that was made last for the shown location: it is shown until the page is left, and never again. */
export const addressMade = ({ context: { last } }: LocationsSnapshot, { hashedId }: Location): string | null =>
  last?.outcome === "done" && last.seen?.id === hashedId && typeof last.answer === "string" ? last.answer : null
