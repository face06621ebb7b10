import { assign, sendTo, setup, type SnapshotFrom } from "xstate"
import type { PageEvent, PageInput, Search } from "#machines/session/page.ts"
import { exportMachine } from "#machines/session/export.machine.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"

/** `checks` is how often the proof of the chain was asked for. */
type Context = { readonly search: Search; readonly checks: number }

/** What happens to the log besides what happens to every page. */
export type ActivityEvent = PageEvent | { readonly type: "check.pressed" | "export.pressed" }

const names = ["from", "to", "kind", "thing", "search", "actor", "scope", "outcome"] as const

/** What the log is asked for, read from the address. */
export const activityParams = (search: Search): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name]
      return value === undefined || value === "" ? [] : [[name, value]]
    }),
  )

/** The log of what people did: it is only read and exported, and what is shown stands in the address. */
export const activityMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as ActivityEvent },
  actors: { entries: readingMachine, people: readingMachine, proof: readingMachine, export: exportMachine },
  actions: {
    setUrl: assign(({ event }) => (event.type === "url.changed" ? { search: event.search } : {})),
    countCheck: assign({ checks: ({ context }) => context.checks + 1 }),
    sendList: sendTo("entries", ({ context }) => ({
      type: "params.changed",
      params: activityParams(context.search),
    })),
    sendProof: sendTo("proof", ({ context }) => ({ type: "params.changed", params: { check: context.checks } })),
  },
}).createMachine({
  id: "activity",
  context: ({ input }) => ({ search: input.search, checks: 0 }),
  invoke: [
    { id: "entries", src: "entries", input: ({ context }) => ({ params: activityParams(context.search) }) },
    { id: "people", src: "people", input: { params: {} } },
    { id: "proof", src: "proof", input: { params: null, keepPreviousData: false } },
  ],
  initial: "reading",
  on: {
    "url.changed": { actions: ["setUrl", "sendList"] },
    "check.pressed": { actions: ["countCheck", "sendProof"] },
  },
  states: {
    reading: {
      description: "Shows what people did, newest first, and, once asked, whether the chain holds.",
      meta: { heading: "activity.title", actions: ["activity.export"] },
      on: { "export.pressed": "exporting" },
    },
    exporting: {
      description: "The file is made and saved, or waits its turn; the page stays usable.",
      meta: { heading: "activity.title", actions: [] },
      invoke: {
        id: "export",
        src: "export",
        input: ({ context }) => ({ request: activityParams(context.search) }),
        onDone: "reading",
      },
    },
  },
})

export type ActivitySnapshot = SnapshotFrom<typeof activityMachine>
