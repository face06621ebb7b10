import { useIntl } from "react-intl"
import type { LadderPath, PathTouch } from "#machines/lifecycles/ladder/ladderPaths.ts"
import { textsOf, type Ladder, type LadderStep } from "#schemas/outreach/ladder.ts"
import { waitOf } from "#schemas/outreach/ladderWaits.ts"
import { useWords } from "#views/parts/Words.tsx"

/** What a condition says that asks for no value. */
export const noValue = { name: "", value: "" } as const

/** The day that a touch is on at the earliest, counted from the launch. */
export const dayOf = ({ minutes }: PathTouch): number => Math.floor(minutes / 1_440)

/** How often a call of a step is tried at most; nothing is known before it is chosen. */
export type TriesOf = (step: LadderStep) => number | undefined

/** How often a step may touch one person on a path. */
const touchesBy = ({ step }: PathTouch, triesOf: TriesOf): number => (step.channel === "IVR" ? (triesOf(step) ?? 1) : 1)

/** How many touches a path has at most, a call with all its tries. */
export const touchesOf = ({ touches }: LadderPath, triesOf: TriesOf, most: number): number =>
  Math.min(
    touches.reduce((sum, touch) => sum + touchesBy(touch, triesOf), 0),
    most,
  )

/** A ladder as the checks and paths take it. */
export type JudgedLadder = Pick<Ladder, "steps" | "stops" | "mostTouches">

/** Waits and ways of a ladder in words. */
export const useLadderWords = () => {
  const words = useWords()
  const intl = useIntl()
  return {
    /** "2 days" */
    waitText: (minutes: number): string => {
      const { wait, unit } = waitOf(minutes)
      return words(`multi.wait.${unit}`, { wait })
    },
    /** "text on day 0, call on day 1 up to 3 times" */
    wayText: ({ touches }: LadderPath, triesOf: TriesOf): string =>
      touches.length === 0
        ? words("multi.path.nothing")
        : intl.formatList(
            touches.map((touch) =>
              touch.step.test === undefined
                ? words(`multi.path.${touch.step.channel}`, { day: dayOf(touch), tries: touchesBy(touch, triesOf) })
                : words("multi.path.oneOf", { day: dayOf(touch), texts: textsOf(touch.step).length }),
            ),
            { type: "unit" },
          ),
  }
}
