import { Button } from "@blueprintjs/core"
import type { DatabaseEvent, DatabaseSnapshot } from "#machines/people/database.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import { FileButton } from "#views/parts/FileButton.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"

type Props = {
  readonly page: Seen<DatabaseSnapshot, DatabaseEvent>
  readonly rights: Rights
  readonly label?: "import.uploadAgain"
}

const useUpload = ({ page, rights, label }: Props) => {
  const words = useWords()
  return {
    label: words(label ?? "database.upload"),
    accept: ".csv,.txt,text/csv,text/plain",
    busy: page.snapshot.hasTag("busy"),
    reason: missingRight(rights, "Database.UploadListFile"),
    onChoose: (file: File) => page.send({ type: "file.chosen", file }),
  }
}

/** Uploads a list file. */
export const UploadButton = (props: Props) => <FileButton {...useUpload(props)} />

/** Uploads a list file that is chosen, or dropped here. */
export const UploadZone = (props: Props) => (
  <FileButton {...useUpload(props)} hint={useWords()("database.drop")} isZone />
)

/** The file on its way, which can be stopped. */
export const Uploading = ({ page }: Pick<Props, "page">) => {
  const words = useWords()
  if (!page.snapshot.matches({ working: "uploading" })) return null
  return (
    <div className="notice uploading" role="status">
      <p>{words("database.uploading", { file: page.snapshot.context.uploading ?? "" })}</p>
      <Button
        size="small"
        text={words("database.upload.cancel")}
        onClick={() => page.send({ type: "upload.cancelled" })}
      />
    </div>
  )
}
