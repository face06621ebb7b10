import { Link } from "wouter"
import { ladderLimits, LadderStop } from "#schemas/outreach/ladder.ts"
import { waitUnits, type WaitUnit } from "#schemas/outreach/ladderWaits.ts"
import type { LadderParts, LadderValues } from "#schemas/outreach/multiCampaignForm.ts"
import { purposes } from "#schemas/outreach/template.ts"
import { DateInput } from "#views/parts/DateField.tsx"
import { ChoiceField, Field, SelectField, TextField } from "#views/parts/Field.tsx"
import { changeField, fieldId, fieldValue, isSubmitting, type SeenForm } from "#views/parts/Form.tsx"
import { Section } from "#views/parts/Page.tsx"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import { TimeInput } from "#views/parts/TimeField.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { ZoneField } from "#views/parts/ZoneField.tsx"
import { useListOptions, useNotOffered } from "./useNotOffered.ts"

export type LadderFieldsProps = { readonly form: SeenForm; readonly id: string; readonly parts: LadderParts }

/** What the form of a multi-campaign holds. */
export const ladderOf = ({ snapshot }: SeenForm): LadderValues => snapshot.context.values as unknown as LadderValues

const units = Object.keys(waitUnits) as ReadonlyArray<WaitUnit>

/** A wait: its number, and its unit beside it. `name` is where the form holds both. */
export const WaitField = (props: {
  readonly form: SeenForm
  readonly id: string
  /** The field's name with the dot before its last part. */
  readonly name: string
  readonly label: string
}) => {
  const words = useWords()
  const { form, id, name, label } = props
  return (
    <div className="ladder-wait">
      <TextField form={form} id={id} name={`${name}wait`} type="number" label={label} />
      <SelectField
        form={form}
        id={id}
        name={`${name}unit`}
        label={words("multi.field.unit")}
        options={units.map((unit) => ({ value: unit, label: words(`multi.unit.${unit}`) }))}
      />
    </div>
  )
}

/** The day and the time of the start, which the form keeps as one wall time. */
const StartOn = ({ form, id }: Pick<LadderFieldsProps, "form" | "id">) => {
  const words = useWords()
  const [day = "", time = ""] = String(fieldValue(form, "startOn")).split("T")
  const keep = (wallTime: string): void => changeField(form, "startOn", wallTime === "T" ? "" : wallTime)
  return (
    <Field form={form} id={id} name="startOn" label={words("multi.field.startOn")}>
      {(control) => (
        <span className="picker-pair">
          <DateInput {...control} value={day} onChange={(chosen) => keep(`${chosen}T${time}`)} />
          <TimeInput
            {...control}
            id={`${control.id}-time`}
            aria-label={words("multi.field.startTime")}
            value={time}
            onChange={(chosen) => keep(`${day}T${chosen}`)}
          />
        </span>
      )}
    </Field>
  )
}

const ListField = ({ form, id, parts: { lists } }: LadderFieldsProps) => {
  const words = useWords()
  return (
    <>
      <SelectField
        form={form}
        id={id}
        name="listId"
        numeric
        label={words("multi.field.list")}
        none={words("multi.field.list.none")}
        hint={useNotOffered().lists(lists)}
        options={useListOptions()(lists)}
      />
      {lists.length === 0 && (
        <Notice intent="warning">
          <Link href="/database">{words("multi.field.list.missing")}</Link>
        </Notice>
      )}
    </>
  )
}

/** Who goes through a ladder, and when it starts. */
export const WhoAndWhen = (props: LadderFieldsProps) => {
  const words = useWords()
  const { form, id } = props
  return (
    <Section title={words("multi.field.what")}>
      <div className="form-fields">
        <TextField
          form={form}
          id={id}
          name="name"
          label={words("multi.field.name")}
          hint={words("multi.field.name.hint")}
          maxLength={120}
        />
        <SelectField
          form={form}
          id={id}
          name="purpose"
          label={words("multi.field.purpose")}
          options={purposes.map((purpose) => ({ value: purpose, label: words(`purpose.${purpose}`) }))}
        />
        <ListField {...props} />
        <ChoiceField
          form={form}
          id={id}
          name="when"
          label={words("multi.field.when")}
          options={(["now", "later"] as const).map((when) => ({
            value: when,
            label: words(`multi.field.when.${when}`),
          }))}
        />
        {ladderOf(form).when === "later" && (
          <div className="fields-row">
            <StartOn form={form} id={id} />
            <ZoneField form={form} id={id} name="zone" label={words("multi.field.zone")} />
          </div>
        )}
      </div>
    </Section>
  )
}

const Stops = ({ form, id }: Pick<LadderFieldsProps, "form" | "id">) => {
  const words = useWords()
  const { stops } = ladderOf(form)
  const name = fieldId(id, "stops")
  return (
    <fieldset className="field" id={name} tabIndex={-1}>
      <legend>{words("multi.field.stops")}</legend>
      <div className="field-hint">{words("multi.field.stops.hint")}</div>
      {LadderStop.literals.map((stop) => (
        <div key={stop} className="field-check">
          <input
            type="checkbox"
            id={`${name}-${stop}`}
            checked={stops.includes(stop)}
            disabled={isSubmitting(form)}
            onChange={({ currentTarget: { checked } }) =>
              changeField(
                form,
                "stops",
                LadderStop.literals.filter((one) => (one === stop ? checked : stops.includes(one))),
              )
            }
          />
          <label htmlFor={`${name}-${stop}`}>{words(`multi.field.stops.${stop}`)}</label>
        </div>
      ))}
    </fieldset>
  )
}

/** What ends a ladder for a person, and how much they get at most. */
export const Ending = ({ form, id }: Pick<LadderFieldsProps, "form" | "id">) => {
  const words = useWords()
  return (
    <Section title={words("multi.field.ending")}>
      <div className="form-fields">
        <Stops form={form} id={id} />
        <SelectField
          form={form}
          id={id}
          name="mostTouches"
          numeric
          label={words("multi.field.mostTouches")}
          hint={words("multi.field.mostTouches.hint")}
          options={Array.from({ length: ladderLimits.touches }, (_, place) => ({
            value: place + 1,
            label: String(place + 1),
          }))}
        />
        <WaitField form={form} id={id} name="closeAfter." label={words("multi.field.closeAfter")} />
      </div>
    </Section>
  )
}
