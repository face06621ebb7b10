/** Failures an address may have in a window (performance-and-safety S8). */
export const addressFailures = 20
/** Length of the window, in milliseconds. */
export const addressWindowMillis = 15 * 60_000
/** So many addresses are remembered; beyond that the oldest windows are dropped. */
const remembered = 10_000

type Window = { readonly endsAt: number; readonly failures: number }

/**
 * Counts failed sign-in attempts by network address, in memory: a second fence
 * behind the lock-out of each person, against trying one password on many.
 * @param realTime the real world's time in milliseconds
 */
export const makeAddressThrottle = (realTime: () => number) => {
  const windows = new Map<string, Window>()

  const current = (address: string): Window | undefined => {
    const found = windows.get(address)
    return found !== undefined && found.endsAt > realTime() ? found : undefined
  }

  /** Books a failure in advance. Gives the seconds to wait when the address has none left, else 0. */
  const book = (address: string): number => {
    const found = current(address)
    if (found !== undefined && found.failures >= addressFailures) return Math.ceil((found.endsAt - realTime()) / 1000)
    windows.delete(address)
    windows.set(address, {
      endsAt: found?.endsAt ?? realTime() + addressWindowMillis,
      failures: (found?.failures ?? 0) + 1,
    })
    const [oldest] = windows.keys()
    if (windows.size > remembered && oldest !== undefined) windows.delete(oldest)
    return 0
  }

  /** Takes a booked failure back: the attempt was right. */
  const giveBack = (address: string): void => {
    const found = current(address)
    if (found !== undefined) windows.set(address, { ...found, failures: Math.max(0, found.failures - 1) })
  }

  return { book, giveBack }
}

/** One counter of failures by address. */
export type AddressThrottle = ReturnType<typeof makeAddressThrottle>

/** What a person is told whose address has no attempt left; the time is rounded up. */
export const tooManyFromAddress = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60)
  return `Too many attempts from this network. Wait ${minutes} ${minutes === 1 ? "minute" : "minutes"} and then try again.`
}
