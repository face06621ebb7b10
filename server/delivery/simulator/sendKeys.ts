/** Counts what was taken by the key in its address for reports: more than one means that someone got it twice. */
export type SendKeys = {
  /** An empty key counts for nothing. */
  readonly add: (key: string) => void
  readonly forget: (key: string) => void
  readonly count: (key: string) => number
  readonly distinct: () => number
  /** How often a key came that had come before. */
  readonly repeated: () => number
}

/** Counts from nothing. */
export const countSendKeys = (): SendKeys => {
  const taken = new Map<string, number>()
  let repeated = 0
  return {
    add: (key) => {
      if (key === "") return
      const before = taken.get(key) ?? 0
      if (before > 0) repeated += 1
      taken.set(key, before + 1)
    },
    forget: (key) => taken.delete(key),
    count: (key) => taken.get(key) ?? 0,
    distinct: () => taken.size,
    repeated: () => repeated,
  }
}

/** The key in an address for reports; empty when it has none. */
export const keyIn = (address: string): string =>
  address.includes("key=") && URL.canParse(address) ? (new URL(address).searchParams.get("key") ?? "") : ""
