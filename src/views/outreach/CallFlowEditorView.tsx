import type { CallProblem } from "#machines/lifecycles/calls/callChecks.ts"
import type {
  CallFlowEditorEvent,
  CallFlowEditorSnapshot,
  CallFlowValues,
} from "#machines/outreach/callFlowEditor.machine.ts"
import type { CallFlow } from "#schemas/outreach/callFlow.ts"
import { purposes } from "#schemas/outreach/template.ts"
import type { Sender } from "#schemas/outreach/sender.ts"
import type { OfferedVoice } from "#schemas/outreach/voice.ts"
import { Comparison } from "#views/parts/Comparison.tsx"
import { EditorPage } from "#views/parts/EditorPage.tsx"
import { SelectField, TextField } from "#views/parts/Field.tsx"
import { fieldId, fieldValue, Form, leavingFor, type Compare, type SeenForm } from "#views/parts/Form.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import type { SeenReading } from "#views/parts/Reading.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { CallerIdField } from "./CallerIdField.tsx"
import { CallFlowChart } from "./CallFlowChart.tsx"
import { CallChecks, faultySteps } from "./CallChecks.tsx"
import { CallOutlineEditor } from "./CallOutlineEditor.tsx"
import { stepLineId } from "./CallStepFields.tsx"
import { useFlowText, useStepWords } from "./useStepWords.ts"
import { VoiceFields } from "./VoiceFields.tsx"

type Props = {
  readonly page: Seen<CallFlowEditorSnapshot, CallFlowEditorEvent>
  readonly url: PageUrl
  readonly voices: SeenReading<ReadonlyArray<OfferedVoice>>
  readonly numbers: SeenReading<ReadonlyArray<Sender>>
  readonly form: SeenForm | undefined
}

const formId = "callFlow"

const Compared = ({ theirs, mine }: { readonly theirs: CallFlowValues; readonly mine: CallFlowValues }) => {
  const words = useWords()
  const textOf = useFlowText()
  return (
    <Comparison
      rows={[
        { label: words("template.field.name"), mine: mine.name, theirs: theirs.name },
        {
          label: words("callFlow.field.purpose"),
          mine: words(`purpose.${mine.purpose}`),
          theirs: words(`purpose.${theirs.purpose}`),
        },
        { label: words("callFlow.field.steps"), mine: textOf(mine.flow), theirs: textOf(theirs.flow) },
      ]}
    />
  )
}

const compareCallFlows: Compare = (theirs, mine) => (
  <Compared theirs={theirs as unknown as CallFlowValues} mine={mine as unknown as CallFlowValues} />
)

const ProblemLink = (props: Pick<Props, "page"> & { readonly flow: CallFlow; readonly problem: CallProblem }) => {
  const words = useWords()
  const { page, flow, problem } = props
  const { named } = useStepWords(flow)
  const { stepId } = problem
  const part = problem.check === "callerIdCalls" ? "callerId" : "voicemail"
  const target = stepId === null ? fieldId(formId, `flow.${part}`) : stepLineId(formId, stepId)
  return (
    <a href={`#${target}`} onClick={() => stepId !== null && page.send({ type: "step.chosen", stepId })}>
      {words("callFlow.checks.goTo", { step: named(stepId) ?? words(`callFlow.${part}`) })}
    </a>
  )
}

