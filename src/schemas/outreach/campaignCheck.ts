import { Schema, Struct } from "effect"
import { Instant } from "../ids.ts"
import { ExclusionReason } from "./recipient.ts"
import { Segments } from "./template.ts"

/** The dry run of a campaign: who gets it, who does not and why, and what it costs in segments. */
export const CampaignCheck = Schema.Struct({
  total: Schema.Int,
  eligible: Schema.Int,
  excluded: Schema.Array(Schema.Struct({ reason: ExclusionReason, count: Schema.Int })),
  /** How many people need how many segments. */
  segments: Schema.Array(Schema.Struct({ segments: Schema.Int, people: Schema.Int })),
  /** How many people who speak a language get the text in which, and what that costs; the most first. Tags are BCP 47. */
  languages: Schema.Array(
    Schema.Struct({ language: Schema.String, spoken: Schema.String, people: Schema.Int, segments: Schema.Int }),
  ),
  /** People in quiet hours at the start, by the instant their message is released. */
  held: Schema.Array(Schema.Struct({ until: Instant, zone: Schema.String, people: Schema.Int })),
  /**
   * When the people of each zone would get it at the sending number's pace, as far as nothing else is sent from it.
   * `isLate`: the hours of the zone end before its last text, which then waits for the next allowed day.
   */
  zones: Schema.Array(
    Schema.Struct({ zone: Schema.String, people: Schema.Int, from: Instant, to: Instant, isLate: Schema.Boolean }),
  ),
  /** Some of the people, as different from each other as they come; `at` is when their text may leave. */
  samples: Schema.Array(
    Schema.Struct({
      patient: Schema.String,
      /** State and ZIP code; empty where the list has none. */
      place: Schema.String,
      zone: Schema.String,
      at: Instant,
      text: Schema.String,
      /** The language of the translation they get; null for the template's own text. */
      language: Schema.NullOr(Schema.String),
      segments: Segments,
    }),
  ),
  /** Whether its list has so many people that a second person has to confirm the launch. */
  needsConfirmation: Schema.Boolean,
  /** Whether only the first people of the list were judged. */
  isPartial: Schema.Boolean,
}).annotate({ identifier: "CampaignCheck" })
export type CampaignCheck = typeof CampaignCheck.Type

/** The last whole dry run of a campaign as it is kept: numbers alone, no one's name or text. */
export const StoredCheck = Schema.Struct({
  ...Struct.omit(CampaignCheck.fields, ["samples", "isPartial"]),
  at: Instant,
  /** Whether the campaign was changed since in what the dry run judged. */
  isOld: Schema.Boolean,
}).annotate({ identifier: "StoredCheck" })
export type StoredCheck = typeof StoredCheck.Type
