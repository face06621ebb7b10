import { Button, Dialog } from "@blueprintjs/core"
import type { ReactNode } from "react"

/**
 * The confirmation modal (spec §2): a message, cancel and confirm with the
 * caller's labels. Says what the action will affect. The machine decides whether
 * it is open; while `busy` a second click does nothing.
 */
export const ConfirmDialog = (props: {
  readonly open: boolean
  readonly title: string
  readonly message: ReactNode
  readonly cancelLabel: string
  readonly confirmLabel: string
  readonly destructive?: boolean
  readonly busy?: boolean
  readonly onCancel: () => void
  readonly onConfirm: () => void
}) => (
  <Dialog
    isOpen={props.open}
    title={props.title}
    onClose={props.onCancel}
    canEscapeKeyClose={props.busy !== true}
    canOutsideClickClose={false}
    isCloseButtonShown={false}
    className="confirm-dialog"
  >
    <div className="confirm-dialog-message">{props.message}</div>
    <div className="confirm-dialog-actions">
      <Button autoFocus disabled={props.busy ?? false} onClick={props.onCancel} text={props.cancelLabel} />
      <Button
        intent={props.destructive === true ? "danger" : "primary"}
        loading={props.busy ?? false}
        onClick={props.onConfirm}
        text={props.confirmLabel}
      />
    </div>
  </Dialog>
)