/** The name of every field by its place in the form, for the summary of errors. */
const useLabels = (flow: CallFlow): Readonly<Record<string, string>> => {
  const words = useWords()
  const { about } = useStepWords(flow)
  const ofSteps = flow.steps.flatMap((step, place) =>
    (
      ["name", "prompt.text", "keySeconds", "repeats", "wrongKey", "recordSeconds", "phone", "ringSeconds"] as const
    ).map((field) => [`flow.steps.${place}.${field}`, about(step)] as const),
  )
  const ofRetries = flow.retries.flatMap(({ outcome }, place) =>
    (["outcome", "times", "minutes"] as const).map(
      (field) =>
        [
          `flow.retries.${place}.${field}`,
          `${words(`callFlow.retries.${outcome}`)}, ${words(`callFlow.retries.${field}`)}`,
        ] as const,
    ),
  )
  return {
    ...Object.fromEntries([...ofSteps, ...ofRetries]),
    "flow.retries": words("callFlow.retries"),
    name: words("template.field.name"),
    purpose: words("callFlow.field.purpose"),
    "flow.steps": words("callFlow.field.steps"),
    "flow.voicemail.prompt.text": words("callFlow.voicemail.text"),
    "flow.ringSeconds": words("callFlow.field.ring"),
    "flow.callerId": words("callFlow.callerId"),
    "flow.voice": words("callFlow.voice"),
    "flow.voice.voiceId": words("callFlow.voice.speaker"),
    "flow.voice.speed": words("callFlow.voice.speed"),
    "flow.voice.pitch": words("callFlow.voice.pitch"),
  }
}

/** Why nothing can be saved: a recording is made or taken. */
const useWaiting = ({ snapshot }: Props["page"], flow: CallFlow): string | undefined => {
  const words = useWords()
  const { named } = useStepWords(flow)
  const { place } = snapshot.context
  if (snapshot.matches({ writing: "taking" })) return words("callFlow.upload.taking")
  if (!snapshot.matches({ writing: "microphone" }) && !snapshot.matches({ writing: "notTaken" })) return undefined
  const step = (place === "voicemail" ? undefined : named(place)) ?? words("callFlow.voicemail")
  return words("callFlow.record.first", { step })
}

const Writing = ({ page, url, voices, numbers, ...props }: Props & { readonly form: SeenForm }) => {
  const words = useWords()
  const form = leavingFor(url.href({ new: null, edit: null }), props.form)
  const flow = fieldValue(form, "flow") as CallFlow
  const { stepId } = page.snapshot.context
  const labels = useLabels(flow)
  const waiting = useWaiting(page, flow)
  return (
    <div className="call-columns">
      <Form
        form={form}
        id={formId}
        labels={labels}
        submitLabel={words("template.save")}
        disabledReason={waiting}
        compare={compareCallFlows}
      >
        <TextField
          form={form}
          id={formId}
          name="name"
          label={words("template.field.name")}
          hint={words("template.field.name.hint")}
          maxLength={120}
        />
        <SelectField
          form={form}
          id={formId}
          name="purpose"
          label={words("callFlow.field.purpose")}
          options={purposes.map((purpose) => ({ value: purpose, label: words(`purpose.${purpose}`) }))}
        />
        <CallerIdField form={form} id={formId} flow={flow} numbers={numbers} />
        <VoiceFields form={form} id={formId} flow={flow} voices={voices} />
        <CallOutlineEditor
          page={page}
          form={form}
          id={formId}
          flow={flow}
          open={stepId}
          choose={(chosen) => page.send({ type: "step.chosen", stepId: chosen })}
        />
        <p className="muted">{words("callFlow.save.note")}</p>
      </Form>
      <div className="thing-column">
        <CallFlowChart flow={flow} current={stepId} faulty={faultySteps(flow)} />
        <CallChecks
          flow={flow}
          numbers={numbers.snapshot.context.data}
          linkTo={(problem) => <ProblemLink page={page} flow={flow} problem={problem} />}
        />
      </div>
    </div>
  )
}

/** `/ivr?new` and `/ivr?edit=…`: writes a call flow while its chart and its checks follow (docs/policy.md#call-flows). */
export const CallFlowEditorView = (props: Props) => {
  const { page, url, form } = props
  const { asked, values } = page.snapshot.context
  const words = useWords()
  return (
    <EditorPage
      id="call-flow-editor"
      title={words("callFlow.editor.title")}
      list={{ label: words("callFlows.title"), href: url.href({ new: null, edit: null, id: null }) }}
      {...(asked === null || values === null
        ? {}
        : { thing: { label: values.name, href: url.href({ edit: null, id: asked }) } })}
      page={page}
    >
      {form !== undefined && <Writing {...props} form={form} />}
    </EditorPage>
  )
}
