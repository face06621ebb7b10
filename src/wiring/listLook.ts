import { storeListLook, storedListLook } from "#effects/listLooks.ts"
import type { ListLook } from "#schemas/session/listLook.ts"

let look: ListLook | undefined
const listeners = new Set<() => void>()

/** How lists look on this device, for everything inside. */
export const listLook = {
  read: (): ListLook => (look ??= storedListLook()),
  change: (chosen: ListLook): void => {
    look = chosen
    storeListLook(chosen)
    for (const hear of listeners) hear()
  },
  subscribe: (hear: () => void): (() => void) => {
    listeners.add(hear)
    return () => void listeners.delete(hear)
  },
}
