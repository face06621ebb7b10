import { getNextSnapshot, initialTransition, type SnapshotFrom } from "xstate"
import { asksForValue, type JourneyEnd, journeyEnds, type Ladder, type LadderStep } from "#schemas/outreach/ladder.ts"
import { journeyState, ladderChart, type LadderChart, type JourneyEvent } from "./ladder.chart.ts"
import { isMet, rungsOf } from "./rungs.ts"

/** A step that a person gets on a path, with the minutes from the launch to it at the earliest. */
export type PathTouch = { readonly step: LadderStep; readonly minutes: number }

/** One way that a person can take through a ladder, and how it ends. */
export type LadderPath = { readonly touches: ReadonlyArray<PathTouch>; readonly end: JourneyEnd }

/** More paths than this are not listed. */
export const mostPaths = 500

type Snapshot = SnapshotFrom<LadderChart>

const isEnd = (state: string): state is JourneyEnd => journeyEnds.some((end) => end === state)

const happens = (
  ["Booked", "Confirmed", "Replied", "Clicked", "OptedOut", "StepReached", "StepNotReached"] as const
).map((type): JourneyEvent => ({ type }))

/** Replies that set the values which steps ask for; any other value is as none. */
const valuesSet = (steps: ReadonlyArray<LadderStep>): ReadonlyArray<JourneyEvent> =>
  steps.flatMap(({ onlyIf, ifValue }) =>
    asksForValue(onlyIf) && ifValue !== undefined ? [{ type: "ValueSet", ...ifValue }] : [],
  )

/** Paths that differ only in what a person cannot tell apart are one. */
const keyOf = ({ touches, end }: LadderPath): string => `${touches.map(({ step }) => step.stepId).join(".")} ${end}`

/** The place of the first rung that a person has yet to come to. */
const firstAhead = (state: string): number => {
  const number = Number(/\d+$/.exec(state)?.[0] ?? Number.POSITIVE_INFINITY)
  return state.startsWith("wait") ? number - 1 : number
}

/** What decides how a person goes on from somewhere: two that agree in it have the same ways before them. Values count
 * by what the steps still ask of them, or each order in which some were set would be a place of its own.
 */
const placeOf = (now: Snapshot, touches: ReadonlyArray<PathTouch>, asking: ReadonlyArray<LadderStep>): string => {
  const { values: _, ...known } = now.context
  const asked = asking.map((step) => isMet(step, now.context))
  return JSON.stringify([now.value, known, asked, touches.map(({ step }) => step.stepId)])
}

/**
 * Every way that a person can take through a ladder, as its chart runs it; at most `mostPaths`. Answers are looked for
 * where someone has just got a step: one that comes later leads to the same end.
 */
export const ladderPaths = (ladder: Pick<Ladder, "steps" | "stops" | "mostTouches">): ReadonlyArray<LadderPath> => {
  const rungs = rungsOf(ladder.steps)
  const chart = ladderChart(ladder)
  const asking = ladder.steps.filter(({ onlyIf }) => asksForValue(onlyIf))
  const found = new Map<string, LadderPath>()
  const seen = new Set<string>()
  const walk = (now: Snapshot, touches: ReadonlyArray<PathTouch>, minutes: number): void => {
    const state = journeyState(now)
    if (found.size >= mostPaths) return
    if (isEnd(state)) {
      const path = { touches, end: state }
      return void found.set(keyOf(path), path)
    }
    const first = firstAhead(state)
    const ahead = asking.filter((step) => rungs.findIndex((steps) => steps.includes(step)) >= first)
    const place = placeOf(now, touches, ahead)
    if (seen.has(place)) return
    seen.add(place)
    const next = (event: JourneyEvent) => getNextSnapshot(chart, now, event)
    if (!state.startsWith("rung")) {
      const after = next({ type: "WaitOver" })
      const rung = rungs[Number(state.slice("wait".length)) - 1] ?? []
      const due = minutes + (rung[0]?.waitMinutes ?? 0)
      const gets = journeyState(after).startsWith("rung") ? rung.filter((step) => isMet(step, now.context)) : []
      const own = (step: LadderStep) => due + (step === rung[0] ? 0 : step.waitMinutes)
      return walk(after, [...touches, ...gets.map((step) => ({ step, minutes: own(step) }))], due)
    }
    for (const event of [...happens, ...valuesSet(ahead)]) {
      const after = next(event)
      // What does not end the ladder is noted, and the step still ends some way.
      if (after !== now) walk(after, touches, minutes)
    }
  }
  const [first] = initialTransition(chart)
  walk(first, [], 0)
  return [...found.values()]
}
