import { Link } from "wouter"
import type { ActivityEntry } from "#schemas/administration/activity.ts"
import { words as allWords, type WordId } from "#schemas/words.ts"
import type { Column } from "#views/parts/Column.ts"
import { DataTable } from "#views/parts/DataTable.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import { StateTag } from "#views/parts/StateTag.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"
import type { ReactNode } from "react"

const wordOf = (...ids: ReadonlyArray<string>): WordId | undefined =>
  ids.find((id): id is WordId => Object.hasOwn(allWords, id))

/** One of the things an event says besides; what has no word of its own stands as it is stored. */
const factOf = ({ name, value }: ActivityEntry["facts"][number], words: ReturnType<typeof useWords>): string => {
  const label = wordOf(`activity.fact.${name}`, `company.field.${name}`)
  const said = wordOf(`activity.fact.${name}.${value}`)
  return words("activity.fact", {
    name: label === undefined ? name : words(label),
    value: said === undefined ? value : words(said),
  })
}

/** What happened, in words, with what it said and changed. */
const What = ({ entry: { type, refused, facts, changes } }: { readonly entry: ActivityEntry }) => {
  const words = useWords()
  const said = wordOf(`history.${type}`)
  const nothing = words("activity.nothing")
  return (
    <div className="activity-what">
      <span>
        {said === undefined ? type : words(said)}{" "}
        {refused && <StateTag tone="danger">{words("activity.refused")}</StateTag>}
      </span>
      {changes.length > 0 && (
        <ul>
          {changes.map(({ field, before, after }) => {
            const label = wordOf(`company.field.${field}`, `globalSettings.${field}`)
            return (
              <li key={field}>
                {words("activity.changed", {
                  field: label === undefined ? field : words(label),
                  before: before === "" ? nothing : before,
                  after: after === "" ? nothing : after,
                })}
              </li>
            )
          })}
        </ul>
      )}
      {changes.length === 0 && facts.length > 0 && (
        <span className="muted small">{facts.map((fact) => factOf(fact, words)).join(" · ")}</span>
      )}
    </div>
  )
}

type Props = {
  readonly entries: SeenReading<ReadonlyArray<ActivityEntry>>
  /** Leads to what one person did; without it names are no links. */
  readonly actorHref?: ((id: number) => string) | undefined
  readonly showsCompany?: boolean
  /** Next to its own thing, a log need not name it. */
  readonly showsThing?: boolean
  readonly empty: ReactNode
}

const useColumns = ({ actorHref, showsCompany, showsThing }: Props): ReadonlyArray<Column<ActivityEntry>> => {
  const words = useWords()
  return [
    { id: "at", header: words("activity.at"), cell: ({ at }) => <Time at={at} /> },
    {
      id: "who",
      header: words("activity.who"),
      cell: ({ actor, actorId }) =>
        actorHref === undefined || actorId === null ? actor : <Link href={actorHref(actorId)}>{actor}</Link>,
    },
    { id: "what", header: words("activity.what"), cell: (entry) => <What entry={entry} /> },
    ...(showsThing === true
      ? [
          {
            id: "thing",
            header: words("activity.thing"),
            cell: ({ thing, thingId }: ActivityEntry) => thing ?? thingId ?? "",
            hideBelow: 900 as const,
          },
        ]
      : []),
    ...(showsCompany === true
      ? [
          {
            id: "company",
            header: words("activity.company"),
            cell: ({ company }: ActivityEntry) => company ?? "",
            hideBelow: 900 as const,
          },
        ]
      : []),
    {
      id: "address",
      header: words("activity.address"),
      cell: ({ address }) => address ?? "",
      hideBelow: 1200,
    },
  ]
}

/** Entries of the log, newest first. */
export const ActivityTable = (props: Props) => (
  <div className="activity">
    <DataTable
      label={useWords()("activity.list")}
      reading={props.entries}
      columns={useColumns(props)}
      rowId={({ pos }) => pos}
      timed
      empty={props.empty}
    />
  </div>
)
