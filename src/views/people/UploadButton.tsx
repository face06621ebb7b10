import { useId } from "react"
import type { DatabaseEvent, DatabaseSnapshot } from "#machines/people/database.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import type { Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"

/** A button that opens the browser's file dialog; the hidden input is the control, so keyboards reach it. */
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
  const reason = useId()
  const missing = missingRight(rights, "Database.UploadListFile")
  const busy = page.snapshot.hasTag("busy")
  return (
    <div className="upload">
      <label className={`upload-button${busy || missing !== undefined ? " upload-button-off" : ""}`}>
        {page.snapshot.matches({ working: "uploading" })
          ? words("database.uploading", { file: page.snapshot.context.uploading })
          : words(label ?? "database.upload")}
        <input
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          disabled={busy || missing !== undefined}
          {...(missing === undefined ? {} : { "aria-describedby": reason })}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            if (file !== undefined) page.send({ type: "file.chosen", file })
            event.currentTarget.value = ""
          }}
        />
      </label>
      {missing !== undefined && (
        <p id={reason} className="reason">
          {missing}
        </p>
      )}
    </div>
  )
}
