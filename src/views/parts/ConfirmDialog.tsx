import { useRef, type FormEvent, type MouseEvent, type ReactNode } from "react"
import { HeldButton } from "./HeldButton.tsx"
import { Modal } from "./Modal.tsx"

/**
 * The confirmation modal (docs/policy.md#operations): a message, cancel and confirm with the
 * caller's labels. Says what the action will affect. The machine decides whether
 * it is open. Cancelling has the focus until a field appears in the message that
 * takes it; Enter in that field confirms. Confirming twice is once: a second
 * click of a double click counts for nothing, nor does any while it is `busy`.
 */
export const ConfirmDialog = (props: {
  readonly open: boolean
  readonly title: string
  readonly message: ReactNode
  readonly cancelLabel: string
  readonly confirmLabel: string
  readonly destructive?: boolean
  readonly busy?: boolean
  /** Confirming is not possible yet: something is still being checked or typed. */
  readonly unready?: boolean
  readonly onCancel: () => void
  readonly onConfirm: () => void
}) => {
  const busy = props.busy ?? false
  // The dialog still shows its last content while it fades, with the handlers of when it was open.
  const answerable = useRef<HTMLElement>(null)
  const answer = (act: () => void) => () => {
    if (answerable.current !== null) act()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (props.unready !== true) answer(props.onConfirm)()
  }
  const firstClickOnly = (event: MouseEvent): void => {
    if (event.detail > 1) event.preventDefault()
  }
  return (
    <>
      {props.open && !busy && <span hidden ref={answerable} />}
      <Modal
        open={props.open}
        title={props.title}
        busy={busy}
        className="confirm-dialog"
        onClose={answer(props.onCancel)}
      >
        <form onSubmit={submit}>
          <div className="confirm-dialog-message">{props.message}</div>
          <div className="confirm-dialog-actions">
            <HeldButton data-first waits={busy} onClick={answer(props.onCancel)} text={props.cancelLabel} />
            <HeldButton
              type="submit"
              intent={props.destructive === true ? "danger" : "primary"}
              loading={busy}
              waits={props.unready ?? false}
              onClick={firstClickOnly}
              text={props.confirmLabel}
            />
          </div>
        </form>
      </Modal>
    </>
  )
}
