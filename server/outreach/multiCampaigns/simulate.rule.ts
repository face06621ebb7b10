import { factsOf } from "#schemas/outreach/channels.ts"
import type { JourneyEnd, Ladder, LadderStep, ReplyValue } from "#schemas/outreach/ladder.ts"
import { ladderLimits } from "#schemas/outreach/ladder.ts"
import type { SimulatedPerson } from "#schemas/outreach/multiCampaign.ts"
import { reasonIn } from "#schemas/outreach/reasons.ts"
import type { ExclusionReason, Reason } from "#schemas/outreach/recipient.ts"
import { moveJourney, type JourneyFacts, type JourneyPlace, type StepPlace } from "./journey.rule.ts"

/** How likely it is that a message reaches someone, and what they do then; between 0 and 1. */
export type Chances = {
  readonly reached: number
  readonly replied: number
  /** That its link is opened without booking by it. */
  readonly clicked: number
  readonly booked: number
  readonly optedOut: number
  /** The values of which its rules set one by a reply; an empty value is what the person writes. */
  readonly sets: ReadonlyArray<ReplyValue>
}

/** What a step would be for a person at a moment: when it leaves and what it costs, or why they get nothing. */
export type Judged =
  | { readonly eligible: true; readonly leaves: number; readonly cost: number }
  | { readonly eligible: false; readonly reason: ExclusionReason }

/** A person that a ladder is simulated for. `judge` looks at them for a step at a moment, in milliseconds since 1970. */
export type Simulated = {
  readonly patient: string
  readonly zone: string
  readonly judge: (step: LadderStep, now: number) => Judged
  /** The step with the text that they are given of it, where it tests more than one. */
  readonly textOf: (step: LadderStep) => LadderStep
}

/** What a person’s way through a ladder took. */
export type SimulatedWay = {
  readonly person: SimulatedPerson
  readonly texts: number
  readonly segments: number
  readonly calls: number
  readonly lastAt: number | null
}

/** Draws numbers from 0 to below 1; the same seed draws the same ones (mulberry32). */
export const drawing = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const minute = 60_000
const day = 1_440 * minute
/** No ladder takes a person more looks than this. */
const mostLooks = 500

type Happened = SimulatedPerson["happened"][number]

/**
 * Lets one person go through a ladder by the rule that takes real people on (`moveJourney`), with what would happen
 * drawn by chance.
 * @param triesOf how often a step is tried at most, the first time included, and the minutes between two tries
 * @param start milliseconds since 1970
 */
export const simulateJourney = (
  ladder: Ladder,
  { patient, zone, judge, textOf }: Simulated,
  chancesOf: (step: LadderStep) => Chances,
  triesOf: (step: LadderStep) => { readonly tries: number; readonly minutes: number },
  draw: () => number,
  start: number,
): SimulatedWay => {
  const places: Array<StepPlace> = []
  const happened: Array<Happened> = []
  const took = { texts: 0, segments: 0, calls: 0 }
  const times: Array<number> = []
  const answers = { hasReplied: false, hasClicked: false, hasBooked: false, hasConfirmed: false, hasOptedOut: false }
  const values: Record<string, string> = {}
  let now = start
  let place: JourneyPlace = { state: "waiting", atRung: 0, since: start }
  const note = (at: number, stepId: number | null, what: Happened["what"], reason: Reason | null = null) =>
    happened.push({ at: new Date(at).toISOString(), stepId, what, reason })

  const dayOf = (at: number) => Math.floor(at / day)
  /** Two touches a day, and no more than the ladder allows: what is over waits for the next day, or is left out. */
  const fits = (at: number): number => {
    let when = at
    while (times.filter((one) => dayOf(one) === dayOf(when)).length >= ladderLimits.touchesADay) when += day
    return when
  }

  /** Sends one step; gives when it is over. */
  const send = (asked: LadderStep, attempt: number): number => {
    const step = textOf(asked)
    const { stepId, channel } = step
    const judged = judge(step, now)
    const base = { stepId, attempt, isLasting: false, wasDelivered: false, wasAnswered: false }
    if (!judged.eligible) {
      places.push({ ...base, state: "excluded", isLasting: true, at: now })
      note(now, stepId, "leftOut", reasonIn(factsOf(channel), judged.reason))
      return now
    }
    const chances = chancesOf(step)
    const { tries, minutes } = channel === "IVR" ? triesOf(step) : { tries: 1, minutes: 0 }
    let at = fits(judged.leaves)
    let isReached = false
    for (let nth = 1; nth <= tries && times.length < ladder.mostTouches && !isReached; nth += 1) {
      if (nth > 1) at = fits(at + minutes * minute)
      times.push(at)
      if (channel === "SMS") took.texts += 1
      else took.calls += 1
      if (channel === "SMS") took.segments += judged.cost
      isReached = draw() < chances.reached
      note(at, stepId, isReached ? "reached" : "notReached")
    }
    const isAnswered = isReached && channel === "IVR"
    const state = isReached ? "delivered" : "failed"
    places.push({ ...base, state, wasDelivered: isReached, wasAnswered: isAnswered, at })
    if (!isReached) return at
    const isClicked = chances.clicked > 0 && draw() < chances.clicked
    if (isClicked) {
      answers.hasClicked = true
      note(at + Math.floor(draw() * 600 + 1) * minute, stepId, "clicked")
    }
    const chance = draw()
    const answeredAt = at + Math.floor(draw() * 600 + 1) * minute
    const did =
      chance < chances.optedOut
        ? "optedOut"
        : chance < chances.optedOut + chances.booked
          ? "booked"
          : chance < chances.optedOut + chances.booked + chances.replied
            ? "replied"
            : null
    if (did === null) return at
    if (did === "optedOut") answers.hasOptedOut = true
    // Who books by the link has opened it.
    if (did === "booked")
      Object.assign(answers, { hasBooked: true, hasClicked: answers.hasClicked || channel === "SMS" })
    if (did === "replied") {
      answers.hasReplied = true
      const set = chances.sets[Math.floor(draw() * chances.sets.length)]
      if (set !== undefined) values[set.name] = set.value
    }
    note(answeredAt, stepId, did)
    return answeredAt
  }

  const facts = (): JourneyFacts => ({ places: [...places], touches: times.length, ...answers, values: { ...values } })
  const way = (endedAs: JourneyEnd, at: number): SimulatedWay => {
    note(at, null, "ended")
    happened.sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
    return {
      person: { patient, zone, endedAs, touches: times.length, happened },
      ...took,
      lastAt: times.length === 0 ? null : Math.max(...times),
    }
  }

  for (let look = 0; look < mostLooks; look += 1) {
    const move = moveJourney(ladder, place, facts(), now)
    if (move._tag === "End") return way(move.as, now)
    place = move
    const over = move.adds.map(({ step, attempt }) => send(step, attempt))
    now = move.adds.length > 0 ? Math.max(now, ...over) : (move.nextAt ?? now)
  }
  return way("noAnswer", now)
}
