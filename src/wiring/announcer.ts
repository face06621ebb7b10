/** How soon something is said: after what is being read, or at once. */
export type Urgency = "polite" | "assertive"

/** Something the live region says; each is an element of its own, so that two at once are both said. */
export type Announcement = { readonly id: number; readonly urgency: Urgency; readonly text: string }

/** A region that grows for ever would be read from its start by who walks into it; a burst must fit all the same. */
const kept = 20

let said: ReadonlyArray<Announcement> = []
let count = 0
const listeners = new Set<() => void>()
const changed = (next: ReadonlyArray<Announcement>): void => {
  said = next
  for (const listener of listeners) listener()
}

/** Says something through the page's one live region. */
export const announce = (text: string, urgency: Urgency = "polite"): void => {
  count += 1
  changed([...said, { id: count, urgency, text }].slice(-kept))
}

/** Forgets what was said: it was for the person who is signed in no more. */
export const clearAnnouncements = (): void => changed([])

/** What was said of late; a store for `useSyncExternalStore`. */
export const announcements = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  read: (): ReadonlyArray<Announcement> => said,
}
