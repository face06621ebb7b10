import { Temporal } from "temporal-polyfill"
import { sendingWindow } from "#schemas/constants.ts"

/** When texts may leave, on the recipient's clock and calendar; made by `sendingHours`. */
export type SendingHours = {
  readonly opens: Temporal.PlainTime
  readonly closes: Temporal.PlainTime
  /** Days on which nothing leaves, `YYYY-MM-DD`. */
  readonly closedDays: ReadonlySet<string>
  /** The answers known so far, by zone. */
  readonly known: Map<string, Span>
}

/** A span of one zone in which the answer stays the same, in milliseconds since 1970; `release` null: sending is allowed. */
type Span = { readonly from: number; readonly until: number; readonly release: number | null }

/** Hours `HH:mm`, the last one exclusive, and closed days. */
export const sendingHours = (
  { from, to }: { readonly from: string; readonly to: string },
  closedDays: ReadonlyArray<string> = [],
): SendingHours => ({
  opens: Temporal.PlainTime.from(from),
  closes: Temporal.PlainTime.from(to),
  closedDays: new Set(closedDays),
  known: new Map(),
})

/** The hours of the law alone. */
export const lawHours = sendingHours(sendingWindow)

/** Nobody is held longer before being looked at again, in days: hours and holidays may be others by then. */
export const longestHoldDays = 7

const spanAt = (now: number, zone: string, { opens, closes, closedDays }: SendingHours): Span => {
  const day = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate()
  const at = (days: number, plainTime: Temporal.PlainTime): number =>
    day.add({ days }).toZonedDateTime({ timeZone: zone, plainTime }).epochMilliseconds
  const isClosed = (days: number): boolean => closedDays.has(day.add({ days }).toString())
  const open = at(0, opens)
  const close = at(0, closes)
  if (!isClosed(0) && open <= now && now < close) return { from: open, until: close, release: null }
  let next = !isClosed(0) && now < open ? 0 : 1
  while (isClosed(next) && next < longestHoldDays) next += 1
  const release = Math.min(at(next, opens), now + longestHoldDays * 86_400_000)
  return { from: now, until: release, release }
}

/**
 * When a text to a person in `zone` (IANA) may leave: null for now, else the
 * next opening at the person's place (47 CFR 64.1200(c)(1)), a week away at most.
 * Throws RangeError for a zone that does not exist.
 * @param now milliseconds since 1970, as is the answer
 */
export const releaseAt = (now: number, zone: string, hours: SendingHours = lawHours): number | null => {
  const known = hours.known.get(zone)
  if (known !== undefined && known.from <= now && now < known.until) return known.release
  const span = spanAt(now, zone, hours)
  hours.known.set(zone, span)
  return span.release
}
