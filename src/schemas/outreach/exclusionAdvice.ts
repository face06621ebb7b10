import type { ExclusionReason } from "./recipient.ts"

/** What can be done about each reason to leave someone out (docs/policy.md#exclusions). */
type Advice = Readonly<Record<ExclusionReason, string>>

const later = "Put them on the list of a later campaign."

const ofBoth = {
  optedOut: "Nothing: only the person can undo it, by texting START.",
  unclearReply: "Decide on the Patients page what the reply meant.",
  noPhone: "Ask the patient for a phone number, then upload the list again with it.",
  landline: "Call the patient, or ask for a mobile number and upload the list again with it.",
  noCommonHours: "Upload the list again with the patient’s time zone or ZIP code.",
  duplicatePhone: "Nothing if they share the phone; otherwise ask each for their own number.",
  phoneChanged: `${later} It then goes to the new number.`,
  frequencyCap: `${later} A Super Admin can change how many messages are allowed.`,
  tooLate: later,
} as const

/** What can be done for those who get no text. */
export const textAdvice: Advice = {
  ...ofBoth,
  otherCountry: "Ask a Super Admin to add the country to those that the company texts.",
  missingVariable: "Fill the value in on the list, or give it a default in the template.",
  tooLong: "Shorten the template, or the values that the list fills in.",
}

/** What can be done for those who get no call. */
export const callAdvice: Advice = {
  ...ofBoth,
  optedOut: "Nothing: only the person can undo it.",
  otherCountry: "Ask a Super Admin to add the country to the company’s “Countries to text”, which hold for calls too.",
  missingVariable: "Fill the value in on the list, or give it a default in the call flow.",
  tooLong: "Shorten the step of the call flow, or the values that the list fills in.",
}
