import { DateTime, Option } from "effect"

/** First and last day of a contract, `YYYY-MM-DD`; null means without limit. Both days belong to it. */
export type ContractDates = { readonly contractStart: string | null; readonly contractEnd: string | null }

const dayOf = (zone: string, millis: number): string =>
  DateTime.formatIsoDate(
    Option.getOrElse(DateTime.makeZoned(millis, { timeZone: zone }), () => DateTime.makeUnsafe(millis)),
  )

const minuteMillis = 60_000
/** Zones whose day is remembered; with more it is found again. */
const maxRemembered = 1_000
/** The day of each zone, and the minute it was found for: every call asks for its company's. */
const days = new Map<string, { readonly minute: number; readonly day: string }>()

/** The calendar day it is at an instant (milliseconds since 1970) in a zone, `YYYY-MM-DD`; an unknown zone counts as UTC. */
export const dayIn = (zone: string, millis: number): string => {
  // No day begins within a minute.
  const minute = Math.floor(millis / minuteMillis)
  const known = days.get(zone)
  if (known?.minute === minute) return known.day
  if (days.size >= maxRemembered) days.clear()
  const day = dayOf(zone, millis)
  days.set(zone, { minute, day })
  return day
}

/** Where a contract stands on a day of the company's calendar (docs/policy.md#companies). */
export const contractOn = (
  { contractStart, contractEnd }: ContractDates,
  today: string,
): "notStarted" | "active" | "expired" => {
  if (contractStart !== null && today < contractStart) return "notStarted"
  return contractEnd !== null && today > contractEnd ? "expired" : "active"
}
