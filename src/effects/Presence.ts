import { Clock, Context, Effect, Layer, Queue, Schema, Stream } from "effect"
import { activityThrottleMillis } from "#schemas/constants.ts"
import { TabMessage, type PresenceSignal } from "#schemas/session/presence.ts"
import { lastActivityKey } from "./storageKeys.ts"

const channelName = "admin-view-tabs"

/** What counts as someone being there (docs/policy.md#sessions): mouse, keyboard, wheel, touch, focus, and below the page's visibility. */
const activities = ["mousemove", "mousedown", "keydown", "wheel", "touchstart", "touchmove", "focus"] as const
const isTabMessage = Schema.is(TabMessage)

/** Events of a target, for as long as the stream is run; `read` gives undefined for those that mean nothing. */
const heard = <A>(
  listen: (listener: (event: Event) => void) => () => void,
  read: (event: Event) => A | undefined,
): Stream.Stream<A> =>
  Stream.callback<A>((queue) =>
    Effect.acquireRelease(
      Effect.sync(() =>
        listen((event) => {
          const signal = read(event)
          if (signal !== undefined) Queue.offerUnsafe(queue, signal)
        }),
      ),
      (stop) => Effect.sync(stop),
    ),
  )

const listenForActivity = (listener: (event: Event) => void) => {
  const options = { capture: true, passive: true }
  for (const name of activities) addEventListener(name, listener, options)
  document.addEventListener("visibilitychange", listener)
  return () => {
    for (const name of activities) removeEventListener(name, listener, options)
    document.removeEventListener("visibilitychange", listener)
  }
}

/**
 * Whether someone is there, as far as a tab can tell: what they do here, what
 * they did in the browser's other tabs, and the time; and what the tabs say to each other about who leads.
 */
export class Presence extends Context.Service<
  Presence,
  {
    /** All signals, for as long as the stream is run. */
    readonly signals: Stream.Stream<PresenceSignal>
    /** Says something to the other tabs. */
    readonly say: (message: TabMessage) => Effect.Effect<void>
  }
>()("admin-view/effects/Presence") {
  static readonly layer = Layer.effect(
    Presence,
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const channel = yield* Effect.acquireRelease(
        Effect.sync(() => new BroadcastChannel(channelName)),
        (open) => Effect.sync(() => open.close()),
      )

      const activity = Stream.suspend(() => {
        let last = -activityThrottleMillis
        return heard(listenForActivity, (event): PresenceSignal | undefined => {
          const at = clock.currentTimeMillisUnsafe()
          const hidden = event.type === "visibilitychange" && document.hidden
          if (hidden || Math.abs(at - last) < activityThrottleMillis) return undefined
          last = at
          return { type: "activity.seen", at }
        })
      })
      const elsewhere = heard(
        (listener) => {
          addEventListener("storage", listener)
          return () => removeEventListener("storage", listener)
        },
        (event): PresenceSignal | undefined => {
          const { key, newValue } = event as StorageEvent
          return key === lastActivityKey && newValue !== null
            ? { type: "activity.elsewhere", at: Number(newValue) }
            : undefined
        },
      )
      const otherTabs = heard(
        (listener) => {
          channel.addEventListener("message", listener)
          return () => channel.removeEventListener("message", listener)
        },
        (event): PresenceSignal | undefined => {
          const { data } = event as MessageEvent<unknown>
          return isTabMessage(data) ? data : undefined
        },
      )
      const time = Stream.tick("1 second").pipe(
        Stream.map((): PresenceSignal => ({ type: "clock.ticked", at: clock.currentTimeMillisUnsafe() })),
      )

      return Presence.of({
        signals: Stream.mergeAll([activity, elsewhere, otherTabs, time], { concurrency: "unbounded" }),
        say: (message) => Effect.sync(() => channel.postMessage(message)),
      })
    }),
  )
}
