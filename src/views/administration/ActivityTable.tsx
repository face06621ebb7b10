import { useIntl } from "react-intl"
import { Link } from "wouter"
import type { Rights } from "#schemas/access.ts"
import type { ActivityEntry } from "#schemas/administration/activity.ts"
import type { Column } from "#views/parts/Column.ts"
import { DataTable } from "#views/parts/DataTable.tsx"
import { Facts } from "#views/parts/Page.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { ClockTime, DayHeading, dayIn } from "#views/parts/Time.tsx"
import { useKnownWords, useWords } from "#views/parts/Words.tsx"
import { ActivitySentence } from "./ActivitySentence.tsx"
import type { ReactNode } from "react"

/** What changed, as a table; only of companies and rules: nothing of a patient stands in the log. */
const Changes = ({ changes, fieldName }: Pick<ActivityEntry, "changes"> & Pick<Props, "fieldName">) => {
  const words = useWords()
  const nothing = <span className="muted">{words("activity.nothing")}</span>
  return (
    <table className="activity-changes">
      <thead>
        <tr>
          <th scope="col">{words("activity.field")}</th>
          <th scope="col">{words("activity.before")}</th>
          <th scope="col">{words("activity.after")}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{fieldName(field) ?? field}</th>
            <td>{before === "" ? nothing : <del>{before}</del>}</td>
            <td>{after === "" ? nothing : <ins>{after}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Props = {
  readonly entries: SeenReading<ReadonlyArray<ActivityEntry>>
  readonly url: PageUrl
  readonly rights: Rights
  /** What the fields are called of the things that the log is of. */
  readonly fieldName: (field: string) => string | undefined
  /** Leads to the entries of the same thing or person; without it, the log is of one thing. */
  readonly narrowed?: (change: Readonly<Record<string, string | null>>) => string
  readonly showsCompany?: boolean
  readonly empty: ReactNode
}

const Narrowing = ({ entry, narrowed }: { readonly entry: ActivityEntry } & Required<Pick<Props, "narrowed">>) => {
  const words = useWords()
  const { thing, actorId, actor } = entry
  return (
    <div className="activity-narrow">
      {thing !== null && (
        <Link href={narrowed({ thing: thing.id === null ? thing.kind : `${thing.kind}-${thing.id}`, kind: null })}>
          {words("activity.sameThing")}
        </Link>
      )}
      <Link href={narrowed({ actor: actorId === null ? "product" : String(actorId) })}>
        {words("activity.samePerson", { name: actor })}
      </Link>
    </div>
  )
}

/** What stands under an entry once it is opened: before and after, what else it says, from where, and its number. */
const Details = ({
  entry,
  narrowed,
  fieldName,
}: Pick<Props, "narrowed" | "fieldName"> & { readonly entry: ActivityEntry }) => {
  const words = useWords()
  const known = useKnownWords()
  const said = entry.facts.map(({ name, value }): readonly [ReactNode, ReactNode] => [
    known(`activity.fact.${name}`) ?? name,
    known(`activity.fact.${name}.${value}`) ?? value,
  ])
  const rows: ReadonlyArray<readonly [ReactNode, ReactNode]> = [
    ...said,
    ...(entry.address === null ? [] : [[words("activity.address"), entry.address] as const]),
    [words("activity.entry"), entry.pos],
  ]
  return (
    <div className="activity-details" role="group" aria-label={words("activity.details")}>
      {entry.changes.length > 0 && <Changes changes={entry.changes} fieldName={fieldName} />}
      <Facts rows={rows} />
      {narrowed !== undefined && <Narrowing entry={entry} narrowed={narrowed} />}
    </div>
  )
}

const useColumns = ({
  url,
  rights,
  showsCompany,
  narrowed,
  fieldName,
}: Props): ReadonlyArray<Column<ActivityEntry>> => {
  const words = useWords()
  return [
    { id: "at", header: words("activity.at"), cell: ({ at }) => <ClockTime at={at} /> },
    {
      id: "what",
      header: words("activity.what"),
      cell: (entry) => (
        <>
          <ActivitySentence entry={entry} rights={rights} />
          {url.search["entry"] === entry.pos && <Details entry={entry} narrowed={narrowed} fieldName={fieldName} />}
        </>
      ),
    },
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
  ]
}

/** Entries of the log by day, newest first; one is opened in its place by a press on it, and closed by another. */
export const ActivityTable = (props: Props) => {
  const { url } = props
  const intl = useIntl()
  return (
    <div className="activity">
      <DataTable
        label={useWords()("activity.list")}
        reading={props.entries}
        columns={useColumns(props)}
        rowId={({ pos }) => pos}
        rowHref={({ pos }) => url.href({ entry: url.search["entry"] === pos ? null : pos })}
        chosen={url.search["entry"]}
        groupOf={{ id: ({ at }) => dayIn(intl, Date.parse(at)) ?? "", heading: (day) => <DayHeading on={day} /> }}
        timed
        empty={props.empty}
      />
    </div>
  )
}
