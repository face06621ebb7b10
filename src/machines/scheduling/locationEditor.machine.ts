import { assign, fromPromise, sendTo, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import { formMachine, isLeft, type FormSnapshot } from "#machines/session/form.machine.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { PageEvent, PageInput, Search } from "#machines/session/page.ts"
import type { Problem } from "#schemas/problem.ts"
import { zipCountries } from "#schemas/scheduling/location.ts"
import type { LocationDraft } from "#schemas/scheduling/locationDraft.ts"

/** What the editor's form holds: the draft, and what it is a draft of; a new location has no public id, and version 0. */
export type LocationValues = LocationDraft & { readonly hashedId: string | null; readonly streamVersion: number }

export type LocationEditorEvent = PageEvent | { readonly type: "retry.pressed" }

type Context = {
  readonly search: Search
  readonly opened: LocationValues | null
  readonly problem: Problem | null
  /** The zone that the form was given, until someone chooses one; null for a location that has its own. */
  readonly given: string | null
  /** The five digits that its zone was looked for by last; null before that. */
  readonly zip: string | null
  /** The ZIP code that the given zone is of; null for the company's zone. */
  readonly zoneOf: string | null
}

const shownIn = (event: unknown): LocationValues =>
  (event as { readonly snapshot: FormSnapshot }).snapshot.context.values as unknown as LocationValues

const zoneIn = (event: unknown): string | null => (event as { readonly output: string | null }).output

/** The five digits of a written ZIP code of the US; undefined for what is none. */
const zipIn = ({ zip, country }: LocationValues): string | undefined =>
  zipCountries.has(country) ? /^\d{5}(?=$|-)/u.exec(zip.trim())?.[0] : undefined

type Shown = { readonly context: Context; readonly event: unknown }

/** Whether someone chose another zone than the one that the form was given. */
export const choosesZone = ({ context: { given }, event }: Shown): boolean =>
  given !== null && shownIn(event).timezone !== given

/** Whether the form names a ZIP code whose zone was not looked for yet. */
export const namesZip = ({ context: { given, zip }, event }: Shown): boolean => {
  const written = zipIn(shownIn(event))
  return given !== null && written !== undefined && written !== zip
}

/**
 * `/location?new` and `/location?edit=…`: sets up a location. The zone of a new one follows its ZIP code, written or
 * found with an address, until someone chooses another.
 */
export const locationEditorMachine = setup({
  types: {
    input: {} as PageInput,
    context: {} as Context,
    events: {} as LocationEditorEvent,
    tags: {} as "busy",
  },
  actors: {
    open: fromPromise<LocationValues, Search>(unprovided),
    form: formMachine,
    /** The zone of a ZIP code; null where none is known. */
    zone: fromPromise<string | null, string>(unprovided),
    groups: readingMachine,
  },
  guards: {
    isLeft,
    choosesZone,
    namesZip,
    isKnown: ({ context, event }) => context.given !== null && zoneIn(event) !== null,
  },
  actions: {
    setOpened: assign(({ event }) => ({
      opened: (event as unknown as { readonly output: LocationValues }).output,
      problem: null,
    })),
    /** Who changes a location keeps its zone, whatever becomes of the address. */
    offerZone: assign(({ context: { search, opened } }) => ({
      given: search["edit"] === undefined ? (opened?.timezone ?? null) : null,
    })),
    keepZone: assign({ given: null, zoneOf: null }),
    setZip: assign(({ event }) => ({ zip: zipIn(shownIn(event)) ?? null })),
    clearZip: assign({ zip: null }),
    setZone: assign(({ context: { zip }, event }) => ({ given: zoneIn(event), zoneOf: zip })),
    fillZone: sendTo("form", ({ context: { given } }) => ({ type: "field.changed", field: "timezone", value: given })),
    setProblem: assign(({ event }) => ({ problem: problemOf(event) })),
    showSaved: () => undefined,
  },
}).createMachine({
  id: "locationEditor",
  context: ({ input }) => ({ search: input.search, opened: null, problem: null, given: null, zip: null, zoneOf: null }),
  invoke: { id: "groups", src: "groups", input: { params: {} } },
  initial: "opening",
  states: {
    opening: {
      description: "Reads what will be changed, or prepares what is new.",
      tags: "busy",
      meta: { heading: "location.editor.title", actions: [] },
      invoke: {
        id: "open",
        src: "open",
        input: ({ context }) => context.search,
        onDone: { target: "writing", actions: ["setOpened", "offerZone"] },
        onError: { target: "couldNotOpen", actions: "setProblem" },
      },
    },
    couldNotOpen: {
      description: "Nothing to write on; Retry stands in its place.",
      meta: { heading: "location.editor.title", actions: ["part.retry"] },
      on: { "retry.pressed": "opening" },
    },
    writing: {
      description: "The person fills in the form.",
      meta: { heading: "location.editor.title", actions: ["location.save", "part.cancel"] },
      invoke: {
        id: "form",
        src: "form",
        input: ({ context }) => ({ values: { ...context.opened } }),
        onDone: [{ guard: "isLeft", target: "left" }, { target: "saved" }],
        onSnapshot: [
          { guard: "choosesZone", target: ".filling", actions: "keepZone" },
          { guard: "namesZip", target: ".looking", actions: "setZip" },
        ],
      },
      initial: "filling",
      states: {
        filling: { description: "Nothing is being looked for." },
        looking: {
          description: "The zone of the ZIP code is looked for; the form goes on.",
          invoke: {
            id: "zone",
            src: "zone",
            input: ({ context }) => context.zip ?? "",
            onDone: [{ guard: "isKnown", target: "filling", actions: ["setZone", "fillZone"] }, { target: "filling" }],
            // It is looked for again with the next change; until then the zone is the one that stands there.
            onError: { target: "filling", actions: "clearZip" },
          },
        },
      },
    },
    saved: { type: "final", description: "The server has it; it is shown where it belongs.", entry: "showSaved" },
    left: { type: "final", description: "The person went on without saving." },
  },
})

export type LocationEditorSnapshot = SnapshotFrom<typeof locationEditorMachine>
