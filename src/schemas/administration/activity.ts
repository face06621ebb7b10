import { Schema } from "effect"
import { DateOnly, inQuery, Instant, SerialFromString, UserId } from "../ids.ts"
import { PageQuery } from "../reply.ts"

/** What has a life of its own in the log: the categories of its streams. */
export const streamKinds = ["campaign", "template", "responseFile", "import", "company", "settings"] as const
export type StreamKind = (typeof streamKinds)[number]
/** What the log's entries are about; each names the streams that say something of it. */
export const activityKinds = [...streamKinds, "audit"] as const
export const ActivityKind = Schema.Literals(activityKinds)
export type ActivityKind = typeof ActivityKind.Type

/** Who did what to which thing, from where, allowed or refused; what changed stands with its before and after. */
export const ActivityEntry = Schema.Struct({
  pos: Schema.String,
  at: Instant,
  /** The stored event's type. */
  type: Schema.String,
  refused: Schema.Boolean,
  actorId: Schema.NullOr(Schema.Int),
  actor: Schema.String,
  /** The company it happened in; null for what belongs to none. */
  company: Schema.NullOr(Schema.String),
  kind: ActivityKind,
  thingId: Schema.NullOr(Schema.Int),
  /** How staff know the thing, when it has a name. */
  thing: Schema.NullOr(Schema.String),
  address: Schema.NullOr(Schema.String),
  /** What the event says besides, as it is stored. */
  facts: Schema.Array(Schema.Struct({ name: Schema.String, value: Schema.String })),
  changes: Schema.Array(Schema.Struct({ field: Schema.String, before: Schema.String, after: Schema.String })),
}).annotate({ identifier: "ActivityEntry" })
export type ActivityEntry = typeof ActivityEntry.Type

/** Which entries are asked for, newest first; `everyCompany` is for who administers them all. */
export const ActivityQuery = {
  ...PageQuery,
  startDate: Schema.optionalKey(DateOnly),
  endDate: Schema.optionalKey(DateOnly),
  actorId: Schema.optionalKey(inQuery(UserId)),
  kind: Schema.optionalKey(ActivityKind),
  thingId: Schema.optionalKey(SerialFromString),
  refused: Schema.optionalKey(Schema.Literal("true")),
  everyCompany: Schema.optionalKey(Schema.Literal("true")),
}
export type ActivityQuery = {
  readonly cursor?: string
  readonly pageSize?: number
  readonly startDate?: string
  readonly endDate?: string
  readonly actorId?: UserId
  readonly kind?: ActivityKind
  readonly thingId?: number
  readonly refused?: "true"
  readonly everyCompany?: "true"
}
