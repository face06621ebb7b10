import { Button } from "@blueprintjs/core"
import { useIntl } from "react-intl"
import { Link } from "wouter"
import {
  isRunOutdated,
  type OutreachRunsEvent,
  type OutreachRunsSnapshot,
} from "#machines/scheduling/outreachRuns.machine.ts"
import { missingRight } from "#schemas/access.ts"
import type { Occurrence, OutreachRunDetail } from "#schemas/scheduling/outreachRun.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { CampaignStateTag } from "#views/outreach/CampaignStateTag.tsx"
import type { Column } from "#views/parts/Column.ts"
import { isSending, type SeenCommand } from "#views/parts/Confirmation.tsx"
import { History } from "#views/parts/History.tsx"
import { Facts, Section } from "#views/parts/Page.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import { RefusedNotice } from "#views/parts/RefusedNotice.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Thing, ThingColumns } from "#views/parts/Thing.tsx"
import { Day, wallTimeIn, useZoneName } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { phoneText } from "#views/people/patientValues.ts"
import { runActions } from "./outreachRunActions.ts"
import { OccurrenceTag, OutreachRunStateTag } from "./OutreachRunMarks.tsx"
import { useClockNote, useRecurrence, useRunDay, useRunTime } from "./outreachRunTimes.ts"
import { SmallTable } from "./SmallTable.tsx"

type Props = {
  readonly page: Seen<OutreachRunsSnapshot, OutreachRunsEvent>
  readonly url: PageUrl
  readonly person: SignedInPerson
  readonly run: SeenReading<OutreachRunDetail>
  readonly command: SeenCommand | undefined
}
type Shown = Props & { readonly shown: OutreachRunDetail }

const Coming = ({ page, person, command, shown, date }: Shown & { readonly date: Occurrence }) => {
  const words = useWords()
  const dayOf = useRunDay()
  const timeOf = useRunTime()
  const note = useClockNote()(date, shown.run)
  const verb = date.state === "skipped" ? "unskip" : "skip"
  const day = dayOf(date.date)
  return (
    <li className={`run-date run-date-${date.state}`}>
      <span>
        <strong>{day}</strong> <span className="muted">{timeOf(date.at, shown.run.timezone)}</span>
        {note !== "" && <span className="small muted run-date-note">{note}</span>}
      </span>
      {date.state === "skipped" && <OccurrenceTag state="skipped" />}
      {missingRight(person, "Scheduler.SkipOccurrence") === undefined && (
        <Button
          size="small"
          text={words(`runs.${verb}`)}
          aria-label={words(`runs.${verb}.label`, { date: day })}
          disabled={isSending(command) || isRunOutdated(page.snapshot, shown)}
          onClick={() => page.send({ type: `${verb}.pressed`, run: shown, date: date.date })}
        />
      )}
    </li>
  )
}

const ComingDates = (props: Shown) => {
  const words = useWords()
  const { state, coming } = props.shown
  return (
    <Section title={words("runs.coming")}>
      {coming.length === 0 && state !== "deleted" && (
        <p className="muted">{words(state === "paused" ? "runs.coming.paused" : "runs.coming.ended")}</p>
      )}
      {coming.length > 0 && (
        <ul className="run-dates">
          {coming.map((date) => (
            <Coming key={date.date} {...props} date={date} />
          ))}
        </ul>
      )}
    </Section>
  )
}

const Campaign = ({ date }: { readonly date: Occurrence }) => {
  const words = useWords()
  const { campaign, state, reason } = date
  if (campaign !== null)
    return (
      <>
        <Link href={`/campaign?id=${campaign.hashedId}`}>{campaign.name}</Link>{" "}
        <CampaignStateTag state={campaign.state} />
      </>
    )
  if (state === "launched") return <span className="muted">{words("runs.campaign.gone")}</span>
  return <span className="muted">{words(`runs.reason.${state === "missed" ? "missed" : (reason ?? "other")}`)}</span>
}

const PastDates = ({ shown: { past, run } }: Shown) => {
  const words = useWords()
  const dayOf = useRunDay()
  const timeOf = useRunTime()
  const columns: ReadonlyArray<Column<Occurrence>> = [
    { id: "date", header: words("runs.date"), cell: ({ date, at }) => `${dayOf(date)}, ${timeOf(at, run.timezone)}` },
    {
      id: "became",
      header: words("runs.became"),
      narrow: "aside",
      cell: ({ state, campaign }) => <OccurrenceTag state={state} campaign={campaign} />,
    },
    { id: "campaign", header: words("runs.campaign"), cell: (date) => <Campaign date={date} /> },
  ]
  return (
    <Section title={words("runs.past")} caption={past.length}>
      {past.length === 0 ? (
        <p className="muted">{words("runs.past.none")}</p>
      ) : (
        <SmallTable label={words("runs.past")} rows={past} columns={columns} rowId={({ date }) => date} />
      )}
    </Section>
  )
}

const useEnd = (): ((run: OutreachRunDetail["run"]) => string) => {
  const words = useWords()
  const dayOf = useRunDay()
  return ({ ends, untilDate, count }) => {
    if (ends === "on" && untilDate !== null) return dayOf(untilDate)
    return ends === "after" && count !== null ? words("runs.dates", { count }) : words("runs.field.ends.never")
  }
}

const About = ({ shown }: Shown) => {
  const words = useWords()
  const intl = useIntl()
  const zoneName = useZoneName()
  const end = useEnd()
  const { run, templateName, listName, senderNumber, setUpBy } = shown
  return (
    <Section title={words("runs.about")}>
      <Facts
        rows={[
          [words("runs.template"), templateName],
          [words("runs.sentTo"), listName],
          [words("runs.sender"), phoneText(senderNumber)],
          [words("runs.purpose"), words(`purpose.${run.purpose}`)],
          [words("runs.firstDate"), <Day key="first" on={run.firstDate} />],
          ...(run.frequency === "once" ? [] : [[words("runs.end"), end(run)] as const]),
          [words("runs.field.time"), wallTimeIn(intl, run.time)],
          [words("runs.zone"), zoneName(run.timezone)],
          [words("runs.setUpBy"), setUpBy],
        ]}
      />
    </Section>
  )
}

/** `/scheduler?view=runs&id=`: one outreach run with its dates, its campaigns, and what may be done to it. */
export const OutreachRunView = (props: Props) => {
  const words = useWords()
  const recurrence = useRecurrence()
  const { page, url, person, command } = props
  return (
    <Thing
      id="run"
      of={props.run}
      within={{ label: words("scheduler.title"), href: url.href({ view: null, id: null }) }}
      list={{ label: words("runs.title"), href: url.href({ id: null }) }}
      nameOf={({ run }) => run.name}
      headOf={(shown) => ({
        badge: <OutreachRunStateTag state={shown.state} />,
        facts: recurrence(shown.run),
        actions: runActions(shown, person, page, command, url, words),
        refused: <RefusedNotice last={page.snapshot.context.last} id={shown.hashedId} title={words("runs.changed")} />,
      })}
    >
      {(shown) => (
        <ThingColumns
          aside={
            <>
              <About {...props} shown={shown} />
              <Section title={words("runs.history")}>
                <History history={shown.history} />
              </Section>
            </>
          }
        >
          <ComingDates {...props} shown={shown} />
          <PastDates {...props} shown={shown} />
        </ThingColumns>
      )}
    </Thing>
  )
}
