import { assign, fromCallback, fromPromise, raise, setup, type SnapshotFrom } from "xstate"
import { unprovided } from "#machines/actors.ts"
import type { PageEvent, PageInput, Search } from "#machines/session/page.ts"
import type { Step } from "#machines/steps.ts"
import type { ChartJournal, JournalFile } from "#schemas/session/journal.ts"
import type { JournalRefusal } from "#schemas/session/journalFile.ts"

/** A file that someone chose, as browsers give it. */
type ChosenFile = Blob & { readonly name: string }

/** A journal that was read from a file, or why it could not be. */
export type ReadJournal =
  | { readonly name: string; readonly journal: JournalFile }
  | { readonly name: string; readonly refusal: JournalRefusal }

/** How a run stood at the moment that is looked at: its states as paths, and what its event did; null before any. */
export type Stood = { readonly states: ReadonlyArray<string>; readonly step: Step | null }

export type TravelEvent =
  | PageEvent
  | { readonly type: "journals.heard"; readonly journals: ReadonlyArray<ChartJournal> }
  /** The event to look at, by when it was heard; 0 is before the first. */
  | { readonly type: "moment.chosen"; readonly at: number }
  | { readonly type: "now.pressed" }
  /** The view stands on the screen; null says that no one could tell how the run stood. */
  | { readonly type: "moment.drawn"; readonly stood: Stood | null }
  | { readonly type: "moment.broken"; readonly stood: Stood | null; readonly reason: string }
  | { readonly type: "file.chosen"; readonly file: ChosenFile }
  | { readonly type: "tab.pressed" }
  | { readonly type: "save.pressed" }
  | { readonly type: "journal.changed" }

type Context = {
  readonly search: Search
  /** What the charts of this tab heard. */
  readonly heard: ReadonlyArray<ChartJournal>
  readonly file: { readonly name: string; readonly journal: JournalFile } | null
  readonly chosen: ChosenFile | null
  /** Why the last file was not taken. */
  readonly refused: { readonly name: string; readonly refusal: JournalRefusal } | null
  readonly at: number | null
  readonly stood: Stood | null
  /** Why the view could not be drawn. */
  readonly broken: string | null
  /** The name under which this tab's journal was saved. */
  readonly savedAs: string | null
}

const readIn = (event: unknown): ReadJournal => (event as { readonly output: ReadJournal }).output
const looksAt = ({ chart = "session", run = "" }: Search): string => JSON.stringify([chart, run])

/**
 * `/dev/flows?view=travel`: what a chart of this tab, or of a journal file, heard
 * event by event, and how it and its view stood after each (decision 024).
 */
