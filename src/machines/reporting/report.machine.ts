import { assign, sendTo, setup, type SnapshotFrom } from "xstate"
import type { ExportRequest, FileType } from "#schemas/reporting/report.ts"
import { questionIn } from "#schemas/reporting/reportAddress.ts"
import { exportMachine } from "#machines/session/export.machine.ts"
import type { PageEvent, PageInput, Search } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"

/** What an export holds: people in our columns or in those of the response file, or how many appointments there are. */
export type ExportLayout = "responseFile" | "appointments" | null

export type ReportEvent =
  | PageEvent
  | { readonly type: "export.pressed"; readonly fileType: FileType; readonly layout: ExportLayout }

type Context = { readonly search: Search }

type Pressed = Extract<ReportEvent, { readonly type: "export.pressed" }>
const exportRequest = (search: Search, { fileType, layout }: Pressed): ExportRequest => ({
  ...questionIn(search),
  fileType,
  ...(layout === null ? {} : { layout }),
})

/** `/report`: the numbers and the chart of one campaign or of all, and their export. */
export const reportMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as ReportEvent },
  actors: {
    report: readingMachine,
    campaigns: readingMachine,
    choices: readingMachine,
    export: exportMachine,
  },
  guards: {
    changesReport: ({ event }) =>
      event.type === "feed.changed" && (event.thing === "campaign" || event.thing === "appointment"),
  },
  actions: {
    setUrl: assign(({ event }) => (event.type === "url.changed" ? { search: event.search } : {})),
    sendReport: sendTo("report", ({ context }) => ({ type: "params.changed", params: questionIn(context.search) })),
    refreshReport: sendTo("report", { type: "feed.changed" }),
  },
}).createMachine({
  id: "report",
  context: ({ input }) => ({ search: input.search }),
  invoke: [
    { id: "report", src: "report", input: ({ context }) => ({ params: questionIn(context.search) }) },
    { id: "campaigns", src: "campaigns", input: { params: {} } },
    { id: "choices", src: "choices", input: { params: {} } },
  ],
  on: {
    "url.changed": { actions: ["setUrl", "sendReport"] },
    "feed.changed": { guard: "changesReport", actions: "refreshReport" },
  },
  initial: "reading",
  states: {
    reading: {
      description: "Shows the numbers of the chosen campaign and days.",
      meta: { heading: "report.title", actions: ["report.export"] },
      on: { "export.pressed": "exporting" },
    },
    exporting: {
      description: "The file is made and saved, or waits its turn; the page stays usable.",
      meta: { heading: "report.title", actions: [] },
      invoke: {
        id: "export",
        src: "export",
        input: ({ context, event }) => ({ request: exportRequest(context.search, event as Pressed) }),
        onDone: "reading",
      },
    },
  },
})

export type ReportSnapshot = SnapshotFrom<typeof reportMachine>
