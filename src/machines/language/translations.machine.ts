import { assign, sendTo, setup, type SnapshotFrom } from "xstate"
import { listParams, type PageEvent, type PageInput, type Search } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import { templateList } from "#schemas/outreach/template.ts"

export type TranslationsEvent = PageEvent

const rowsParams = (search: Search) => ({
  ...listParams(search, templateList),
  ...(search["channel"] === "IVR" ? { channel: "IVR" as const } : {}),
})

/** `/translate`: the templates with how far each is translated into each language. */
export const translationsMachine = setup({
  types: { input: {} as PageInput, context: {} as { readonly search: Search }, events: {} as TranslationsEvent },
  actors: { languages: readingMachine, rows: readingMachine },
  guards: { isTemplate: ({ event }) => event.type === "feed.changed" && event.thing === "template" },
  actions: {
    setUrl: assign(({ event }) => (event.type === "url.changed" ? { search: event.search } : {})),
    sendRows: sendTo("rows", ({ context }) => ({ type: "params.changed", params: rowsParams(context.search) })),
    refreshRows: sendTo("rows", { type: "feed.changed" }),
  },
}).createMachine({
  id: "translations",
  context: ({ input }) => ({ search: input.search }),
  invoke: [
    { id: "languages", src: "languages", input: { params: {} } },
    { id: "rows", src: "rows", input: ({ context }) => ({ params: rowsParams(context.search) }) },
  ],
  on: {
    "url.changed": { actions: ["setUrl", "sendRows"] },
    "feed.changed": { guard: "isTemplate", actions: "refreshRows" },
  },
  initial: "looking",
  states: {
    looking: {
      description: "Looks which texts are translated, stale or missing.",
      meta: { heading: "translate.title", actions: [] },
    },
  },
})

export type TranslationsSnapshot = SnapshotFrom<typeof translationsMachine>
