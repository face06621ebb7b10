import { ConfirmDialog } from "./ConfirmDialog.tsx"
import type { SeenForm } from "./Form.tsx"
import { useWords } from "./Words.tsx"

/**
 * Asks before a form's unsaved changes are lost; staying is the answer that has the
 * focus. `Form` draws it; a page that hides its form for a while draws it in its place.
 */
export const LeaveDialog = ({ form: { snapshot, send } }: { readonly form: SeenForm }) => {
  const words = useWords()
  return (
    <ConfirmDialog
      open={snapshot.matches({ open: { leaving: "asking" } })}
      destructive
      title={words("leave.title")}
      message={words("leave.text")}
      cancelLabel={words("leave.stay")}
      confirmLabel={words("leave.go")}
      onCancel={() => send({ type: "leave.cancelled" })}
      onConfirm={() => send({ type: "leave.confirmed" })}
    />
  )
}
