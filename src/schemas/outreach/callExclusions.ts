import type { ChannelFacts } from "./channel.ts"

/** Why someone gets no call. A file of its own: pages say it that know nothing of carriers. */
export const callExclusions: ChannelFacts["exclusions"] = {
  optedOut: "Opted out of calls",
  unclearReply: "Wrote what may be an opt-out; decide on the Patients page",
  noPhone: "No valid phone number",
  landline: "The number is a landline",
  otherCountry: "The number belongs to a country the company does not call",
  noCommonHours: "No hour is allowed in every time zone where the number may be",
  duplicatePhone: "Another person of the list has the same number",
  missingVariable: "A value the call needs is missing",
  tooLong: "A step would say more than 3000 characters",
  phoneChanged: "The number was changed after the launch",
  frequencyCap: "The number got as many messages lately as the rules allow",
  tooLate: "The call would have come too late to be of use",
}
