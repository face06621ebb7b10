import { Button } from "@blueprintjs/core"
import { ChevronLeft, ChevronRight } from "@blueprintjs/icons"
import { addDays } from "#schemas/calendar.ts"
import { AppointmentSource, type Appointment, type LocationDays } from "#schemas/scheduling/appointment.ts"
import {
  daysShown,
  listedStatuses,
  calendarViews,
  type AppointmentsAsked,
} from "#schemas/scheduling/appointmentsAsked.ts"
import type { StageList } from "#schemas/scheduling/stage.ts"
import { ChoiceFilter, DateFilter } from "#views/parts/Filter.tsx"
import { type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { Day } from "#views/parts/Time.tsx"
import { useNumbers, useWords, Word } from "#views/parts/Words.tsx"
import { StatusMark } from "./AppointmentStatusTag.tsx"
import { useDayName } from "./appointmentValues.ts"

type Tools = {
  readonly url: PageUrl
  readonly asked: AppointmentsAsked
  readonly day: string
  readonly places: SeenReading<ReadonlyArray<LocationDays>>
  readonly stages: StageList["stages"]
  readonly appointments: SeenReading<ReadonlyArray<Appointment>>
}

/** The day, its week, a list, or the people who wait. */
export const ViewChoice = ({ url, asked, places }: Tools) => {
  const words = useWords()
  const first = places.snapshot.context.data?.[0]?.hashedId ?? null
  const isAlone = url.search["view"] === "waitlist"
  return (
    <div className="segmented" role="group" aria-label={words("appointments.view")}>
      {calendarViews.map((view) => (
        <button
          key={view}
          type="button"
          aria-pressed={view === asked.view && !isAlone}
          onClick={() =>
            url.change({
              view: view === "day" ? null : view,
              until: null,
              // A week is of one location: the first, where none was chosen.
              ...(view === "week" && asked.at === null ? { at: first } : {}),
            })
          }
        >
          {words(`appointments.view.${view}`)}
        </button>
      ))}
      <button type="button" aria-pressed={isAlone} onClick={() => url.change({ view: "waitlist", id: null })}>
        {words("appointments.view.waitlist")}
      </button>
    </div>
  )
}

/** Which day or week is shown, and the way to others. */
export const DayChoice = ({ url, asked, day }: Tools) => {
  const words = useWords()
  const dayName = useDayName()
  const isWeek = asked.view === "week"
  const unit = isWeek ? "week" : "day"
  const { startDate, endDate } = daysShown(asked.view, day, asked.until)
  const go = (days: number) => () => url.change({ day: addDays(day, days), until: null })
  return (
    <div className="appointment-days">
      <Button
        icon={<ChevronLeft aria-hidden="true" />}
        aria-label={words(`appointments.earlier.${unit}`)}
        onClick={go(isWeek ? -7 : -1)}
      />
      <Button
        text={words(isWeek ? "appointments.thisWeek" : "appointments.today")}
        onClick={() => url.change({ day: null, until: null })}
      />
      <Button
        icon={<ChevronRight aria-hidden="true" />}
        aria-label={words(`appointments.later.${unit}`)}
        onClick={go(isWeek ? 7 : 1)}
      />
      <p className="appointment-day-name" role="status">
        {startDate !== endDate ? (
          <Word id="appointments.week" values={{ from: <Day on={startDate} />, to: <Day on={endDate} /> }} />
        ) : (
          dayName(day)
        )}
      </p>
    </div>
  )
}

/** How many are in each state: the key to the calendar's fills. */
const Legend = ({ appointments }: { readonly appointments: ReadonlyArray<Appointment> }) => {
  const words = useWords()
  const numbers = useNumbers()
  const counts = listedStatuses.map(
    (state) => [state, appointments.filter(({ status }) => status === state).length] as const,
  )
  return (
    <ul className="appointment-legend">
      {counts
        .filter(([, count]) => count > 0)
        .map(([state, count]) => (
          <li key={state}>
            <span className={`appointment-key appointment-card-${state}`}>
              <StatusMark status={state} />
            </span>
            {numbers(count)} {words(`appointment.status.${state}`)}
          </li>
        ))}
    </ul>
  )
}

/** What the page is narrowed to, and the key to its fills. */
export const Filters = ({ url, places, stages, appointments, day, asked }: Tools) => {
  const words = useWords()
  const known = places.snapshot.context.data ?? []
  return (
    <>
      <DateFilter
        url={url}
        name="day"
        label={words(asked.view === "list" ? "appointments.from" : "appointments.day")}
        inEffect={day}
      />
      {asked.view === "list" && (
        <DateFilter
          url={url}
          name="until"
          label={words("appointments.until")}
          inEffect={asked.until ?? day}
          min={day}
        />
      )}
      <ChoiceFilter
        url={url}
        name="at"
        label={words("appointments.location")}
        all={asked.view === "week" ? words("appointments.choosePlace") : words("appointments.allLocations")}
        options={known.map(({ hashedId, name }) => ({ value: hashedId, label: name }))}
      />
      <ChoiceFilter
        url={url}
        name="state"
        label={words("appointments.status")}
        all={words("appointments.allStatuses")}
        options={listedStatuses.map((state) => ({ value: state, label: words(`appointment.status.${state}`) }))}
      />
      {stages.length > 0 && (
        <ChoiceFilter
          url={url}
          name="stage"
          label={words("appointments.stage")}
          all={words("appointments.allStages")}
          options={stages.map(({ stageId, name }) => ({ value: String(stageId), label: name }))}
        />
      )}
      <ChoiceFilter
        url={url}
        name="source"
        label={words("appointments.source")}
        all={words("appointments.allSources")}
        options={AppointmentSource.literals.map((value) => ({ value, label: words(`appointments.source.${value}`) }))}
      />
      <Legend appointments={appointments.snapshot.context.data ?? []} />
    </>
  )
}
