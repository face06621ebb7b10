/** Words of what keeps a number from sending, by id (docs/architecture.md#words). */
export const senderTroubleWords = {
  "sending.trouble":
    "{number} has not been able to {channel, select, IVR {call} other {send}} since {since}. {reason}.",
  "sending.trouble.SMS": "{people, plural, one {# text waits} other {# texts wait}}; each is tried again by itself.",
  "sending.trouble.IVR": "{people, plural, one {# call waits} other {# calls wait}}; each is tried again by itself.",
  "sending.trouble.standIn":
    "{number} sends them instead, once the trouble has lasted two minutes. Texts that may have left already wait for their own number.",
} as const
