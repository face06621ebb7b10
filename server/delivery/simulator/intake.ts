import type { Clock } from "effect"
import type { Answer } from "./magicNumbers.ts"
import { makeSenderRate } from "./senderRate.ts"
import { errorAnswer, type RestAnswer } from "./twilioJson.ts"

/** What to do with a request: `afterwards` is done once the answer is written, or the connection broken. */
export type Creation = { readonly answer: RestAnswer | "hang" | "reset"; readonly afterwards?: () => void }

/** What is to be taken over; `again` is the same for a second try. */
type Handed = {
  readonly plan: { readonly refuse: number | null; readonly answer: Answer }
  readonly sender: string
  readonly again: string
}

/** Takes texts or calls over, or does what a magic number wants instead. */
export type Intake = {
  readonly refuse: (status: number, code: number, retryAfterSeconds?: number) => Creation
  readonly take: (handed: Handed, accept: () => { readonly json: unknown; readonly afterwards: () => void }) => Creation
  readonly refused: () => number
}

/** What the request was answered with although it was taken. */
const answersAfterTaking: Partial<Record<Answer, Creation["answer"]>> = {
  acceptThenHang: "hang",
  acceptThenReset: "reset",
  acceptThenGateway: { status: 502, json: "Bad Gateway" },
}

/** @param perSecond how many are taken from each sender a second; null for no limit */
export const makeIntake = (perSecond: number | null, clock: Clock.Clock): Intake => {
  const mayTake = makeSenderRate(perSecond, clock)
  const triedOnce = new Set<string>()
  let refused = 0

  const refuse: Intake["refuse"] = (status, code, retryAfterSeconds) => {
    refused += 1
    return { answer: errorAnswer(status, code, retryAfterSeconds) }
  }
  const isFirst = ({ again }: Handed): boolean => !triedOnce.delete(again) && triedOnce.add(again).size > 0
  const mustWait = (handed: Handed): boolean => {
    if (handed.plan.answer === "tooManyOnce") return isFirst(handed)
    return handed.plan.answer === "tooMany" || !mayTake(handed.sender)
  }

  return {
    refuse,
    take: (handed, accept) => {
      const { plan } = handed
      if (plan.refuse !== null) return refuse(400, plan.refuse)
      if (plan.answer === "reset") return { answer: "reset" }
      if (plan.answer === "busy") return refuse(503, 20503)
      if (plan.answer === "broken" || (plan.answer === "brokenOnce" && isFirst(handed))) return refuse(500, 20500)
      if (mustWait(handed)) return refuse(429, 20429, 1)
      const { json, afterwards } = accept()
      return { answer: answersAfterTaking[plan.answer] ?? { status: 201, json }, afterwards }
    },
    refused: () => refused,
  }
}
