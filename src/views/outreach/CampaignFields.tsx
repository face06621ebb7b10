import { Link } from "wouter"
import {
  callerIdOf,
  firstSender,
  sendersOf,
  templatesOf,
  type CampaignChoices,
} from "#schemas/outreach/campaignForm.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import { factsOf } from "#schemas/outreach/channels.ts"
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
import { useListOptions, useNotOffered } from "./useNotOffered.ts"

type FieldsProps = {
  readonly form: SeenForm
  readonly choices: CampaignChoices
  /** Prefix of the controls' ids. */
  readonly id: string
}

/** By what the form's campaign reaches people. */
export const typeIn = (form: SeenForm): ChannelName => form.snapshot.context.values["campaignType"] as ChannelName

/** Texts or calls, where both can be chosen: with the one go what is written for it and the numbers that send it. */
const TypeField = ({ form, choices, id }: FieldsProps) => {
  const words = useWords()
  const isSaved = form.snapshot.context.values["campaignHashedId"] !== null
  const hasCalls = templatesOf(choices, "IVR").length > 0 || sendersOf(choices, "IVR").length > 0
  if (isSaved || !hasCalls) return null
  return (
    <ChoiceField
      form={form}
      id={id}
      name="campaignType"
      label={words("campaign.field.type")}
      options={[
        { value: "SMS", label: words("campaign.field.type.SMS") },
        { value: "IVR", label: words("campaign.field.type.IVR") },
      ]}
      onChosen={(type) => {
        changeField(form, "templateId", null)
        changeField(form, "senderId", sendersOf(choices, type as ChannelName)[0]?.senderId ?? null)
      }}
    />
  )
}

const TemplateField = ({ form, choices, id }: FieldsProps) => {
  const words = useWords()
  const type = typeIn(form)
  const notOffered = useNotOffered()
  const templates = templatesOf(choices, type)
  const chosen = templates.find(({ templateId }) => templateId === form.snapshot.context.values["templateId"])
  return (
    <>
      <SelectField
        form={form}
        id={id}
        name="templateId"
        numeric
        label={words(`campaign.field.template.${type}`)}
        hint={notOffered.templates(type, choices.notOffered[type]) ?? words(`campaign.field.template.hint.${type}`)}
        none={words(`campaign.field.template.none.${type}`)}
        options={templates.map(({ templateId, name }) => ({ value: templateId, label: name }))}
      />
      {templates.length === 0 && (
        <Notice intent="warning">
          <p>
            {words(`campaign.field.template.missing.${type}`)}{" "}
            <Link href={`${factsOf(type).templatesPage}?new=`}>{words("campaign.field.template.write")}</Link>
          </p>
        </Notice>
      )}
      {chosen?.state === "published" && chosen.text !== null && (
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
        hint={useNotOffered().lists(choices.lists)}
        options={useListOptions()(choices.lists)}
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
  const type = typeIn(form)
  const senders = sendersOf(choices, type)
  const values = form.snapshot.context.values as never
  const callerId = callerIdOf(choices, values)
  const others = useNotOffered().senders(type, choices.senders.length - senders.length)
  return (
    <>
      <SelectField
        form={form}
        id={id}
        name="senderId"
        numeric
        label={words("campaign.field.sender")}
        hint={
          callerId === null
            ? others
            : words("campaign.field.sender.callerId", {
                number: phoneText(callerId),
                calls: firstSender(choices, values) === null ? "no" : "yes",
              })
        }
        none={words("campaign.field.sender.none")}
        options={senders.map(({ senderId, label, e164, segmentsPerSecond }) => ({
          value: senderId,
          label: words(`campaign.field.sender.speed.${type}`, {
            label,
            number: phoneText(e164),
            speed: segmentsPerSecond,
          }),
        }))}
      />
      {senders.length === 0 && <Notice intent="warning">{words("campaign.field.sender.missing")}</Notice>}
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
        hint={words(`campaign.field.hours.${typeIn(form)}`)}
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
      <TypeField {...props} />
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
