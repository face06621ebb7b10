import type { ReactNode } from "react"
import type { ChunkEvent, ChunkSnapshot } from "#machines/session/chunk.machine.ts"
import type { Seen } from "#views/parts/Seen.ts"
import { useScreens } from "./screenWords.ts"
import { Sheet, SheetWithin } from "./SessionView.tsx"

/** A wait without words of its own, outside the layout. */
export const SpinnerScreen = () => (
  <main className="spinner-page">
    <span className="spinner">{useScreens().chunk.loading}</span>
  </main>
)

const SpinnerWithin = () => (
  <div className="spinner-page">
    <span className="spinner">{useScreens().chunk.loading}</span>
  </div>
)

/**
 * What stands in the place of code that is not here yet, or did not come: on a
 * sheet of its own, or `within` the layout. It needs no other code. `report` is
 * what can be done besides, where the code did not come.
 */
export const ChunkView = ({
  snapshot,
  send,
  within = false,
  report,
}: Seen<ChunkSnapshot, ChunkEvent> & { readonly within?: boolean; readonly report?: ReactNode }) => {
  const words = useScreens().chunk
  if (!snapshot.matches("failed")) return within ? <SpinnerWithin /> : <SpinnerScreen />
  const Paper = within ? SheetWithin : Sheet
  return (
    <Paper heading={words.heading}>
      <p>{words.text}</p>
      <div className="sheet-actions">
        <button type="button" className="sheet-button" onClick={() => send({ type: "retry.pressed" })}>
          {words.retry}
        </button>
        <a className="sheet-button sheet-button-quiet" href="/dashboard">
          {words.home}
        </a>
      </div>
      {report}
    </Paper>
  )
}
