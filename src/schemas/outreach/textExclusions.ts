import type { ChannelFacts } from "./channel.ts"

/** Why someone gets no text. A file of its own: pages say it that know nothing of carriers. */
export const textExclusions: ChannelFacts["exclusions"] = {
  optedOut: "Opted out of texts",
  unclearReply: "Wrote what may be an opt-out; decide on the Patients page",
  noPhone: "No valid phone number",
  landline: "The number is a landline",
  otherCountry: "The number belongs to a country the company does not text",
  noCommonHours: "No hour is allowed in every time zone where the number may be",
  duplicatePhone: "Another person of the list has the same number",
  missingVariable: "A value the message needs is missing",
  tooLong: "The message would be longer than 1600 characters",
  phoneChanged: "The number was changed after the launch",
  frequencyCap: "The number got as many texts lately as the rules allow",
  tooLate: "The text would have left too late to be of use",
}
