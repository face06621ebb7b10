import { useIntl } from "react-intl"
import { Link } from "wouter"
import type { Company } from "#schemas/administration/company.ts"
import type { CompanyUse, StateUse } from "#schemas/administration/companyUse.ts"
import { Section } from "#views/parts/Page.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { Skeleton } from "#views/parts/Skeleton.tsx"
import { useKnownWords, useNumbers, useWords } from "#views/parts/Words.tsx"
import { weekOf } from "./days.ts"
import { TableScroll } from "#views/parts/TableScroll.tsx"

type Props = { readonly shown: Company; readonly use: SeenReading<CompanyUse>; readonly url: PageUrl }
type Hours = StateUse["used"]
type Holiday = Company["company"]["holidays"][number]

/** States that are shown before the others are asked for. */
const shownStates = 8
/** What a strip shows of a day: no law and no company lets texts out earlier or later. */
const strip: Hours = { from: "06:00", to: "22:00" }
/** How many weeks ahead can be shown. */
const lastWeek = 52

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const placeIn = (time: string): number =>
  ((minutesOf(time) - minutesOf(strip.from)) / (minutesOf(strip.to) - minutesOf(strip.from))) * 100

/** Times of a clock on the wall, `HH:mm`, as people write them. */
const useWallTime = () => {
  const intl = useIntl()
  return (time: string): string =>
    intl.formatTime(`1970-01-01T${time}:00Z`, { timeZone: "UTC", hour: "numeric", minute: "2-digit" })
}
const useHours = () => {
  const words = useWords()
  const wallTime = useWallTime()
  return ({ from, to }: Hours): string => words("company.week.range", { from: wallTime(from), to: wallTime(to) })
}
/** Days of the calendar in a few letters: "Mon 23", and "Nov 23". */
const useDayNames = () => {
  const intl = useIntl()
  const named = (day: string, options: Parameters<typeof intl.formatDate>[1]): string =>
    intl.formatDate(`${day}T00:00:00Z`, { timeZone: "UTC", ...options })
  return {
    weekday: (day: string): string => `${named(day, { weekday: "short" })} ${named(day, { day: "numeric" })}`,
    short: (day: string): string => named(day, { month: "short", day: "numeric" }),
  }
}

const Span = ({ hours: { from, to }, kind }: { readonly hours: Hours; readonly kind: string }) => (
  <span
    className={`hours-${kind}`}
    style={{ insetInlineStart: `${placeIn(from)}%`, inlineSize: `${placeIn(to) - placeIn(from)}%` }}
  />
)

const DayStrip = ({ of, holiday }: { readonly of: StateUse; readonly holiday: Holiday | undefined }) => {
  const words = useWords()
  const hours = useHours()
  return holiday === undefined ? (
    <span className="hours-strip" role="img" aria-label={hours(of.used)}>
      <Span hours={of.allowed} kind="allowed" />
      <Span hours={of.used} kind="used" />
    </span>
  ) : (
    <span
      className="hours-strip hours-closed"
      role="img"
      aria-label={words("company.week.closed", { name: holiday.name })}
    />
  )
}

const StateRow = (props: {
  readonly of: StateUse
  readonly week: ReadonlyArray<string>
  readonly holidays: ReadonlyArray<Holiday>
}) => {
  const known = useKnownWords()
  const numbers = useNumbers()
  const hours = useHours()
  const { state, people, allowed } = props.of
  return (
    <tr>
      <td className="cell-name">{known(`usState.${state}`) ?? state}</td>
      <td className="cell-end narrow-aside">{numbers(people)}</td>
      {props.week.map((day) => (
        <td key={day} className="hours-cell">
          <DayStrip of={props.of} holiday={props.holidays.find(({ date }) => date === day)} />
        </td>
      ))}
      <td className="hours-text">{hours(allowed)}</td>
    </tr>
  )
}

