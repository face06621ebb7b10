import { useIntl } from "react-intl"
import { Link } from "wouter"
import { weeksOf } from "#schemas/calendar.ts"
import type { Occurrence, OutreachCalendar } from "#schemas/scheduling/outreachRun.ts"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { nameOfZone } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { useRunDay, useRunTime } from "./outreachRunTimes.ts"
import { useWeekdays } from "./weekdays.ts"

/** What stands on a day: a date of a run, or a campaign that was given a start time by hand. */
type Entry = {
  readonly id: string
  readonly date: string
  readonly at: string
  readonly timezone: string
  readonly name: string
  readonly href: string
  readonly state: Occurrence["state"] | "timed"
  /** Whether its campaign waits for a second person, and so was not sent. */
  readonly waits: boolean
}

const campaignHref = (hashedId: string): string => `/campaign?id=${hashedId}`

/** All that stands on the calendar, by time; a date whose campaign is there leads to it, any other to its run. */
export const entriesOf = (calendar: OutreachCalendar, url: PageUrl): ReadonlyArray<Entry> => {
  const runs = new Map(calendar.runs.map((one) => [one.hashedId, one.run]))
  const dates = calendar.occurrences.map(({ runHashedId, date, at, state, campaign }): Entry => {
    const run = runs.get(runHashedId)
    return {
      ...{ id: `${runHashedId} ${date}`, date, at, state, name: run?.name ?? "" },
      timezone: run?.timezone ?? calendar.timezone,
      waits: campaign?.state === "unconfirmed",
      href:
        campaign === null ? url.href({ id: runHashedId, month: null, show: null }) : campaignHref(campaign.hashedId),
    }
  })
  const timed = calendar.campaigns.map(({ hashedId, name, date, at }): Entry => ({
    ...{ id: hashedId, date, at, name, state: "timed", timezone: calendar.timezone, waits: false },
    href: campaignHref(hashedId),
  }))
  return [...dates, ...timed].toSorted((one, other) => one.at.localeCompare(other.at))
}

type Shown = { readonly calendar: OutreachCalendar; readonly month: string; readonly entries: ReadonlyArray<Entry> }

const EntryLink = ({ entry, zone }: { readonly entry: Entry; readonly zone: string }) => {
  const words = useWords()
  const intl = useIntl()
  const timeOf = useRunTime()
  const { state, at, timezone, waits } = entry
  const said = [
    timeOf(at, timezone),
    ...(timezone === zone ? [] : [nameOfZone(intl, timezone)]),
    ...(waits
      ? [words("campaign.state.unconfirmed")]
      : state === "planned"
        ? []
        : [words(state === "timed" ? "runs.timed" : `runs.date.${state}`)]),
  ]
  return (
    <Link href={entry.href} className={`run-entry run-entry-${state}`}>
      <span className="run-entry-time">{said.join(" · ")}</span> <span className="run-entry-name">{entry.name}</span>
    </Link>
  )
}

const Entries = ({ entries, zone }: { readonly entries: ReadonlyArray<Entry>; readonly zone: string }) => (
  <ul className="run-entries">
    {entries.map((entry) => (
      <li key={entry.id}>
        <EntryLink entry={entry} zone={zone} />
      </li>
    ))}
  </ul>
)

const Grid = ({ calendar, month, entries }: Shown) => {
  const words = useWords()
  const weekdays = useWeekdays()
  const intl = useIntl()
  const byDay = Map.groupBy(entries, ({ date }) => date)
  return (
    <table className="run-month">
      <caption className="visually-hidden">{words("runs.calendar")}</caption>
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(`${month}-01`).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td key={day} className={day.startsWith(month) ? "" : "other-month"}>
                <time dateTime={day} {...(day === calendar.today ? { "aria-current": "date" as const } : {})}>
                  <span aria-hidden="true">{Number(day.slice(8))}</span>
                  <span className="visually-hidden">
                    {intl.formatDate(`${day}T00:00:00Z`, { month: "long", day: "numeric", timeZone: "UTC" })}
                  </span>
                </time>
                {byDay.has(day) && <Entries entries={byDay.get(day) ?? []} zone={calendar.timezone} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Agenda = ({ calendar, month, entries, isWaiting }: Shown & { readonly isWaiting: boolean }) => {
  const words = useWords()
  const dayOf = useRunDay()
  const byDay = Map.groupBy(
    entries.filter(({ date }) => date.startsWith(month)),
    ({ date }) => date,
  )
  if (byDay.size === 0)
    return isWaiting ? null : (
      <EmptyState title={words("runs.calendar.none")}>{words("runs.calendar.none.text")}</EmptyState>
    )
  return (
    <ol className="run-agenda">
      {[...byDay]
        .toSorted(([one], [other]) => one.localeCompare(other))
        .map(([day, all]) => (
          <li key={day} {...(day === calendar.today ? { "aria-current": "date" as const } : {})}>
            <h3>{dayOf(day)}</h3>
            <Entries entries={all} zone={calendar.timezone} />
          </li>
        ))}
    </ol>
  )
}

/** A month of outreach: a grid where there is room and no list is asked for, else its days one under the other. */
export const OutreachMonth = (props: Shown & { readonly isList: boolean; readonly isWaiting: boolean }) => (
  <>
    {!props.isList && (
      <div className="run-wide">
        <Grid {...props} />
      </div>
    )}
    <div className={props.isList ? "" : "run-narrow"}>
      <Agenda {...props} />
    </div>
  </>
)