export const timeTravelMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as TravelEvent, tags: {} as "busy" },
  actors: {
    listen: fromCallback<TravelEvent>(() => undefined),
    read: fromPromise<ReadJournal, ChosenFile | null>(unprovided),
    save: fromPromise<string>(unprovided),
  },
  guards: {
    isOtherRun: ({ context, event }) =>
      event.type === "url.changed" && looksAt(event.search) !== looksAt(context.search),
    isJournal: ({ event }) => "journal" in readIn(event),
    hasFile: ({ context }) => context.file !== null,
  },
  actions: {
    setUrl: assign(({ event }) => (event.type === "url.changed" ? { search: event.search } : {})),
    setHeard: assign(({ event }) => (event.type === "journals.heard" ? { heard: event.journals } : {})),
    setMoment: assign(({ event }) => (event.type === "moment.chosen" ? { at: event.at, broken: null } : {})),
    clearMoment: assign({ at: null, broken: null }),
    clearStanding: assign({ stood: null, broken: null }),
    setDrawn: assign(({ event }) => (event.type === "moment.drawn" ? { stood: event.stood, broken: null } : {})),
    setBroken: assign(({ event }) =>
      event.type === "moment.broken" ? { stood: event.stood, broken: event.reason } : {},
    ),
    setChosen: assign(({ event }) => (event.type === "file.chosen" ? { chosen: event.file, refused: null } : {})),
    setFile: assign(({ event }) => {
      const read = readIn(event)
      return "journal" in read ? { file: read, chosen: null } : {}
    }),
    setRefusal: assign(({ event }) => {
      const read = readIn(event)
      return "refusal" in read ? { refused: read, chosen: null } : {}
    }),
    closeFile: assign({ file: null, refused: null }),
    sendChange: raise({ type: "journal.changed" }),
    setSaved: assign(({ event }) => ({ savedAs: (event as unknown as { readonly output: string }).output })),
  },
}).createMachine({
  id: "timeTravel",
  type: "parallel",
  context: ({ input }) => ({
    search: input.search,
    heard: [],
    file: null,
    chosen: null,
    refused: null,
    at: null,
    stood: null,
    broken: null,
    savedAs: null,
  }),
  invoke: { id: "listen", src: "listen" },
  on: { "journals.heard": { actions: "setHeard" } },
  states: {
    moment: {
      description: "Which moment of the chosen run is looked at.",
      initial: "now",
      on: {
        "url.changed": [
          { guard: "isOtherRun", target: ".now", actions: ["setUrl", "clearStanding"] },
          { actions: "setUrl" },
        ],
        "journal.changed": { target: ".now", actions: "clearStanding" },
        "moment.chosen": { target: ".past", actions: "setMoment" },
        "moment.drawn": { actions: "setDrawn" },
        "moment.broken": { actions: "setBroken" },
      },
      states: {
        now: {
          description: "The newest moment of the run, and on with it.",
          meta: { heading: "flows.title", actions: [] },
          entry: "clearMoment",
        },
        past: {
          description: "How the run stood after one of its events; it goes on meanwhile.",
          meta: { heading: "flows.title", actions: ["travel.now"] },
          on: { "now.pressed": "now" },
        },
      },
    },
    journal: {
      description: "Whose journal it is: this tab's or a file's.",
      initial: "ofTab",
      states: {
        ofTab: {
          description: "What the charts of this tab heard.",
          on: { "file.chosen": { target: "reading", actions: "setChosen" } },
        },
        reading: {
          description: "The chosen file is being read; what was shown stays.",
          tags: "busy",
          invoke: {
            id: "read",
            src: "read",
            input: ({ context }) => context.chosen,
            onDone: [
              { guard: "isJournal", target: "ofFile", actions: ["setFile", "sendChange"] },
              { guard: "hasFile", target: "ofFile", actions: "setRefusal" },
              { target: "ofTab", actions: "setRefusal" },
            ],
          },
        },
        ofFile: {
          description: "What the charts of another tab heard, read from a file.",
          meta: { actions: ["travel.backToTab"] },
          on: {
            "file.chosen": { target: "reading", actions: "setChosen" },
            "tab.pressed": { target: "ofTab", actions: ["closeFile", "sendChange"] },
          },
        },
      },
    },
    saving: {
      description: "Whether this tab's journal was saved as a file.",
      initial: "unsaved",
      states: {
        unsaved: { description: "No one asked for it yet.", on: { "save.pressed": "saving" } },
        saving: {
          description: "The journal is masked and handed to the browser.",
          tags: "busy",
          invoke: { id: "save", src: "save", onDone: { target: "saved", actions: "setSaved" }, onError: "notSaved" },
        },
        saved: { description: "It is saved; the page says what to do with it.", on: { "save.pressed": "saving" } },
        notSaved: { description: "It could not be saved.", on: { "save.pressed": "saving" } },
      },
    },
  },
})

export type TravelSnapshot = SnapshotFrom<typeof timeTravelMachine>

/** The runs to choose from: the file's where one is open, and else this tab's. */
export const travelledRuns = ({ context: { file, heard } }: TravelSnapshot): ReadonlyArray<ChartJournal> =>
  file?.journal.charts ?? heard

/** The run that is looked at: the one the address names, or else the newest of the chart; undefined where it never ran. */
export const travelledRun = (snapshot: TravelSnapshot): ChartJournal | undefined => {
  const { chart = "session", run } = snapshot.context.search
  const runs = travelledRuns(snapshot).filter((one) => one.chart === chart)
  return runs.find(({ actor }) => actor === run) ?? runs.at(-1)
}

/** How many events of a run had been heard at the moment that is looked at. */
export const travelledStep = ({ context: { at } }: TravelSnapshot, { entries }: ChartJournal): number =>
  at === null ? entries.length : entries.filter((entry) => entry.at <= at).length
