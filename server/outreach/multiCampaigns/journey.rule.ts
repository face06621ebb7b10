import { isMet, type Rung, rungsOf } from "#machines/lifecycles/ladder/rungs.ts"
import type { JourneyEnd, Ladder, LadderStep } from "#schemas/outreach/ladder.ts"
import type { RecipientState } from "#schemas/outreach/recipient.ts"
import { openStates } from "#server/outreach/recipients/recipient.rule.ts"

/** A place that a person was given by a step. Times are milliseconds since 1970. */
export type StepPlace = {
  readonly stepId: number
  /** 1 for the first, 2 for the first time that a text is sent again. */
  readonly attempt: number
  readonly state: RecipientState
  /** Whether another try cannot mend the failure: the number is wrong, or the person is left out. */
  readonly isLasting: boolean
  readonly wasDelivered: boolean
  /** Whether a person took the call. */
  readonly wasAnswered: boolean
  /** Of a text that a carrier has and said nothing of since: when it was asked about last, and since when it is to be asked. */
  readonly silence?: { readonly askedAt: number | null; readonly wantedAt: number | null } | undefined
  /** When it began, or was decided otherwise. */
  readonly at: number
}

/** What is known of a person in a ladder. */
export type JourneyFacts = {
  readonly places: ReadonlyArray<StepPlace>
  /** Texts and calls of the ladder that a carrier took. */
  readonly touches: number
  readonly hasReplied: boolean
  /** Whether they opened a link of its texts. */
  readonly hasClicked: boolean
  readonly hasBooked: boolean
  /** What rules set last by their replies, by name. */
  readonly values: Readonly<Record<string, string>>
  readonly hasConfirmed: boolean
  readonly hasOptedOut: boolean
}

/** Where a person stands: waiting for the rung after `atRung`, or under way on it. `since` is when that began. */
export type JourneyPlace = { readonly state: "waiting" | "underway"; readonly atRung: number; readonly since: number }

/** A step that a person gets now. */
export type StepAdded = { readonly step: LadderStep; readonly attempt: number }

/** What a look at a person leads to. `nextAt` null waits for news of what is under way. */
export type JourneyMove =
  | { readonly _tag: "End"; readonly as: JourneyEnd }
  | ({
      readonly _tag: "Stay"
      readonly nextAt: number | null
      readonly adds: ReadonlyArray<StepAdded>
      /** Texts of which the carrier is asked first what became of them. */
      readonly asks?: ReadonlyArray<StepPlace>
    } & JourneyPlace)

const minute = 60_000
/**
 * A decision does not wait longer for the carrier's word, in minutes. The lane that asks gives up long before: this is for
 * a text that no lane asks about any more.
 */
const longestAsking = 10_080

const stopOf = ({ stops }: Pick<Ladder, "stops">, facts: JourneyFacts): JourneyEnd | undefined => {
  if (facts.hasOptedOut) return "optedOut"
  if (facts.hasConfirmed && stops.includes("confirmed")) return "confirmed"
  if (facts.hasBooked && stops.includes("booked")) return "booked"
  return facts.hasReplied && stops.includes("replied") ? "replied" : undefined
}

/** A text is over for the ladder once a carrier has it: what it leads to is looked at when the next step is due. */
const isOpen = ({ state }: StepPlace, { channel }: Pick<LadderStep, "channel">): boolean =>
  openStates.includes(state) || (channel === "IVR" && state === "sent")

const wasReached = ({ state, wasDelivered }: StepPlace): boolean =>
  wasDelivered || state === "sent" || state === "replied"

/** The places of the last rung that a person got something by. */
const lastRung = (rungs: ReadonlyArray<Rung>, atRung: number, places: ReadonlyArray<StepPlace>) => {
  for (let index = atRung - 1; index >= 0; index -= 1) {
    const ids = new Set(rungs[index]?.map(({ stepId }) => stepId))
    const own = places.filter(({ stepId }) => ids.has(stepId))
    if (own.length > 0) return own
  }
  return []
}

/** Whether it is known that someone got something: a text of which no one said anything is not. */
const surelyReached = (places: ReadonlyArray<StepPlace>): boolean =>
  places.some((one) => wasReached(one) && one.silence === undefined)

/**
 * The texts without a receipt that a decision depends on: those that may fail and be sent again, those before a step for
 * who was not reached, and at the end all, unless something is known to have arrived.
 * @param before the steps that began last, whose texts are sent again
 * @param last what was got last
 */
const silentBefore = (
  rung: Rung | undefined,
  before: Rung,
  last: ReadonlyArray<StepPlace>,
  places: ReadonlyArray<StepPlace>,
): ReadonlyArray<StepPlace> => {
  const mayFail = places.filter((one) =>
    before.some(({ stepId, retries }) => stepId === one.stepId && one.attempt <= retries),
  )
  const asks = rung === undefined || rung.some(({ onlyIf }) => onlyIf === "notDelivered")
  const deciding = rung === undefined ? places : last
  return [...new Set([...mayFail, ...(asks && !surelyReached(deciding) ? deciding : [])])].filter(
    ({ silence }) => silence !== undefined,
  )
}

/** Until when a decision waits for texts that the carrier was not asked about since it was due; undefined when it waits for none. */
const askedUntil = (silent: ReadonlyArray<StepPlace>, due: number, now: number): number | undefined => {
  const open = silent.flatMap(({ silence }) => {
    if (silence === undefined || (silence.askedAt !== null && silence.askedAt >= due)) return []
    const until = (silence.wantedAt ?? now) + longestAsking * minute
    return until > now ? [until] : []
  })
  return open.length === 0 ? undefined : Math.min(...open)
}

