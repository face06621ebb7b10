/** What several places ask for, and who opens it comes later: how often so far, as a store for `useSyncExternalStore`. */
const makeDoor = () => {
  const listeners = new Set<() => void>()
  let asked = 0
  const change = (to: number): void => {
    asked = to
    for (const listener of listeners) listener()
  }
  return {
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    read: (): number => asked,
    open: (): void => change(asked + 1),
    /** Its code did not come, and the person goes on without. */
    giveUp: (): void => change(0),
  }
}

export const paletteDoor = makeDoor()
export const shortcutListDoor = makeDoor()
