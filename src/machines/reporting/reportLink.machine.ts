import { assign, fromPromise, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import type { PageEvent, PageInput } from "#machines/session/page.ts"
import type { Problem } from "#schemas/problem.ts"
import type { LinkedReport } from "#schemas/reporting/savedView.ts"

export type ReportLinkEvent = PageEvent | { readonly type: "retry.pressed" }

/** `/report?tab=link`: the link of a mail, whose secret stands behind `#`; it leads on to the report (docs/policy.md#saved-views). */
export const reportLinkMachine = setup({
  types: {
    input: {} as PageInput,
    context: {} as { readonly problem: Problem | null },
    events: {} as ReportLinkEvent,
    tags: {} as "busy",
  },
  actors: { open: fromPromise<LinkedReport, void>(unprovided) },
  guards: {
    leadsNowhere: ({ event }) => ["NotFound", "Forbidden"].includes(problemOf(event).problem),
  },
  actions: {
    setProblem: assign({ problem: ({ event }) => problemOf(event) }),
    showReport: () => undefined,
  },
}).createMachine({
  id: "reportLink",
  context: { problem: null },
  initial: "opening",
  states: {
    opening: {
      description: "Asks where the link leads.",
      tags: "busy",
      meta: { heading: "savedViews.link.title", actions: [] },
      invoke: {
        id: "open",
        src: "open",
        onDone: "opened",
        onError: [
          { guard: "leadsNowhere", target: "gone", actions: "setProblem" },
          { target: "couldNotOpen", actions: "setProblem" },
        ],
      },
    },
    couldNotOpen: {
      description: "It is not known; Retry is offered.",
      meta: { heading: "savedViews.link.title", actions: ["part.retry"] },
      on: { "retry.pressed": "opening" },
    },
    gone: {
      description: "The link leads nowhere for this person; it is said why.",
      meta: { heading: "savedViews.link.title", actions: [] },
    },
    opened: { type: "final", description: "The report is shown.", entry: "showReport" },
  },
})

export type ReportLinkSnapshot = SnapshotFrom<typeof reportLinkMachine>
