import type { DatabaseEvent, DatabaseSnapshot } from "#machines/people/database.machine.ts"
import type { Import } from "#schemas/people/import.ts"
import { ConfirmDialog } from "#views/parts/ConfirmDialog.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"

/** Rows of an import that became patients, or are patients who were known already. */
export const storedRows = ({ progress }: Import): number => progress.added + progress.changed + progress.unchanged

/** Asks before an import is stopped, and says what is stored of it; `shown` is the newest that is known of it. */
export const CancelImport = ({
  page,
  shown,
}: {
  readonly page: Seen<DatabaseSnapshot, DatabaseEvent>
  readonly shown: Import | undefined
}) => {
  const words = useWords()
  const cancelling = page.snapshot.matches({ working: "cancelling" })
  const { subject } = page.snapshot.context
  if (subject === null) return null
  const now = shown?.importId === subject.importId ? shown : subject
  return (
    <ConfirmDialog
      open={cancelling || page.snapshot.matches({ working: "confirmingCancel" })}
      busy={cancelling}
      destructive
      title={words("import.cancel.title")}
      message={
        now.listId === null
          ? words("import.cancel.text", { file: now.fileName })
          : words("import.cancel.running", { count: storedRows(now) })
      }
      cancelLabel={words("import.cancel.keep")}
      confirmLabel={words("import.cancel")}
      onCancel={() => page.send({ type: "keep.pressed" })}
      onConfirm={() => page.send({ type: "confirm.pressed" })}
    />
  )
}
