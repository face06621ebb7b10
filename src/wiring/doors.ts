/** What several places ask for, and who opens it comes later: how often so far, as a store for `useSyncExternalStore`. */
const makeDoor = () => {
  const listeners = new Set<() => void>()
  let asked = 0
  let answered = 0
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
    /** Whether someone asks who was not answered yet; answers them, so that what is drawn again does not open by itself. */
    answer: (): boolean => {
      const isNew = asked > answered
      answered = asked
      return isNew
    },
    /** Its code did not come, and the person goes on without. */
    giveUp: (): void => {
      answered = 0
      change(0)
    },
  }
}

export const paletteDoor = makeDoor()
export const shortcutListDoor = makeDoor()

const anyHelp = makeDoor()
let askedChapter: string | null = null

/** The help's, which may be asked for a chapter instead of the page's own. */
export const helpDoor = {
  ...anyHelp,
  openAt: (chapter: string): void => {
    askedChapter = chapter
    anyHelp.open()
  },
  /** The chapter that was asked for last, once; null for the page's own. */
  takeChapter: (): string | null => {
    const chapter = askedChapter
    askedChapter = null
    return chapter
  },
}
