import { assign, fromPromise, raise, sendTo, setup, type SnapshotFrom } from "xstate"
import { unprovided } from "#machines/actors.ts"
import { formMachine } from "#machines/session/form.machine.ts"
import type { PageEvent } from "#machines/session/page.ts"
import { readingMachine, type ReadingSnapshot } from "#machines/session/reading.machine.ts"
import type { HandAct, Handset } from "#schemas/administration/demo.ts"

/** What a reply from a phone is made of; `to` is one of our numbers. */
export type ReplyValues = { readonly phone: string; readonly to: string; readonly text: string }

/** Something done with a call on the phone in the hand. */
export type ActValues = { readonly phone: string; readonly call: string; readonly act: HandAct }

export type HandsetsEvent =
  | PageEvent
  | { readonly type: "search.changed"; readonly search: string }
  | { readonly type: "phone.chosen"; readonly phone: string }
  | { readonly type: "phone.put.away" }
  | { readonly type: "phone.read" }
  | { readonly type: "call.acted"; readonly call: string; readonly act: HandAct }

type Context = {
  /** Names and numbers stay out of the address (docs/architecture.md#personal-data), so what is looked for is kept here. */
  readonly search: string
  readonly phone: string | null
  readonly senders: ReadonlyArray<string>
  readonly act: ActValues | null
}

const listParams = ({ search }: Context) => (search.trim() === "" ? {} : { search: search.trim() })
const handsetParams = ({ phone }: Context) => (phone === null ? null : { phone })
const handsetOf = (event: unknown): Handset | null =>
  (event as { readonly snapshot: ReadingSnapshot<Handset> }).snapshot.context.data

/** `/dev/handset`: the simulated phones of the company; one of them is in the hand and can reply. */
export const handsetsMachine = setup({
  types: { context: {} as Context, events: {} as HandsetsEvent },
  actors: {
    handsets: readingMachine,
    handset: readingMachine,
    reply: formMachine,
    act: fromPromise<void, ActValues | null>(unprovided),
  },
  guards: {
    isOurs: ({ event }) => event.type === "feed.changed" && (event.thing === "handset" || event.thing === "campaign"),
    isOtherPhone: ({ context, event }) => event.type === "phone.chosen" && event.phone !== context.phone,
    showsPhone: ({ event }) => handsetOf(event) !== null,
  },
  actions: {
    setSearch: assign(({ event }) => (event.type === "search.changed" ? { search: event.search } : {})),
    setPhone: assign(({ event }) => (event.type === "phone.chosen" ? { phone: event.phone, senders: [] } : {})),
    clearPhone: assign({ phone: null, senders: [] }),
    setAct: assign(({ context, event }) =>
      event.type === "call.acted" ? { act: { phone: context.phone ?? "", call: event.call, act: event.act } } : {},
    ),
    clearAct: assign({ act: null }),
    setSenders: assign(({ event }) => ({ senders: handsetOf(event)?.senders ?? [] })),
    sendRead: raise({ type: "phone.read" }),
    sendList: sendTo("handsets", ({ context }) => ({ type: "params.changed", params: listParams(context) })),
    sendHandset: sendTo("handset", ({ context }) => ({ type: "params.changed", params: handsetParams(context) })),
    refreshList: sendTo("handsets", { type: "feed.changed" }),
    refreshHandset: sendTo("handset", { type: "feed.changed" }),
  },
  delays: { typingPause: 300, glance: 2_000 },
}).createMachine({
  id: "handsets",
  context: { search: "", phone: null, senders: [], act: null },
  type: "parallel",
  invoke: [
    { id: "handsets", src: "handsets", input: { params: {} } },
    {
      id: "handset",
      src: "handset",
      input: { params: null, keepPreviousData: false },
      onSnapshot: { guard: "showsPhone", actions: ["setSenders", "sendRead"] },
    },
  ],
  on: { "feed.changed": { guard: "isOurs", actions: ["refreshList", "refreshHandset"] } },
  states: {
    looking: {
      description: "The list of phones and the search in it.",
      initial: "listing",
      on: { "search.changed": { target: ".typing", actions: "setSearch" } },
      states: {
        listing: {
          description: "The list shows the phones that were looked for.",
          meta: { heading: "handsets.title", actions: [] },
        },
        typing: {
          description: "Waits for a pause in typing before it looks.",
          meta: { heading: "handsets.title", actions: [] },
          after: { typingPause: { target: "listing", actions: "sendList" } },
        },
      },
    },
    holding: {
      description: "The phone in the hand.",
      initial: "nothing",
      on: {
        "phone.chosen": {
          guard: "isOtherPhone",
          target: ".picked",
          actions: ["setPhone", "sendHandset"],
        },
        "phone.put.away": { target: ".nothing", actions: ["clearPhone", "sendHandset"] },
      },
      states: {
        nothing: { description: "No phone is in the hand.", meta: { heading: "handsets.title", actions: [] } },
        picked: {
          description: "The phone's texts are being read.",
          meta: { heading: "handsets.title", actions: ["handset.away"] },
          on: { "phone.read": "writing" },
        },
        writing: {
          description: "Shows the texts; a reply can be typed and sent.",
          meta: { heading: "handsets.title", actions: ["handset.send", "handset.away"] },
          invoke: {
            id: "reply",
            src: "reply",
            input: ({ context }) => ({
              values: { phone: context.phone ?? "", to: context.senders[0] ?? "", text: "" },
              isGuarded: false,
            }),
            onDone: { target: "writing", reenter: true, actions: ["refreshHandset", "refreshList"] },
          },
        },
      },
    },
    line: {
      description: "Calls to the phone in the hand.",
      initial: "away",
      on: { "phone.put.away": { target: ".away", actions: "clearAct" } },
      states: {
        away: {
          description: "No phone is in the hand; its simulated person takes the calls.",
          meta: { heading: "handsets.title", actions: [] },
          on: { "phone.chosen": "listening" },
        },
        listening: {
          description: "Looks again and again whether the phone rings, which keeps it in the hand.",
          meta: { heading: "handsets.title", actions: [] },
          after: { glance: { target: "listening", reenter: true, actions: "refreshHandset" } },
          on: { "call.acted": { target: "acting", actions: "setAct" } },
        },
        acting: {
          description: "The call is answered, declined or hung up, or a key is pressed.",
          meta: { heading: "handsets.title", actions: [] },
          invoke: {
            id: "act",
            src: "act",
            input: ({ context }) => context.act,
            onDone: { target: "listening", actions: ["clearAct", "refreshHandset"] },
            onError: { target: "listening", actions: ["clearAct", "refreshHandset"] },
          },
          on: { "phone.chosen": { guard: "isOtherPhone", target: "listening", actions: "clearAct" } },
        },
      },
    },
  },
})

export type HandsetsSnapshot = SnapshotFrom<typeof handsetsMachine>
