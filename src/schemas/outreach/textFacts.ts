import type { ChannelFacts, OutcomeCode, Verdict } from "./channel.ts"
import { textAdvice } from "./exclusionAdvice.ts"
import { textExclusions } from "./textExclusions.ts"

/** The words of a text's life, as Twilio's Message resource spells them. */
const messageStatuses = [
  "accepted",
  "scheduled",
  "queued",
  "sending",
  "sent",
  "delivered",
  "undelivered",
  "failed",
  "canceled",
  "receiving",
  "received",
  "read",
  "partially_delivered",
] as const
export type MessageStatus = (typeof messageStatuses)[number]

/**
 * The verdict of each status. A verdict other than "underway" is final: reports
 * come in any order and twice, and a late "sent" must not undo it (docs/architecture.md#webhooks).
 */
export const textVerdicts: Record<MessageStatus, Verdict> = {
  accepted: "underway",
  scheduled: "underway",
  queued: "underway",
  sending: "underway",
  sent: "underway",
  receiving: "underway",
  received: "underway",
  delivered: "delivered",
  read: "delivered",
  partially_delivered: "delivered",
  undelivered: "failed",
  failed: "failed",
  canceled: "failed",
}

const isKnown = (status: string): status is MessageStatus => Object.hasOwn(textVerdicts, status)

const checkNumber = "Ask the patient for the right number, then upload the list again with it."
const askOperator = "Ask the people who run Admin View to check the carrier account."
const waits = "Nothing: the text is tried again by itself."

const ofAccount = (words: string): OutcomeCode => ({ about: "account", words, advice: askOperator })

/**
 * Carrier codes by number, after Twilio's error dictionary; those without a
 * number are our own (`unreachable`, `unanswered`, `http-…`).
 */
const carrierCodes: Readonly<Record<string, OutcomeCode>> = {
  "20003": ofAccount("The carrier did not accept our sign-in"),
  "20404": ofAccount("The carrier does not know our account"),
  "20429": { about: "carrier", words: "The carrier asked us to slow down", advice: waits },
  "21211": { about: "recipient", words: "The number does not exist", advice: checkNumber },
  "21212": {
    about: "sender",
    words: "The sending number is not valid",
    advice: "Choose another sending number for the next campaign.",
  },
  "21408": ofAccount("Texts to this country are not enabled"),
  "21602": { about: "message", words: "The text is empty", advice: "Check the template." },
  "21606": {
    about: "sender",
    words: "The sending number cannot send texts",
    advice: "Choose another sending number for the next campaign.",
  },
  "21608": ofAccount("A trial account may only text verified numbers"),
  "21609": ofAccount("The carrier cannot reach our address for reports"),
  "21610": {
    about: "recipient",
    words: "The person opted out with the carrier",
    advice: "Nothing: only the person can undo it, by texting START.",
  },
  "21611": { about: "sender", words: "The sending number has too many texts waiting", advice: waits },
  "21612": { about: "recipient", words: "The carrier has no way to reach this number", advice: checkNumber },
  "21614": {
    about: "recipient",
    words: "The number cannot receive texts",
    advice: "Ask the patient for a mobile number, then upload the list again with it.",
  },
  "21617": { about: "message", words: "The text is longer than 1600 characters", advice: "Shorten the template." },
  "21635": {
    about: "recipient",
    words: "The number is a landline",
    advice: "Ask the patient for a mobile number, then upload the list again with it.",
  },
  "21703": { about: "sender", words: "The sending service has no number", advice: askOperator },
  "30001": {
    about: "sender",
    words: "The text waited too long at the carrier",
    advice: "Put these people on the list of a later campaign.",
  },
  "30002": ofAccount("The carrier account is suspended"),
  "30003": {
    about: "recipient",
    words: "The phone was switched off or out of reach",
    advice: "Call the patient, or put them on the list of a later campaign.",
  },
  "30004": { about: "recipient", words: "The phone does not take our texts", advice: "Call the patient." },
  "30005": { about: "recipient", words: "The number is not in service any more", advice: checkNumber },
  "30006": {
    about: "recipient",
    words: "The number is a landline or its network takes no texts",
    advice: "Ask the patient for a mobile number, then upload the list again with it.",
  },
  "30007": {
    about: "message",
    words: "The phone network filtered the text as unwanted",
    advice: "Remove shortened links and salesy words from the template, and name the clinic.",
  },
  "30008": {
    about: "carrier",
    words: "The phone network gave no reason",
    advice: "Call the patient, or put them on the list of a later campaign.",
  },
  "30022": { about: "sender", words: "The sending number is over its allowed speed", advice: waits },
  "30023": {
    about: "sender",
    words: "The daily limit of the sending number is reached",
    advice: "Put these people on the list of a campaign tomorrow.",
  },
  "30032": { about: "sender", words: "The toll-free sending number is not verified", advice: askOperator },
  "30034": { about: "sender", words: "The sending number is not registered with the networks", advice: askOperator },
  unanswered: {
    about: "carrier",
    words: "The text may have arrived",
    advice: "Call the patient.",
  },
  // Statuses of SMPP 3.4, 5.1.3, that no code of texts says.
  "smpp-01": {
    about: "message",
    words: "The carrier does not take a text of this length",
    advice: "Shorten the template.",
  },
  "smpp-04": { about: "carrier", words: "The connection to the carrier was not open", advice: waits },
  "smpp-08": { about: "carrier", words: "The carrier has a fault", advice: waits },
  "smpp-45": { about: "message", words: "The carrier refused the text without a reason", advice: "Call the patient." },
  "smpp-64": { about: "carrier", words: "The carrier could not take the text at that moment", advice: waits },
  unreachable: { about: "carrier", words: "The carrier could not be reached", advice: waits },
}

/** Phones that were out of reach may be in reach the next time; any other code about a number stays true of it. */
const passing: ReadonlySet<string> = new Set(["30003"])

const describe = (code: string): OutcomeCode =>
  carrierCodes[code] ?? {
    about: "carrier",
    words: `The carrier reported code ${code}`,
    advice: "Look the code up with the carrier.",
  }

/** What is said of texts. */
export const textFacts: ChannelFacts = {
  name: "SMS",
  templatesPage: "/sms",
  counted: {
    unit: "segments",
    name: "Segments",
    definition: "Message parts the carrier bills, over all messages it accepted.",
  },
  exclusions: textExclusions,
  advice: textAdvice,
  verdictOf: (status) => (isKnown(status) ? textVerdicts[status] : undefined),
  describe,
  lastingCodes: Object.entries(carrierCodes)
    .filter(([code, { about }]) => about === "recipient" && !passing.has(code))
    .map(([code]) => code),
}
