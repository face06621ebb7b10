import { assign, raise, sendTo, setup, type SnapshotFrom } from "xstate"
import { formMachine } from "#machines/session/form.machine.ts"
import { idIn, type PageEvent, type PageInput } from "#machines/session/page.ts"
import { readingMachine, type ReadingSnapshot } from "#machines/session/reading.machine.ts"
import type { TestCall, TestCalls } from "#schemas/outreach/testCall.ts"

export type CallMeEvent =
  | PageEvent
  | { readonly type: "call.me.pressed" }
  /** The numbers and the last call were read, or changed since they were. */
  | { readonly type: "calls.read" }

type Context = {
  /** The call flow, as the address names it. */
  readonly flowId: string | null
  /** What was read last. */
  readonly read: TestCalls | null
  /** The person's own newest call: as it was read, or as the server answered when it was asked for. */
  readonly call: TestCall | null
}

const readIn = (event: unknown): TestCalls | null =>
  (event as { readonly snapshot: ReadingSnapshot<TestCalls> }).snapshot.context.data
const placedIn = (event: unknown): TestCall | null =>
  (event as { readonly output: { readonly value: TestCall | null } }).output.value

/** What the form of a call opens with: the phone of the last one, and the number that patients see, else that of the last one. */
const opened = ({ read, call }: Context) => {
  const senders = read?.senders ?? []
  const used =
    senders.find(({ e164 }) => e164 === read?.callerId) ??
    senders.find(({ senderId }) => senderId === call?.senderId) ??
    senders[0]
  return { templateId: read?.templateId, senderId: used?.senderId, language: null, phone: call?.phone ?? "" }
}

/** A call flow that calls the person who looks at it, in `/ivr?id=…&tab=try`: asked for, and followed until it is over. */
export const callMeMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as CallMeEvent },
  actors: { calls: readingMachine, form: formMachine },
  guards: {
    // A reading shows what it had before while it reads again.
    isNews: ({ context, event }) => {
      const read = readIn(event)
      return read !== null && JSON.stringify(read) !== JSON.stringify(context.read)
    },
    isUnderWay: ({ context: { call } }) => call !== null && call.ending === null,
    canCall: ({ context: { read } }) => (read?.senders ?? []).length > 0,
    isPlaced: ({ event }) => placedIn(event) !== null,
  },
  actions: {
    setRead: assign(({ event }) => {
      const read = readIn(event)
      return { read, call: read?.last ?? null }
    }),
    sendRead: raise({ type: "calls.read" }),
    setPlaced: assign(({ event }) => ({ call: placedIn(event) })),
    refreshCalls: sendTo("calls", { type: "feed.changed" }),
  },
  delays: { glance: 1_000 },
}).createMachine({
  id: "callMe",
  context: ({ input }) => ({ flowId: idIn(input.search), read: null, call: null }),
  invoke: {
    id: "calls",
    src: "calls",
    input: ({ context: { flowId } }) => ({ params: flowId === null ? null : { temphashedId: flowId } }),
    onSnapshot: { guard: "isNews", actions: ["setRead", "sendRead"] },
  },
  initial: "reading",
  states: {
    reading: {
      description: "Reads which numbers can call, and whether a call goes on.",
      meta: { actions: [] },
      on: {
        "calls.read": [
          { guard: "isUnderWay", target: "following" },
          { guard: "canCall", target: "ready" },
          { target: "without" },
        ],
      },
    },
    without: {
      description: "The company has no number that calls; a sentence says where it gets one.",
      meta: { actions: [] },
    },
    ready: {
      description: "A call can be asked for.",
      meta: { actions: ["callMe.press"] },
      on: { "call.me.pressed": "asking" },
    },
    asking: {
      description: "Asks for the phone, and where there are several the number and the language.",
      meta: { actions: ["callMe.press", "part.cancel"] },
      invoke: {
        id: "form",
        src: "form",
        input: ({ context }) => ({ values: opened(context), isGuarded: false }),
        onDone: [{ guard: "isPlaced", target: "following", actions: "setPlaced" }, { target: "ready" }],
      },
    },
    following: {
      description: "The call goes on; how it stands is read again and again.",
      meta: { actions: [] },
      after: { glance: { target: "following", reenter: true, actions: "refreshCalls" } },
      on: { "calls.read": [{ guard: "isUnderWay" }, { target: "over" }] },
    },
    over: {
      description: "The call is over; it says how it ended.",
      meta: { actions: ["callMe.again"] },
      on: { "call.me.pressed": "asking" },
    },
  },
})

export type CallMeSnapshot = SnapshotFrom<typeof callMeMachine>
