import { Button } from "@blueprintjs/core"
import { useIntl } from "react-intl"
import type { SchedulerEvent, SchedulerSnapshot } from "#machines/scheduling/scheduler.machine.ts"
import { weekdayOf } from "#schemas/calendar.ts"
import { Replicate, type ReplicatePreview } from "#schemas/scheduling/schedule.ts"
import type { Band } from "#schemas/scheduling/weekGrid.ts"
import { validatorOf } from "#schemas/validate.ts"
import { DateInput } from "#views/parts/DateField.tsx"
import { Figure, Figures } from "#views/parts/Figure.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import { Day, wallTimeIn } from "#views/parts/Time.tsx"
import { useNumbers, useWords, Word } from "#views/parts/Words.tsx"
import { useWeekdays } from "./weekdays.ts"
import { SidePanel } from "./SchedulerSide.tsx"
import { WeekdayChoice } from "./WeekdayChoice.tsx"

type Props = {
  readonly snapshot: SchedulerSnapshot
  readonly send: (event: SchedulerEvent) => void
  readonly band: Band
  readonly preview: SeenReading<ReplicatePreview>
  readonly waits: boolean
  readonly onReplicate: (asked: Replicate) => void
}

const outcomes = ["adds", "keeps", "removes", "bookings", "closed"] as const

/** One square a day, a row for each weekday; what each is, is read out by the counts above. */
const Squares = ({ days }: Pick<ReplicatePreview, "days">) => {
  const words = useWords()
  const intl = useIntl()
  const rows = Map.groupBy(days, ({ date }) => weekdayOf(date))
  return (
    <>
      <div className="squares" aria-hidden="true">
        {[...rows]
          .toSorted(([one], [other]) => one - other)
          .map(([day, all]) => (
            <div key={day} className="square-row">
              <span>{intl.formatDate(`${all[0]?.date ?? ""}T00:00:00Z`, { weekday: "short", timeZone: "UTC" })}</span>
              {all.map(({ date, outcome }) => (
                <span key={date} className={`square square-${outcome}`} title={date} />
              ))}
            </div>
          ))}
      </div>
      <p className="square-keys" aria-hidden="true">
        {outcomes.map((outcome) => (
          <span key={outcome}>
            <span className={`square square-${outcome}`} /> {words(`scheduler.replicate.${outcome}`)}
          </span>
        ))}
      </p>
    </>
  )
}

const Affected = ({ affectedSlots }: Pick<ReplicatePreview, "affectedSlots">) => {
  const words = useWords()
  const intl = useIntl()
  if (affectedSlots.length === 0) return null
  return (
    <section className="section">
      <h3>{words("scheduler.replicate.affected")}</h3>
      <ul className="review-list">
        {affectedSlots.map(({ date, start, booked }) => (
          <li key={`${date} ${start}`}>
            <span>
              <Day on={date} />, {wallTimeIn(intl, start)}
            </span>
            <span>{words("scheduler.replicate.booked", { count: booked })}</span>
          </li>
        ))}
      </ul>
      <p className="muted">{words("scheduler.replicate.stay")}</p>
    </section>
  )
}

const Preview = ({ of }: { readonly of: ReplicatePreview }) => {
  const words = useWords()
  const numbers = useNumbers()
  return (
    <section className="section">
      <div className="section-head">
        <h3>{words("scheduler.replicate.preview")}</h3>
        <span className="section-caption" role="status">
          {words("scheduler.replicate.days", { count: changedDays(of) })}
        </span>
      </div>
      <Figures label={words("scheduler.replicate.preview")}>
        {(["adds", "keeps", "changes", "removes"] as const).map((kind) => (
          <Figure key={kind} name={words(`scheduler.replicate.${kind}`)} value={numbers(of[kind])} />
        ))}
        <Figure name={words("scheduler.replicate.bookings")} value={numbers(of.affected)} />
      </Figures>
      <Squares days={of.days} />
      {of.leftOut > 0 && <p className="muted">{words("scheduler.replicate.leftOut", { count: of.leftOut })}</p>}
      <Affected affectedSlots={of.affectedSlots} />
      {of.clockChanges.map(({ date, minutes }) => (
        <p key={date} className="notice notice-info">
          <Word
            id={minutes > 0 ? "scheduler.replicate.forward" : "scheduler.replicate.back"}
            values={{ day: <Day on={date} /> }}
          />
        </p>
      ))}
    </section>
  )
}

/** On how many days something changes. */
const changedDays = ({ days }: ReplicatePreview): number =>
  days.filter(({ outcome }) => outcome !== "closed" && outcome !== "keeps").length

