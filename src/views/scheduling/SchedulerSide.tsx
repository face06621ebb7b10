import { Button } from "@blueprintjs/core"
import { Cross } from "@blueprintjs/icons"
import type { ReactNode } from "react"
import { dayChanges, type DayEdit } from "#schemas/scheduling/scheduleDraft.ts"
import type { KeptSection, ScheduleDetails } from "#schemas/scheduling/schedule.ts"
import { fill } from "#schemas/scheduling/slotStrokes.ts"
import { Plan, scheduleLimits } from "#schemas/scheduling/slot.ts"
import type { Band } from "#schemas/scheduling/weekGrid.ts"
import { validatorOf } from "#schemas/validate.ts"
import { DateField } from "#views/parts/DateField.tsx"
import { Field, SelectField, TextField } from "#views/parts/Field.tsx"
import { changeField, type SeenForm } from "#views/parts/Form.tsx"
import { Day } from "#views/parts/Time.tsx"
import { TimeInput } from "#views/parts/TimeField.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { focusOnMount } from "#views/parts/focusOnMount.ts"
import { cellKey, type Handled } from "./gridHand.ts"
import { WeekdayChoice } from "./WeekdayChoice.tsx"

type Stages = ScheduleDetails["stages"]

/** What is open next to the grid: its title, a way to close it, and its content. */
export const SidePanel = (props: {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}) => {
  const words = useWords()
  return (
    <aside className="schedule-side" aria-label={props.title}>
      <header>
        <h2 tabIndex={-1} ref={focusOnMount}>
          {props.title}
        </h2>
        <Button
          variant="minimal"
          icon={<Cross size={16} />}
          aria-label={words("scheduler.side.close")}
          onClick={props.onClose}
        />
      </header>
      {props.children}
    </aside>
  )
}

const formId = "schedule"

const SectionFields = ({
  form,
  section,
  stages,
}: {
  readonly form: SeenForm
  readonly section: KeptSection
  readonly stages: Stages
}) => {
  const words = useWords()
  const prefix = `sections.${section.apptSection - 1}`
  const props = { form, id: formId }
  return (
    <div className="form-fields">
      <TextField {...props} name={`${prefix}.name`} label={words("scheduler.settings.name")} maxLength={40} />
      <div className="field-pair">
        <DateField {...props} name={`${prefix}.startDate`} label={words("scheduler.settings.startDate")} />
        <DateField {...props} name={`${prefix}.endDate`} label={words("scheduler.settings.endDate")} />
      </div>
      {stages.length > 0 && (
        <SelectField
          {...props}
          name={`${prefix}.stageId`}
          label={words("scheduler.settings.stage")}
          none={words("scheduler.settings.stage.any")}
          numeric
          options={stages.map(({ stageId, name }) => ({ value: stageId, label: name }))}
        />
      )}
      <Field {...props} name={`${prefix}.days`} label={words("scheduler.settings.days")}>
        {({ id }) => (
          <WeekdayChoice
            id={id}
            label={words("scheduler.settings.days")}
            days={section.days}
            onChange={(days) => changeField(form, `${prefix}.days`, days)}
          />
        )}
      </Field>
    </div>
  )
}

const planErrors = validatorOf(Plan)
const { slotMinutes, seats, bufferMinutes } = scheduleLimits
/** The numbers of a plan, each with the least and the most that its field steps to. */
const planNumbers = {
  minutes: [1, slotMinutes],
  capacity: [1, seats],
  overbook: [0, seats],
  bufferBefore: [0, bufferMinutes],
  bufferAfter: [0, bufferMinutes],
} as const
const planFields = ["from", "to", "minutes", "capacity", "overbook", "bufferBefore", "bufferAfter"] as const

