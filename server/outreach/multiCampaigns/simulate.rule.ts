import { factsOf } from "#schemas/outreach/channels.ts"
import type { JourneyEnd, Ladder, LadderStep, ReplyValue } from "#schemas/outreach/ladder.ts"
import { ladderLimits, textsOf } from "#schemas/outreach/ladder.ts"
import type { SimulatedPerson } from "#schemas/outreach/multiCampaign.ts"
import { reasonIn } from "#schemas/outreach/reasons.ts"
import type { ExclusionReason, Reason } from "#schemas/outreach/recipient.ts"
import { moveJourney, type JourneyFacts, type JourneyPlace, type StepPlace } from "./journey.rule.ts"
import type { Seats } from "./variants.rule.ts"

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
  | { readonly eligible: false; readonly reason: ExclusionReason; readonly missing?: ReadonlyArray<string> | undefined }

/** A person that a ladder is simulated for. `judge` looks at them for a step at a moment, after what the ladder sent them at some times, in milliseconds since 1970. */
export type Simulated = {
  readonly patient: string
  readonly zone: string
  readonly judge: (step: LadderStep, now: number, sent: ReadonlyArray<number>) => Judged
}

/** What a person’s way through a ladder took. */
export type SimulatedWay = {
  readonly person: SimulatedPerson
  readonly texts: number
  readonly segments: number
  readonly calls: number
  readonly lastAt: number | null
}

const minute = 60_000
const day = 1_440 * minute
/** No ladder takes a person more looks than this. */
const mostLooks = 500

type Happened = SimulatedPerson["happened"][number]

/** What became of a text that a test gave someone. Times are milliseconds since 1970, null for never. */
export type Given = {
  readonly variant: number
  leftAt: number | null
  isReached: boolean
  /** Whether it failed and is sent again. */
  isOpen: boolean
  openedAt: number | null
  repliedAt: number | null
}

/** A person on their way through a ladder, who is looked at when something is due. */
export type Traveller = {
  /** When they are looked at next; null while they wait for a test, and once they have ended. */
  readonly nextAt: () => number | null
  readonly look: (now: number, seats: Pick<Seats, "isFull" | "take">) => void
  /** Lets who waits for a test be looked at again. */
  readonly wake: (now: number) => void
  /** How many rungs have begun; null once they have ended. */
  readonly atRung: () => number | null
  readonly isWaiting: () => boolean
  readonly given: ReadonlyMap<number, Given>
  readonly bookedAt: () => number | null
  /** The whole way, once it has ended. */
  readonly way: () => SimulatedWay | undefined
}

/**
 * Sends one person through a ladder by the rule that takes real people on (`moveJourney`), with what would happen
 * drawn by chance.
 * @param triesOf how often a step is tried at most, the first time included, and the minutes between two tries
 * @param start milliseconds since 1970
 */
