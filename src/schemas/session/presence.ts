import { Schema } from "effect"

/** What the tabs of one browser say to each other about who leads; a tab is named by its own random id. */
export const TabMessage = Schema.Struct({
  type: Schema.Literals(["leader.applied", "leader.announced"]),
  tab: Schema.String,
})
export type TabMessage = typeof TabMessage.Type

/**
 * What a tab learns of someone's presence (docs/policy.md#sessions). Times are wall
 * times in milliseconds since 1970, so that a laptop that slept is judged rightly.
 */
export type PresenceSignal =
  | TabMessage
  /** Mouse, keyboard, wheel, touch, focus or the page coming into sight, in this tab. */
  | { readonly type: "activity.seen"; readonly at: number }
  /** Another tab's idle timer started again. */
  | { readonly type: "activity.elsewhere"; readonly at: number }
  /** What the clock says, about every second. */
  | { readonly type: "clock.ticked"; readonly at: number }
