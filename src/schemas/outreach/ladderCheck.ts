import { Schema, Struct } from "effect"
import { Instant } from "../ids.ts"
import { CampaignCheck } from "./campaignCheck.ts"
import { LadderSimulation } from "./multiCampaign.ts"
import { Reason } from "./recipient.ts"
import { SenderTrouble } from "./sender.ts"
import { Choice } from "./variants.ts"

/** What a ladder takes: texts, what they cost in segments, and calls. */
const Takes = Struct.pick(LadderSimulation.fields, ["texts", "segments", "calls"])

/** What one text or call of a ladder would do if everyone of the list came to it. */
export const CheckedText = Schema.Struct({
  /** The step, and which text of its test; 0 for the step's own. */
  ...Choice.fields,
  /** Whether it is published; otherwise no one is judged for it. */
  isPublished: Schema.Boolean,
  eligible: Schema.Int,
  /** Why people would be left out of it, the most frequent first. */
  leftOut: Schema.Array(Schema.Struct({ ...Reason.fields, people: Schema.Int })),
  segments: Schema.Int,
  languages: CampaignCheck.fields.languages,
  /** The languages in which it does not say how to opt out. */
  withoutOptOut: Schema.Array(Schema.String),
}).annotate({ identifier: "CheckedText" })
export type CheckedText = typeof CheckedText.Type

/** The dry run of a ladder: who would get each of its texts and calls, who would not and why, and what it takes. */
export const LadderCheck = Schema.Struct({
  checkedAt: Instant,
  /** On the list. */
  people: Schema.Int,
  /** Who of them could get at least one step. */
  reached: Schema.Int,
  /** Whether its list has so many people that a second person has to confirm the launch. */
  needsConfirmation: Schema.Boolean,
  texts: Schema.Array(CheckedText),
  /** What keeps the number of a step from sending. */
  troubles: Schema.Array(Schema.Struct({ stepId: Schema.Int, number: Schema.String, ...SenderTrouble.fields })),
  /** If everyone came to every step and each try of it was made, within the touches: of a test by the dearest text that each person could get. */
  most: Schema.Struct(Takes),
  /** By a simulation of some people, for the whole list; `lastAt` is when the last message would leave. */
  expected: Schema.Struct({
    ...Takes,
    simulated: Schema.Int,
    isAssumed: Schema.Boolean,
    lastAt: Schema.NullOr(Instant),
  }),
}).annotate({ identifier: "LadderCheck" })
export type LadderCheck = typeof LadderCheck.Type
