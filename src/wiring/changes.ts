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

/** Announces to this tab at once that a reply was answered or decided, as a change of a campaign: the feed is a moment later. */
export const replyHandled = (): void => publishChange({ pos: "", thing: "campaign", id: "", at: "" })
