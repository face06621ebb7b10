import type { Ladder, LadderStep, StepTest } from "#schemas/outreach/ladder.ts"
import { textsOf } from "#schemas/outreach/ladder.ts"
import type { LadderSimulation } from "#schemas/outreach/multiCampaign.ts"
import type { VariantNumbers } from "#schemas/outreach/variants.ts"
import { drawing } from "./drawing.rule.ts"
import { rungOfStep } from "./ladder.rule.ts"
import {
  travellerOf,
  type Chances,
  type Given,
  type Simulated,
  type SimulatedWay,
  type Traveller,
} from "./simulate.rule.ts"
import { judgeVariants, seatsOf, type Seats, type TestPlace } from "./variants.rule.ts"

const hour = 3_600_000
/** For texts that are sent again others are not waited for longer than this after the answers to the last one. */
const longestDelay = 48 * hour

type Tested = LadderStep & { readonly test: StepTest }
type Shown = LadderSimulation["tests"][number]

/** A test while it is simulated: when it is judged, and what it came to. */
type Running = { readonly step: Tested; judgeAt: number | null; answer: Shown | undefined }

const isTested = (step: LadderStep): step is Tested => step.test !== undefined

const did = ({ judgeBy }: StepTest, given: Given, bookedAt: number | null, now: number): boolean => {
  const at = judgeBy === "replied" ? given.repliedAt : judgeBy === "opened" ? given.openedAt : bookedAt
  return at !== null && at <= now
}

const numbersOf = ({ stepId, test, ...step }: Tested, people: ReadonlyArray<Traveller>, now: number) => {
  const all = people.flatMap(({ given, bookedAt }) => {
    const own = given.get(stepId)
    return own === undefined ? [] : [{ own, bookedAt: bookedAt() }]
  })
  return textsOf({ ...step, test }).map((_, variant): VariantNumbers => {
    const some = all.filter(({ own }) => own.variant === variant)
    const reached = some.filter(({ own }) => own.isReached)
    const measured = reached.filter(({ own, bookedAt }) => did(test, own, bookedAt, now))
    return { variant, people: some.length, reached: reached.length, measured: measured.length }
  })
}

/** When the answers to the texts of a test have been waited for, as real ones are: longer while some are sent again. */
const answeredAt = ({ stepId, test }: Tested, people: ReadonlyArray<Traveller>, now: number): number => {
  const all = people.flatMap(({ given }) => given.get(stepId) ?? [])
  const last = Math.max(0, ...all.map(({ leftAt }) => leftAt ?? 0))
  const at = last + test.afterHours * hour
  return all.some(({ isOpen }) => isOpen) && now < at + longestDelay ? now + hour : at
}

/**
 * Lets people go through a ladder side by side, in the order of what is due, so that those outside the share of a test
 * wait until it is decided, by the same rule as real ones (`judgeVariants`), and then get what it came to.
 * @param seed draws each person's chances, and who gets which text
 * @param start milliseconds since 1970
 */
export const simulatePeople = (
  ladder: Ladder,
  people: ReadonlyArray<Simulated>,
  chancesOf: (step: LadderStep) => Chances,
  triesOf: (step: LadderStep) => { readonly tries: number; readonly minutes: number },
  seed: number,
  start: number,
): { readonly ways: ReadonlyArray<SimulatedWay>; readonly tests: ReadonlyArray<Shown> } => {
  const travellers = people.map((person, place) => {
    const draw = drawing(Math.imul(seed, 0x9e37_79b1) ^ Math.imul(place + 1, 0x85eb_ca6b))
    return travellerOf(ladder, person, chancesOf, triesOf, draw, start)
  })
  const tests = ladder.steps.filter(isTested).map((step): Running => ({ step, judgeAt: null, answer: undefined }))
  let places: ReadonlyArray<TestPlace> = tests.map(({ step: { stepId } }) => ({
    ...{ stepId, seated: 0, decided: false, winner: null },
  }))
  let seats: Seats = seatsOf(seed, places)

  /** Has a test judged whose people are all in, or to which no one else comes. */
  const closeSplits = (now: number): void => {
    for (const test of tests.filter(({ judgeAt, answer }) => judgeAt === null && answer === undefined)) {
      const rung = rungOfStep(ladder.steps, test.step.stepId)
      const isAwaited = travellers.some((one) => (one.atRung() ?? rung) < rung)
      if (seats.isFull(test.step) || !isAwaited) test.judgeAt = now + test.step.test.afterHours * hour
    }
  }

  const judge = (test: Running, now: number, isOver: boolean): void => {
    const at = answeredAt(test.step, travellers, now)
    if (at > now && !isOver) return void (test.judgeAt = at)
    const { stepId } = test.step
    const variants = numbersOf(test.step, travellers, now)
    const { outcome, winner } = judgeVariants(test.step.test, variants)
    const waiting = travellers.filter((one) => one.isWaiting() && one.atRung() === rungOfStep(ladder.steps, stepId) - 1)
    test.answer = { stepId, outcome, winner, variants, waited: waiting.length }
    test.judgeAt = null
    const seated = new Map(seats.taken().map((one) => [one.stepId, one.seated]))
    places = places.map((one) => ({
      ...{ ...one, seated: seated.get(one.stepId) ?? one.seated },
      ...(one.stepId === stepId ? { decided: true, winner } : {}),
    }))
    seats = seatsOf(seed, places)
    for (const one of travellers) if (one.isWaiting()) one.wake(now)
  }

  for (let now = start; ;) {
    if (travellers.every((one) => one.way() !== undefined)) {
      for (const test of tests.filter(({ answer }) => answer === undefined)) judge(test, now, true)
      break
    }
    const due = Math.min(...travellers.map((one) => one.nextAt() ?? Infinity))
    const judged = Math.min(...tests.map(({ judgeAt }) => judgeAt ?? Infinity))
    now = Math.max(now, Math.min(due, judged))
    if (judged <= due)
      for (const test of tests) if (test.judgeAt !== null && test.judgeAt <= now) judge(test, now, false)
    for (const one of travellers) if ((one.nextAt() ?? Infinity) <= now) one.look(now, seats)
    closeSplits(now)
  }
  return {
    ways: travellers.flatMap((one) => one.way() ?? []),
    tests: tests.flatMap(({ answer }) => answer ?? []),
  }
}
