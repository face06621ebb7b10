import { type CallFate, human, machine } from "./callFate.ts"

/** What the simulated carrier does with the request that hands a text or a call over. */
export type Answer =
  | "accept"
  /** Takes it and never answers: the sender's time-out ends the wait. */
  | "acceptThenHang"
  /** Takes it and breaks the connection. */
  | "acceptThenReset"
  /** Takes it, but a gateway in between answers 502. */
  | "acceptThenGateway"
  /** Breaks the connection without taking it. */
  | "reset"
  /** Answers 503. */
  | "busy"
  /** Answers 500. */
  | "broken"
  /** Answers 500 to each first try, and takes the second. */
  | "brokenOnce"
  /** Answers 429. */
  | "tooMany"
  /** Answers 429 to each first try, and takes the second. */
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

/** What is forced for calls to a number; what is absent follows the seed. */
export type MagicCall = {
  readonly meaning: string
  readonly refuse?: number
  readonly answer?: Answer
  readonly fate?: CallFate
  /** How webhooks come: none at all, after the end of the call, or then each twice and the last one first. */
  readonly reports?: "none" | "late" | "twiceBackwards"
}

const presses1 = human({ presses: "1" })
const failed = (errorCode: string, sipCode: string) => ({ _tag: "Failed", errorCode, sipCode }) as const

/** Numbers that force what becomes of a call. Those below +15005550010 are Twilio's own, as for texts. */
export const magicCalls: Readonly<Record<string, MagicCall>> = {
  "+15005550001": { meaning: "refused: the number does not exist", refuse: 21217 },
  "+15005550002": { meaning: "refused: no way to reach the number", refuse: 21214 },
  "+15005550003": { meaning: "refused: calls to its country are not enabled", refuse: 21215 },
  "+15005550004": { meaning: "refused: the number may not be called", refuse: 21216 },
  "+15005550200": { meaning: "a person answers and presses 1", fate: presses1 },
  "+15005550201": { meaning: "a person answers and presses 9", fate: human({ presses: "9" }) },
  "+15005550202": {
    meaning: "a person answers and presses nothing",
    fate: human({ presses: "nothing", speaksFor: 0 }),
  },
  "+15005550203": { meaning: "a person hangs up after 3 seconds", fate: human({ hangsUpAfter: 3_000 }) },
  "+15005550204": { meaning: "a person presses *, which no menu names", fate: human({ presses: "*" }) },
  "+15005550205": { meaning: "a person presses a key that the menu names", fate: human() },
  "+15005550206": {
    meaning: "a person presses 1 and is taken for a machine",
    fate: human({ presses: "1", takenFor: "machine_start" }),
  },
  "+15005550207": {
    meaning: "a person presses 1 and is taken for nothing known",
    fate: human({ presses: "1", takenFor: "unknown" }),
  },
  "+15005550210": { meaning: "no one answers", fate: { _tag: "NoAnswer" } },
  "+15005550211": { meaning: "busy", fate: { _tag: "Busy" } },
  "+15005550212": { meaning: "failed: not in service", fate: failed("32005", "404") },
  "+15005550213": { meaning: "failed: the network is out of order", fate: failed("32011", "503") },
  "+15005550214": { meaning: "a machine with a greeting and a beep", fate: machine() },
  "+15005550215": { meaning: "a machine without a beep", fate: machine({ endsWith: "silence" }) },
  "+15005550216": { meaning: "a fax", fate: machine({ isFax: true }) },
  "+15005550220": { meaning: "429 at the first try, then as +15005550200", fate: presses1, answer: "tooManyOnce" },
  "+15005550221": { meaning: "429 always", answer: "tooMany" },
  "+15005550222": { meaning: "503 always", answer: "busy" },
  "+15005550223": { meaning: "500 always", answer: "broken" },
  "+15005550230": {
    meaning: "taken, but never answered; then as +15005550200",
    fate: presses1,
    answer: "acceptThenHang",
  },
  "+15005550231": {
    meaning: "taken, then the connection breaks; then as +15005550200",
    fate: presses1,
    answer: "acceptThenReset",
  },
  "+15005550232": { meaning: "not taken, the connection breaks", answer: "reset" },
  "+15005550233": {
    meaning: "taken, but a gateway answers 502; then as +15005550200",
    fate: presses1,
    answer: "acceptThenGateway",
  },
  "+15005550234": {
    meaning: "taken, but never answered, and no report ever comes",
    fate: presses1,
    answer: "acceptThenHang",
    reports: "none",
  },
  "+15005550240": { meaning: "as +15005550200, but no report ever comes", fate: presses1, reports: "none" },
  "+15005550241": {
    meaning: "as +15005550200, every report twice, the last one first",
    fate: presses1,
    reports: "twiceBackwards",
  },
  "+15005550242": {
    meaning: "as +15005550200, every report after the end of the call",
    fate: presses1,
    reports: "late",
  },
  "+15005550243": {
    meaning: "a machine with a beep, every report twice, the last one first",
    fate: machine(),
    reports: "twiceBackwards",
  },
}
