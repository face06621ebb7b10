import { drawsFor, pick } from "./behaviour.ts"
import { type CallFate, type Human, human, machine } from "./callFate.ts"
import { type Answer, magicCalls } from "./magicNumbers.ts"

/** How the simulated people take calls; shares are of 1. */
export type CallBehaviour = {
  readonly noAnswer: number
  readonly busy: number
  readonly failed: number
  readonly machine: number
  /** Of the people who answer themselves: who presses 9, who presses nothing, who hangs up in the middle. */
  readonly pressNine: number
  readonly pressNothing: number
  readonly hangUp: number
  /** Of all calls: whose first request is answered 429 or 500, or is taken and not answered so; and whose webhooks are lost, late, or come twice and backwards. */
  readonly badRequests: number
  readonly badReports: number
}

/** What a clinic sees that calls people in the afternoon. */
export const ordinaryCalls: CallBehaviour = {
  noAnswer: 0.22,
  busy: 0.04,
  failed: 0.03,
  machine: 0.33,
  pressNine: 0.03,
  pressNothing: 0.12,
  hangUp: 0.1,
  badRequests: 0,
  badReports: 0,
}

/** Everything that will happen to one call. Times are milliseconds at speed 1. */
export type CallPlan = {
  readonly refuse: number | null
  readonly answer: Answer
  /** How the webhooks come: once each, not at all, after the end of the call, or then also twice and the last one first. */
  readonly reports: "once" | "none" | "late" | "twiceBackwards"
  readonly ringsAfter: number
  /** How long it rings before its fate comes; when the caller gives up sooner, nobody answered. */
  readonly fateAfter: number
  readonly fate: CallFate
}

/** A number that no one has, a phone that is off, and a network that is out of order. */
const failures = [
  { _tag: "Failed", errorCode: "32005", sipCode: "404" },
  { _tag: "Failed", errorCode: "32009", sipCode: "480" },
  { _tag: "Failed", errorCode: "32011", sipCode: "503" },
] as const

const badAnswers = ["tooManyOnce", "brokenOnce", "acceptThenReset", "acceptThenGateway"] as const
const badReports = ["none", "late", "twiceBackwards"] as const

/** One of some, for a draw below a share; undefined for the others. */
const drawn = <A>(share: number, draw: number, options: ReadonlyArray<A>): A | undefined =>
  draw < share ? pick(options, draw / share) : undefined

const someone = (behaviour: CallBehaviour, [choice = 0, leaving = 0, talk = 0]: ReadonlyArray<number>): CallFate => {
  const { pressNine, pressNothing, hangUp } = behaviour
  return human({
    presses: choice < pressNine ? "9" : choice < pressNine + pressNothing ? "nothing" : "named",
    hangsUpAfter: leaving < hangUp ? 2_000 + talk * 8_000 : null,
    speaksFor: 3_000 + talk * 12_000,
  })
}

const fateOf = (behaviour: CallBehaviour, fate: number, more: ReadonlyArray<number>): CallFate => {
  const { noAnswer, busy, failed } = behaviour
  if (fate < noAnswer) return { _tag: "NoAnswer" }
  if (fate < noAnswer + busy) return { _tag: "Busy" }
  if (fate < noAnswer + busy + failed) return pick(failures, more[0] ?? 0)
  if (fate >= noAnswer + busy + failed + behaviour.machine) return someone(behaviour, more)
  return machine({ greeting: 6_000 + (more[0] ?? 0) * 9_000 })
}

/**
 * What happens to a call, the same for the same seed, number (E.164) and count of
 * the calls it had before, so that a second try may end otherwise. Magic numbers
 * force their part of it.
 */
export const planCall = (behaviour: CallBehaviour, seed: string, to: string, before: number): CallPlan => {
  const [fate = 0, ringing = 0, waiting = 0, ...more] = drawsFor(seed, to, `call ${before}`)
  const [handing = 1, telling = 1] = more.slice(3)
  const magic = magicCalls[to]
  return {
    refuse: magic?.refuse ?? null,
    answer: magic?.answer ?? drawn(behaviour.badRequests, handing, badAnswers) ?? "accept",
    reports: magic?.reports ?? drawn(behaviour.badReports, telling, badReports) ?? "once",
    ringsAfter: 500 + ringing * 1_500,
    fateAfter: 4_000 + waiting * 12_000,
    fate: magic?.fate ?? fateOf(behaviour, fate, more),
  }
}

const numbers = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
const named = new RegExp(
  `\\b(?:press|dial|push|key|oprima|pulse|marque|presione)\\b\\D{0,14}?\\b(\\d|${numbers.join("|")})\\b`,
  "giu",
)

/** The keys that a menu's words name ("press 1"), each once. */
export const keysNamed = (words: string): ReadonlyArray<string> => [
  ...new Set(
    [...words.matchAll(named)].map(([, key = ""]) => {
      const number = numbers.indexOf(key.toLowerCase())
      return number === -1 ? key : String(number)
    }),
  ),
]

/** What people try where no words name a key. */
const likelyKeys = ["1", "1", "2", "3", "0"]

/** The key that a person presses at a menu, and how many milliseconds after its words; null for none. */
export const keyPressed = (
  presses: Human["presses"],
  seed: string,
  to: string,
  words: string,
): { readonly key: string; readonly after: number } | null => {
  if (presses === "nothing") return null
  const [choice = 0, thinking = 0] = drawsFor(seed, to, words)
  const after = 500 + thinking * 2_500
  if (presses !== "named") return { key: presses, after }
  // Key 9, which opts out, is drawn by a share of its own.
  const keys = keysNamed(words).filter((key) => key !== "9")
  return { key: pick(keys.length === 0 ? likelyKeys : keys, choice), after }
}
