import { assign, sendTo, setup, type SnapshotFrom } from "xstate"
import type { PageEvent, PageInput, Search } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"

type Context = { readonly search: Search }

const names = ["from", "to", "kind", "actor", "scope", "outcome"] as const

/** What the log is asked for, read from the address. */
export const activityParams = (search: Search): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name]
      return value === undefined || value === "" ? [] : [[name, value]]
    }),
  )

/** The log of what people did: it is only read, and what is shown stands in the address. */
export const activityMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as PageEvent },
  actors: { entries: readingMachine },
  actions: {
    setUrl: assign(({ event }) => (event.type === "url.changed" ? { search: event.search } : {})),
    sendList: sendTo("entries", ({ context }) => ({
      type: "params.changed",
      params: activityParams(context.search),
    })),
  },
}).createMachine({
  id: "activity",
  context: ({ input }) => ({ search: input.search }),
  invoke: { id: "entries", src: "entries", input: ({ context }) => ({ params: activityParams(context.search) }) },
  initial: "reading",
  states: {
    reading: {
      description: "Shows what people did, newest first.",
      meta: { heading: "activity.title", actions: [] },
      on: { "url.changed": { actions: ["setUrl", "sendList"] } },
    },
  },
})

export type ActivitySnapshot = SnapshotFrom<typeof activityMachine>
