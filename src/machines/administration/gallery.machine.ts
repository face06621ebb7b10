import { assign, sendTo, setup, type SnapshotFrom } from "xstate"
import type { PageEvent, PageInput, Search } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"

type Context = { readonly search: Search }

/** The chart that is looked at; the flows page shows the session's where none is named. */
export const galleryChart = ({ chart = "session" }: Search): string => chart

const statesParams = ({ search }: Context) => ({ chart: galleryChart(search) })

/** `/dev/flows?view=gallery`: the states of one chart, each with the view that belongs to it (decision 025). */
export const galleryMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as PageEvent },
  actors: { states: readingMachine },
  actions: {
    setUrl: assign(({ event }) => (event.type === "url.changed" ? { search: event.search } : {})),
    sendStates: sendTo("states", ({ context }) => ({ type: "params.changed", params: statesParams(context) })),
  },
}).createMachine({
  id: "gallery",
  context: ({ input }) => ({ search: input.search }),
  invoke: {
    id: "states",
    src: "states",
    input: ({ context }) => ({ params: statesParams(context), keepPreviousData: false }),
  },
  initial: "looking",
  states: {
    looking: {
      description: "Shows the chosen chart's states, each as the page looks in it.",
      meta: { heading: "flows.title", actions: [] },
      on: { "url.changed": { actions: ["setUrl", "sendStates"] } },
    },
  },
})

export type GallerySnapshot = SnapshotFrom<typeof galleryMachine>
