import { Schema, Struct } from "effect"
import { DateOnly, inQuery, Instant, SerialFromString, UserId } from "../ids.ts"
import { ChannelName } from "../outreach/channel.ts"
import { PageQuery } from "../reply.ts"

/** What has a life of its own in the log: the categories of its streams. */
export const streamKinds = [
  "campaign",
  "multiCampaign",
  "template",
  "glossary",
  "responseFile",
  "import",
  "location",
  "schedule",
  "appointment",
  "waitlistEntry",
  "offer",
  "appointmentTexts",
  "stages",
  "outreachRun",
  "savedView",
  "company",
  "card",
  "settings",
  "user",
  "group",
  "invitation",
] as const
export type StreamKind = (typeof streamKinds)[number]
/** What the log's entries are about; each names the streams that say something of it. */
export const activityKinds = [...streamKinds, "audit"] as const
export const ActivityKind = Schema.Literals(activityKinds)
export type ActivityKind = typeof ActivityKind.Type

/** What an entry is about, as the log's page names it and leads to it. */
export const ActivityThing = Schema.Struct({
  kind: Schema.Literals(streamKinds),
  /** Null where there is only one of its kind. */
  id: Schema.NullOr(Schema.Int),
  /** How staff know it, when it has a name. */
  name: Schema.NullOr(Schema.String),
  /** By what an address names it; null where it cannot be opened any more, or from the company one works for. */
  opens: Schema.NullOr(Schema.String),
  /** How a template, or that of a response file, reaches people; of nothing else. */
  channel: Schema.optionalKey(ChannelName),
})
export type ActivityThing = typeof ActivityThing.Type

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
  /** What it was done to; null where that is nothing single. */
  thing: Schema.NullOr(ActivityThing),
  /** Whose account it was done to, where that is not the person who did it. */
  person: Schema.NullOr(Schema.String),
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
  /** A part of the name of what an entry is about, or an entry's whole number. */
  search: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(80))),
  thingId: Schema.optionalKey(SerialFromString),
  /** What the product did by itself, and no person. */
  byProduct: Schema.optionalKey(Schema.Literal("true")),
  refused: Schema.optionalKey(Schema.Literals(["true", "false"])),
  everyCompany: Schema.optionalKey(Schema.Literal("true")),
}
/** The same for all entries at once, as a file. */
export const ActivityFileQuery = Struct.omit(ActivityQuery, ["cursor", "pageSize"])
export type ActivityQuery = {
  readonly cursor?: string
  readonly pageSize?: number
  readonly startDate?: string
  readonly endDate?: string
  readonly actorId?: UserId
  readonly kind?: ActivityKind
  readonly search?: string
  readonly thingId?: number
  readonly byProduct?: "true"
  readonly refused?: "true" | "false"
  readonly everyCompany?: "true"
}

/** Someone whose doings the log may hold, as a filter offers them. */
export const ActivityPerson = Schema.Struct({ userId: UserId, name: Schema.String }).annotate({
  identifier: "ActivityPerson",
})
export type ActivityPerson = typeof ActivityPerson.Type

/** What a check of the log's chain found: how many of its entries were looked at, and the first place where it breaks. */
export const LogProof = Schema.Struct({
  checkedAt: Instant,
  /** Entries that are chained, of all companies. */
  entries: Schema.Int,
  /** The newest of them, which were checked. */
  checked: Schema.Int,
  /** When the first of those that were checked was written; null for an empty log. */
  since: Schema.NullOr(Instant),
  /** The newest link. */
  hash: Schema.String,
  broken: Schema.NullOr(
    Schema.Struct({ pos: Schema.Int, reason: Schema.Literals(["changed", "removed", "slipped in"]) }),
  ),
}).annotate({ identifier: "LogProof" })
export type LogProof = typeof LogProof.Type
