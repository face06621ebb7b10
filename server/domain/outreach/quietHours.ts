import { Temporal } from "temporal-polyfill"
import { sendingWindow } from "#schemas/constants.ts"

/** A span of one zone in which the answer stays the same, in milliseconds since 1970; `release` null: sending is allowed. */
type Span = { readonly from: number; readonly until: number; readonly release: number | null }

const opens = Temporal.PlainTime.from(sendingWindow.from)
const closes = Temporal.PlainTime.from(sendingWindow.to)

const spanAt = (now: number, zone: string): Span => {
  const day = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate()
  const at = (days: number, plainTime: Temporal.PlainTime): number =>
    day.add({ days }).toZonedDateTime({ timeZone: zone, plainTime }).epochMilliseconds
  const open = at(0, opens)
  const close = at(0, closes)
  if (now < open) return { from: at(-1, closes), until: open, release: open }
  if (now < close) return { from: open, until: close, release: null }
  const next = at(1, opens)
  return { from: close, until: next, release: next }
}

const spans = new Map<string, Span>()

/**
 * When a text to a person in `zone` (IANA) may leave: null for now, else the
 * opening of the sending window at the person's place (47 CFR 64.1200(c)(1)).
 * Throws RangeError for a zone that does not exist.
 * @param now milliseconds since 1970, as is the answer
 */
export const releaseAt = (now: number, zone: string): number | null => {
  const known = spans.get(zone)
  if (known !== undefined && known.from <= now && now < known.until) return known.release
  const span = spanAt(now, zone)
  spans.set(zone, span)
  return span.release
}
