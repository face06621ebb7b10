import type { PatientList } from "#schemas/people/patient.ts"
import type { Column } from "#views/parts/Column.ts"
import { DataTable } from "#views/parts/DataTable.tsx"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { Time } from "#views/parts/Time.tsx"
import { useNumbers, useWords, Word } from "#views/parts/Words.tsx"

/** The columns of the lists. */
export const useListColumns = (): ReadonlyArray<Column<PatientList>> => {
  const words = useWords()
  const numbers = useNumbers()
  return [
    { id: "name", header: words("lists.name"), cell: ({ name }) => name },
    {
      id: "people",
      header: words("lists.people"),
      align: "end",
      cell: ({ people }) => numbers(people),
      narrow: "aside",
    },
    {
      id: "on",
      header: words("lists.on"),
      align: "end",
      cell: ({ createdOn }) => <Time at={createdOn} />,
      narrow: "end",
    },
  ]
}

/** The lists of the company, newest first; a row opens its page. */
export const ListsTable = (props: {
  readonly lists: SeenReading<ReadonlyArray<PatientList>>
  readonly url: PageUrl
}) => {
  const words = useWords()
  return (
    <DataTable
      list="lists"
      label={words("lists.label")}
      reading={props.lists}
      columns={useListColumns()}
      rowId={({ listId }) => String(listId)}
      rowHref={({ listId }) => props.url.href({ list: String(listId) })}
      timed
      empty={
        <EmptyState title={words("lists.none")}>
          <Word id="lists.none.text" />
        </EmptyState>
      }
    />
  )
}
