import { Link } from "wouter"
import type { NewCampaignEvent, NewCampaignSnapshot } from "#machines/outreach/newCampaign.machine.ts"
import { offeredZones, type CampaignChoices } from "#schemas/outreach/campaignForm.ts"
import { purposes } from "#schemas/outreach/template.ts"
import { ChoiceField, SelectField, TextField } from "#views/parts/Field.tsx"
import { Form, type SeenForm } from "#views/parts/Form.tsx"
import { LeaveDialog } from "#views/parts/LeaveDialog.tsx"
import { Page, Section } from "#views/parts/Page.tsx"
import { Notice, ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Skeleton } from "#views/parts/Skeleton.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { CheckedCampaign } from "./CheckedCampaign.tsx"

type Props = {
  readonly page: Seen<NewCampaignSnapshot, NewCampaignEvent>
  readonly url: PageUrl
  readonly form: SeenForm | undefined
}

type FieldsProps = { readonly form: SeenForm; readonly choices: CampaignChoices }

const formId = "campaign"

const TemplateField = ({ form, choices }: FieldsProps) => {
  const words = useWords()
  const chosen = choices.templates.find(({ templateId }) => templateId === form.snapshot.context.values["templateId"])
  return (
    <>
      <SelectField
        form={form}
        id={formId}
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

const ListField = ({ form, choices }: FieldsProps) => {
  const words = useWords()
  return (
    <>
      <SelectField
        form={form}
        id={formId}
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

const SenderField = ({ form, choices }: FieldsProps) => {
  const words = useWords()
  return (
    <>
      <SelectField
        form={form}
        id={formId}
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

const StartFields = ({ form, choices }: FieldsProps) => {
  const words = useWords()
  const zones = [...new Set([choices.zone, ...offeredZones])]
  return (
    <>
      <ChoiceField
        form={form}
        id={formId}
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
          <TextField
            form={form}
            id={formId}
            name="startOn"
            type="datetime-local"
            label={words("campaign.field.startOn")}
          />
          <SelectField
            form={form}
            id={formId}
            name="zone"
            label={words("campaign.field.zone")}
            options={zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
          />
        </div>
      )}
    </>
  )
}

const Filling = (props: Props & FieldsProps) => {
  const words = useWords()
  const { page, url, choices } = props
  const form: SeenForm = {
    snapshot: props.form.snapshot,
    send: (event) =>
      event.type === "discard.pressed"
        ? page.send({ type: "leave.asked", to: url.href({ new: null, templateId: null }) })
        : props.form.send(event),
  }
  const labels = {
    name: words("campaign.field.name"),
    purpose: words("campaign.field.purpose"),
    templateId: words("campaign.field.template"),
    listId: words("campaign.field.list"),
    senderId: words("campaign.field.sender"),
    startOn: words("campaign.field.startOn"),
    startAt: words("campaign.field.when"),
  }
  return (
    <Form form={form} id={formId} labels={labels} submitLabel={words("campaign.check")}>
      <TextField
        form={form}
        id={formId}
        name="name"
        label={words("campaign.field.name")}
        hint={words("campaign.field.name.hint")}
        maxLength={120}
      />
      <SelectField
        form={form}
        id={formId}
        name="purpose"
        label={words("campaign.field.purpose")}
        options={purposes.map((purpose) => ({ value: purpose, label: words(`purpose.${purpose}`) }))}
      />
      <TemplateField form={form} choices={choices} />
      <ListField form={form} choices={choices} />
      <SenderField form={form} choices={choices} />
      <StartFields form={form} choices={choices} />
    </Form>
  )
}

/** `/campaign?new`: put together, check, create. Nothing is sent here (issue 2 §5). */
export const NewCampaignView = (props: Props) => {
  const { page, url, form } = props
  const words = useWords()
  const { snapshot, send } = page
  const { choices, problem } = snapshot.context
  const couldNotPrepare = snapshot.matches({ open: { work: "couldNotPrepare" } })
  return (
    <Page
      title={words("campaign.new.title")}
      lead={words("campaign.new.lead")}
      actions={<Link href={url.href({ new: null, templateId: null })}>{words("campaign.new.back")}</Link>}
    >
      {snapshot.matches({ open: { work: "preparing" } }) && <Skeleton lines={8} />}
      {couldNotPrepare && problem !== null && (
        <ProblemNotice
          title={words("part.couldNotLoad")}
          problem={problem}
          onRetry={() => send({ type: "retry.pressed" })}
        />
      )}
      {form !== undefined && choices !== null && <Filling {...props} form={form} choices={choices} />}
      <CheckedCampaign {...page} />
      <LeaveDialog
        open={snapshot.matches({ open: { leaving: "asking" } })}
        onStay={() => send({ type: "leave.cancelled" })}
        onLeave={() => send({ type: "leave.confirmed" })}
      />
    </Page>
  )
}
