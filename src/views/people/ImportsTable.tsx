import { Button } from "@blueprintjs/core"
import type { Import } from "#schemas/people/import.ts"
import type { Column } from "#views/parts/Column.ts"
import { DataTable } from "#views/parts/DataTable.tsx"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { StateTag, type Tone } from "#views/parts/StateTag.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useNumbers, useWords, Word } from "#views/parts/Words.tsx"

const tones: Record<Import["state"], Tone> = {
  uploaded: "warning",
  checking: "active",
  checked: "warning",
  running: "active",
  done: "success",
  cancelled: "neutral",
  failed: "danger",
}

/** The state of an import as a tag. */
export const ImportStateTag = ({ state }: Pick<Import, "state">) => (
  <StateTag tone={tones[state]}>
    <Word id={`import.state.${state}`} />
  </StateTag>
)

/** The columns of the list. */
export const useImportColumns = (): ReadonlyArray<Column<Import>> => {
  const words = useWords()
  const numbers = useNumbers()
  return [
    { id: "file", header: words("imports.file"), cell: ({ fileName }) => fileName },
    { id: "state", header: words("imports.state"), cell: ({ state }) => <ImportStateTag state={state} /> },
    {
      id: "rows",
      header: words("imports.rows"),
      align: "end",
      cell: ({ progress }) => numbers(progress.rows),
      narrow: "aside",
    },
    {
      id: "rejected",
      header: words("imports.rejected"),
      align: "end",
      cell: ({ progress }) => numbers(progress.rejected),
      hideBelow: 600,
    },
    {
      id: "on",
      header: words("imports.on"),
      cell: ({ createdOn }) => <Time at={createdOn} />,
      align: "end",
      narrow: "end",
    },
  ]
}

/** The imports of the company, newest first; a row opens its panel. */
export const ImportsTable = (props: {
  readonly imports: SeenReading<ReadonlyArray<Import>>
  readonly url: PageUrl
}) => {
  const words = useWords()
  return (
    <DataTable
      list="imports"
      label={words("imports.label")}
      reading={props.imports}
      columns={useImportColumns()}
      rowId={({ importId }) => String(importId)}
      rowHref={({ importId }) => props.url.href({ import: String(importId) })}
      timed
      chosen={props.url.search["import"]}
      empty={
        props.url.search["state"] === undefined ? (
          <EmptyState title={words("imports.none")}>
            <Word id="imports.none.text" />
          </EmptyState>
        ) : (
          <EmptyState
            title={words("imports.none.waiting")}
            action={<Button text={words("imports.none.all")} onClick={() => props.url.change({ state: null })} />}
          />
        )
      }
    />
  )
}
