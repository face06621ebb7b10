import type { DatabaseEvent, DatabaseSnapshot } from "#machines/people/database.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import { FileButton } from "#views/parts/FileButton.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"

/** Uploads a list file. */
export const UploadButton = ({
  page,
  rights,
  label,
}: {
  readonly page: Seen<DatabaseSnapshot, DatabaseEvent>
  readonly rights: Rights
  readonly label?: "import.uploadAgain"
}) => {
  const words = useWords()
  const { snapshot, send } = page
  return (
    <FileButton
      label={
        snapshot.matches({ working: "uploading" })
          ? words("database.uploading", { file: snapshot.context.uploading })
          : words(label ?? "database.upload")
      }
      accept=".csv,.txt,text/csv,text/plain"
      busy={snapshot.hasTag("busy")}
      reason={missingRight(rights, "Database.UploadListFile")}
      onChoose={(file) => send({ type: "file.chosen", file })}
    />
  )
}
