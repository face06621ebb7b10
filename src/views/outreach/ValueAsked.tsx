import { useIntl } from "react-intl"
import type { StepValues } from "#schemas/outreach/multiCampaignForm.ts"
import { SelectField, TextField } from "#views/parts/Field.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { ladderOf, type LadderFieldsProps } from "./LadderFields.tsx"
import { templateOf } from "./useWrittenLadder.ts"

/** The value that a step asks for: one that rules of the texts before set, and what it is. */
export const ValueAsked = ({
  form,
  id,
  parts,
  step,
  place,
}: LadderFieldsProps & { readonly step: StepValues; readonly place: number }) => {
  const words = useWords()
  const intl = useIntl()
  if (step.onlyIf !== "valueIs" && step.onlyIf !== "valueIsNot") return null
  const { steps } = ladderOf(form)
  const sets = steps.slice(0, place).flatMap((before) => templateOf(parts, before)?.sets ?? [])
  const asked = step.ifValue?.name ?? ""
  const names = [...new Set([...sets.map(({ name }) => name), ...(asked === "" ? [] : [asked])])]
  const known = [...new Set(sets.filter(({ name, value }) => name === asked && value !== "").map(({ value }) => value))]
  return (
    <>
      <SelectField
        form={form}
        id={id}
        name={`steps.${place}.ifValue.name`}
        label={words("multi.field.valueName")}
        none={words("multi.field.valueName.none")}
        {...(sets.length === 0 ? { hint: words("multi.field.valueName.missing") } : {})}
        options={names.map((name) => ({ value: name, label: name }))}
      />
      <TextField
        form={form}
        id={id}
        name={`steps.${place}.ifValue.value`}
        label={words(`multi.field.value.${step.onlyIf}`)}
        maxLength={100}
        {...(known.length === 0
          ? {}
          : { hint: words("multi.field.value.known", { values: intl.formatList(known, { type: "conjunction" }) }) })}
      />
    </>
  )
}
