import { Schema } from "effect"
import { PatientId } from "../ids.ts"
import { CampaignAudience } from "./campaign.ts"
import { exclusionReasons, ExclusionReason } from "./recipient.ts"

/**
 * The people that a line of a check counts: everyone who is left out or those of one reason, those whose message takes
 * more than one segment, and those whose text waits until quiet hours end.
 */
export const checkedShares = ["leftOut", ...exclusionReasons, "segments", "held"] as const
export const CheckedShare = Schema.Literals(checkedShares)
export type CheckedShare = typeof CheckedShare.Type

/** The body of `POST /api/Campaign/GetCheckedPeople`: a dry run, and which of its people are asked for. */
export const GetCheckedPeople = Schema.Struct({ ...CampaignAudience.fields, share: CheckedShare })
export type GetCheckedPeople = typeof GetCheckedPeople.Type

/** A person as a check judged them. */
export const CheckedPerson = Schema.Struct({
  patientId: PatientId,
  patient: Schema.String,
  phone: Schema.NullOr(Schema.String),
  /** Why they get nothing; null for who gets the message. */
  reason: Schema.NullOr(ExclusionReason),
  /** The variables of the message for which they have no value. */
  missing: Schema.Array(Schema.String),
  /** How many segments their message takes; null for who gets none. */
  segments: Schema.NullOr(Schema.Int),
}).annotate({ identifier: "CheckedPerson" })
export type CheckedPerson = typeof CheckedPerson.Type
