import { Button } from "@blueprintjs/core"
import type { ExportEvent, ExportSnapshot } from "#machines/session/export.machine.ts"
import type { Seen } from "./Seen.ts"
import { useWords } from "./Words.tsx"

/** A file that is being made, as views are given it. */
export type SeenExport = Seen<ExportSnapshot, ExportEvent>

/** Stands where a file was asked for: its place in the queue, and a way not to wait for it. */
export const Exporting = ({ file }: { readonly file: SeenExport }) => {
  const words = useWords()
  return (
    <>
      <span role="status">{file.snapshot.context.queue ?? words("part.export.making")}</span>
      <Button variant="minimal" text={words("part.export.leave")} onClick={() => file.send({ type: "export.left" })} />
    </>
  )
}
