import { ConfirmDialog } from "./ConfirmDialog.tsx"
import { useWords } from "./Words.tsx"

type Props = {
  readonly open: boolean
  /** What is lost, where it is not a form's unsaved changes. */
  readonly said?: { readonly title: string; readonly text: string; readonly go: string }
  /** Whether nothing is lost: what is done stays done. */
  readonly isHarmless?: boolean
  readonly send: (event: { readonly type: "leave.cancelled" | "leave.confirmed" }) => void
}

/** Asks before something is lost or left undone by leaving; staying is the answer that has the focus. */
export const LeaveDialog = ({ open, said, isHarmless = false, send }: Props) => {
  const words = useWords()
  return (
    <ConfirmDialog
      open={open}
      destructive={!isHarmless}
      title={said?.title ?? words("leave.title")}
      message={<p>{said?.text ?? words("leave.text")}</p>}
      cancelLabel={words("leave.stay")}
      confirmLabel={said?.go ?? words("leave.go")}
      onCancel={() => send({ type: "leave.cancelled" })}
      onConfirm={() => send({ type: "leave.confirmed" })}
    />
  )
}
