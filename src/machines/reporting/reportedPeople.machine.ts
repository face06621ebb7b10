import { assign, sendTo, setup, type SnapshotFrom } from "xstate"
import type { PageEvent, PageInput, Search } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import { reportedShareNames, type ReportedPeopleParams } from "#schemas/reporting/reportedPeople.ts"
import { questionIn } from "#schemas/reporting/reportAddress.ts"

type Context = { readonly search: Search }

/** What the list is asked for, read from the address: the report's campaign and days, and which number of it. */
export const reportedPeopleParams = (search: Search): ReportedPeopleParams => {
  const share = reportedShareNames.find((one) => one === search["people"])
  const { reason } = search
  return {
    ...questionIn(search),
    ...(share === undefined ? {} : { share }),
    ...(share === undefined || reason === undefined || reason === "" ? {} : { reason }),
  }
}

/** The people behind a number of the report: they are only read, and which ones stands in the address. */
export const reportedPeopleMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as PageEvent },
  actors: { people: readingMachine, campaigns: readingMachine, choices: readingMachine },
  guards: {
    changesPeople: ({ event }) => event.type === "feed.changed" && event.thing === "campaign",
  },
  actions: {
    setUrl: assign(({ event }) => (event.type === "url.changed" ? { search: event.search } : {})),
    sendList: sendTo("people", ({ context }) => ({
      type: "params.changed",
      params: reportedPeopleParams(context.search),
    })),
    refreshList: sendTo("people", { type: "feed.changed" }),
  },
}).createMachine({
  id: "reportedPeople",
  context: ({ input }) => ({ search: input.search }),
  invoke: [
    { id: "people", src: "people", input: ({ context }) => ({ params: reportedPeopleParams(context.search) }) },
    { id: "campaigns", src: "campaigns", input: { params: {} } },
    { id: "choices", src: "choices", input: { params: {} } },
  ],
  initial: "reading",
  states: {
    reading: {
      description: "Shows the people whom one number of the report counts.",
      meta: { actions: ["report.title"] },
      on: {
        "url.changed": { actions: ["setUrl", "sendList"] },
        "feed.changed": { guard: "changesPeople", actions: "refreshList" },
      },
    },
  },
})

export type ReportedPeopleSnapshot = SnapshotFrom<typeof reportedPeopleMachine>
