import { Button } from "@blueprintjs/core"
import { ChevronLeft, ChevronRight } from "@blueprintjs/icons"
import { useIntl } from "react-intl"
import {
  monthIn,
  type OutreachRunsEvent,
  type OutreachRunsSnapshot,
} from "#machines/scheduling/outreachRuns.machine.ts"
import { missingRight } from "#schemas/access.ts"
import { addMonths } from "#schemas/calendar.ts"
import type { OutreachCalendar, OutreachRun, OutreachRunDetail } from "#schemas/scheduling/outreachRun.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import type { Column } from "#views/parts/Column.ts"
import { Confirmation, type SeenCommand } from "#views/parts/Confirmation.tsx"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { Page, Section } from "#views/parts/Page.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Time, useZoneName } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { entriesOf, OutreachMonth } from "./OutreachMonth.tsx"
import { OutreachRunStateTag } from "./OutreachRunMarks.tsx"
import { useRecurrence } from "./outreachRunTimes.ts"
import { OutreachRunView } from "./OutreachRunView.tsx"
import { SchedulerTabs } from "./SchedulerTabs.tsx"
import { SmallTable } from "./SmallTable.tsx"

type Props = {
  readonly page: Seen<OutreachRunsSnapshot, OutreachRunsEvent>
  readonly url: PageUrl
  readonly person: SignedInPerson
  readonly calendar: SeenReading<OutreachCalendar>
  readonly run: SeenReading<OutreachRunDetail>
  readonly command: SeenCommand | undefined
}
type Shown = { readonly url: PageUrl; readonly calendar: OutreachCalendar; readonly isWaiting: boolean }

const isList = ({ search }: PageUrl): boolean => search["show"] === "list"

const MonthTools = ({ url, month }: { readonly url: PageUrl; readonly month: string }) => {
  const words = useWords()
  const go = (months: number) => () => url.change({ month: addMonths(`${month}-01`, months).slice(0, 7) })
  return (
    <div className="run-tools">
      <Button
        size="small"
        icon={<ChevronLeft aria-hidden="true" />}
        aria-label={words("runs.month.before")}
        onClick={go(-1)}
      />
      <Button size="small" text={words("runs.month.this")} onClick={() => url.change({ month: null })} />
      <Button
        size="small"
        icon={<ChevronRight aria-hidden="true" />}
        aria-label={words("runs.month.after")}
        onClick={go(1)}
      />
      <div className="segmented run-wide" role="group" aria-label={words("runs.show")}>
        {(["month", "list"] as const).map((show) => (
          <button
            key={show}
            type="button"
            aria-pressed={(show === "list") === isList(url)}
            onClick={() => url.change({ show: show === "list" ? show : null })}
          >
            {words(`runs.show.${show}`)}
          </button>
        ))}
      </div>
    </div>
  )
}

const MonthSection = ({ url, calendar, isWaiting }: Shown) => {
  const words = useWords()
  const intl = useIntl()
  const zoneName = useZoneName()
  const month = monthIn(url.search) ?? calendar.today.slice(0, 7)
  const name = intl.formatDate(`${month}-01T00:00:00Z`, { month: "long", year: "numeric", timeZone: "UTC" })
  return (
    <Section
      title={name}
      caption={words("part.zone", { zone: zoneName(calendar.timezone) })}
      aside={<MonthTools url={url} month={month} />}
    >
      <span className="visually-hidden" role="status">
        {name}
      </span>
      <OutreachMonth
        calendar={calendar}
        month={month}
        entries={entriesOf(calendar, url)}
        isList={isList(url)}
        isWaiting={isWaiting}
      />
    </Section>
  )
}

const useColumns = (): ReadonlyArray<Column<OutreachRun>> => {
  const words = useWords()
  const recurrence = useRecurrence()
  return [
    { id: "name", header: words("runs.name"), cell: ({ run }) => run.name },
    {
      id: "state",
      header: words("runs.state"),
      narrow: "aside",
      cell: ({ state }) => <OutreachRunStateTag state={state} />,
    },
    {
      id: "sends",
      header: words("runs.sends"),
      hideBelow: 900,
      cell: ({ templateName, listName }) => words("runs.sends.to", { template: templateName, list: listName }),
    },
    { id: "when", header: words("runs.when"), cell: ({ run }) => recurrence(run) },
    {
      id: "next",
      header: words("runs.next"),
      narrow: "end",
      cell: ({ next, run }) => next !== null && <Time at={next.at} zone={run.timezone} />,
    },
  ]
}

const Runs = ({ url, calendar: { runs } }: Pick<Shown, "url" | "calendar">) => {
  const words = useWords()
  const columns = useColumns()
  return (
    <Section title={words("runs.title")} caption={runs.length}>
      {runs.length === 0 ? (
        <EmptyState title={words("runs.empty")}>{words("runs.empty.text")}</EmptyState>
      ) : (
        <SmallTable
          label={words("runs.title")}
          rows={runs}
          columns={columns}
          rowId={({ hashedId }) => hashedId}
          rowHref={({ hashedId }) => url.href({ id: hashedId, month: null, show: null })}
        />
      )}
    </Section>
  )
}

const List = ({ url, person, calendar }: Props) => {
  const words = useWords()
  const isWaiting = calendar.snapshot.hasTag("busy")
  return (
    <Page
      title={words("scheduler.title")}
      views={<SchedulerTabs url={url} />}
      primary={{
        label: words("runs.new"),
        onPress: () => url.go({ new: "" }),
        disabledReason: missingRight(person, "Scheduler.SaveOutreachRun"),
      }}
    >
      <Reading of={calendar}>
        {(read) => (
          <div className="run-page">
            <MonthSection url={url} calendar={read} isWaiting={isWaiting} />
            <Runs url={url} calendar={read} />
          </div>
        )}
      </Reading>
    </Page>
  )
}

/** `/scheduler?view=runs`: the outreach runs on a calendar, or one of them (docs/policy.md#outreach-runs). */
export const OutreachRunsView = (props: Props) => (
  <>
    {props.url.search["id"] === undefined ? <List {...props} /> : <OutreachRunView {...props} />}
    <Confirmation command={props.command} />
  </>
)
