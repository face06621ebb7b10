import type { ResponseFileValues, ResponseLayout } from "#schemas/outreach/responseFile.ts"
import type { Compare } from "#views/parts/Form.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { Comparison } from "#views/parts/Comparison.tsx"

/** Columns as lines of a text, to compare them like one. */
const linesOf = ({ columns }: ResponseLayout): string =>
  columns
    .map(({ header, source, format, default: empty }) =>
      [header, source, format, empty].filter((part) => part !== undefined && part !== "").join(" · "),
    )
    .join("\n")

const Compared = ({ theirs, mine }: { readonly theirs: ResponseFileValues; readonly mine: ResponseFileValues }) => {
  const words = useWords()
  if (theirs.streamVersion === 0) return <p>{words("response.gone")}</p>
  const row = (label: string, of: (layout: ResponseLayout) => string) => ({
    label,
    mine: of(mine),
    theirs: of(theirs),
  })
  return (
    <Comparison
      rows={[
        row(words("response.fileName"), ({ fileName }) => fileName),
        row(words("response.format"), ({ format }) => words(`response.format.${format}`)),
        row(words("response.delimiter"), ({ delimiter }) => words(`response.delimiter.${delimiter}`)),
        row(words("response.includeHeader"), ({ includeHeader }) => (includeHeader ? "✓" : "–")),
        row(words("response.columns"), linesOf),
      ]}
    />
  )
}

/** A layout as someone else saved it, next to what the form holds; or that they deleted it. */
export const compareLayouts: Compare = (theirs, mine) => (
  <Compared theirs={theirs as unknown as ResponseFileValues} mine={mine as unknown as ResponseFileValues} />
)
