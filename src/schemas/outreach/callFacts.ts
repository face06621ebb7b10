import { callChannel } from "./callFlow.ts"
import { callAdvice } from "./exclusionAdvice.ts"
import { callExclusions } from "./callExclusions.ts"
import type { ChannelFacts, OutcomeCode, Verdict } from "./channel.ts"

/**
 * The words of a call's life, as Twilio's Call resource spells them, and one of ours: a call that a machine answered is
 * `machine` in place of `completed`.
 */
const callStatuses = [
  "queued",
  "initiated",
  "ringing",
  "in-progress",
  "completed",
  "machine",
  "busy",
  "no-answer",
  "failed",
  "canceled",
] as const
export type CallStatus = (typeof callStatuses)[number]

/** The verdict of each status; one other than "underway" ends an attempt. */
export const callVerdicts: Record<CallStatus, Verdict> = {
  queued: "underway",
  initiated: "underway",
  ringing: "underway",
  "in-progress": "underway",
  completed: "delivered",
  machine: "failed",
  busy: "failed",
  "no-answer": "failed",
  failed: "failed",
  canceled: "failed",
}

const isKnown = (status: string): status is CallStatus => Object.hasOwn(callVerdicts, status)

const checkNumber = "Ask the patient for the right number, then upload the list again with it."
const askOperator = "Ask the people who run Admin View to check the carrier account."
const waits = "Nothing: the call is tried again by itself."
const another = "Choose another calling number for the next campaign."
const later = "Put these people on the list of a later campaign, or text them."

/** Outcomes and carrier codes, after Twilio's error dictionary; `unreachable` and `http-…` are our own. */
const callCodes: Readonly<Record<string, OutcomeCode>> = {
  "no-answer": { about: "recipient", words: "No one answered", advice: later },
  busy: { about: "recipient", words: "The line was busy", advice: later },
  machine: { about: "recipient", words: "A machine answered, and no message was left", advice: later },
  failed: { about: "recipient", words: "The call could not be connected", advice: checkNumber },
  canceled: { about: "carrier", words: "The carrier ended the call before anyone answered", advice: later },
  "13224": { about: "recipient", words: "The number is not valid", advice: checkNumber },
  "13227": { about: "account", words: "Calls to this country are not enabled", advice: askOperator },
  "20003": { about: "account", words: "The carrier did not accept our sign-in", advice: askOperator },
  "20404": { about: "account", words: "The carrier does not know our account", advice: askOperator },
  "20429": { about: "carrier", words: "The carrier asked us to slow down", advice: waits },
  "21201": { about: "recipient", words: "The call has no number to go to", advice: checkNumber },
  "21210": { about: "sender", words: "The calling number is not verified", advice: another },
  "21211": { about: "recipient", words: "The number does not exist", advice: checkNumber },
  "21212": { about: "sender", words: "The calling number is not valid", advice: another },
  "21213": { about: "sender", words: "The calling number is missing", advice: another },
  "21214": { about: "recipient", words: "The number cannot be called", advice: checkNumber },
  "21215": { about: "account", words: "Calls to this place are not enabled", advice: askOperator },
  "21216": { about: "recipient", words: "The carrier does not call this number", advice: checkNumber },
  "21217": { about: "recipient", words: "The number does not exist", advice: checkNumber },
  "21219": { about: "account", words: "A trial account may only call verified numbers", advice: askOperator },
  "32005": { about: "recipient", words: "The number is not in service", advice: checkNumber },
  "32009": { about: "recipient", words: "The phone could not be reached", advice: later },
  "32011": { about: "carrier", words: "The phone network had a fault", advice: later },
  unreachable: { about: "carrier", words: "The carrier could not be reached", advice: waits },
}

/** What may be otherwise at another time; any other code about a number stays true of it. */
const passing: ReadonlySet<string> = new Set(["no-answer", "busy", "machine", "failed", "32009"])

/** What is said of calls. */
export const callFacts: ChannelFacts = {
  name: callChannel,
  templatesPage: "/ivr",
  counted: {
    unit: "seconds",
    name: "Call time",
    definition: "Seconds that calls lasted, over all calls that ended.",
  },
  exclusions: callExclusions,
  advice: callAdvice,
  verdictOf: (status) => (isKnown(status) ? callVerdicts[status] : undefined),
  describe: (code) =>
    callCodes[code] ?? {
      about: "carrier",
      words: `The carrier reported code ${code}`,
      advice: "Look the code up with the carrier.",
    },
  lastingCodes: Object.entries(callCodes)
    .filter(([code, { about }]) => about === "recipient" && !passing.has(code))
    .map(([code]) => code),
}
