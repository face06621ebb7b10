import { Button } from "@blueprintjs/core"
import { useIntl } from "react-intl"
import type { WaitlistEvent, WaitlistSnapshot } from "#machines/scheduling/waitlist.machine.ts"
import type { OpenRound, WaitlistEntry } from "#schemas/scheduling/waitlist.ts"
import type { Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"
import { patientName, useDayName } from "./appointmentValues.ts"
import { useTimeIn } from "./WaitlistRound.tsx"

type PageOf = Seen<WaitlistSnapshot, WaitlistEvent>

const useWish = (): ((entry: WaitlistEntry) => string) => {
  const words = useWords()
  const intl = useIntl()
  const dayName = useDayName()
  // 1 November 2026 is a Sunday.
  const weekday = (day: number) =>
    intl.formatDate(`2026-11-0${day + 1}T12:00:00Z`, { weekday: "short", timeZone: "UTC" })
  return ({ location, group, weekdays, part, from, until }) =>
    [
      location?.name ?? (group === null ? words("waitlist.anywhere") : words("waitlist.inGroup", { group })),
      ...(weekdays.length === 0 ? [] : [weekdays.map(weekday).join(" ")]),
      ...(part === "any" ? [] : [words(`waitlist.part.${part}`)]),
      ...(from === null ? [] : [words("waitlist.from", { day: dayName(from, "short") })]),
      ...(until === null ? [] : [words("waitlist.until", { day: dayName(until, "short") })]),
    ].join(", ")
}

const useWhy = (round: OpenRound | undefined): ((entry: WaitlistEntry) => string) => {
  const words = useWords()
  const timeIn = useTimeIn()
  return ({ entryId }) => {
    const person = round?.people.find((one) => one.entryId === entryId)
    if (round === undefined || person === undefined) return ""
    const { why, until } = person
    if (why === null) return words("waitlist.why.fits")
    if (why === "quiet" && until === null) return words("waitlist.why.quietAlways")
    const time = until === null ? "" : timeIn(until, round.zone)
    return words(`waitlist.why.${why}`, { place: round.location.name, time })
  }
}

const Actions = ({ page, entry }: { readonly page: PageOf; readonly entry: WaitlistEntry }) => {
  const words = useWords()
  const name = patientName(entry)
  const waits = !page.snapshot.matches("looking")
  return (
    <span className="waitlist-answers">
      {(["change", "remove"] as const).map((action) => (
        <Button
          key={action}
          size="small"
          variant="minimal"
          disabled={waits}
          text={words(`waitlist.${action}`)}
          aria-label={words(`waitlist.${action}.label`, { name })}
          onClick={() => page.send({ type: `${action}.pressed`, entry })}
        />
      ))}
    </span>
  )
}

/** People who wait, the longest first, with what they wait for and why they are not asked about the seat of a round. */
export const WaitlistEntries = (props: {
  readonly page: PageOf
  readonly entries: ReadonlyArray<WaitlistEntry>
  /** The round for whose seat they are judged. */
  readonly round: OpenRound | undefined
  /** How many stand before them. */
  readonly before: number
  readonly label: string
  /** Whether there is room for what can be done to each. */
  readonly isWide: boolean
}) => {
  const { page, entries, round, before, label, isWide } = props
  const wish = useWish()
  const why = useWhy(round)
  if (entries.length === 0) return null
  return (
    <ol className="waitlist-entries" aria-label={label} start={before + 1}>
      {entries.map((entry) => (
        <li key={entry.entryId}>
          <span>
            <strong>{patientName(entry)}</strong>
            <span className="muted small">{wish(entry)}</span>
            {entry.note !== "" && <span className="muted small">{entry.note}</span>}
          </span>
          <span className="muted small waitlist-why">{why(entry)}</span>
          {isWide && <Actions page={page} entry={entry} />}
        </li>
      ))}
    </ol>
  )
}
