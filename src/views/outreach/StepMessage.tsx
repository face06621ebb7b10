import { Link } from "wouter"
import { sendersOf } from "#schemas/outreach/campaignForm.ts"
import type { StepValues } from "#schemas/outreach/multiCampaignForm.ts"
import { SelectField } from "#views/parts/Field.tsx"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { phoneText } from "#views/people/patientValues.ts"
import { ladderOf, type LadderFieldsProps } from "./LadderFields.tsx"
import { useNotOffered } from "./useNotOffered.ts"
import { useTemplateHint } from "./useTemplateHint.ts"

type Props = LadderFieldsProps & { readonly step: StepValues; readonly place: number }

/** What a step of a ladder sends, and from which number; what is not offered is said beneath each. */
export const StepMessage = (props: Props) => {
  const words = useWords()
  const hintOf = useTemplateHint()
  const { form, id, parts, step, place } = props
  const { channel } = step
  const templates = parts.templates.filter((one) => one.channel === channel)
  const senders = sendersOf(parts, channel)
  const isTested = step.test !== undefined && ladderOf(form).kept.includes(step.stepId)
  return (
    <>
      <SelectField
        form={form}
        id={id}
        name={`steps.${place}.templateId`}
        numeric
        disabled={isTested}
        label={words(`multi.field.template.${channel}`)}
        hint={hintOf(parts, step)}
        none={words(`multi.field.template.none.${channel}`)}
        options={templates.map(({ templateId, name }) => ({ value: templateId, label: name }))}
      />
      {templates.length === 0 && (
        <Notice intent="warning">
          <Link href={channel === "SMS" ? "/sms?new=" : "/ivr?new="}>
            {words(`multi.field.template.missing.${channel}`)}
          </Link>
        </Notice>
      )}
      <SelectField
        form={form}
        id={id}
        name={`steps.${place}.senderId`}
        numeric
        disabled={isTested}
        label={words("multi.field.sender")}
        hint={useNotOffered().senders(channel, parts.senders.length - senders.length)}
        none={words("multi.field.sender.none")}
        options={senders.map(({ senderId, label, e164 }) => ({
          value: senderId,
          label: `${label}, ${phoneText(e164)}`,
        }))}
      />
    </>
  )
}
