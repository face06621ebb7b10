import { Struct } from "effect"
import { storeListLook, storedListLook } from "#effects/listLooks.ts"
import type { KeptLook, ListLook } from "#schemas/session/listLook.ts"
import type { Preferences } from "#schemas/preferences.ts"

let kept: KeptLook | undefined
const listeners = new Set<() => void>()

const keep = (look: KeptLook): void => {
  kept = look
  storeListLook(look)
  for (const hear of listeners) hear()
}

/** What this device keeps of how lists look. */
export const listLook = {
  read: (): KeptLook => (kept ??= storedListLook()),
  subscribe: (hear: () => void): (() => void) => {
    listeners.add(hear)
    return () => void listeners.delete(hear)
  },
}

/** How lists look to someone here, and what changes it: only what differs from their preferences is the device's. */
export const lookFor = ({ density }: Pick<Preferences, "density">, look: KeptLook) => ({
  look: { density, ...look },
  change: (chosen: ListLook): void => keep(chosen.density === density ? Struct.omit(chosen, ["density"]) : chosen),
})

/** Rows are as high as the person's preferences say, here too. */
export const followDensity = (): void => keep(Struct.omit(listLook.read(), ["density"]))
