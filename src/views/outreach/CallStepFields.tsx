import {
  callFlowLimits,
  phoneKeys,
  type CallFlow,
  type CallStep,
  type Menu,
  type StepId,
} from "#schemas/outreach/callFlow.ts"
import { SelectField, TextAreaField, TextField, type FieldProps } from "#views/parts/Field.tsx"
import type { SeenForm } from "#views/parts/Form.tsx"
import { ListField } from "#views/parts/ListField.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { PromptField, type PromptPage } from "./PromptField.tsx"
import { useStepWords } from "./useStepWords.ts"

type Props = {
  readonly page: PromptPage
  readonly form: SeenForm
  /** Prefix of the controls' ids. */
  readonly id: string
  readonly flow: CallFlow
  readonly step: CallStep
  /** Where the step stands in the form's values. */
  readonly name: string
}

/** The step that follows, of all that there are. */
const NextField = ({ flow, ...field }: FieldProps & { readonly flow: CallFlow }) => {
  const words = useWords()
  const { about } = useStepWords(flow)
  return (
    <SelectField
      {...field}
      numeric
      none={words("callFlow.field.next.none")}
      options={flow.steps.map((step) => ({ value: step.stepId, label: about(step) }))}
    />
  )
}

const SaysField = ({ page, form, id, name, step }: Props) => {
  const words = useWords()
  if (!("prompt" in step)) return null
  const example = <code key="example">{"{{ firstName }}"}</code>
  return (
    <PromptField
      {...{ page, form, id }}
      name={`${name}.prompt`}
      place={step.stepId}
      prompt={step.prompt}
      spoken={{
        label: words("callFlow.field.says"),
        hint: <Word id="callFlow.field.says.hint" values={{ example }} />,
      }}
    />
  )
}

const unusedKey = ({ keys }: Menu) => phoneKeys.find((key) => keys.every((one) => one.key !== key)) ?? "1"

const MenuFields = ({ form, id, name, flow, step }: Props & { readonly step: Menu }) => {
  const words = useWords()
  return (
    <>
      <ListField
        {...{ form, id }}
        name={`${name}.keys`}
        label={words("callFlow.field.keys")}
        itemLabel={(place) => words("callFlow.field.keys.row", { key: step.keys[place - 1]?.key ?? "" })}
        addLabel={words("callFlow.field.keys.add")}
        empty={{ key: unusedKey(step), next: null }}
        most={phoneKeys.length}
      >
        {(prefix) => (
          <>
            <SelectField
              {...{ form, id }}
              name={`${prefix}.key`}
              label={words("callFlow.field.key")}
              options={phoneKeys.map((key) => ({ value: key, label: key }))}
            />
            <NextField {...{ form, id, flow }} name={`${prefix}.next`} label={words("callFlow.field.next")} />
          </>
        )}
      </ListField>
      <div className="fields-row">
        <TextField
          {...{ form, id }}
          name={`${name}.keySeconds`}
          type="number"
          label={words("callFlow.field.keySeconds")}
        />
        <TextField {...{ form, id }} name={`${name}.repeats`} type="number" label={words("callFlow.field.repeats")} />
      </div>
      <TextAreaField
        {...{ form, id }}
        name={`${name}.wrongKey`}
        label={words("callFlow.field.wrongKey")}
        rows={2}
        optional
      />
      <NextField {...{ form, id, flow }} name={`${name}.otherwise`} label={words("callFlow.field.otherwise")} />
    </>
  )
}

const OwnFields = (props: Props) => {
  const words = useWords()
  const { form, id, name, step } = props
  switch (step._tag) {
    case "Menu":
      return <MenuFields {...props} step={step} />
    case "Record":
      return (
        <TextField
          {...{ form, id }}
          name={`${name}.recordSeconds`}
          type="number"
          label={words("callFlow.field.recordSeconds")}
        />
      )
    case "Transfer":
      return (
        <>
          <TextField
            {...{ form, id }}
            name={`${name}.phone`}
            type="tel"
            label={words("callFlow.field.phone")}
            hint={words("callFlow.field.phone.hint")}
          />
          <TextField
            {...{ form, id }}
            name={`${name}.ringSeconds`}
            type="number"
            label={words("callFlow.field.transferRing")}
          />
        </>
      )
    case "OptOut":
      return (
        <SelectField
          {...{ form, id }}
          name={`${name}.scope`}
          label={words("callFlow.field.scope")}
          options={(["calls", "all"] as const).map((scope) => ({
            value: scope,
            label: words(`callFlow.field.scope.${scope}`),
          }))}
        />
      )
    default:
      return null
  }
}

/** The fields of one step: its name, what it says, what is its own, and what follows. */
export const CallStepFields = (props: Props) => {
  const words = useWords()
  const { form, id, name, step, flow } = props
  const next = step._tag === "Transfer" ? "callFlow.field.next.transfer" : "callFlow.field.next"
  return (
    <>
      <TextField
        {...{ form, id }}
        name={`${name}.name`}
        label={words("callFlow.field.stepName")}
        maxLength={callFlowLimits.nameCharacters}
      />
      <SaysField {...props} />
      <OwnFields {...props} />
      {"next" in step && <NextField {...{ form, id, flow }} name={`${name}.next`} label={words(next)} />}
    </>
  )
}

/** Where a step's line in the outline is found, by its number. */
export const stepLineId = (id: string, stepId: StepId | null): string => `${id}-step-${stepId ?? "voicemail"}`