/** A plan is no part of the form, because it is not saved: what is wrong with it stands at its fields all the same. */
const FillFields = (props: Handled & { readonly band: Band; readonly plan: Plan }) => {
  const words = useWords()
  const { grid, band, plan, send } = props
  const { section } = band
  const change = (part: Partial<Plan>): void =>
    send({ type: "plan.changed", apptSection: section.apptSection, plan: { ...plan, ...part } })
  const errors = new Map(planErrors(plan).map(({ field, message }) => [field, message]))
  const stroke = errors.size > 0 ? [] : fill(grid, band, plan)
  const count = stroke.reduce((all, { before, slots }) => all + slots.length - before.length, 0)
  const keys = stroke.flatMap(({ date, before, slots }) => {
    const day = grid.dates.indexOf(date)
    const were = new Set(before.map(({ start }) => start))
    const added = new Set(slots.flatMap(({ start }) => (were.has(start) ? [] : [start])))
    return band.rows.flatMap(({ start }, row) => (added.has(start) ? [cellKey(grid, band, { day, row })] : []))
  })
  return (
    <section className="section">
      <div className="section-head">
        <h3>{words("scheduler.fill.title")}</h3>
      </div>
      <p className="muted">{words("scheduler.fill.text")}</p>
      <div className="field-pair">
        {planFields.map((name) => {
          const error = errors.get(name)
          const control = {
            id: `fill-${name}`,
            "aria-invalid": error !== undefined,
            ...(error === undefined ? {} : { "aria-describedby": `fill-${name}-error` }),
          }
          return (
            <div className={error === undefined ? "field" : "field field-invalid"} key={name}>
              <label htmlFor={control.id}>{words(`scheduler.fill.${name}`)}</label>
              {name === "from" || name === "to" ? (
                <TimeInput
                  {...control}
                  disabled={false}
                  value={plan[name]}
                  onBlur={() => undefined}
                  onChange={(time) => change({ [name]: time })}
                />
              ) : (
                <input
                  {...control}
                  className="input"
                  type="number"
                  min={planNumbers[name][0]}
                  max={planNumbers[name][1]}
                  value={plan[name]}
                  onChange={({ currentTarget: { value } }) => change({ [name]: Number(value) })}
                />
              )}
              {error !== undefined && (
                <p id={`fill-${name}-error`} className="field-error">
                  {error}
                </p>
              )}
            </div>
          )
        })}
      </div>
      <Button
        text={words("scheduler.fill.fill", { count })}
        disabled={count === 0}
        onClick={() => send({ type: "slots.edited", stroke, selected: keys })}
      />
    </section>
  )
}

/** Name, days and slots of the section that is edited. */
export const SettingsPanel = (
  props: Handled & {
    readonly band: Band
    readonly plan: Plan
    readonly form: SeenForm | undefined
    readonly stages: Stages
  },
) => {
  const words = useWords()
  const { band, form, send } = props
  return (
    <SidePanel
      title={words("scheduler.section.settings", { name: band.section.name })}
      onClose={() => send({ type: "side.closed" })}
    >
      {form !== undefined && <SectionFields form={form} section={band.section} stages={props.stages} />}
      <FillFields {...props} />
    </SidePanel>
  )
}

/** What saving would change: the settings of sections, and by day how many slots. */
export const ReviewPanel = (props: {
  readonly edits: ReadonlyMap<string, DayEdit>
  readonly sections: ReadonlyArray<KeptSection>
  readonly changed: ReadonlyArray<KeptSection>
  readonly deeds: ReactNode
  readonly onClose: () => void
}) => {
  const words = useWords()
  const days = dayChanges(props.edits)
  const nameOf = (apptSection: number) => props.sections[apptSection - 1]?.name ?? ""
  return (
    <SidePanel title={words("scheduler.review.title")} onClose={props.onClose}>
      {days.length + props.changed.length === 0 && <p className="muted">{words("scheduler.review.none")}</p>}
      <ul className="review-list">
        {props.changed.map(({ apptSection, name }) => (
          <li key={apptSection}>
            <strong>{name}</strong>
            <span>{words("scheduler.review.section")}</span>
          </li>
        ))}
        {days.map(({ apptSection, date, ...counts }) => (
          <li key={`${apptSection} ${date}`}>
            <strong>
              <Day on={date} /> <span className="muted">{nameOf(apptSection)}</span>
            </strong>
            <span>
              {(["adds", "changes", "removes"] as const)
                .filter((kind) => counts[kind] > 0)
                .map((kind) => words(`scheduler.review.${kind}`, { count: counts[kind] }))
                .join(", ")}
            </span>
          </li>
        ))}
      </ul>
      <div className="side-deeds">{props.deeds}</div>
    </SidePanel>
  )
}