const Legend = ({ names }: { readonly names: ReadonlyArray<string> }) => {
  const words = useWords()
  const wallTime = useWallTime()
  return (
    <span className="hours-legend">
      <span>{words("company.week.strips", { from: wallTime(strip.from), to: wallTime(strip.to) })}</span>
      <span>
        <span className="shares-key hours-key-used" aria-hidden="true" /> {words("company.week.used")}
      </span>
      <span>
        <span className="shares-key hours-key-allowed" aria-hidden="true" /> {words("company.week.allowed")}
      </span>
      {names.map((name) => (
        <span key={name}>
          <span className="shares-key hours-closed" aria-hidden="true" /> {name}
        </span>
      ))}
    </span>
  )
}

const weekIn = ({ week = "0" }: PageUrl["search"]): number =>
  /^\d{1,2}$/.test(week) ? Math.min(Number(week), lastWeek) : 0

const WeekLinks = ({ url, week }: { readonly url: PageUrl; readonly week: ReadonlyArray<string> }) => {
  const words = useWords()
  const { short } = useDayNames()
  const at = weekIn(url.search)
  const to = (weeks: number): string => url.href({ week: weeks === 0 ? null : String(weeks) })
  return (
    <span className="week-links">
      {at > 0 && (
        <Link href={to(at - 1)} replace aria-label={words("company.week.before")}>
          ‹
        </Link>
      )}
      <span>{words("company.week.range", { from: short(week[0] ?? ""), to: short(week[6] ?? "") })}</span>
      {at < lastWeek && (
        <Link href={to(at + 1)} replace aria-label={words("company.week.after")}>
          ›
        </Link>
      )}
    </span>
  )
}

const Table = ({
  read,
  week,
  shown,
  url,
}: Pick<Props, "shown" | "url"> & { readonly read: CompanyUse; readonly week: ReadonlyArray<string> }) => {
  const words = useWords()
  const { weekday } = useDayNames()
  const wallTime = useWallTime()
  const all = url.search["states"] === "all"
  const rows = all ? read.states : read.states.slice(0, shownStates)
  const more = read.states.length - shownStates
  const { name, sendingFrom, sendingTo, holidays } = shown.company
  if (rows.length === 0) return <p className="section-none">{words("company.week.none")}</p>
  return (
    <>
      <TableScroll label={words("company.week")}>
        <table className="hours-table">
          <thead>
            <tr>
              <th scope="col">{words("company.week.state")}</th>
              <th scope="col" className="cell-end">
                {words("company.week.people")}
              </th>
              {week.map((day) => (
                <th key={day} scope="col">
                  {weekday(day)}
                </th>
              ))}
              <th scope="col">{words("company.week.says")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((of) => (
              <StateRow key={of.state} of={of} week={week} holidays={holidays} />
            ))}
          </tbody>
        </table>
      </TableScroll>
      <div className="hours-foot">
        <p>
          {words("company.week.rule", { name, from: wallTime(sendingFrom), to: wallTime(sendingTo) })}
          {read.elsewhere > 0 && <> {words("company.week.elsewhere", { count: read.elsewhere })}</>}
        </p>
        {more > 0 && (
          <Link href={url.href({ states: all ? null : "all" })} replace>
            {all ? words("company.week.fewer") : words("company.week.more", { count: more })}
          </Link>
        )}
      </div>
    </>
  )
}

/** A week of texting hours by state: what is allowed there and what the company uses of it, in each person's own time. */
export const TextingHours = ({ shown, use, url }: Props) => {
  const words = useWords()
  const read = use.snapshot.context.data
  const week = read === null ? null : weekOf(read.today, weekIn(url.search))
  const names = shown.company.holidays.filter(({ date }) => week?.includes(date) === true).map(({ name }) => name)
  return (
    <Section
      title={words("company.week")}
      {...(week === null ? {} : { caption: <Legend names={names} />, aside: <WeekLinks url={url} week={week} /> })}
    >
      <Reading of={use} skeleton={<Skeleton lines={5} />}>
        {(data) => <Table read={data} week={week ?? []} shown={shown} url={url} />}
      </Reading>
    </Section>
  )
}
