import { assign, fromPromise, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import type { PageEvent } from "#machines/session/page.ts"
import type { DemoClock } from "#schemas/administration/demo.ts"

/** Where the clock can be moved to. */
export const clockMoves = ["hourLater", "nextMorning", "realTime"] as const
export type ClockMove = (typeof clockMoves)[number]

export type DemoClockEvent = PageEvent | { readonly type: "move.pressed"; readonly move: ClockMove }

/** The clock as read, and its milliseconds since 1970, which run on between two readings. */
export type ReadClock = { readonly clock: DemoClock; readonly millis: number }

type Context = {
  readonly clock: DemoClock | null
  readonly millis: number
  readonly ticks: number
  readonly move: ClockMove
}

/** Seconds the shown time may lag behind, in milliseconds. */
const tickMillis = 5_000
/** Ticks after which the clock is read again, so that it cannot drift: one minute. */
const ticksPerReading = 12

/**
 * The demo clock's strip: what the product takes for now, and moving it, so that a
 * newcomer passes quiet hours at any time of day (docs/architecture.md#demo). Outside the
 * demo the call answers "not found" and there is no strip.
 */
export const demoClockMachine = setup({
  types: { context: {} as Context, events: {} as DemoClockEvent, tags: {} as "busy" },
  actors: {
    read: fromPromise<ReadClock, unknown>(unprovided),
    move: fromPromise<ReadClock, ClockMove>(unprovided),
  },
  guards: {
    isAbsent: ({ event }) => problemOf(event).problem === "NotFound",
    isClock: ({ event }) => event.type === "feed.changed" && event.thing === "clock",
    isDue: ({ context }) => context.ticks + 1 >= ticksPerReading,
  },
  actions: {
    setClock: assign(({ event }) => ({ ...(event as unknown as { readonly output: ReadClock }).output, ticks: 0 })),
    advance: assign(({ context }) => ({ millis: context.millis + tickMillis, ticks: context.ticks + 1 })),
    countAgain: assign({ ticks: 0 }),
    setMove: assign(({ event }) => (event.type === "move.pressed" ? { move: event.move } : {})),
  },
  delays: { tick: tickMillis, patience: 30_000 },
}).createMachine({
  id: "demoClock",
  context: { clock: null, millis: 0, ticks: 0, move: "realTime" },
  initial: "asking",
  states: {
    asking: {
      description: "Asks whether this is the demo and what time it has.",
      invoke: {
        id: "ask",
        src: "read",
        onDone: { target: "showing", actions: "setClock" },
        onError: [{ guard: "isAbsent", target: "absent" }, { target: "unknown" }],
      },
    },
    unknown: {
      description: "The answer did not come; nothing is shown, and it asks again.",
      after: { patience: "asking" },
      on: { "feed.changed": "asking" },
    },
    absent: { type: "final", description: "Not the demo: there is no strip." },
    showing: {
      description: "Shows the product's time as it runs.",
      after: {
        tick: [
          { guard: "isDue", target: "reading", actions: ["advance", "countAgain"] },
          { target: "showing", reenter: true, actions: "advance" },
        ],
      },
      on: {
        "feed.changed": { guard: "isClock", target: "reading" },
        "move.pressed": { target: "moving", actions: "setMove" },
      },
    },
    reading: {
      description: "Reads the time again while the old one stays on the screen.",
      invoke: {
        id: "read",
        src: "read",
        onDone: { target: "showing", actions: "setClock" },
        onError: "showing",
      },
      on: { "move.pressed": { target: "moving", actions: "setMove" } },
    },
    moving: {
      description: "The clock is being moved.",
      tags: "busy",
      invoke: {
        id: "move",
        src: "move",
        input: ({ context }) => context.move,
        onDone: { target: "showing", actions: "setClock" },
        onError: "showing",
      },
    },
  },
})

export type DemoClockSnapshot = SnapshotFrom<typeof demoClockMachine>
