import { Link } from "wouter"
import type { CampaignChoices } from "#schemas/outreach/campaignForm.ts"
import { purposes } from "#schemas/outreach/template.ts"
import { offeredZones } from "#schemas/zones.ts"
import { ChoiceField, SelectField, TextField } from "#views/parts/Field.tsx"
import type { SeenForm } from "#views/parts/Form.tsx"
import { Section } from "#views/parts/Page.tsx"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import { useZones } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"

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
        <Section title={words("campaign.field.template.text")}>
          <p className="message">{chosen.text}</p>
        </Section>
      )}
    </>
  )
}

const ListField = ({ form, choices, id }: FieldsProps) => {
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
          label: words("campaign.field.sender.speed", { label, number: e164, speed: segmentsPerSecond }),
        }))}
      />
      {choices.senders.length === 0 && <Notice intent="warning">{words("campaign.field.sender.missing")}</Notice>}
    </>
  )
}

const StartFields = ({ form, choices, id }: FieldsProps) => {
  const words = useWords()
  const zones = useZones([choices.zone, ...offeredZones])
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
          <TextField form={form} id={id} name="startOn" type="datetime-local" label={words("campaign.field.startOn")} />
          <SelectField form={form} id={id} name="zone" label={words("campaign.field.zone")} options={zones} />
        </div>
      )}
    </>
  )
}

/** What a campaign is made of: name and purpose, template, list, sending number, start. Where nothing can be chosen, the way to get it. */
export const CampaignFields = ({ form, choices, id }: FieldsProps) => {
  const words = useWords()
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
      <SelectField
        form={form}
        id={id}
        name="purpose"
        label={words("campaign.field.purpose")}
        options={purposes.map((purpose) => ({ value: purpose, label: words(`purpose.${purpose}`) }))}
      />
      <TemplateField form={form} choices={choices} id={id} />
      <ListField form={form} choices={choices} id={id} />
      <SenderField form={form} choices={choices} id={id} />
      <StartFields form={form} choices={choices} id={id} />
    </>
  )
}
