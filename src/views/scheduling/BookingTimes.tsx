import { Button } from "@blueprintjs/core"
import { ChevronLeft, ChevronRight, Cross } from "@blueprintjs/icons"
import { useContext } from "react"
import { useIntl } from "react-intl"
import type { BookingEvent, BookingSnapshot } from "#machines/scheduling/booking.machine.ts"
import {
  overbookLeft,
  type Availability,
  type AvailableSlot,
  type RuleAnswer,
  type SlotExplanation,
} from "#schemas/scheduling/appointment.ts"
import { dayAfter } from "#schemas/scheduling/slot.ts"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { Section } from "#views/parts/Page.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { Day, dayIn, Now, Time, useToldApart, useZoneName } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"

type Page = Seen<BookingSnapshot, BookingEvent>
type Props = {
  readonly page: Page
  readonly availability: SeenReading<Availability>
  readonly explanation: SeenReading<SlotExplanation>
}
type Shown = { readonly page: Page; readonly shown: Availability }

/** A weekday with its date as a column is headed: "Mon, Nov 23". */
const useDayName = (): ((date: string) => string) => {
  const intl = useIntl()
  return (date) =>
    intl.formatDate(`${date}T00:00:00Z`, { weekday: "short", month: "short", day: "numeric", timeZone: "UTC" })
}

const Slot = ({
  page: { snapshot, send },
  slot,
  zone,
}: Pick<Shown, "page"> & { slot: AvailableSlot; zone: string }) => {
  const words = useWords()
  const intl = useIntl()
  const dayName = useDayName()
  const clock = intl.formatTime(slot.startsAt, { timeZone: zone, hour: "numeric", minute: "2-digit" })
  const time = useToldApart()(clock, slot.startsAt, zone)
  const isMine = snapshot.matches("held") && snapshot.context.appointment?.slotId === slot.slotId
  const day = <span className="visually-hidden">{dayName(slot.date)} </span>
  if (isMine) {
    return (
      <span className="slot slot-mine">
        {day}
        {time} <small>{words("booking.slot.held")}</small>
      </span>
    )
  }
  const isChoosing = snapshot.matches("times")
  const why = slot.why
  const beyond = overbookLeft(slot)
  return why === null ? (
    <button
      type="button"
      className="slot"
      disabled={!isChoosing}
      onClick={() => send({ type: "hold.pressed", slotId: slot.slotId })}
    >
      {day}
      {time} <small>{words("booking.slot.left", { seats: slot.seatsLeft })}</small>
    </button>
  ) : (
    <button
      type="button"
      className={beyond > 0 ? "slot slot-closed slot-overbook" : "slot slot-closed"}
      disabled={!isChoosing}
      onClick={() => send({ type: "why.pressed", slotId: slot.slotId })}
    >
      {day}
      {time}{" "}
      <small>{beyond > 0 ? words("appointment.overbook.left", { seats: beyond }) : words(`booking.why.${why}`)}</small>
    </button>
  )
}

const Week = ({ page, shown }: Shown) => {
  const words = useWords()
  const dayName = useDayName()
  const { startDate } = page.snapshot.context
  const dates = Array.from({ length: 7 }, (_, place) => dayAfter(startDate ?? "2026-01-01", place))
  const { closedDays, slots, location } = shown
  if (slots.length === 0)
    return <EmptyState title={words("booking.times.none")}>{words("booking.times.none.text")}</EmptyState>
  return (
    <ol className="booking-week">
      {dates.map((date) => {
        const closed = closedDays.find((one) => one.date === date)
        // A time that is over explains itself, and would stand before all that can be booked.
        const ofDay = slots.filter((slot) => slot.date === date && slot.why !== "past")
        const seats = ofDay.reduce((sum, { why, seatsLeft }) => sum + (why === null ? seatsLeft : 0), 0)
        return (
          <li key={date} className={closed === undefined ? "booking-day" : "booking-day booking-day-closed"}>
            <h3>
              {dayName(date)} <small>{closed?.reason ?? words("booking.day.seats", { seats })}</small>
            </h3>
            {ofDay.length === 0 ? (
              <p className="muted">{words("booking.day.none")}</p>
            ) : (
              ofDay.map((slot) => <Slot key={slot.slotId} page={page} slot={slot} zone={location.timezone} />)
            )}
          </li>
        )
      })}
    </ol>
  )
}

