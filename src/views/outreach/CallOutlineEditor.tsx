import { Button } from "@blueprintjs/core"
import { useRef } from "react"
import {
  newStep,
  nextStepId,
  stepKinds,
  voicemailKinds,
  voicemailOf,
  withoutStep,
  withStep,
  withStepRaised,
} from "#machines/outreach/callFlowDraft.ts"
import {
  callFlowLimits,
  retriedOutcomes,
  type RetriedOutcome,
  type CallFlow,
  type CallStep,
  type StepId,
  type Voicemail,
} from "#schemas/outreach/callFlow.ts"
import { companyVariables } from "#schemas/outreach/variables.ts"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import { Field, fieldText, SelectField, TextField } from "#views/parts/Field.tsx"
import { changeField, isSubmitting, type SeenForm } from "#views/parts/Form.tsx"
import { ListField } from "#views/parts/ListField.tsx"
import { Section } from "#views/parts/Page.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { StepHead } from "./CallOutline.tsx"
import { CallStepFields, stepLineId } from "./CallStepFields.tsx"
import { PromptField, type PromptPage } from "./PromptField.tsx"
import { useStepWords } from "./useStepWords.ts"

type Props = {
  readonly page: PromptPage
  readonly form: SeenForm
  readonly id: string
  readonly flow: CallFlow
  /** The step that is open. */
  readonly open: StepId | null
  readonly choose: (stepId: StepId | null) => void
}

const changeFlow = (form: SeenForm, flow: CallFlow): void => changeField(form, "flow", flow)

/** What is deleted takes the focus with it: the line before it gets it, or the first. */
const focusBefore = ({ id, flow }: Props, gone: StepId): void => {
  const place = flow.steps.findIndex(({ stepId }) => stepId === gone)
  const next = flow.steps[place === 0 ? 1 : place - 1]
  document.getElementById(stepLineId(id, next?.stepId ?? null))?.focus()
}

const StepDeeds = (props: Props & { readonly step: CallStep; readonly place: number }) => {
  const words = useWords()
  const { form, id, flow, step, place, choose } = props
  const { about } = useStepWords(flow)
  const busy = isSubmitting(form)
  const name = about(step)
  return (
    <div className="call-buttons">
      {place > 0 && (
        <Button
          size="small"
          text={words("callFlow.raise")}
          aria-label={words("callFlow.raise.step", { step: name })}
          disabled={busy}
          onClick={() => {
            // The first cannot be moved up: its button goes, and its line has the focus.
            if (place === 1) document.getElementById(stepLineId(id, step.stepId))?.focus()
            changeFlow(form, withStepRaised(flow, step.stepId))
          }}
        />
      )}
      {flow.steps.length > 1 && (
        <Button
          size="small"
          intent="danger"
          variant="minimal"
          text={words("callFlow.remove")}
          aria-label={words("callFlow.remove.step", { step: name })}
          disabled={busy}
          onClick={() => {
            focusBefore(props, step.stepId)
            choose(null)
            changeFlow(form, withoutStep(flow, step.stepId))
          }}
        />
      )}
    </div>
  )
}

/** Whether a step is refused: it opens by itself then, so that the error stands at its field. */
const hasError = ({ snapshot: { context } }: SeenForm, place: number): boolean =>
  context.errors.some(({ field }) => field.startsWith(`flow.steps.${place}.`) && context.touched[field] === true)

const StepLine = (props: Props & { readonly step: CallStep; readonly place: number }) => {
  const { page, form, id, flow, step, place, open, choose } = props
  const isOpen = open === step.stepId || hasError(form, place)
  const line = stepLineId(id, step.stepId)
  return (
    <li>
      <button
        type="button"
        id={line}
        className="call-step-head"
        aria-expanded={isOpen}
        onClick={() => choose(isOpen ? null : step.stepId)}
      >
        <StepHead flow={flow} step={step} />
      </button>
      {isOpen && (
        <div className="call-step-fields" role="group" aria-labelledby={line}>
          <CallStepFields {...{ page, form, id, flow, step }} name={`flow.steps.${place}`} />
          <StepDeeds {...props} />
        </div>
      )}
    </li>
  )
}

/** Adds a step of a kind after the open one, or at the end, and opens it. */
const Adding = ({ form, flow, open, choose }: Props) => {
  const words = useWords()
  const after = useStepWords(flow).named(open)
  const isFull = flow.steps.length >= callFlowLimits.steps
  return (
    <div className="call-buttons" role="group" aria-label={words("callFlow.add")}>
      <span>
        {words("callFlow.add")} {after !== undefined && words("callFlow.add.after", { step: after })}
      </span>
      {stepKinds.map((kind) => (
        <HeldButton
          key={kind}
          size="small"
          text={words(`callFlow.step.${kind}`)}
          {...{ waits: isSubmitting(form), reason: isFull ? words("callFlow.add.full") : undefined }}
          onClick={() => {
            const step = newStep(kind, nextStepId(flow), words(`callFlow.step.${kind}`))
            changeFlow(form, withStep(flow, step, open))
            choose(step.stepId)
          }}
        />
      ))}
    </div>
  )
}

