import { assign, fromPromise, sendTo, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import { formMachine, isLeft } from "#machines/session/form.machine.ts"
import type { PageEvent, PageInput, Search } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { GroupMember, GroupMembers } from "#schemas/administration/groupMembers.ts"
import type { Problem } from "#schemas/problem.ts"

/** What the form holds: who will be in the group; its version stands for who was in it. */
export type MembersValues = {
  readonly members: ReadonlyArray<GroupMember>
  readonly streamVersion: string
  readonly of: Pick<GroupMembers, "hashedId" | "name" | "accessIds" | "features">
}

export type GroupMembersEvent =
  | PageEvent
  | { readonly type: "retry.pressed" }
  | { readonly type: "search.changed"; readonly searched: string }

type Context = {
  readonly search: Search
  readonly opened: MembersValues | null
  readonly problem: Problem | null
  /** Who is looked for, to be put into the group. */
  readonly searched: string
}

const foundParams = ({ searched }: Context) => (searched.trim().length < 2 ? null : { search: searched.trim() })

/** `/user?members=…`: who is in a group of users, put in by searching and taken out, all saved at once. */
export const groupMembersMachine = setup({
  types: {
    input: {} as PageInput,
    context: {} as Context,
    events: {} as GroupMembersEvent,
    tags: {} as "busy",
  },
  actors: { open: fromPromise<MembersValues, Search>(unprovided), found: readingMachine, form: formMachine },
  guards: { isLeft },
  actions: {
    setOpened: assign(({ event }) => ({
      opened: (event as unknown as { readonly output: MembersValues }).output,
      problem: null,
    })),
    setProblem: assign({ problem: ({ event }) => problemOf(event) }),
    setSearched: assign(({ event }) => (event.type === "search.changed" ? { searched: event.searched } : {})),
    sendFound: sendTo("found", ({ context }) => ({ type: "params.changed", params: foundParams(context) })),
    showSaved: () => undefined,
  },
}).createMachine({
  id: "groupMembers",
  context: ({ input }) => ({ search: input.search, opened: null, problem: null, searched: "" }),
  invoke: { id: "found", src: "found", input: { params: null, keepPreviousData: false } },
  initial: "opening",
  states: {
    opening: {
      description: "Reads who is in the group.",
      tags: "busy",
      meta: { heading: "members.title", actions: [] },
      invoke: {
        id: "open",
        src: "open",
        input: ({ context }) => context.search,
        onDone: { target: "writing", actions: "setOpened" },
        onError: { target: "couldNotOpen", actions: "setProblem" },
      },
    },
    couldNotOpen: {
      description: "No one to change; Retry stands in the list's place.",
      meta: { heading: "members.title", actions: ["part.retry"] },
      on: { "retry.pressed": "opening" },
    },
    writing: {
      description: "The person looks for people, puts them in and takes others out.",
      meta: { heading: "members.title", actions: ["members.save", "part.cancel"] },
      invoke: {
        id: "form",
        src: "form",
        input: ({ context }) => ({ values: { ...context.opened } }),
        onDone: [{ guard: "isLeft", target: "left" }, { target: "saved" }],
      },
      on: { "search.changed": { actions: ["setSearched", "sendFound"] } },
    },
    saved: { type: "final", description: "The server has it; the groups are shown.", entry: "showSaved" },
    left: { type: "final", description: "The person went on without saving." },
  },
})

export type GroupMembersSnapshot = SnapshotFrom<typeof groupMembersMachine>
