import type { CallFlow, Menu, RetriedOutcome } from "#schemas/outreach/callFlow.ts"
import { callingHours } from "#schemas/constants.ts"
import { makeSendKey, type SendKey } from "#server/delivery/sendKey.rule.ts"
import { releaseAt, sendingHours } from "#server/outreach/sendingHours/quietHours.rule.ts"
import type { Random } from "./random.ts"
import type { TimedFact } from "./sends.ts"

/** One attempt to call a person. Times in milliseconds since 1970. */
export type DemoCall = {
  readonly key: string
  readonly sid: string
  readonly attempt: number
  readonly beganAt: number
  readonly endedAt: number
  readonly status: "completed" | RetriedOutcome
  /** Null where no one answered. */
  readonly seconds: number | null
  readonly pressed: ReadonlyArray<{ readonly step: string; readonly key: string }>
  readonly leftMessage: boolean
}

/** What became of a person's calls: all that happened, in order, and each attempt. */
export type CalledPerson = { readonly facts: ReadonlyArray<TimedFact>; readonly calls: ReadonlyArray<DemoCall> }

/** When a person is called first, and who it is. */
type Turn = {
  readonly queuedAt: number
  readonly turnAt: number
  readonly zone: string
  readonly ids: Omit<SendKey, "attempt">
}

const second = 1_000
const minute = 60_000
const hours = sendingHours(callingHours)

const outcomes = [
  ["completed", 52],
  ["machine", 22],
  ["no-answer", 17],
  ["busy", 6],
  ["failed", 3],
] as const

const menuOf = ({ steps }: CallFlow): Menu => {
  const menu = steps.find((step) => step._tag === "Menu")
  if (menu === undefined) throw new Error("A call flow of the demo has no menu")
  return menu
}

/**
 * The key that someone presses who answers, the first ones more often, and whether it stops the calls. No one stops the
 * texts as well, so the year of texts is the same with calls and without.
 */
const pressedIn = (random: Random, flow: CallFlow) => {
  if (!random.chance(0.55)) return undefined
  const menu = menuOf(flow)
  const stops = new Map(flow.steps.flatMap((step) => (step._tag === "OptOut" ? [[step.stepId, step.scope]] : [])))
  const keys = menu.keys.filter(({ next }) => next === null || stops.get(next) !== "all")
  const { key, next } = random.weighted(keys.map((one, place) => [one, 1 / (place + 1) ** 2] as const))
  return { step: menu.name, key, isStop: next !== null && stops.has(next) }
}

/** A call that someone or a machine answered: what it led to, and when it ended. */
const answered = (random: Random, flow: CallFlow, status: "completed" | "machine", at: number) => {
  const key = status === "completed" ? pressedIn(random, flow) : undefined
  const seconds = random.int(14, 32) + (key === undefined ? 0 : random.int(4, 40))
  const endedAt = at + seconds * second
  const keyAt = at + 12 * second
  const leftMessage = status === "machine" && flow.voicemail._tag === "LeaveMessage"
  const facts: ReadonlyArray<TimedFact> = [
    ...(key === undefined ? [] : [{ at: keyAt, fact: { _tag: "ReplyReceived" } } as const]),
    ...(key?.isStop === true ? [{ at: keyAt, fact: { _tag: "RecipientOptedOut" } } as const] : []),
    ...(status === "completed" || leftMessage ? [{ at: endedAt, fact: { _tag: "MessageDelivered" } } as const] : []),
  ]
  const pressed = key === undefined ? [] : [{ step: key.step, key: key.key }]
  return { facts, call: { endedAt, seconds, pressed, leftMessage } }
}

/** Everything that happens in the calls to one person: attempts until someone is reached, or the call flow gives up. */
export const callPerson = (random: Random, flow: CallFlow, { queuedAt, turnAt, zone, ids }: Turn): CalledPerson => {
  const facts: Array<TimedFact> = [{ at: queuedAt, fact: { _tag: "RecipientQueued" } }]
  const calls: Array<DemoCall> = []
  const hold = (from: number): number => {
    const { at } = releaseAt(from, [zone], hours)
    if (at === null) return from
    facts.push(
      { at: from, fact: { _tag: "RecipientHeld", until: new Date(at).toISOString() } },
      { at, fact: { _tag: "RecipientReleased" } },
    )
    return at
  }
  let due = turnAt
  for (let attempt = 1; ; attempt += 1) {
    const beganAt = hold(due)
    const key = makeSendKey({ ...ids, attempt }, random.text(16))
    const sid = `CA${random.text(32)}`
    const status = random.weighted(outcomes)
    const rangAt = beganAt + random.int(5, flow.ringSeconds) * second
    facts.push(
      { at: beganAt, fact: { _tag: "SendStarted", key } },
      { at: beganAt + random.int(80, 400), fact: { _tag: "SendAccepted", sid } },
    )
    const isAnswered = status === "completed" || status === "machine"
    const { facts: more, call } = isAnswered
      ? answered(random, flow, status, rangAt)
      : { facts: [], call: { endedAt: rangAt, seconds: null, pressed: [], leftMessage: false } }
    facts.push(...more)
    calls.push({ key, sid, attempt, beganAt, status, ...call })
    if (status === "completed" || call.leftMessage) return { facts, calls }
    const retry = flow.retries.find(({ outcome, times }) => outcome === status && attempt <= times)
    if (retry === undefined) {
      facts.push({ at: call.endedAt, fact: { _tag: "MessageFailed", code: status } })
      return { facts, calls }
    }
    due = Math.ceil(call.endedAt / minute + retry.minutes) * minute
    facts.push(
      { at: call.endedAt, fact: { _tag: "MessageFailed", code: status } },
      { at: call.endedAt, fact: { _tag: "RetryScheduled", key, until: new Date(due).toISOString() } },
      { at: due, fact: { _tag: "RecipientReleased" } },
    )
  }
}
