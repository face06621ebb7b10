import { Button } from "@blueprintjs/core"
import type { MouseEvent } from "react"
import type { RenewalEvent, RenewalSnapshot } from "#machines/session/renewal.machine.ts"
import { Modal } from "#views/parts/Modal.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"

const stay = (): void => undefined

/**
 * Asks the person to sign in again without losing the page beneath. The click on
 * its button is what lets the browser open the provider's window. Escape ends no
 * session: only a press of Cancel does.
 */
export const RenewalDialog = ({ snapshot, send }: Seen<RenewalSnapshot, RenewalEvent>) => {
  const words = useWords()
  const waits = snapshot.matches({ asking: "inWindow" })
  // The second click of a double click would close the window it opened.
  const openWindow = ({ detail }: MouseEvent): void => {
    if (detail < 2) send({ type: "signIn.pressed" })
  }
  return (
    <Modal
      open={snapshot.hasTag("asking")}
      title={words("renewal.title")}
      busy
      className="confirm-dialog"
      onClose={stay}
    >
      <div className="confirm-dialog-message">
        <p role="alert">{waits ? words("renewal.open") : snapshot.context.problem?.message}</p>
        <p>{words("renewal.kept")}</p>
        <p>{words("renewal.cancelling")}</p>
      </div>
      <div className="confirm-dialog-actions">
        <Button onClick={() => send({ type: "cancel.pressed" })} text={words("renewal.cancel")} />
        <Button
          data-first
          intent="primary"
          onClick={openWindow}
          text={words(waits ? "renewal.openAgain" : "renewal.signIn")}
        />
      </div>
    </Modal>
  )
}
