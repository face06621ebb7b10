let text = ""
const listeners = new Set<() => void>()

/** Says something through the page's one live region. */
export const announce = (said: string): void => {
  // The same words twice must still be two announcements.
  text = said === text ? `${said}\u00a0` : said
  for (const listener of listeners) listener()
}

/** What was said last; a store for `useSyncExternalStore`. */
export const announcements = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  read: (): string => text,
}
