import { Temporal } from "temporal-polyfill"
import type { Holiday } from "#schemas/administration/companyDraft.ts"
import { sendingWindow } from "#schemas/constants.ts"
import { heldBack } from "#server/outreach/recipients/recipient.rule.ts"
import { whereabouts, type ZoneHints } from "#server/people/patients/zone.rule.ts"
import { lawHours, releaseAt, sendingHours, type SendingHours } from "./quietHours.rule.ts"
import { hoursIn, stateOfZip, type SendingRules } from "./sendingRules.rule.ts"

type Window = { readonly from: string; readonly to: string }

/**
 * The rule that holds a message, in how many zones the person may be, where one zone alone would hold it shorter, and
 * whether their number is one of the United States.
 */
type HeldByHours = { readonly zones: number; readonly isUs: boolean } & (
  | { readonly by: "law"; readonly hours: Window }
  | { readonly by: "state"; readonly hours: Window; readonly state: string }
  | { readonly by: "company"; readonly hours: Window }
  | { readonly by: "holiday"; readonly names: ReadonlyArray<string> }
)

/** Why a message waits. */
export type Hold =
  | HeldByHours
  | { readonly by: "pause" }
  | { readonly by: "dayBound" }
  | { readonly by: "carrier" | "retry"; readonly code: string }

/** A message that waits, with what is stored of it. */
export type Waiting = ZoneHints & {
  readonly state: "held" | "queued"
  /** In milliseconds since 1970. */
  readonly until: number
  /** The zone of the person as it was when they got their place. */
  readonly zone: string
  readonly isOfLadder: boolean
  readonly isPaused: boolean
  /** What made it wait, by the name of the fact, and the code of the carrier that came with it or before it. */
  readonly fact: string
  readonly code: string | null
}

type Layer = { readonly hours: SendingHours } & (
  | { readonly by: "law" }
  | { readonly by: "state"; readonly window: Window; readonly state: string }
  | { readonly by: "company"; readonly window: Window }
  | { readonly by: "holiday" }
)

/** The rules of a company for the people of a state, each with those before it: from the law's on they only narrow. */
const layersOf = (rules: SendingRules, state: string | undefined): ReadonlyArray<Layer> => {
  const rule = rules.states.find((one) => one.state === state)
  const { allowed, used } = rule === undefined ? { allowed: sendingWindow, used: rules } : hoursIn(rules, rule.state)
  return [
    { by: "law", hours: lawHours },
    ...(rule === undefined
      ? []
      : [{ by: "state" as const, hours: sendingHours(allowed), window: allowed, state: rule.state }]),
    { by: "company", hours: sendingHours(used), window: { from: rules.from, to: rules.to } },
    {
      by: "holiday",
      hours: sendingHours(
        used,
        rules.holidays.map(({ date }) => date),
      ),
    },
  ]
}

/** A company's rules, made ready to say why many people wait. */
export type ReadyHolds = {
  readonly country: string
  readonly holidays: ReadonlyArray<Holiday>
  readonly layersOf: (usZip: string | null) => ReadonlyArray<Layer>
}

/** Makes the rules of one company ready to say what they hold. */
export const readyHolds = (rules: SendingRules): ReadyHolds => {
  const known = new Map<string, ReadonlyArray<Layer>>()
  return {
    ...{ country: rules.country, holidays: rules.holidays },
    layersOf: (usZip) => {
      const state = usZip === null ? undefined : stateOfZip(usZip)
      const layers = known.get(state ?? "") ?? layersOf(rules, state)
      known.set(state ?? "", layers)
      return layers
    },
  }
}

/** The names of the company's holidays from one moment to another, on the calendar of a zone. */
const holidaysIn = (holidays: ReadonlyArray<Holiday>, zone: string, from: number, to: number) => {
  const dayOf = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate()
  const [first, last] = [dayOf(from).toString(), dayOf(to).toString()]
  return [...new Set(holidays.filter(({ date }) => first <= date && date < last).map(({ name }) => name))]
}

/**
 * Which rule of hours keeps a message from leaving, by the rules as they are: the first, from the law's on, by which
 * with those before it the message leaves no earlier than by all of them.
 * Null where no rule of hours holds it, and where no hour will ever do.
 * @param now milliseconds since 1970
 * @param until the moment until which it is held
 */
export const hoursThatHold = (
  person: ZoneHints,
  { now, until }: { readonly now: number; readonly until: number },
  { country, holidays, layersOf: layersFor }: ReadyHolds,
): HeldByHours | null => {
  const { zones, usZip, phoneCountry } = whereabouts(person, country)
  const layers = layersFor(usZip)
  const leaves = (at: number, { hours }: Layer, where = zones) => releaseAt(at, where, hours).at
  const all = layers.at(-1)
  // What is allowed now was held because its hours end before it could have left: what begins later holds it.
  const moment = all === undefined || leaves(now, all) === null ? until - 1 : now
  const release = all === undefined ? null : leaves(moment, all)
  const layer = layers.find((one) => (leaves(moment, one) ?? 0) >= (release ?? Infinity))
  if (release === null || release === Infinity || layer === undefined) return null
  const isLongerByZones = zones.some((zone) => (leaves(moment, layer, [zone]) ?? 0) < release)
  const where = { zones: isLongerByZones ? zones.length : 1, isUs: phoneCountry === "US" }
  switch (layer.by) {
    case "law":
      return { ...where, by: "law", hours: sendingWindow }
    case "state":
      return { ...where, by: "state", hours: layer.window, state: layer.state }
    case "company":
      return { ...where, by: "company", hours: layer.window }
    case "holiday": {
      // A holiday whose hours are over already stands in no way.
      const open = layers.find(({ by }) => by === "company")
      const first = (open === undefined ? null : leaves(moment, open)) ?? moment
      return { ...where, by: "holiday", names: holidaysIn(holidays, zones[0] ?? "UTC", first, release) }
    }
  }
}

/** Whether a moment is a midnight of the zone: no hours begin then, only the next day of what may be sent in one. */
const isMidnight = (at: number, zone: string): boolean => {
  const time = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  return time.startOfDay().equals(time)
}

/**
 * Why a message waits and what holds it, as far as that is known.
 * @param now milliseconds since 1970
 */
export const holdOf = (waiting: Waiting, now: number, holds: ReadyHolds): Hold | null => {
  const { state, until, zone, fact, code, isOfLadder, isPaused } = waiting
  if (until <= now) return isPaused && state === "held" ? { by: "pause" } : null
  if (state === "queued")
    return fact === "SendDeferred" && code !== null && code !== heldBack ? { by: "carrier", code } : null
  if (fact === "RetryScheduled") return code === null ? null : { by: "retry", code }
  if (isOfLadder && isMidnight(until, zone)) return { by: "dayBound" }
  return hoursThatHold(waiting, { now, until }, holds)
}
