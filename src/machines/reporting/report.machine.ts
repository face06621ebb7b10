import { assign, fromPromise, sendTo, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import { exportAgainSeconds } from "#schemas/constants.ts"
import type { ExportRequest, FileType } from "#schemas/reporting/report.ts"
import type { PageEvent, PageInput, Search } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"

/** Whose columns an export has: ours, or those of the response file. */
export type ExportLayout = "responseFile" | null

export type ReportEvent =
  | PageEvent
  | { readonly type: "export.pressed"; readonly fileType: FileType; readonly layout: ExportLayout }
  | { readonly type: "export.left" }

/** What a report and its export are asked for; all of it stands in the address. */
export type ReportParams = Omit<ExportRequest, "fileType" | "layout" | "people">

type Context = {
  readonly search: Search
  /** The file that is being asked for, by the filters of the moment the button was pressed; they may move on while it waits. */
  readonly asked: ExportRequest | null
  /** What the server says of the file's place in its queue, once it has one. */
  readonly queue: string | null
}

const given = <Key extends string>(key: Key, value: string | undefined) =>
  (value === undefined || value === "" ? {} : { [key]: value }) as { readonly [K in Key]?: string }

/** Reads the report's parameters from the address. */
export const reportParams = ({ campaign, from, to }: Search): ReportParams => ({
  ...given("campaignHashedId", campaign),
  ...given("startDate", from),
  ...given("endDate", to),
})

const exportRequest = (search: Search, fileType: FileType, layout: ExportLayout): ExportRequest => ({
  ...reportParams(search),
  fileType,
  ...(layout === null ? {} : { layout }),
})

/** `/report`: the numbers and the chart of one campaign or of all, and their export. */
export const reportMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as ReportEvent, tags: {} as "busy" },
  actors: {
    report: readingMachine,
    campaigns: readingMachine,
    download: fromPromise<string, ExportRequest>(unprovided),
  },
  guards: {
    isCampaign: ({ event }) => event.type === "feed.changed" && event.thing === "campaign",
    isQueued: ({ event }) => problemOf(event).problem === "Queued",
  },
  actions: {
    setUrl: assign(({ event }) => (event.type === "url.changed" ? { search: event.search } : {})),
    setAsked: assign(({ context, event }) =>
      event.type === "export.pressed"
        ? { asked: exportRequest(context.search, event.fileType, event.layout), queue: null }
        : {},
    ),
    setPlace: assign({ queue: ({ event }) => problemOf(event).message }),
    sendReport: sendTo("report", ({ context }) => ({ type: "params.changed", params: reportParams(context.search) })),
    refreshReport: sendTo("report", { type: "feed.changed" }),
  },
  delays: { again: exportAgainSeconds * 1_000 },
}).createMachine({
  id: "report",
  context: ({ input }) => ({ search: input.search, asked: null, queue: null }),
  invoke: [
    { id: "report", src: "report", input: ({ context }) => ({ params: reportParams(context.search) }) },
    { id: "campaigns", src: "campaigns", input: { params: {} } },
  ],
  on: {
    "url.changed": { actions: ["setUrl", "sendReport"] },
    "feed.changed": { guard: "isCampaign", actions: "refreshReport" },
  },
  initial: "reading",
  states: {
    reading: {
      description: "Shows the numbers of the chosen campaign and days.",
      meta: { heading: "report.title", actions: ["report.export"] },
      on: { "export.pressed": { target: "exporting", actions: "setAsked" } },
    },
    exporting: {
      description: "The file is made and saved, or waits its turn; the page stays usable.",
      meta: { heading: "report.title", actions: [] },
      tags: "busy",
      on: { "export.left": "reading" },
      initial: "asking",
      states: {
        asking: {
          description: "The server is asked for the file.",
          invoke: {
            id: "download",
            src: "download",
            // The button's press put it there.
            input: ({ context }) => context.asked as ExportRequest,
            onDone: "#report.reading",
            onError: [{ guard: "isQueued", target: "queued", actions: "setPlace" }, "#report.reading"],
          },
        },
        queued: {
          description: "Other files come first; its place is shown, and it is asked for again.",
          meta: { heading: "report.title", actions: ["report.export.leave"] },
          after: { again: "asking" },
        },
      },
    },
  },
})

export type ReportSnapshot = SnapshotFrom<typeof reportMachine>
