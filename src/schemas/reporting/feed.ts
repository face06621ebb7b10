import { Schema } from "effect"
import { streamKinds } from "../administration/activity.ts"
import { Instant } from "../ids.ts"

/**
 * What kind of thing changed; `id` is its public id. The page reads the thing again: the feed carries no personal data.
 * `replies` are texts of people that belong to no campaign, with the answers to them, and every decision about an unclear reply: the others of a campaign change with it.
 * `exports` are those of reports; `savedViews` could not be mailed.
 * `rights` and `notices` are those of the listener, and are sent to them alone.
 */
export const Change = Schema.Struct({
  pos: Schema.String,
  thing: Schema.Literals([...streamKinds, "clock", "handset", "rights", "notices", "replies", "exports", "savedViews"]),
  id: Schema.String,
  at: Instant,
}).annotate({ identifier: "Change" })
export type Change = typeof Change.Type
