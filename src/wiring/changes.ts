import type { Change } from "#schemas/reporting/feed.ts"

const listeners = new Set<(change: Change) => void>()

/** Tells every open page that a thing changed on the server. */
export const publishChange = (change: Change): void => {
  for (const listener of listeners) listener(change)
}

/** Hears of changes until the returned function is called. */
export const subscribeToChanges = (listener: (change: Change) => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Announces a reply that was answered or decided to this page at once: the feed is a moment later. */
export const repliesChanged = (): void => publishChange({ pos: "", thing: "campaign", id: "", at: "" })
