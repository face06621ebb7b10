import { Link } from "wouter"
import type { CampaignChoices } from "#schemas/outreach/campaignForm.ts"
import { purposes } from "#schemas/outreach/template.ts"
import { DateInput } from "#views/parts/DateField.tsx"
import { ChoiceField, Field, SelectField, TextField } from "#views/parts/Field.tsx"
import { changeField, fieldValue, type SeenForm } from "#views/parts/Form.tsx"
import { Section } from "#views/parts/Page.tsx"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import { TimeInput } from "#views/parts/TimeField.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { ZoneField } from "#views/parts/ZoneField.tsx"
import { phoneText } from "#views/people/patientValues.ts"

type FieldsProps = {
  readonly form: SeenForm
  readonly choices: CampaignChoices
  /** Prefix of the controls' ids. */
  readonly id: string
}

const TemplateField = ({ form, choices, id }: FieldsProps) => {
  const words = useWords()
  const chosen = choices.templates.find(({ templateId }) => templateId === form.snapshot.context.values["templateId"])
  return (
    <>
      <SelectField
        form={form}
        id={id}
        name="templateId"
        numeric
        label={words("campaign.field.template")}
        hint={words("campaign.field.template.hint")}
        none={words("campaign.field.template.none")}
        options={choices.templates.map(({ templateId, name }) => ({ value: templateId, label: name }))}
      />
      {choices.templates.length === 0 && (
        <Notice intent="warning">
          <p>
            {words("campaign.field.template.missing")}{" "}
            <Link href="/sms?new=">{words("campaign.field.template.write")}</Link>
          </p>
        </Notice>
      )}
      {chosen !== undefined && chosen.state === "published" && (
        <Section level={3} title={words("campaign.field.template.text")}>
          <p className="message">{chosen.text}</p>
        </Section>
      )}
    </>
  )
}

/** The second step: who gets it; where nothing can be chosen, the way to get it. */
export const PeopleFields = ({ form, choices, id }: FieldsProps) => {
  const words = useWords()
  return (
    <>
      <SelectField
        form={form}
        id={id}
        name="listId"
        numeric
        label={words("campaign.field.list")}
        none={words("campaign.field.list.none")}
        options={choices.lists.map(({ listId, name, people }) => ({
          value: listId,
          label: words("campaign.field.list.people", { name, people }),
        }))}
      />
      {choices.lists.length === 0 && (
        <Notice intent="warning">
          <p>
            {words("campaign.field.list.missing")} <Link href="/database">{words("campaign.field.list.import")}</Link>
          </p>
        </Notice>
      )}
    </>
  )
}

const SenderField = ({ form, choices, id }: FieldsProps) => {
  const words = useWords()
  return (
    <>
      <SelectField
        form={form}
        id={id}
        name="senderId"
        numeric
        label={words("campaign.field.sender")}
        none={words("campaign.field.sender.none")}
        options={choices.senders.map(({ senderId, label, e164, segmentsPerSecond }) => ({
          value: senderId,
          label: words("campaign.field.sender.speed", { label, number: phoneText(e164), speed: segmentsPerSecond }),
        }))}
      />
      {choices.senders.length === 0 && <Notice intent="warning">{words("campaign.field.sender.missing")}</Notice>}
    </>
  )
}

/** The day and the time of the start, which the form keeps as one wall time. */
export const StartOn = ({ form, id }: Pick<FieldsProps, "form" | "id">) => {
  const words = useWords()
  const [day = "", time = ""] = String(fieldValue(form, "startOn")).split("T")
  const keep = (wallTime: string): void => changeField(form, "startOn", wallTime === "T" ? "" : wallTime)
  return (
    <Field form={form} id={id} name="startOn" label={words("campaign.field.startOn")}>
      {(control) => (
        <span className="picker-pair">
          <DateInput {...control} value={day} onChange={(chosen) => keep(`${chosen}T${time}`)} />
          <TimeInput
            {...control}
            id={`${control.id}-time`}
            aria-label={words("campaign.field.startTime")}
            value={time}
            onChange={(chosen) => keep(`${day}T${chosen}`)}
          />
        </span>
      )}
    </Field>
  )
}

const StartFields = ({ form, id }: Pick<FieldsProps, "form" | "id">) => {
  const words = useWords()
  return (
    <>
      <ChoiceField
        form={form}
        id={id}
        name="when"
        label={words("campaign.field.when")}
        hint={words("campaign.field.quiet")}
        options={[
          { value: "now", label: words("campaign.field.when.now") },
          { value: "later", label: words("campaign.field.when.later") },
        ]}
      />
      {form.snapshot.context.values["when"] === "later" && (
        <div className="fields-row">
          <StartOn form={form} id={id} />
          <ZoneField form={form} id={id} name="zone" label={words("campaign.field.zone")} />
        </div>
      )}
    </>
  )
}

/** The first step: what it is called, and what people read. */
export const MessageFields = (props: FieldsProps) => {
  const words = useWords()
  const { form, id } = props
  return (
    <>
      <TextField
        form={form}
        id={id}
        name="name"
        label={words("campaign.field.name")}
        hint={words("campaign.field.name.hint")}
        maxLength={120}
      />
      <TemplateField {...props} />
      <SelectField
        form={form}
        id={id}
        name="purpose"
        label={words("campaign.field.purpose")}
        options={purposes.map((purpose) => ({ value: purpose, label: words(`purpose.${purpose}`) }))}
      />
    </>
  )
}

/** The last step with fields: when it begins, and from which number at which pace. */
export const TimingFields = (props: FieldsProps) => (
  <>
    <StartFields {...props} />
    <SenderField {...props} />
  </>
)
