import { ConfirmDialog } from "./ConfirmDialog.tsx"
import { useWords } from "./Words.tsx"

/** Asks before unsaved changes are lost; staying is the answer that has the focus. */
export const LeaveDialog = (props: {
  readonly open: boolean
  readonly send: (event: { readonly type: "leave.cancelled" | "leave.confirmed" }) => void
}) => {
  const words = useWords()
  return (
    <ConfirmDialog
      open={props.open}
      destructive
      title={words("leave.title")}
      message={words("leave.text")}
      cancelLabel={words("leave.stay")}
      confirmLabel={words("leave.go")}
      onCancel={() => props.send({ type: "leave.cancelled" })}
      onConfirm={() => props.send({ type: "leave.confirmed" })}
    />
  )
}