const VoicemailFields = ({ page, form, id, flow }: Pick<Props, "page" | "form" | "id" | "flow">) => {
  const words = useWords()
  const kind = fieldText(form, "flow.voicemail._tag")
  // Who looks through the choices comes back to what they wrote.
  const written = useRef<Voicemail | null>(null)
  const example = <code key="example">{"{{ companyName }}"}</code>
  return (
    <>
      <Field {...{ form, id }} name="flow.voicemail" label={words("callFlow.voicemail")}>
        {(control) => (
          <select
            {...control}
            className="input"
            value={kind}
            onChange={({ currentTarget: { value } }) => {
              if (flow.voicemail._tag === "LeaveMessage") written.current = flow.voicemail
              const chosen = voicemailOf(voicemailKinds.find((one) => one === value) ?? "EndCall")
              changeField(form, "flow.voicemail", (value === "LeaveMessage" ? written.current : null) ?? chosen)
            }}
          >
            {voicemailKinds.map((one) => (
              <option key={one} value={one}>
                {words(`callFlow.voicemail.${one}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {flow.voicemail._tag === "LeaveMessage" && (
        <PromptField
          {...{ page, form, id }}
          name="flow.voicemail.prompt"
          place="voicemail"
          prompt={flow.voicemail.prompt}
          spoken={{
            label: words("callFlow.voicemail.text"),
            hint: <Word id="callFlow.voicemail.hint" values={{ example }} />,
            variables: Object.keys(companyVariables),
          }}
        />
      )}
      <TextField
        {...{ form, id }}
        name="flow.ringSeconds"
        type="number"
        label={words("callFlow.field.ring")}
        hint={words("callFlow.field.ring.hint")}
      />
    </>
  )
}

/** After which outcome a call is tried again; one that stands there is not offered twice. */
const RetryFields = ({ form, id, flow }: Pick<Props, "form" | "id" | "flow">) => {
  const words = useWords()
  const isUsed = (one: RetriedOutcome): boolean => flow.retries.some(({ outcome }) => outcome === one)
  const unused = retriedOutcomes.filter(
    (one) => !isUsed(one) && (one !== "machine" || flow.voicemail._tag === "TryLater"),
  )
  return (
    <ListField
      {...{ form, id }}
      name="flow.retries"
      label={words("callFlow.retries")}
      hint={words("callFlow.retries.hint")}
      itemLabel={(place) => words(`callFlow.retries.${flow.retries[place - 1]?.outcome ?? "no-answer"}`)}
      addLabel={words("callFlow.retries.add")}
      none={words("callFlow.retries.none")}
      empty={{ outcome: unused[0], times: 1, minutes: 60 }}
      most={flow.retries.length + unused.length}
    >
      {(prefix) => {
        const own = fieldText(form, `${prefix}.outcome`)
        return (
          <div className="fields-row">
            <SelectField
              {...{ form, id }}
              name={`${prefix}.outcome`}
              label={words("callFlow.retries.outcome")}
              options={retriedOutcomes
                .filter((one) => one === own || unused.includes(one))
                .map((value) => ({ value, label: words(`callFlow.retries.${value}`) }))}
            />
            <TextField
              {...{ form, id }}
              name={`${prefix}.times`}
              type="number"
              label={words("callFlow.retries.times")}
            />
            <TextField
              {...{ form, id }}
              name={`${prefix}.minutes`}
              type="number"
              label={words("callFlow.retries.minutes")}
            />
          </div>
        )
      }}
    </ListField>
  )
}

/** The outline in which a call flow is written: a line for each step, one of them open, and what holds for the whole call. */
export const CallOutlineEditor = (props: Props) => {
  const words = useWords()
  const { page, form, id, flow } = props
  const caption = words("callFlow.outline.caption", { count: flow.steps.length })
  return (
    <Section title={words("callFlow.outline")} caption={caption}>
      <ol className="call-outline">
        {flow.steps.map((step, place) => (
          <StepLine key={step.stepId} {...props} step={step} place={place} />
        ))}
      </ol>
      <Adding {...props} />
      <VoicemailFields page={page} form={form} id={id} flow={flow} />
      <RetryFields form={form} id={id} flow={flow} />
    </Section>
  )
}
