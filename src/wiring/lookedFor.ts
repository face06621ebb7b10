let handed: string | null = null
const listeners = new Set<() => void>()
const set = (text: string | null): void => {
  handed = text
  for (const listener of listeners) listener()
}

/** Who the patients' page is to look for; neither an address nor a storage may hold it. A store for `useSyncExternalStore`. */
export const lookedFor = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  read: (): string | null => handed,
  hand: (text: string): void => set(text),
  take: (): void => set(null),
}
