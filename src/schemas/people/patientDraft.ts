import { Schema } from "effect"
import { languages } from "../administration/companyDraft.ts"
import { realDate, shortText, text } from "../fields.ts"
import { Patient } from "./patient.ts"

/** What is said of a number that is none; the server, which knows the company’s country, reads it. */
const noPhone = "Enter a valid phone number, for example +1 415 555 0123."
const noBirthDate = "Enter a date of birth after 1900, for example Dec 31, 1980."

/**
 * What staff write of a new patient: one schema for the form and for the call. The server reads it further by the rules
 * of an import’s row (docs/policy.md#patients).
 */
export const PatientDraft = Schema.Struct({
  firstName: text(100, "Enter a first name of at most 100 characters."),
  lastName: text(100, "Enter a last name of at most 100 characters."),
  /** `YYYY-MM-DD`; null where it is not known. */
  dob: Schema.NullOr(realDate(noBirthDate)),
  /** As it is written; the company’s country says what a number without a country’s code is. */
  phone: text(40, noPhone),
  /** The company’s own id of the patient; empty for none. */
  externalId: shortText(64),
  language: Schema.NullOr(Schema.Literals(languages)),
  /** Empty where it is not known. */
  zip: shortText(12),
}).annotate({ identifier: "PatientDraft" })
export type PatientDraft = typeof PatientDraft.Type

/** The patient who was added, or the one who is on record already and was not made twice. */
export const SavedPatient = Schema.Struct({ patient: Patient, isNew: Schema.Boolean }).annotate({
  identifier: "SavedPatient",
})
export type SavedPatient = typeof SavedPatient.Type
