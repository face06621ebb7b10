import { createContext, useContext, useSyncExternalStore } from "react"
import { useWords } from "./Words.tsx"

/** The browser's clock, milliseconds since 1970, updated each second. */
export type SecondClock = { readonly read: () => number; readonly subscribe: (hear: () => void) => () => void }

/** Where the clock stands still, as in a picture of the past, it is null: then no seconds are counted. */
export const Seconds = createContext<SecondClock | null>(null)

const still: SecondClock = { read: () => 0, subscribe: () => () => undefined }

/** From here on minutes are enough. */
const longWait = 120

/** How long until it is tried again: "Trying again in 8 s"; no live region, so no second is announced. */
export const NextTryIn = ({ until }: { readonly until: number | null }) => {
  const words = useWords()
  const clock = useContext(Seconds) ?? still
  const left = useSyncExternalStore(clock.subscribe, () =>
    until === null || clock === still ? null : Math.max(1, Math.ceil((until - clock.read()) / 1_000)),
  )
  return (
    <span className="muted number">
      {left === null
        ? words("part.tryingAgain.soon")
        : left < longWait
          ? words("part.tryingAgain", { seconds: left })
          : words("part.tryingAgain.long", { minutes: Math.ceil(left / 60) })}
    </span>
  )
}
