import { Button } from "@blueprintjs/core"
import { testLimits, TestMeasure, variantLetter } from "#schemas/outreach/ladder.ts"
import { withMoreTexts, withoutText } from "#schemas/outreach/ladderSteps.ts"
import type { StepValues } from "#schemas/outreach/multiCampaignForm.ts"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import { SelectField, TextField } from "#views/parts/Field.tsx"
import { changeField, fieldId, isSubmitting } from "#views/parts/Form.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { stepHeadId } from "./LadderChecks.tsx"
import { ladderOf, type LadderFieldsProps } from "./LadderFields.tsx"
import { useNotOffered } from "./useNotOffered.ts"

type Props = LadderFieldsProps & { readonly step: StepValues; readonly place: number }

const addId = (id: string, place: number): string => fieldId(id, `steps.${place}.test.add`)
const removeId = (id: string, place: number, text: number): string => fieldId(id, `steps.${place}.test.remove.${text}`)
const focusOn = (id: string): void => document.getElementById(id)?.focus()

/** The other texts of a step's test. */
const Texts = ({ form, id, parts, step, place, isKept }: Props & { readonly isKept: boolean }) => {
  const words = useWords()
  const templates = parts.templates.filter(({ channel }) => channel === step.channel)
  const hint = useNotOffered().templates(step.channel, parts.notOffered[step.channel])
  return step.test?.templateIds.map((_, text) => (
    <SelectField
      key={text}
      form={form}
      id={id}
      name={`steps.${place}.test.templateIds.${text}`}
      numeric
      disabled={isKept}
      label={words("multi.test.text", { letter: variantLetter(text + 1) })}
      hint={hint}
      none={words("multi.field.template.none.SMS")}
      options={templates.map(({ templateId, name }) => ({ value: templateId, label: name }))}
    />
  ))
}

/** Adds a text, and removes each. The focus goes to the heading where no more can be added, and back by a text where one is removed. */
const Deeds = ({ form, id, step, place }: Props) => {
  const words = useWords()
  const { steps } = ladderOf(form)
  const { templateIds = [] } = step.test ?? {}
  const adds = step.test === undefined ? "begin" : "add"
  const number = place + 1
  const busy = isSubmitting(form)
  const isFull = templateIds.length >= testLimits.texts - 1
  const full = `${addId(id, place)}-full`
  return (
    <div className="ladder-add">
      <HeldButton
        id={addId(id, place)}
        size="small"
        text={words(`multi.test.${adds}`, { number })}
        waits={busy}
        reason={isFull ? words("multi.test.full", { texts: testLimits.texts }) : undefined}
        saidIn={full}
        onClick={() => {
          if (templateIds.length === testLimits.texts - 2) focusOn(stepHeadId(step.stepId))
          changeField(form, "steps", steps.with(place, withMoreTexts(step)))
        }}
      />
      {isFull && (
        <span id={full} className="muted">
          {words("multi.test.full", { texts: testLimits.texts })}
        </span>
      )}
      {templateIds.map((_, text) => {
        const letter = variantLetter(text + 1)
        return (
          <Button
            key={letter}
            id={removeId(id, place, text)}
            size="small"
            text={words("multi.test.remove", { letter, number })}
            disabled={busy}
            onClick={() => {
              if (text === templateIds.length - 1) focusOn(text > 0 ? removeId(id, place, text - 1) : addId(id, place))
              changeField(form, "steps", steps.with(place, withoutText(step, text)))
            }}
          />
        )
      })}
    </div>
  )
}

/** The test of a step's texts: which, with how many people, and what tells which one does better. */
export const TestFields = (props: Props) => {
  const words = useWords()
  const { form, id, step, place } = props
  const isKept = ladderOf(form).kept.includes(step.stepId)
  const { test } = step
  if (isKept && test === undefined) return null
  const name = `steps.${place}.test.`
  return (
    <>
      {test !== undefined && (
        <>
          <p className="field-hint">{words(isKept ? "multi.test.kept" : "multi.test.hint")}</p>
          <Texts {...props} isKept={isKept} />
          <TextField
            form={form}
            id={id}
            name={`${name}minimumPeople`}
            type="number"
            disabled={isKept}
            label={words("multi.test.people")}
          />
          <SelectField
            form={form}
            id={id}
            name={`${name}judgeBy`}
            disabled={isKept}
            label={words("multi.test.judgeBy")}
            options={TestMeasure.literals.map((one) => ({ value: one, label: words(`multi.test.judgeBy.${one}`) }))}
          />
          <TextField
            form={form}
            id={id}
            name={`${name}afterHours`}
            type="number"
            disabled={isKept}
            label={words("multi.test.afterHours")}
          />
        </>
      )}
      {!isKept && <Deeds {...props} />}
    </>
  )
}
