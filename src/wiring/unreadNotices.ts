import { Effect } from "effect"
import { readNotices } from "#effects/Notices.ts"
import type { UserId } from "#schemas/ids.ts"
import { subscribeToChanges } from "./changes.ts"
import type { Runtime } from "./runtime.ts"
import type { Session } from "./session.ts"

const listeners = new Set<() => void>()
let unread = 0
const show = (count: number): void => {
  unread = count
  for (const hear of listeners) hear()
}

/** How many notices of the person who is signed in are new, for the bell; a store for `useSyncExternalStore`. */
export const unreadNotices = {
  subscribe: (hear: () => void): (() => void) => {
    listeners.add(hear)
    return () => void listeners.delete(hear)
  },
  read: (): number => unread,
}

/** Counts the new notices when someone comes in and when the feed says that there are others; no answer changes nothing. */
export const followNotices = ({ session, runtime }: { readonly session: Session; readonly runtime: Runtime }): void => {
  let whose: UserId | null = null
  const count = (): void => {
    const asked = whose
    const counting = Effect.map(readNotices(), ({ data }) => {
      if (whose === asked) show(data.filter(({ isRead }) => !isRead).length)
    })
    if (asked !== null) void runtime.runPromise(Effect.ignore(counting))
  }
  const followPerson = (): void => {
    const now = session.getSnapshot().context.person?.userId ?? null
    if (now === whose) return
    whose = now
    show(0)
    count()
  }
  session.subscribe(followPerson)
  followPerson()
  subscribeToChanges(({ thing }) => {
    // Each connection begins with the clock: what was told while there was none is in no log of changes.
    if (thing === "notices" || thing === "clock") count()
  })
}
