import { hash } from "node:crypto"
import { type Answer, type MagicNumber, magicNumbers } from "./magicNumbers.ts"

/** How the simulated people and networks behave; shares are of 1. */
export type Behaviour = {
  readonly delivered: number
  /** Of the delivered: people who answer something. */
  readonly replies: number
  /** Of the delivered: people who answer STOP. */
  readonly stops: number
}

/** What a carrier sees on an ordinary day with a well-kept list. */
export const ordinaryDay: Behaviour = { delivered: 0.96, replies: 0.04, stops: 0.01 }

/** Everything that will happen to one text. Times are milliseconds at speed 1, each after the one before. */
export type Plan = {
  readonly refuse: number | null
  readonly answer: Answer
  readonly reports: "once" | "none" | "twiceBackwards"
  readonly sentAfter: number
  readonly endAfter: number
  readonly ending: NonNullable<MagicNumber["ending"]>
  readonly replyAfter: number
  readonly reply: string | null
}

const failures: ReadonlyArray<readonly [share: number, ending: Plan["ending"]]> = [
  [0.4, { status: "undelivered", errorCode: "30003" }],
  [0.6, { status: "undelivered", errorCode: "30005" }],
  [0.8, { status: "undelivered", errorCode: "30006" }],
  [0.95, { status: "undelivered", errorCode: "30007" }],
  [1, { status: "failed", errorCode: "30008" }],
]
const stopWords = ["STOP", "Stop", "stop.", "UNSUBSCRIBE"] as const
const replies = ["Yes", "No", "1", "5", "Thank you!", "ok", "Can you call me?", "Who is this?"] as const

const delivered: Plan["ending"] = { status: "delivered", errorCode: null }

/** Numbers from 0 to below 1 that depend on nothing but the seed, the recipient and the text. */
export const drawsFor = (seed: string, to: string, body: string): ReadonlyArray<number> => {
  const digest = hash("sha256", `${seed}\n${to}\n${body}`, "buffer")
  return Array.from({ length: 8 }, (_, index) => digest.readUInt32BE(index * 4) / 2 ** 32)
}

/** The option that a number from 0 to below 1 stands for. */
export const pick = <A>(options: ReadonlyArray<A>, draw: number): A => options[Math.floor(draw * options.length)] as A

/**
 * What happens to a text, the same for the same seed, recipient (E.164) and
 * text. Magic numbers force their part of it.
 */
export const planFor = (behaviour: Behaviour, seed: string, to: string, body: string): Plan => {
  const [fate = 0, cause = 0, sent = 0, end = 0, answering = 0, words = 0, thinking = 0] = drawsFor(seed, to, body)
  const magic = magicNumbers[to]
  const failure = failures.find(([share]) => cause < share)?.[1]
  const ending = magic?.ending ?? (fate < behaviour.delivered || failure === undefined ? delivered : failure)
  const answered =
    answering < behaviour.stops
      ? pick(stopWords, words)
      : answering < behaviour.stops + behaviour.replies
        ? pick(replies, words)
        : null
  const reply = magic?.reply === undefined ? answered : magic.reply
  return {
    refuse: magic?.refuse ?? null,
    answer: magic?.answer ?? "accept",
    reports: magic?.reports ?? "once",
    sentAfter: 150 + sent * 1_000,
    endAfter: 400 + end * 3_600,
    ending,
    replyAfter: 5_000 + thinking * 40_000,
    reply: ending.status === "delivered" ? reply : null,
  }
}
