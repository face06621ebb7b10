import { Button } from "@blueprintjs/core"
import { problem } from "#schemas/problem.ts"
import { unreachable } from "#schemas/session/problems.ts"
import type { Column } from "#views/parts/Column.ts"
import { DataTable } from "#views/parts/DataTable.tsx"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { ChoiceFilter, DateFilter, SearchFilter, UsedChip } from "#views/parts/Filter.tsx"
import { ListTools } from "#views/parts/ListTools.tsx"
import { Page } from "#views/parts/Page.tsx"
import { Progress } from "#views/parts/Progress.tsx"
import { ListWithLook, QuickLook } from "#views/parts/QuickLook.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import { Skeleton } from "#views/parts/Skeleton.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { StateTabs } from "#views/parts/StateTabs.tsx"
import { StateTag, type Tone } from "#views/parts/StateTag.tsx"
import { TableScroll } from "#views/parts/TableScroll.tsx"
import { Time } from "#views/parts/Time.tsx"
import { seenReading } from "./partStates.ts"

const nothing = (): void => undefined

/** An address with a filter in it, whose links lead nowhere. */
export const stillUrl: PageUrl = { search: { state: "running" }, href: () => "#", go: nothing, change: nothing }

type Row = {
  readonly name: string
  readonly state: string
  readonly tone: Tone
  readonly done: number
  readonly people: number
  readonly at: string
}

const rows: ReadonlyArray<Row> = [
  {
    name: "Flu shots, Nov 19",
    state: "Running",
    tone: "active",
    done: 1_226,
    people: 2_626,
    at: "2026-11-19T15:00:00Z",
  },
  { name: "Diabetes care", state: "Paused", tone: "warning", done: 96, people: 170, at: "2026-11-18T17:30:00Z" },
  {
    name: "Annual check-up for everyone who was not seen since last spring",
    state: "Complete",
    tone: "success",
    done: 290,
    people: 290,
    at: "2026-11-12T17:00:00Z",
  },
]

const columns: ReadonlyArray<Column<Row>> = [
  { id: "name", header: "Campaign", cell: ({ name }) => name },
  { id: "state", header: "State", cell: ({ state, tone }) => <StateTag tone={tone}>{state}</StateTag> },
  {
    id: "progress",
    header: "Progress",
    cell: ({ name, done, people }) => <Progress label={`Progress of ${name}`} done={done} total={people} quiet />,
    hideBelow: 900,
  },
  { id: "people", header: "People", cell: ({ people }) => people.toLocaleString("en"), align: "end", narrow: "aside" },
  { id: "at", header: "Launched", cell: ({ at }) => <Time at={at} />, align: "end", narrow: "end" },
]

const states = ["Running", "Paused", "Complete"].map((label) => ({ value: label.toLowerCase(), label }))

const Table = ({ reading }: { readonly reading: SeenReading<ReadonlyArray<Row>> }) => (
  <DataTable
    list="parts"
    label="Campaigns"
    reading={reading}
    columns={columns}
    rowId={({ name }) => name}
    rowHref={() => "#"}
    total={reading.snapshot.context.data?.length}
    timed
    empty={
      <EmptyState title="No campaigns yet" action={<Button intent="primary" text="New campaign" />}>
        A campaign sends one template to one list.
      </EmptyState>
    }
  />
)

const full = seenReading({ ready: rows, counts: { running: 1, paused: 1, complete: 1 } })

/** A list with the views over it, its filters and its tools. */
export const ListSample = () => (
  <Page
    title="Campaigns"
    lead="One line of facts about the list"
    primary={{ label: "New campaign", onPress: nothing }}
    views={<StateTabs url={stillUrl} reading={full} label="Campaigns by state" states={states} />}
    filters={
      <>
        <SearchFilter url={stillUrl} label="Name of a campaign" />
        <ChoiceFilter url={stillUrl} name="state" label="State" all="any" options={states} />
        <ChoiceFilter url={stillUrl} name="purpose" label="Purpose" all="any" options={states} />
        <DateFilter url={stillUrl} name="from" label="From" />
        <UsedChip name="Only" value="Flu shots" onClear={nothing} />
        <ListTools list="parts" columns={columns} />
      </>
    }
  >
    <Table reading={full} />
  </Page>
)

/** What stands in a list’s place, and in another reading’s, while both are read. */
export const LoadingSample = () => (
  <Page title="Campaigns">
    <Table reading={seenReading<ReadonlyArray<Row>>("loading")} />
    <Reading of={seenReading<string>("loading")} skeleton={<Skeleton lines={3} />}>
      {(text) => text}
    </Reading>
  </Page>
)

/** A list without rows. */
export const EmptySample = () => (
  <Page title="Campaigns">
    <Table reading={seenReading<ReadonlyArray<Row>>({ ready: [] })} />
  </Page>
)

/** A list that could not be read: it is tried again by itself, and by a press. */
export const FailedSample = () => (
  <Page title="Campaigns">
    <Table reading={seenReading<ReadonlyArray<Row>>({ failed: unreachable() })} />
  </Page>
)

/** A list that the person may not see. */
export const ForbiddenSample = () => (
  <Page title="Campaigns">
    <Table
      reading={seenReading<ReadonlyArray<Row>>({
        failed: problem("Forbidden", "You need the right “Campaign” for this."),
      })}
    />
  </Page>
)

/** A list with the quick look of one of its rows. */
export const QuickLookSample = () => (
  <Page title="Campaigns">
    <ListWithLook
      look={
        <QuickLook label="Campaign" title="Flu shots, Nov 19" closeHref="#" opener="none">
          <StateTag tone="active">Running</StateTag>
          <Progress label="Progress of Flu shots, Nov 19" done={1_226} total={2_626} />
        </QuickLook>
      }
    >
      <TableScroll label="Campaigns">
        <table>
          <thead>
            <tr>
              <th scope="col">Campaign</th>
              <th scope="col" className="cell-end">
                People
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, people }) => (
              <tr key={name}>
                <td>{name}</td>
                <td className="cell-end">{people.toLocaleString("en")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </ListWithLook>
  </Page>
)
