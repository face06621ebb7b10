/** Why someone got nothing by a step of a multi-campaign, by id (docs/policy.md#exclusions). */
export const ladderReasonWords = {
  "multi.left.optedOut": "Opted out",
  "multi.left.unclearReply": "May have opted out; a person decides",
  "multi.left.noPhone": "No valid phone number",
  "multi.left.landline": "The number is a landline",
  "multi.left.otherCountry": "The number is of another country",
  "multi.left.noCommonHours": "There is no time at which they may be reached",
  "multi.left.duplicatePhone": "Someone before them has the same phone",
  "multi.left.missingVariable": "What the message fills in is missing",
  "multi.left.tooLong": "The message would be too long",
  "multi.left.phoneChanged": "The phone was changed meanwhile",
  "multi.left.frequencyCap": "Got as many messages as a person may get",
  "multi.left.tooLate": "It was too late for it",
  "multi.left.code": "Not delivered, code {code}",
} as const