const replicateErrors = validatorOf(Replicate)

/** What is wrong with the days of a range, by their fields. */
const dayErrors = (asked: Replicate): ReadonlyMap<string, string> =>
  new Map(
    replicateErrors(asked).flatMap(({ field, message }) =>
      field === "startDate" || field === "endDate" ? [[field, message] as const] : [],
    ),
  )

const Choices = (props: Props & { readonly asked: Replicate; readonly week: Replicate["week"] }) => {
  const words = useWords()
  const weekdays = useWeekdays()
  const { asked, week, send } = props
  const errors = dayErrors(asked)
  const change = (part: Partial<Replicate>): void => send({ type: "replicate.changed", asked: { ...asked, ...part } })
  const days = asked.week.map(({ day }) => day)
  const count = asked.week.reduce((all, { slots }) => all + slots.length, 0)
  return (
    <div className="replicate-fields">
      <div className="segmented" role="group" aria-label={words("scheduler.replicate.mode")}>
        {(["Range", "all schedule"] as const).map((mode) => (
          <button key={mode} type="button" aria-pressed={asked.mode === mode} onClick={() => change({ mode })}>
            {words(mode === "Range" ? "scheduler.replicate.Range" : "scheduler.replicate.all")}
          </button>
        ))}
      </div>
      <p>{words("scheduler.replicate.copied", { count, days: days.map((day) => weekdays[day]).join(", ") })}</p>
      {asked.mode === "Range" && (
        <div className="field-pair">
          {(["startDate", "endDate"] as const).map((end) => (
            <div key={end} className={errors.has(end) ? "field field-invalid" : "field"}>
              <label htmlFor={`replicate-${end}`}>{words(`scheduler.settings.${end}`)}</label>
              <DateInput
                id={`replicate-${end}`}
                value={asked[end] ?? ""}
                aria-invalid={errors.has(end)}
                {...(errors.has(end) ? { "aria-describedby": `replicate-${end}-error` } : {})}
                onChange={(date) => change({ [end]: date === "" ? null : date })}
              />
              {errors.has(end) && (
                <p id={`replicate-${end}-error`} className="field-error">
                  {errors.get(end)}
                </p>
              )}
            </div>
          ))}
        </div>
      )}
      <div className="field">
        <span className="field-name">{words("scheduler.replicate.on")}</span>
        <WeekdayChoice
          id="replicate-days"
          label={words("scheduler.replicate.on")}
          days={days}
          offered={week.map(({ day }) => day)}
          onChange={(chosen) => change({ week: week.filter(({ day }) => chosen.includes(day)) })}
        />
      </div>
      <fieldset className="field">
        <legend>{words("scheduler.replicate.existing")}</legend>
        {(["keep", "skip", "replace"] as const).map((existing) => (
          <div key={existing} className="field-check">
            <input
              type="radio"
              id={`replicate-${existing}`}
              name="replicate-existing"
              checked={asked.existing === existing}
              onChange={() => change({ existing })}
            />
            <label htmlFor={`replicate-${existing}`}>{words(`scheduler.replicate.${existing}`)}</label>
          </div>
        ))}
      </fieldset>
    </div>
  )
}

/** Copies the slots of the week to other days of a section; what it would do is counted at every change. */
export const ReplicatePanel = (props: Props) => {
  const words = useWords()
  const { snapshot, send, band, preview } = props
  const { replicate } = snapshot.context
  if (replicate === null) return null
  const { data } = preview.snapshot.context
  const isSound = dayErrors(replicate.asked).size === 0
  const isCounted =
    isSound && snapshot.matches({ side: { replicate: "previewing" } }) && preview.snapshot.matches("ready")
  const count = isCounted && data !== null ? changedDays(data) : 0
  const close = () => send({ type: "side.closed" })
  return (
    <SidePanel title={words("scheduler.replicate.title", { name: band.section.name })} onClose={close}>
      <Choices {...props} {...replicate} />
      {isSound && <Reading of={preview}>{(of) => <Preview of={of} />}</Reading>}
      <div className="side-deeds">
        <span className="muted">{words("scheduler.replicate.one")}</span>
        <Button text={words("part.cancel")} onClick={close} />
        <Button
          intent="primary"
          text={words("scheduler.replicate.do", { count })}
          disabled={!isCounted || count === 0 || replicate.asked.week.length === 0}
          loading={props.waits}
          onClick={() => props.onReplicate(replicate.asked)}
        />
      </div>
    </SidePanel>
  )
}
