import { networkOf } from "./network.rule.ts"

/** Failures an address may have in a window (docs/policy.md#sign-in). */
export const addressFailures = 20
/** Sign-ins that may be begun from an address in a window: a whole clinic arrives at once, and reloads. */
export const signInStartsPerAddress = 600
/** Length of the window, in milliseconds. */
export const addressWindowMillis = 15 * 60_000
/** So many addresses are remembered; beyond that the oldest windows are dropped. */
const remembered = 10_000

type Window = { readonly endsAt: number; readonly booked: number }

/**
 * Counts by network address, in memory; of IPv6 by the network that one connection has. Failed sign-in attempts: a
 * second fence behind the lock-out of each person, against trying one password on many. Sign-ins begun: each is kept
 * for a day.
 * @param realTime the real world's time in milliseconds
 * @param most how many an address may have in a window
 */
export const makeAddressThrottle = (realTime: () => number, most: number = addressFailures) => {
  const windows = new Map<string, Window>()

  const current = (address: string): Window | undefined => {
    const found = windows.get(address)
    return found !== undefined && found.endsAt > realTime() ? found : undefined
  }

  /** Books one in advance. Gives the seconds to wait when the address has none left, else 0. */
  const book = (caller: string): number => {
    const address = networkOf(caller)
    const found = current(address)
    if (found !== undefined && found.booked >= most) return Math.ceil((found.endsAt - realTime()) / 1000)
    windows.delete(address)
    windows.set(address, {
      endsAt: found?.endsAt ?? realTime() + addressWindowMillis,
      booked: (found?.booked ?? 0) + 1,
    })
    const [oldest] = windows.keys()
    if (windows.size > remembered && oldest !== undefined) windows.delete(oldest)
    return 0
  }

  /** Takes a booked one back: the attempt was right. */
  const giveBack = (caller: string): void => {
    const address = networkOf(caller)
    const found = current(address)
    if (found !== undefined) windows.set(address, { ...found, booked: Math.max(0, found.booked - 1) })
  }

  return { book, giveBack }
}

/** One counter by address. */
export type AddressThrottle = ReturnType<typeof makeAddressThrottle>

/** The sentence for an address without an attempt left; the time is rounded up. */
export const tooManyFromAddress = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60)
  return `Too many attempts from this network. Wait ${minutes} ${minutes === 1 ? "minute" : "minutes"} and then try again.`
}
