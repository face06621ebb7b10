import type { Import } from "#schemas/people/import.ts"
import { Confirmation, type SeenCommand } from "#views/parts/Confirmation.tsx"
import { useWords } from "#views/parts/Words.tsx"

/** Rows of an import that became patients, or are patients who were known already. */
export const storedRows = ({ progress }: Import): number => progress.added + progress.changed + progress.unchanged

/** Asks before an import is stopped, and says what is stored of it; `shown` is the newest that is known of it. */
export const CancelImport = ({
  command,
  shown,
}: {
  readonly command: SeenCommand | undefined
  readonly shown: Import | undefined
}) => {
  const words = useWords()
  const subject = command?.snapshot.context.subject as Import | undefined
  const now = subject !== undefined && shown?.importId === subject.importId ? shown : subject
  return (
    <Confirmation command={command}>
      {now && (
        <p>
          {now.listId === null
            ? words("import.cancel.text", { file: now.fileName })
            : words("import.cancel.running", { count: storedRows(now) })}
        </p>
      )}
    </Confirmation>
  )
}