export const travellerOf = (
  ladder: Ladder,
  { patient, zone, judge }: Simulated,
  chancesOf: (step: LadderStep) => Chances,
  triesOf: (step: LadderStep) => { readonly tries: number; readonly minutes: number },
  draw: () => number,
  start: number,
): Traveller => {
  const places: Array<StepPlace> = []
  const happened: Array<Happened> = []
  const took = { texts: 0, segments: 0, calls: 0 }
  /** When each try left, and when each text or call did first: a company's cap counts a call once, however often it is tried. */
  const times: Array<number> = []
  const messages: Array<number> = []
  const answers = { hasReplied: false, hasClicked: false, hasBooked: false, hasConfirmed: false, hasOptedOut: false }
  const values: Record<string, string> = {}
  const given = new Map<number, Given>()
  let bookedAt: number | null = null
  let looks = 0
  let nextAt: number | null = start
  let ended: SimulatedWay | undefined
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

  /** The text that someone is given of a step; one that is sent again is the same. */
  const textOf = (step: LadderStep, seats: Pick<Seats, "take">): LadderStep => {
    if (step.test === undefined) return step
    const variant = given.get(step.stepId)?.variant ?? seats.take(step)
    if (!given.has(step.stepId))
      given.set(step.stepId, {
        ...{ variant, leftAt: null, isReached: false, isOpen: false, openedAt: null, repliedAt: null },
      })
    return { ...step, templateId: textsOf(step)[variant] ?? step.templateId }
  }

  /** Sends one step; gives when it is over. */
  const send = (step: LadderStep, attempt: number, now: number): number => {
    const { stepId, channel } = step
    const own = given.get(stepId)
    const judged = judge(step, now, messages)
    const base = { stepId, attempt, isLasting: false, wasDelivered: false, wasAnswered: false }
    if (!judged.eligible) {
      places.push({ ...base, state: "excluded", isLasting: true, at: now })
      note(now, stepId, "leftOut", reasonIn(factsOf(channel), judged.reason, judged.missing))
      return now
    }
    const chances = chancesOf(step)
    const { tries, minutes } = channel === "IVR" ? triesOf(step) : { tries: 1, minutes: 0 }
    let at = fits(judged.leaves)
    let isReached = false
    for (let nth = 1; nth <= tries && times.length < ladder.mostTouches && !isReached; nth += 1) {
      if (nth > 1) at = fits(at + minutes * minute)
      else messages.push(at)
      times.push(at)
      if (channel === "SMS") took.texts += 1
      else took.calls += 1
      if (channel === "SMS") took.segments += judged.cost
      isReached = draw() < chances.reached
      note(at, stepId, isReached ? "reached" : "notReached")
    }
    if (own !== undefined) Object.assign(own, { leftAt: at, isReached, isOpen: !isReached && attempt <= step.retries })
    const isAnswered = isReached && channel === "IVR"
    const state = isReached ? "delivered" : "failed"
    places.push({ ...base, state, wasDelivered: isReached, wasAnswered: isAnswered, at })
    return isReached ? answer(step, chances, at) : at
  }

  /** What someone does who was reached; gives when they have done it. */
  const answer = ({ stepId, channel }: LadderStep, chances: Chances, at: number): number => {
    const own = given.get(stepId)
    const isClicked = chances.clicked > 0 && draw() < chances.clicked
    if (isClicked) {
      const openedAt = at + Math.floor(draw() * 600 + 1) * minute
      answers.hasClicked = true
      if (own !== undefined) own.openedAt = openedAt
      note(openedAt, stepId, "clicked")
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
    if (did === "booked") {
      // Who books by the link has opened it.
      Object.assign(answers, { hasBooked: true, hasClicked: answers.hasClicked || channel === "SMS" })
      bookedAt ??= answeredAt
      if (own !== undefined) own.openedAt ??= answeredAt
    }
    if (did === "replied") {
      answers.hasReplied = true
      if (own !== undefined) own.repliedAt = answeredAt
      const set = chances.sets[Math.floor(draw() * chances.sets.length)]
      if (set !== undefined) values[set.name] = set.value
    }
    note(answeredAt, stepId, did)
    return answeredAt
  }

  const facts = (): JourneyFacts => ({ places: [...places], touches: times.length, ...answers, values: { ...values } })
  const end = (endedAs: JourneyEnd, at: number): void => {
    note(at, null, "ended")
    happened.sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
    nextAt = null
    for (const own of given.values()) own.isOpen = false
    ended = {
      person: { patient, zone, endedAs, touches: times.length, happened },
      ...took,
      lastAt: times.length === 0 ? null : Math.max(...times),
    }
  }

  return {
    nextAt: () => nextAt,
    look: (now, seats) => {
      looks += 1
      const move = moveJourney(ladder, place, facts(), now, seats.isFull)
      if (move._tag === "End" || looks > mostLooks) return end(move._tag === "End" ? move.as : "noAnswer", now)
      place = move
      const over = move.adds.map(({ step, attempt }) => send(textOf(step, seats), attempt, now))
      nextAt = over.length > 0 ? Math.max(now, ...over) : move.nextAt
    },
    wake: (now) => void (nextAt = now),
    atRung: () => (ended === undefined ? place.atRung : null),
    isWaiting: () => ended === undefined && nextAt === null,
    given,
    bookedAt: () => bookedAt,
    way: () => ended,
  }
}
