const dayMillis = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone, year: "numeric", month: "numeric", day: "numeric" },
    ...{ hour: "numeric", minute: "numeric", second: "numeric", hourCycle: "h23" },
  })
  formats.set(timeZone, made)
  return made
}

/** What a zone's clock shows at an instant, as if that were UTC; milliseconds since 1970, whole seconds. */
const wallAt = (at: number, zone: string): number => {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"))
}

/** At which instants a zone's clock shows a wall time: none in the hour skipped in spring, two in the one repeated in autumn. */
const momentsOf = (wall: number, zone: string): ReadonlyArray<number> => {
  // No zone changes twice within two days.
  const offsets = [wall - dayMillis, wall + dayMillis].map((near) => wallAt(near, zone) - near)
  return [...new Set(offsets)]
    .map((offset) => wall - offset)
    .filter((at) => wallAt(at, zone) === wall)
    .toSorted((one, other) => one - other)
}

/**
 * At which instants (milliseconds since 1970) a zone's clock shows a time on a day.
 * @param date `YYYY-MM-DD`
 * @param time `HH:mm`
 * @param zone IANA
 */
export const instantsOfWall = (date: string, time: string, zone: string): ReadonlyArray<number> =>
  momentsOf(Date.parse(`${date}T${time}Z`), zone)

/** Which of two equal times on the wall an instant is, on the day the clock goes back; undefined where there is one. */
export const repetitionOf = (at: number, zone: string): "first" | "second" | undefined => {
  const whole = Math.floor(at / 1000) * 1000
  const [first, second] = momentsOf(wallAt(whole, zone), zone)
  if (second === undefined) return undefined
  return first === whole ? "first" : "second"
}

/** A zone's short name at an instant, as people write it behind a time: "EDT". */
export const shortZoneName = (at: number, timeZone: string, language: string): string =>
  new Intl.DateTimeFormat(language, { timeZone, timeZoneName: "short" })
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName")?.value ?? ""
