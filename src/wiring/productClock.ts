import { Clock, Effect } from "effect"

const minuteMillis = 60_000
const minuteEnds = new Set<() => void>()
let offsetMillis = 0

/** Notes how far the demo clock stands from the real time, in milliseconds. */
export const noteOffset = (millis: number): void => {
  offsetMillis = millis
  for (const hear of minuteEnds) hear()
}

/** What the product takes for now, milliseconds since 1970: in the demo the moved clock's time. */
export const productNow: Effect.Effect<number> = Effect.map(Clock.currentTimeMillis, (now) => now + offsetMillis)

/** The minute that the product takes for now, as its first millisecond: what short dates are read against. */
export const productMinute = {
  read: (): number => Math.floor(Effect.runSync(productNow) / minuteMillis) * minuteMillis,
  subscribe: (hear: () => void): (() => void) => {
    minuteEnds.add(hear)
    const timer = setInterval(hear, minuteMillis / 4)
    return () => {
      minuteEnds.delete(hear)
      clearInterval(timer)
    }
  },
}

/** The day that it is for the product in a zone (IANA), `YYYY-MM-DD`. */
export const productDay = (zone: string): string =>
  new Intl.DateTimeFormat("sv", { timeZone: zone, dateStyle: "short" }).format(productMinute.read())

/** Hears when it is another day in a zone: because it has begun, or because the demo clock was moved or is known now. */
export const onNewDay = (zone: string, hear: () => void): (() => void) => {
  let day = productDay(zone)
  return productMinute.subscribe(() => {
    if (productDay(zone) === day) return
    day = productDay(zone)
    hear()
  })
}

/** The browser's own clock, updated each second: the demo clock moves no wait. */
export const realSecond = {
  read: (): number => Effect.runSync(Clock.currentTimeMillis),
  subscribe: (hear: () => void): (() => void) => {
    const timer = setInterval(hear, 1_000)
    return () => clearInterval(timer)
  },
}
