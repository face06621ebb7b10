import { languages } from "#schemas/administration/companyDraft.ts"
import { ruleEffects, ruleMatches, type ReplyRule, type ReplyRulesValues } from "#schemas/outreach/replyRule.ts"
import { segmentsOf } from "#schemas/outreach/segments.ts"
import { SelectField, TextAreaField, TextField } from "#views/parts/Field.tsx"
import type { SeenForm } from "#views/parts/Form.tsx"
import { useLanguageNames, useWords } from "#views/parts/Words.tsx"

type Props = {
  readonly form: SeenForm
  /** Prefix of the controls' ids. */
  readonly id: string
  /** Where the rule stands in the form's values. */
  readonly name: string
  readonly rule: ReplyRule
  readonly disabled: boolean
}

/** The rules that a form holds. */
export const rulesIn = ({ snapshot }: SeenForm): ReadonlyArray<ReplyRule> =>
  (snapshot.context.values as unknown as ReplyRulesValues).rules

const Said = ({ form, id, name, disabled, rule: { match } }: Props) => {
  const words = useWords()
  const field = (part: keyof ReplyRule) => ({ form, id, disabled, name: `${name}.${part}` })
  switch (match) {
    case "words":
    case "pattern":
      return (
        <TextField
          {...field("said")}
          label={words(`replyRules.said.${match}`)}
          hint={words(`replyRules.said.${match}.hint`)}
        />
      )
    case "number":
      return (
        <>
          <TextField {...field("from")} type="number" label={words("replyRules.from")} />
          <TextField {...field("to")} type="number" label={words("replyRules.to")} />
        </>
      )
    case "yes":
    case "no":
      return null
  }
}

const Done = ({ form, id, name, disabled, rule: { effect, text } }: Props) => {
  const words = useWords()
  const field = (part: keyof ReplyRule) => ({ form, id, disabled, name: `${name}.${part}` })
  switch (effect) {
    case "answer":
    case "book":
      return (
        <TextAreaField
          {...field("text")}
          rows={2}
          label={words(effect === "answer" ? "replyRules.text" : "replyRules.text.book")}
          hint={words("replyRules.text.hint", { segments: segmentsOf(text).segments })}
        />
      )
    case "setValue":
      return (
        <>
          <TextField {...field("name")} label={words("replyRules.name")} hint={words("replyRules.name.hint")} />
          <TextField
            {...field("value")}
            label={words("replyRules.value")}
            hint={words("replyRules.value.hint")}
            optional
          />
        </>
      )
    default:
      return null
  }
}

/** One rule: what it looks for, of whom, and what it does. */
export const ReplyRuleFields = (props: Props & { readonly matched: number | undefined }) => {
  const { form, id, name, disabled, matched } = props
  const words = useWords()
  const languageNames = useLanguageNames()
  return (
    <>
      <SelectField
        {...{ form, id, disabled }}
        name={`${name}.match`}
        label={words("replyRules.match")}
        hint={matched === undefined ? undefined : words("replyRules.matched", { count: matched })}
        options={ruleMatches.map((value) => ({ value, label: words(`replyRules.match.${value}`) }))}
      />
      <Said {...props} />
      <SelectField
        {...{ form, id, disabled }}
        name={`${name}.language`}
        label={words("replyRules.language")}
        none={words("replyRules.language.all")}
        options={languages.map((value) => ({ value, label: languageNames(value) }))}
      />
      <SelectField
        {...{ form, id, disabled }}
        name={`${name}.effect`}
        label={words("replyRules.effect")}
        options={ruleEffects.map((value) => ({ value, label: words(`replyRules.effect.${value}`) }))}
      />
      <Done {...props} />
    </>
  )
}
