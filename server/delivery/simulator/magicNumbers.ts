/** What the simulated carrier does with the request that hands a text over. */
export type Answer =
  | "accept"
  /** Takes the text and never answers: the sender's time-out ends the wait. */
  | "acceptThenHang"
  /** Takes the text and breaks the connection. */
  | "acceptThenReset"
  /** Takes the text, but a gateway in between answers 502. */
  | "acceptThenGateway"
  /** Breaks the connection without taking the text. */
  | "reset"
  /** Answers 503. */
  | "busy"
  /** Answers 429. */
  | "tooMany"
  /** Answers 429 to the first try of each text, and takes the second. */
  | "tooManyOnce"

/** What is forced for a number; what is absent follows the seed. */
export type MagicNumber = {
  readonly meaning: string
  readonly refuse?: number
  readonly answer?: Answer
  readonly ending?: { readonly status: "delivered" | "undelivered" | "failed"; readonly errorCode: string | null }
  /** The person's answer, or null for none. */
  readonly reply?: string | null
  /** How status callbacks come: none at all, or each twice and the last one first. */
  readonly reports?: "none" | "twiceBackwards"
}

const delivered = { status: "delivered", errorCode: null } as const
const quiet = { ending: delivered, reply: null } as const
const undelivered = (errorCode: string) => ({ ending: { status: "undelivered", errorCode }, reply: null }) as const

/**
 * Numbers that force an outcome at the simulated carrier. Those below
 * +15005550010 are Twilio's own test numbers and answer as they do there.
 */
export const magicNumbers: Readonly<Record<string, MagicNumber>> = {
  "+15005550001": { meaning: "refused: the number does not exist", refuse: 21211 },
  "+15005550002": { meaning: "refused: no way to reach the number", refuse: 21612 },
  "+15005550003": { meaning: "refused: texts to its country are not enabled", refuse: 21408 },
  "+15005550004": { meaning: "refused: opted out with the carrier", refuse: 21610 },
  "+15005550009": { meaning: "refused: the number cannot receive texts", refuse: 21614 },
  "+15005550100": { meaning: "delivered, no answer", ...quiet },
  "+15005550103": { meaning: "undelivered: phone off", ...undelivered("30003") },
  "+15005550105": { meaning: "undelivered: not in service", ...undelivered("30005") },
  "+15005550106": { meaning: "undelivered: landline", ...undelivered("30006") },
  "+15005550107": { meaning: "undelivered: filtered", ...undelivered("30007") },
  "+15005550108": {
    meaning: "failed: no reason given",
    ending: { status: "failed", errorCode: "30008" },
    reply: null,
  },
  "+15005550110": { meaning: "delivered, answers Yes", ending: delivered, reply: "Yes" },
  "+15005550111": { meaning: "delivered, answers STOP", ending: delivered, reply: "STOP" },
  "+15005550120": { meaning: "429 at the first try, then taken", ...quiet, answer: "tooManyOnce" },
  "+15005550121": { meaning: "429 always", answer: "tooMany" },
  "+15005550122": { meaning: "503 always", answer: "busy" },
  "+15005550130": { meaning: "taken, but never answered", ...quiet, answer: "acceptThenHang" },
  "+15005550131": { meaning: "taken, then the connection breaks", ...quiet, answer: "acceptThenReset" },
  "+15005550132": { meaning: "not taken, the connection breaks", answer: "reset" },
  "+15005550133": { meaning: "taken, but a gateway answers 502", ...quiet, answer: "acceptThenGateway" },
  "+15005550134": {
    meaning: "taken, but never answered, and no report ever comes",
    ...quiet,
    answer: "acceptThenHang",
    reports: "none",
  },
  "+15005550140": { meaning: "taken and delivered, but no report ever comes", ...quiet, reports: "none" },
  "+15005550141": { meaning: "every report comes twice, the last one first", ...quiet, reports: "twiceBackwards" },
}

/** Twilio's test senders that are always refused, with their codes. */
export const refusedSenders: Readonly<Record<string, number>> = {
  "+15005550001": 21212,
  "+15005550007": 21606,
  "+15005550008": 21611,
}
