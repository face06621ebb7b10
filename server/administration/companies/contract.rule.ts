import { DateTime, Option } from "effect"

/** First and last day of a contract, `YYYY-MM-DD`; null means without limit. Both days belong to it. */
export type ContractDates = { readonly contractStart: string | null; readonly contractEnd: string | null }

/** The calendar day it is at an instant (milliseconds since 1970) in a zone, `YYYY-MM-DD`; an unknown zone counts as UTC. */
export const dayIn = (zone: string, millis: number): string =>
  DateTime.formatIsoDate(
    Option.getOrElse(DateTime.makeZoned(millis, { timeZone: zone }), () => DateTime.makeUnsafe(millis)),
  )

/** Where a contract stands on a day of the company's calendar (docs/policy.md#companies). */
export const contractOn = (
  { contractStart, contractEnd }: ContractDates,
  today: string,
): "notStarted" | "active" | "expired" => {
  if (contractStart !== null && today < contractStart) return "notStarted"
  return contractEnd !== null && today > contractEnd ? "expired" : "active"
}