/** When a step that begins with its rung is due by itself. */
const dueIn = (rung: Rung, step: LadderStep, since: number): number =>
  since + (step === rung[0] ? 0 : step.waitMinutes * minute)

/** A text that failed in a way that another try may mend, and when it is sent again. */
const retryOf = (step: LadderStep, { state, isLasting, attempt, at }: StepPlace): number | undefined =>
  step.channel === "SMS" && state === "failed" && !isLasting && attempt <= step.retries
    ? at + step.retryMinutes * minute
    : undefined

/** The newest place that someone has by a step. */
const lastOf = ({ stepId }: LadderStep, places: ReadonlyArray<StepPlace>): StepPlace | undefined =>
  places.filter((one) => one.stepId === stepId).toSorted((one, other) => other.attempt - one.attempt)[0]

/** Whether a text of a rung failed and is to be sent again; of one that counted as over carriers say it only later. */
export const hasFailedSince = (rung: Rung, places: ReadonlyArray<StepPlace>): boolean =>
  rung.some((step) => {
    const last = lastOf(step, places)
    return last !== undefined && retryOf(step, last) !== undefined
  })

type Underway = {
  readonly adds: ReadonlyArray<StepAdded>
  /** What is waited for besides news. */
  readonly times: ReadonlyArray<number>
  readonly isOpen: boolean
  /** When the last of it was over. */
  readonly overAt: number
}

/** What of a rung that has begun is still to come. */
const lookAtRung = (
  rung: Rung,
  { since }: JourneyPlace,
  facts: JourneyFacts,
  person: Parameters<typeof isMet>[1],
  now: number,
): Underway => {
  const adds: Array<StepAdded> = []
  const times: Array<number> = []
  let open = false
  let overAt = since
  for (const step of rung) {
    const last = lastOf(step, facts.places)
    const due = last === undefined ? dueIn(rung, step, since) : retryOf(step, last)
    const isNext = last !== undefined || isMet(step, person)
    if (due !== undefined && isNext && due > now) times.push(due)
    else if (due !== undefined && isNext) adds.push({ step, attempt: (last?.attempt ?? 0) + 1 })
    else if (last !== undefined && isOpen(last, step)) open = true
    else if (last !== undefined) overAt = Math.max(overAt, last.at)
  }
  return { adds, times, isOpen: open, overAt }
}

const earliest = (times: ReadonlyArray<number>): number | null => (times.length === 0 ? null : Math.min(...times))

/**
 * Decides how a person goes on in a ladder (docs/decisions/103-multi-campaigns.md): what ends it for them, what they get now, or
 * what is waited for. A rung of which they get nothing passes by at its time, so that the days of later ones stay.
 * @param now milliseconds since 1970
 * @param isFull whether those who come to a step wait until the test of its texts is decided
 */
export const moveJourney = (
  ladder: Ladder,
  place: JourneyPlace,
  facts: JourneyFacts,
  now: number,
  isFull: (step: LadderStep) => boolean = () => false,
): JourneyMove => {
  const stop = stopOf(ladder, facts)
  if (stop !== undefined) return { _tag: "End", as: stop }
  const rungs = rungsOf(ladder.steps)
  const hasAnswered = facts.places.some((one) => one.wasAnswered)
  let { state, atRung, since } = place
  const personAt = (rungsBefore: number) => ({
    wasReached: lastRung(rungs, rungsBefore, facts.places).some(wasReached),
    ...{ hasAnswered, hasReplied: facts.hasReplied, hasClicked: facts.hasClicked, hasBooked: facts.hasBooked },
    values: facts.values,
  })
  if (atRung > 0 && hasFailedSince(rungs[atRung - 1] ?? [], facts.places)) state = "underway"
  if (state === "underway") {
    const { adds, times, overAt, ...seen } = lookAtRung(
      rungs[atRung - 1] ?? [],
      place,
      facts,
      personAt(atRung - 1),
      now,
    )
    if (adds.length > 0 || times.length > 0 || seen.isOpen)
      return { _tag: "Stay", state, atRung, since, adds, nextAt: earliest(times) }
    state = "waiting"
    since = overAt
  }
  for (;;) {
    const rung = rungs[atRung]
    const due = since + (rung?.[0]?.waitMinutes ?? ladder.closeAfterMinutes) * minute
    const stay = { _tag: "Stay", state: "waiting", atRung, since, adds: [] } as const
    if (due > now) return { ...stay, nextAt: due }
    if (rung !== undefined && facts.touches >= ladder.mostTouches) return { _tag: "End", as: "mostTouches" }
    const silent = silentBefore(rung, rungs[atRung - 1] ?? [], lastRung(rungs, atRung, facts.places), facts.places)
    const until = askedUntil(silent, due, now)
    if (until !== undefined)
      return { ...stay, nextAt: until, asks: silent.filter(({ silence }) => silence?.wantedAt === null) }
    if (rung === undefined) return { _tag: "End", as: facts.places.some(wasReached) ? "noAnswer" : "notReached" }
    const person = personAt(atRung)
    if (rung.some((step) => isMet(step, person) && isFull(step))) return { ...stay, nextAt: null }
    atRung += 1
    if (rung.some((step) => isMet(step, person))) {
      const begun = { state: "underway", atRung, since: now } as const
      const { adds, times } = lookAtRung(rung, begun, facts, person, now)
      return { _tag: "Stay", ...begun, adds, nextAt: earliest(times) }
    }
    since = due
  }
}
