import type { ResponseFileEditorSnapshot } from "#machines/outreach/responseFileEditor.machine.ts"
import type { ResponsePreview } from "#schemas/outreach/responseFile.ts"
import { Section } from "#views/parts/Page.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { TableScroll } from "#views/parts/TableScroll.tsx"

type Props = { readonly snapshot: ResponseFileEditorSnapshot; readonly preview: SeenReading<ResponsePreview> }

const Rows = ({ header, rows, label }: Pick<ResponsePreview, "header" | "rows"> & { readonly label: string }) => (
  <TableScroll label={label}>
    <table>
      <thead>
        <tr>
          {header.map((text, index) => (
            <th key={index} scope="col">
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) => (
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </TableScroll>
)

/** The first rows of the file as the receiver would get it. */
export const ResponsePreviewPart = ({ snapshot, preview }: Props) => {
  const words = useWords()
  const isWaiting = snapshot.matches({ designing: { preview: "pausing" } }) || preview.snapshot.hasTag("busy")
  return (
    <Section
      title={words("response.preview")}
      aside={<span className="muted small">{words(isWaiting ? "preview.updating" : "preview.upToDate")}</span>}
    >
      {!snapshot.context.isWhole && <p className="muted">{words("response.preview.incomplete")}</p>}
      <Reading of={preview}>
        {({ fileName: file, campaign, header, rows }) => (
          <div className="launch">
            <p className="muted">
              {campaign === null
                ? words("response.preview.noCampaign", { file })
                : words("response.preview.from", { campaign, file })}
            </p>
            <Rows header={header} rows={rows} label={words("response.preview")} />
          </div>
        )}
      </Reading>
    </Section>
  )
}
