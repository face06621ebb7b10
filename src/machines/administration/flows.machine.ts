import { assign, fromCallback, sendTo, setup, type SnapshotFrom } from "xstate"
import type { PageEvent, PageInput, Search } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { Step } from "#machines/steps.ts"
import { watchedThings, type WatchedThing } from "#schemas/administration/history.ts"

/** A chart that runs in this tab or has ended in it: its states as their paths from the root, joined by dots. */
export type SeenRun = {
  readonly run: string
  readonly chart: string
  /** The chart that invoked it; null for one that no one invoked. */
  readonly within: string | null
  readonly states: ReadonlyArray<string>
  /** From when on its events are kept: its start, where none has fallen out of its journal. */
  readonly knownFrom: number
  /** Null while it runs. */
  readonly endedAt: number | null
}

/** What an event did to a chart, and when, in milliseconds since 1970: no two events have one moment. */
export type SeenStep = Step & {
  readonly run: string
  readonly chart: string
  readonly at: number
  /** Its number among the events of all charts, for as long as the page is open. */
  readonly number: number
}

export type FlowsEvent =
  | PageEvent
  | {
      readonly type: "charts.moved"
      readonly runs: ReadonlyArray<SeenRun>
      /** The newest first. */
      readonly steps: ReadonlyArray<SeenStep>
    }

type Context = {
  readonly search: Search
  readonly runs: ReadonlyArray<SeenRun>
  readonly steps: ReadonlyArray<SeenStep>
}

/** What the list of things is asked for. */
export type ThingsQuery = { readonly thing: WatchedThing; readonly search?: string }
/** The thing whose history is shown. */
export type HistoryQuery = { readonly thing: WatchedThing; readonly id: number }

/** The stored thing that a chart is the life of; undefined for charts of the browser. */
export const thingOf = (chart: string | undefined): WatchedThing | undefined =>
  watchedThings.find((thing) => thing === chart)

const thingsParams = ({ chart, search = "" }: Search): ThingsQuery | null => {
  const thing = thingOf(chart)
  if (thing === undefined) return null
  return thing === "import" || search.trim() === "" ? { thing } : { thing, search: search.trim() }
}
const historyParams = ({ chart, of = "" }: Search): HistoryQuery | null => {
  const thing = thingOf(chart)
  return thing === undefined || !/^\d{1,10}$/.test(of) ? null : { thing, id: Number(of) }
}

/**
 * `/dev/flows`: every chart as a picture, where the charts of this tab are and
 * which way they came, and the same of the company's stored things (decision 023).
 */
export const flowsMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as FlowsEvent },
  actors: { watch: fromCallback<FlowsEvent>(() => undefined), things: readingMachine, history: readingMachine },
  guards: {
    isOfAnother: ({ context, event }) =>
      event.type === "url.changed" && event.search["chart"] !== context.search["chart"],
    isShown: ({ context, event }) => event.type === "feed.changed" && event.thing === context.search["chart"],
  },
  actions: {
    setSeen: assign(({ event }) => (event.type === "charts.moved" ? { runs: event.runs, steps: event.steps } : {})),
    setUrl: assign(({ event }) => (event.type === "url.changed" ? { search: event.search } : {})),
    clearThings: sendTo("things", { type: "params.changed", params: null }),
    sendThings: sendTo("things", ({ context }) => ({ type: "params.changed", params: thingsParams(context.search) })),
    sendHistory: sendTo("history", ({ context }) => ({
      type: "params.changed",
      params: historyParams(context.search),
    })),
    refreshThings: sendTo("things", { type: "feed.changed" }),
    refreshHistory: sendTo("history", { type: "feed.changed" }),
  },
}).createMachine({
  id: "flows",
  context: ({ input }) => ({ search: input.search, runs: [], steps: [] }),
  invoke: [
    { id: "watch", src: "watch" },
    {
      id: "things",
      src: "things",
      input: ({ context }) => ({ params: thingsParams(context.search) }),
    },
    {
      id: "history",
      src: "history",
      input: ({ context }) => ({ params: historyParams(context.search), keepPreviousData: false }),
    },
  ],
  initial: "watching",
  states: {
    watching: {
      description: "Shows the charts, and follows those that run in this page.",
      meta: { heading: "flows.title", actions: [] },
      on: {
        "charts.moved": { actions: "setSeen" },
        "url.changed": [
          // The rows of one search stay while those of the next are read, but never under another chart.
          { guard: "isOfAnother", actions: ["setUrl", "clearThings", "sendThings", "sendHistory"] },
          { actions: ["setUrl", "sendThings", "sendHistory"] },
        ],
        "feed.changed": { guard: "isShown", actions: ["refreshThings", "refreshHistory"] },
      },
    },
  },
})

export type FlowsSnapshot = SnapshotFrom<typeof flowsMachine>
