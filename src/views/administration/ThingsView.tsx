import { Link } from "wouter"
import type { History, HistoryStep, WatchedRow, WatchedThing } from "#schemas/administration/history.ts"
import type { Column } from "#views/parts/Column.ts"
import { DataTable } from "#views/parts/DataTable.tsx"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { SearchFilter } from "#views/parts/Filter.tsx"
import { Section } from "#views/parts/Page.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { Time } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"

type Props = {
  readonly url: PageUrl
  readonly thing: WatchedThing
  readonly things: SeenReading<ReadonlyArray<WatchedRow>>
  readonly history: SeenReading<History>
}

const Empty = ({ search }: { readonly search: string }) => {
  const words = useWords()
  return search === "" ? (
    <EmptyState title={words("flows.things.none")}>{words("flows.things.none.text")}</EmptyState>
  ) : (
    <EmptyState title={words("flows.things.unmatched", { search })}>{words("flows.things.unmatched.text")}</EmptyState>
  )
}

const List = ({ url, thing, things }: Props) => {
  const words = useWords()
  const search = url.search["search"]?.trim() ?? ""
  const columns: ReadonlyArray<Column<WatchedRow>> = [
    { id: "name", header: words("flows.things.name"), cell: ({ name }) => name },
    { id: "state", header: words("flows.things.state"), cell: ({ state }) => state },
  ]
  return (
    <>
      {thing !== "import" && <SearchFilter url={url} label={words("flows.things.search")} />}
      {/^\d{1,10}$/.test(search) && (
        <p>
          <Link href={url.href({ of: search })}>{words("flows.things.number", { id: search })}</Link>
        </p>
      )}
      <DataTable
        label={words("flows.things")}
        reading={things}
        columns={columns}
        rowId={({ id }) => String(id)}
        rowHref={({ id }) => url.href({ of: String(id) })}
        chosen={url.search["of"]}
        empty={<Empty search={thing === "import" ? "" : search} />}
      />
    </>
  )
}

const Taken = ({ step }: { readonly step: HistoryStep }) => {
  const words = useWords()
  const { type, from, to, at, until, times, actor } = step
  return (
    <li>
      <strong>{from === to ? words("flows.history.stays", { type, to }) : words("flows.history.step", step)}</strong>
      <span className="muted small">
        <Time at={at} />{" "}
        {times > 1 && (
          <>
            {words("flows.history.times", { times })} <Time at={until} />{" "}
          </>
        )}
        {words("history.by", { actor })}
      </span>
    </li>
  )
}

/** A `ref` for what a choice far down the list brings: no more is scrolled than it takes. */
const bringIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: "nearest" })

const Way = ({ history }: { readonly history: History }) => {
  const words = useWords()
  return (
    <div ref={bringIntoView} className="flow-way">
      <p>{words("flows.history.state", { state: history.state })}</p>
      <ol className="flow-history" reversed>
        {history.steps.toReversed().map((step, index) => (
          <Taken key={index} step={step} />
        ))}
      </ol>
    </div>
  )
}

/** The company's campaigns, templates or imports next to the chart of their life, and how the chosen one came to where it stands. */
export const ThingsView = (props: Props) => {
  const words = useWords()
  const { of } = props.url.search
  return (
    <>
      {of !== undefined && (
        <Section title={words("flows.history", { id: of })}>
          <Reading of={props.history}>{(history) => <Way key={of} history={history} />}</Reading>
        </Section>
      )}
      <Section title={words("flows.things")}>
        <p className="muted">{words("flows.things.hint")}</p>
        <List {...props} />
      </Section>
    </>
  )
}