const Rule = ({ answer, seats, zone }: { answer: RuleAnswer; seats: number; zone: string }) => {
  const words = useWords()
  const { rule, holds, about, at } = answer
  return (
    <li className={holds ? "rule-holds" : "rule-fails"}>
      <span className="visually-hidden">{words(holds ? "booking.rule.holds" : "booking.rule.fails")} </span>
      <Word
        id={`booking.rule.${rule}.${holds ? "yes" : "no"}`}
        values={{ seats, about: about ?? "", at: at === null ? "" : <Time at={at} zone={zone} inSentence /> }}
      />
    </li>
  )
}

/** How a full time is given all the same, where nothing but its seats stands against it. */
const Overbook = ({ page, of: { slot, rules } }: { readonly page: Page; readonly of: SlotExplanation }) => {
  const words = useWords()
  const seats = overbookLeft(slot)
  if (seats === 0 || rules.some(({ rule, holds }) => rule !== "seats" && !holds)) return null
  return (
    <>
      <p>{words("appointment.overbook.text", { seats })}</p>
      <Button
        intent="warning"
        text={words("booking.overbook")}
        onClick={() => page.send({ type: "overbook.pressed", slotId: slot.slotId })}
      />
    </>
  )
}

const Explanation = ({ page, explanation, zone }: { page: Page; explanation: Props["explanation"]; zone: string }) => {
  const words = useWords()
  if (page.snapshot.context.explained === null) return null
  return (
    <Reading of={explanation}>
      {({ slot, rules }) => (
        <section className="booking-why" aria-live="polite">
          <h3>
            <Word id="booking.explained" values={{ time: <Time at={slot.startsAt} zone={zone} /> }} />
          </h3>
          <ul>
            {rules.map((answer) => (
              <Rule key={answer.rule} answer={answer} seats={slot.seatsLeft} zone={zone} />
            ))}
          </ul>
          <Overbook page={page} of={{ slot, rules }} />
          <Button
            size="small"
            icon={<Cross />}
            text={words("booking.explained.close")}
            onClick={() => page.send({ type: "why.closed" })}
          />
        </section>
      )}
    </Reading>
  )
}

const FirstFree = ({ page: { send }, shown }: Shown) => {
  const words = useWords()
  const { first, location } = shown
  if (first.length === 0) return null
  return (
    <p className="booking-first">
      {words("booking.first")}
      {first.map(({ slotId, startsAt }) => (
        <Button key={slotId} size="small" onClick={() => send({ type: "hold.pressed", slotId })}>
          <Time at={startsAt} zone={location.timezone} />
        </Button>
      ))}
    </p>
  )
}

/** A week of one location’s times: each can be held, or asked why it is not offered. */
export const BookingTimes = ({ page, availability, explanation }: Props) => {
  const words = useWords()
  const zoneName = useZoneName()
  const intl = useIntl()
  const now = useContext(Now)
  const { location, startDate } = page.snapshot.context
  if (location === null || startDate === null) return null
  const isChoosing = page.snapshot.matches("times")
  const go = (days: number) => page.send({ type: "week.chosen", startDate: dayAfter(startDate, days) })
  const today = dayIn(intl, now, location.timezone) ?? startDate
  return (
    <Section
      title={words("booking.times", { name: location.name })}
      caption={zoneName(location.timezone)}
      aside={
        <span className="booking-weeks">
          <Button
            size="small"
            icon={<ChevronLeft />}
            aria-label={words("booking.week.before")}
            disabled={!isChoosing || startDate <= today}
            onClick={() => go(-7)}
          />
          <Word id="booking.week" values={{ from: <Day on={startDate} />, to: <Day on={dayAfter(startDate, 6)} /> }} />
          <Button
            size="small"
            icon={<ChevronRight />}
            aria-label={words("booking.week.after")}
            disabled={!isChoosing}
            onClick={() => go(7)}
          />
        </span>
      }
    >
      <Reading of={availability}>
        {(shown) => (
          <>
            {isChoosing && <FirstFree page={page} shown={shown} />}
            <Explanation page={page} explanation={explanation} zone={location.timezone} />
            <Week page={page} shown={shown} />
            {isChoosing && (
              <p className="booking-first">
                {words("booking.wait.text")}
                <Button size="small" text={words("booking.wait")} onClick={() => page.send({ type: "wait.pressed" })} />
              </p>
            )}
          </>
        )}
      </Reading>
    </Section>
  )
}
