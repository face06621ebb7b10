import type { Ladder, LadderStep } from "#schemas/outreach/ladder.ts"

/** What a message leads to, known at once: a text or call that arrives, perhaps with an answer, or one that does not. */
export const fates = [
  "arrives",
  "fails",
  "wrongNumber",
  "refused",
  "replies",
  "optsOut",
  "books",
  "confirms",
  "clicks",
  "says",
] as const
/** What a rule makes of a reply that `says` something. */
export const lawValue = { name: "time", value: "morning" } as const
export type Fate = (typeof fates)[number]

/** A message that a carrier took, and when, in milliseconds since 1970. */
type Touch = { readonly stepId: number; readonly attempt: number; readonly at: number }

/** A step that someone came to and has not got yet. */
type Wanted = Touch & { readonly step: LadderStep; readonly isDue: boolean }

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** When messages may leave, by the person's clock, where a company has set nothing else. */
const hours = { SMS: [8 * hour, 21 * hour], IVR: [9 * hour, 20 * hour] } as const
/** What is about to leave may take so long. */
const onItsWay = 30_000

const arrives = (fate: Fate): boolean => !["fails", "wrongNumber", "refused"].includes(fate)

/**
 * The law of multi-campaigns (docs/policy.md#multi-campaigns) for one person, minute by minute and without a database. It
 * is written for tests alone, and shares nothing with the program.
 * @param offset how far the person's clock is from UTC, in milliseconds
 * @param fateOf what becomes of a message of a step
 */
export const liveThrough = (
  { steps, stops, mostTouches, closeAfterMinutes }: Ladder,
  launchedAt: number,
  offset: number,
  fateOf: (stepId: number, attempt: number) => Fate,
): { readonly touches: ReadonlyArray<Touch>; readonly end: string; readonly endedAt: number } => {
  const touches: Array<Touch> = []
  const said = {
    replies: false,
    books: false,
    confirms: false,
    optsOut: false,
    clicks: false,
    says: false,
    answersCall: false,
  }
  /** Whether the last steps that the person got something by reached them. */
  let [reachedBefore, everReached] = [false, false]
  let now = launchedAt

  const dayOf = (at: number): number => Math.floor((at + offset) / day)
  const opensNext = (channel: "SMS" | "IVR", at: number): number => {
    const today = dayOf(at) * day - offset + hours[channel][0]
    return at < today ? today : today + day
  }
  const mayLeave = (channel: "SMS" | "IVR", at: number): boolean => {
    const [opens, closes] = hours[channel]
    const time = (at + offset) % day
    return time >= opens && time + onItsWay < closes
  }
  const gets = ({ onlyIf }: LadderStep): boolean =>
    onlyIf === "always" ||
    (onlyIf === "notDelivered" && !reachedBefore) ||
    (onlyIf === "noAnswer" && !said.answersCall) ||
    (onlyIf === "noReply" && !said.replies) ||
    (onlyIf === "notClicked" && !said.clicks) ||
    (onlyIf === "notBooked" && !said.books) ||
    (onlyIf === "valueIs" && said.says) ||
    (onlyIf === "valueIsNot" && !said.says)
  const stopped = (): string | undefined => {
    if (said.optsOut) return "optedOut"
    if (said.confirms && stops.includes("confirmed")) return "confirmed"
    if (said.books && stops.includes("booked")) return "booked"
    return said.replies && stops.includes("replied") ? "replied" : undefined
  }
  const answer = (fate: Fate, { channel }: LadderStep): void => {
    if (fate !== "arrives" && fate !== "fails" && fate !== "wrongNumber" && fate !== "refused") said[fate] = true
    if (fate === "says") said.replies = true
    if (channel === "IVR" && arrives(fate)) said.answersCall = true
  }

  /** Takes the person through steps that begin together; gives when the last of them was over, or that the person stopped. */
  const goThrough = (together: ReadonlyArray<LadderStep>): number | "stopped" => {
    let wanted: Array<Wanted> = together.map((step, index) => ({
      ...{ step, stepId: step.stepId, attempt: 1, isDue: false },
      at: now + (index === 0 ? 0 : step.waitMinutes * minute),
    }))
    let [overAt, gotSomething, wasReached] = [now, false, false]
    for (;;) {
      if (stopped() !== undefined) return "stopped"
      // Who needs a step no longer does not wait for it; one that has come stays.
      wanted = wanted
        .filter((one) => one.isDue || one.attempt > 1 || gets(one.step))
        .map((one) => (one.at <= now ? { ...one, isDue: true } : one))
      const leaving = wanted.filter(({ at }) => at <= now)
      if (wanted.length === 0) {
        if (gotSomething) reachedBefore = wasReached
        return overAt
      }
      if (leaving.length === 0) {
        now = Math.min(...wanted.map(({ at }) => at))
        continue
      }
      // Texts leave before calls are begun; what they lead to is known by then.
      const channel = leaving.some(({ step }) => step.channel === "SMS") ? "SMS" : "IVR"
      const heard: Array<readonly [Fate, LadderStep]> = []
      /** Handed over with the others and refused: it counts until that is known. */
      let refused = 0
      const inOrder = leaving.toSorted(
        (one, other) => steps.indexOf(one.step) - steps.indexOf(other.step) || one.attempt - other.attempt,
      )
      for (const one of inOrder.filter(({ step }) => step.channel === channel)) {
        const { step, attempt } = one
        wanted = wanted.filter((other) => other !== one)
        gotSomething = true
        if (!mayLeave(channel, now)) wanted.push({ ...one, at: opensNext(channel, now) })
        else if (touches.length + refused >= mostTouches) overAt = now
        else if (touches.filter(({ at }) => dayOf(at) === dayOf(now)).length + refused >= 2)
          wanted.push({ ...one, at: opensNext(channel, dayOf(now) * day - offset + day) })
        else {
          const fate = fateOf(step.stepId, attempt)
          if (fate === "refused") refused += 1
          else touches.push({ stepId: step.stepId, attempt, at: now })
          overAt = now
          heard.push([fate, step])
          if (arrives(fate)) wasReached = everReached = true
          if (fate === "fails" && channel === "SMS" && attempt <= step.retries)
            wanted.push({ ...one, attempt: attempt + 1, isDue: false, at: now + step.retryMinutes * minute })
        }
      }
      for (const [fate, step] of heard) answer(fate, step)
    }
  }

  const ended = (end: string) => ({ touches, end, endedAt: now })
  for (let first = 0; first < steps.length;) {
    let next = first + 1
    while (steps[next]?.start === "parallel") next += 1
    const together = steps.slice(first, next)
    now += (together[0]?.waitMinutes ?? 0) * minute
    if (touches.length >= mostTouches) return ended("mostTouches")
    if (together.some(gets)) {
      const over = goThrough(together)
      if (over === "stopped") return ended(stopped() ?? "")
      now = over
    }
    first = next
  }
  now += closeAfterMinutes * minute
  return ended(everReached ? "noAnswer" : "notReached")
}
