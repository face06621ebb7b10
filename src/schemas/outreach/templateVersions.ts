import { Schema } from "effect"
import { HashedId, Instant } from "../ids.ts"
import { LinkPlace } from "./linkParameter.ts"

/** One version of a template: what it said, who wrote it, and since when campaigns could use it. */
export const TemplateVersion = Schema.Struct({
  version: Schema.Int,
  at: Instant,
  actor: Schema.String,
  name: Schema.String,
  text: Schema.String,
  /** The parameters of its link, in their order. */
  parameters: Schema.Array(Schema.Struct({ key: Schema.String, value: Schema.String, in: LinkPlace })),
  publishedOn: Schema.NullOr(Instant),
}).annotate({ identifier: "TemplateVersion" })
export type TemplateVersion = typeof TemplateVersion.Type

/** All that happened to a template, oldest first, and its versions by number; `version` is the one an event is about. */
export const TemplateVersions = Schema.Struct({
  versions: Schema.Array(TemplateVersion),
  history: Schema.Array(
    Schema.Struct({ type: Schema.String, at: Instant, actor: Schema.String, version: Schema.NullOr(Schema.Int) }),
  ),
}).annotate({ identifier: "TemplateVersions" })
export type TemplateVersions = typeof TemplateVersions.Type

/** The states of campaigns that a change of their template may concern: those that are not over. */
export const openCampaignStates = ["running", "paused", "scheduled", "unconfirmed", "draft"] as const

/** How many of the campaigns that use a template are named, for each version and state. */
export const namedUses = 20

/** How many campaigns that are not over use a version of a template, and the newest of them by name. */
export const TemplateUse = Schema.Struct({
  version: Schema.Int,
  state: Schema.Literals(openCampaignStates),
  campaigns: Schema.Int,
  newest: Schema.Array(Schema.Struct({ hashedId: HashedId, name: Schema.String })),
}).annotate({ identifier: "TemplateUse" })
export type TemplateUse = typeof TemplateUse.Type
