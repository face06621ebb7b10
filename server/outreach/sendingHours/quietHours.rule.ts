import { Temporal } from "temporal-polyfill"
import { dayMillis, sendingWindow } from "#schemas/constants.ts"

/** When texts may leave, on the recipient's clock and calendar; made by `sendingHours`. */
export type SendingHours = {
  readonly opens: Temporal.PlainTime
  readonly closes: Temporal.PlainTime
  /** Days on which nothing leaves, `YYYY-MM-DD`. */
  readonly closedDays: ReadonlySet<string>
  /** The answers known so far, by zone, and by zones joined with blanks. */
  readonly known: Map<string, Span>
}

/**
 * When a text may leave: null for now, else the next moment in milliseconds since
 * 1970; Infinity for never. `zone` is the one whose clock decided.
 */
export type Release = { readonly at: number | null; readonly zone: string }

/** A span in which the answer stays the same, in milliseconds since 1970. */
type Span = { readonly from: number; readonly until: number; readonly release: Release }

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

/** No one is held longer before being looked at again, in days: hours and holidays may be others by then. */
export const longestHoldDays = 7

const longestHold = longestHoldDays * dayMillis

const spanOfOne = (now: number, zone: string, { opens, closes, closedDays }: SendingHours): Span => {
  const day = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate()
  const at = (days: number, plainTime: Temporal.PlainTime): number =>
    day.add({ days }).toZonedDateTime({ timeZone: zone, plainTime }).epochMilliseconds
  const isClosed = (days: number): boolean => closedDays.has(day.add({ days }).toString())
  const open = at(0, opens)
  const close = at(0, closes)
  if (!isClosed(0) && open <= now && now < close) return { from: open, until: close, release: { at: null, zone } }
  let next = !isClosed(0) && now < open ? 0 : 1
  while (isClosed(next) && next < longestHoldDays) next += 1
  const release = Math.min(at(next, opens), now + longestHold)
  return { from: now, until: release, release: { at: release, zone } }
}

/** Finds an answer among those known, or makes it. */
const remembered = (now: number, name: string, hours: SendingHours, make: () => Span): Span => {
  const known = hours.known.get(name)
  if (known !== undefined && known.from <= now && now < known.until) return known
  const span = make()
  hours.known.set(name, span)
  return span
}

const spanIn = (now: number, zone: string, hours: SendingHours): Span =>
  remembered(now, zone, hours, () => spanOfOne(now, zone, hours))

/** The first moment from `now` on, within the longest hold, at which every zone is open; undefined for none. */
const firstCommon = (now: number, zones: ReadonlyArray<string>, hours: SendingHours): Span | undefined => {
  let release: Release = { at: null, zone: zones[0] ?? "" }
  for (let at = now; at <= now + longestHold; at = release.at ?? at) {
    const spans = zones.map((zone) => spanIn(at, zone, hours))
    const closed = spans.filter((span) => span.release.at !== null)
    if (closed.length === 0) {
      const until = release.at === null ? Math.min(...spans.map((span) => span.until)) : release.at
      return { from: now, until, release }
    }
    // The zone that opens last decides, and the others may have closed by then.
    release = closed.reduce((last, span) => ((span.release.at ?? 0) > (last.at ?? 0) ? span.release : last), release)
  }
  return undefined
}

const spanInAll = (now: number, zones: ReadonlyArray<string>, hours: SendingHours): Span => {
  const common = firstCommon(now, zones, hours)
  if (common !== undefined) return common
  const zone = zones[0] ?? ""
  // With a week of closed days there may be an hour behind it; without closed days there is none.
  const everyDay = { ...hours, closedDays: new Set<string>(), known: new Map<string, Span>() }
  const isOpenSometimes = hours.closedDays.size > 0 && firstCommon(now, zones, everyDay) !== undefined
  const at = isOpenSometimes ? now + longestHold : Infinity
  return { from: now, until: Math.min(at, now + longestHold), release: { at, zone } }
}

/**
 * When a text may leave to a person who may be in any of `zones` (IANA): at a
 * moment that every one of them allows (47 CFR 64.1200(c)(1)), a week away at
 * most. Never where they have no hour in common, and for no zone at all. Throws
 * RangeError for a zone that does not exist.
 * @param now milliseconds since 1970
 */
export const releaseAt = (now: number, zones: ReadonlyArray<string>, hours: SendingHours = lawHours): Release => {
  const [zone, ...others] = zones
  if (zone === undefined) return { at: Infinity, zone: "" }
  if (others.length === 0) return spanIn(now, zone, hours).release
  return remembered(now, zones.join(" "), hours, () => spanInAll(now, zones, hours)).release
}
