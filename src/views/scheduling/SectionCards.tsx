import { Button } from "@blueprintjs/core"
import { useIntl } from "react-intl"
import type { SchedulerEvent } from "#machines/scheduling/scheduler.machine.ts"
import type { ScheduleDetails } from "#schemas/scheduling/schedule.ts"
import type { Band, WeekGrid } from "#schemas/scheduling/weekGrid.ts"
import type { ApptSection } from "#schemas/scheduling/slot.ts"
import { Day, wallTimeIn } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { useWeekdays } from "./weekdays.ts"

type Send = (event: SchedulerEvent) => void

/** Whether a section is offered. */
export const SectionSwitch = ({ band: { section }, send }: { readonly band: Band; readonly send: Send }) => {
  const words = useWords()
  const { apptSection, name, switchValue } = section
  return (
    <button
      type="button"
      role="switch"
      className="section-switch"
      aria-checked={switchValue}
      aria-label={words("scheduler.section.on", { name })}
      onClick={() => send({ type: "switch.pressed", apptSection })}
    />
  )
}

/** The weekdays of a section, each by its first letter; those that count are marked and read out. */
export const DayMarks = ({ days }: { readonly days: ReadonlyArray<number> }) => {
  const weekdays = useWeekdays()
  return (
    <>
      <span className="visually-hidden">{days.map((day) => weekdays[day]).join(", ")}</span>
      <span className="day-marks" aria-hidden="true">
        {weekdays.map((name, day) => (
          <span key={name} className={days.includes(day) ? "day-mark day-on" : "day-mark"}>
            {name.slice(0, 1)}
          </span>
        ))}
      </span>
    </>
  )
}

const Booked = ({ band: { seats, taken, section } }: { readonly band: Band }) => {
  const words = useWords()
  if (!section.switchValue) return <p className="section-foot muted">{words("scheduler.section.off")}</p>
  if (seats === 0) return <p className="section-foot muted">{words("scheduler.section.noSlots")}</p>
  return (
    <p className="section-foot">
      <span className="section-share" style={{ ["--share" as string]: taken / seats }} aria-hidden="true" />
      {words("scheduler.section.booked", { booked: taken, seats })}
    </p>
  )
}

const Card = ({
  band,
  stages,
  isEdited,
  send,
}: {
  readonly band: Band
  readonly stages: ScheduleDetails["stages"]
  readonly isEdited: boolean
  readonly send: Send
}) => {
  const words = useWords()
  const intl = useIntl()
  const { section, plan } = band
  const stage = stages.find(({ stageId }) => stageId === section.stageId)
  const { apptSection } = section
  return (
    <section className={isEdited ? "section-card edited" : "section-card"} aria-label={section.name}>
      <header>
        <span className="section-number" aria-hidden="true">
          {apptSection}
        </span>
        <h3>{section.name}</h3>
        {isEdited && <span className="section-editing">{words("scheduler.section.editing")}</span>}
        <SectionSwitch band={band} send={send} />
      </header>
      <dl>
        <div>
          <dt>{words("scheduler.section.dates")}</dt>
          <dd>
            <Word
              id="scheduler.section.range"
              values={{ from: <Day on={section.startDate} />, to: <Day on={section.endDate} /> }}
            />
          </dd>
        </div>
        <div>
          <dt>{words("scheduler.section.days")}</dt>
          <dd>
            <DayMarks days={section.days} />
          </dd>
        </div>
        <div>
          <dt>{words("scheduler.section.slots")}</dt>
          <dd>
            {words("scheduler.section.times", {
              ...{ from: wallTimeIn(intl, plan.from), to: wallTimeIn(intl, plan.to) },
              seats: plan.capacity,
            })}
          </dd>
        </div>
        {stage !== undefined && (
          <div>
            <dt>{words("scheduler.section.stage")}</dt>
            <dd>{stage.name}</dd>
          </div>
        )}
      </dl>
      <Booked band={band} />
      <div className="section-deeds">
        {!isEdited && (
          <Button
            size="small"
            text={words("scheduler.section.edit")}
            aria-label={`${words("scheduler.section.edit")}: ${section.name}`}
            onClick={() => send({ type: "section.chosen", apptSection })}
          />
        )}
        <Button
          size="small"
          text={words("scheduler.fill.open", { minutes: plan.minutes })}
          aria-label={`${words("scheduler.fill.open", { minutes: plan.minutes })}: ${section.name}`}
          onClick={() => send({ type: "settings.opened", apptSection })}
        />
      </div>
    </section>
  )
}

/** The three sections of a location side by side; the one that is edited wears the accent. */
export const SectionCards = (props: {
  readonly grid: WeekGrid
  readonly stages: ScheduleDetails["stages"]
  readonly edited: ApptSection
  readonly send: Send
}) => (
  <div className="section-cards">
    {props.grid.bands.map((band) => (
      <Card
        key={band.section.apptSection}
        band={band}
        stages={props.stages}
        isEdited={band.section.apptSection === props.edited}
        send={props.send}
      />
    ))}
  </div>
)
