import { assign, fromCallback, setup, type SnapshotFrom } from "xstate"
import {
  idleDebounceMillis,
  idleMillis,
  idlePromptMillis,
  leaderFallbackMillis,
  leaderResponseMillis,
} from "#schemas/constants.ts"
import type { PresenceSignal } from "#schemas/session/presence.ts"

export type IdleEvent = PresenceSignal | { readonly type: "stay.pressed" }

/** The wall time at which the person came in, and this tab's name among the tabs. */
export type IdleInput = { readonly at: number; readonly tab: string }

type Context = {
  readonly tab: string
  /** When the idle timer last started again, in any tab. */
  readonly lastActivity: number
  /** When this tab last saw someone; counts once it was still for a second. */
  readonly seenAt: number
  /** What the clock last said. */
  readonly now: number
}

const timeOf = (event: IdleEvent): number | undefined => ("at" in event ? event.at : undefined)
const quietFor = ({ context, event }: { readonly context: Context; readonly event: IdleEvent }): number =>
  (timeOf(event) ?? context.now) - Math.max(context.lastActivity, context.seenAt)

/**
 * Whether someone is there, in one tab (docs/policy.md#sessions): active, prompted in
 * the last minute of an hour without activity, idle after it. Every answer is judged on wall time before
 * the activity that brought it counts. Next to it the tabs choose one leader, which
 * ends the identity provider's session for all; a killed leader is replaced within
 * the fallback interval.
 */
export const idleMachine = setup({
  types: { input: {} as IdleInput, context: {} as Context, events: {} as IdleEvent },
  actors: { watch: fromCallback(() => undefined) },
  guards: {
    isOver: (args) => quietFor(args) >= idleMillis,
    isPromptDue: (args) => quietFor(args) >= idleMillis - idlePromptMillis,
    isStronger: ({ context, event }) => "tab" in event && event.tab > context.tab,
    isNewer: ({ context, event }) => (timeOf(event) ?? 0) > context.lastActivity,
  },
  actions: {
    seeActivity: assign(({ context, event }) => {
      const at = timeOf(event) ?? context.now
      return { seenAt: at, now: at }
    }),
    // A clock that was set back counts from where it stands: at most another hour from then on.
    setTime: assign(({ context, event }) => {
      const now = timeOf(event) ?? context.now
      return { now, seenAt: Math.min(context.seenAt, now), lastActivity: Math.min(context.lastActivity, now) }
    }),
    restart: assign({ lastActivity: ({ context }) => context.seenAt }),
    restartNow: assign({ lastActivity: ({ context }) => context.now, seenAt: ({ context }) => context.now }),
    restartWithOthers: assign({ lastActivity: ({ context, event }) => timeOf(event) ?? context.lastActivity }),
    saveActivity: () => undefined,
    apply: () => undefined,
    announce: () => undefined,
  },
  delays: {
    debounce: idleDebounceMillis,
    responseWait: leaderResponseMillis,
    fallbackInterval: leaderFallbackMillis,
  },
}).createMachine({
  id: "idle",
  type: "parallel",
  context: ({ input }) => ({ tab: input.tab, lastActivity: input.at, seenAt: input.at, now: input.at }),
  invoke: { id: "watch", src: "watch" },
  states: {
    presence: {
      description: "Whether someone is there.",
      initial: "active",
      states: {
        active: {
          description: "Someone acted within the last 59 minutes.",
          entry: "saveActivity",
          initial: "still",
          on: {
            "activity.seen": [
              { guard: "isOver", target: "idle" },
              { guard: "isPromptDue", target: "prompt", actions: "setTime" },
              { target: ".moving", actions: ["seeActivity", "saveActivity"] },
            ],
            "activity.elsewhere": { guard: "isNewer", actions: "restartWithOthers" },
            "clock.ticked": [
              { guard: "isOver", target: "idle" },
              { guard: "isPromptDue", target: "prompt", actions: "setTime" },
              { actions: "setTime" },
            ],
          },
          states: {
            still: { description: "The idle timer runs." },
            moving: {
              description: "Someone acts; the timer starts again a second after the last of it.",
              after: { debounce: { target: "still", actions: ["restart", "saveActivity"] } },
            },
          },
        },
        prompt: {
          description: "One minute is left; the person is asked to stay.",
          meta: { heading: "idle.title", actions: ["idle.stay", "idle.logout"] },
          on: {
            "clock.ticked": [{ guard: "isOver", target: "idle" }, { actions: "setTime" }],
            "activity.seen": [{ guard: "isOver", target: "idle" }, { actions: "setTime" }],
            "activity.elsewhere": { guard: "isNewer", target: "active", actions: "restartWithOthers" },
            "stay.pressed": { target: "active", actions: "restartNow" },
          },
        },
        idle: { description: "No one was there for an hour; the session is over." },
      },
    },
    leadership: {
      description: "Which tab speaks for all.",
      initial: "applying",
      states: {
        applying: {
          description: "Asks whether another tab leads, and waits for its word.",
          entry: "apply",
          after: { responseWait: "leading" },
          on: {
            "leader.announced": "following",
            "leader.applied": [{ guard: "isStronger", target: "following" }, { actions: "apply" }],
          },
        },
        following: {
          description: "Another tab leads; asks again from time to time.",
          after: { fallbackInterval: "applying" },
        },
        leading: {
          description: "This tab leads and says so to every tab that asks.",
          entry: "announce",
          on: {
            "leader.applied": { actions: "announce" },
            "leader.announced": [{ guard: "isStronger", target: "following" }, { actions: "announce" }],
          },
        },
      },
    },
  },
})

export type IdleSnapshot = SnapshotFrom<typeof idleMachine>

/** Seconds until the session ends, while the prompt asks; from the activity by which its end is judged. */
export const secondsLeft = ({ context }: IdleSnapshot): number =>
  Math.max(0, Math.ceil((Math.max(context.lastActivity, context.seenAt) + idleMillis - context.now) / 1000))
