import { Schema } from "effect"
import { DateOnly, HashedId, Instant, ListId, PatientId } from "../ids.ts"
import { SearchText } from "../reply.ts"

/** What kind of line a number is, by the numbering plan; "unknown" where a plan does not distinguish mobile from landline. */
export const PhoneKind = Schema.Literals(["mobile", "landline", "voip", "unknown"])
export type PhoneKind = typeof PhoneKind.Type

/**
 * Where a patient's time zones come from: the list's own column, else the US ZIP
 * code, else what the phone can mean: its area code in North America, its country
 * elsewhere.
 */
export const ZoneSource = Schema.Literals(["patient", "zip", "area", "country", "none"])
export type ZoneSource = typeof ZoneSource.Type

/** What the owner of a number said last about a channel; "unclear" may be an opt-out and waits for a person to decide. */
export const Consent = Schema.Literals(["granted", "revoked", "unclear", "unknown"])
export type Consent = typeof Consent.Type

/** A patient row of `/database` (docs/policy.md#patients). */
export const Patient = Schema.Struct({
  patientId: PatientId,
  hashedId: HashedId,
  externalId: Schema.NullOr(Schema.String),
  firstName: Schema.String,
  lastName: Schema.String,
  dob: Schema.NullOr(DateOnly),
  language: Schema.String,
  zip: Schema.NullOr(Schema.String),
  /** ISO 3166; null where the list does not say. */
  addressCountry: Schema.NullOr(Schema.String),
  /** Every time zone whose clock may be the patient's. */
  zones: Schema.Array(Schema.String),
  zoneSource: ZoneSource,
  phone: Schema.NullOr(Schema.String),
  phoneKind: PhoneKind,
  email: Schema.NullOr(Schema.String),
  custom: Schema.Record(Schema.String, Schema.String),
  smsConsent: Consent,
  updatedOn: Instant,
}).annotate({ identifier: "Patient" })
export type Patient = typeof Patient.Type

/** The body of `POST /api/Database/SearchPatients`: a part of a name, phone or patient id, in all patients or those of one list. */
export const SearchPatients = Schema.Struct({ search: SearchText, listId: Schema.optionalKey(ListId) })
export type SearchPatients = typeof SearchPatients.Type

/** An audience: the people one imported file named. */
export const PatientList = Schema.Struct({
  listId: ListId,
  name: Schema.String,
  people: Schema.Int,
  createdOn: Instant,
  /** An import still adds people to it, so nothing can be launched for it yet. */
  isBeingImported: Schema.Boolean,
}).annotate({ identifier: "PatientList" })
export type PatientList = typeof PatientList.Type
