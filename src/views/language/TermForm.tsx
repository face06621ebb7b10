import { glossaryLimits, termKinds, type TermKind, type TermValues } from "#schemas/language/glossary.ts"
import type { Languages } from "#schemas/language/translation.ts"
import { Comparison } from "#views/parts/Comparison.tsx"
import { ChoiceField, fieldText, SelectField, TextField } from "#views/parts/Field.tsx"
import { Form, type Compare, type SeenForm } from "#views/parts/Form.tsx"
import { FailedReading, hasFailed, type SeenReading } from "#views/parts/Reading.tsx"
import { useLanguageNames, useWords } from "#views/parts/Words.tsx"

const formId = "term"

/** The parts of a term by their names on the screen. */
const useTermLabels = (kind: TermKind) => {
  const words = useWords()
  return {
    kind: words("glossary.kind"),
    words: words(kind === "forbidden" ? "glossary.words.forbidden" : "glossary.words"),
    language: words("glossary.language"),
    saidAs: words("glossary.saidAs"),
    note: words("glossary.note"),
  }
}

const Compared = ({ theirs, mine }: { readonly theirs: TermValues; readonly mine: TermValues }) => {
  const words = useWords()
  const languageNames = useLanguageNames()
  const labels = useTermLabels(mine.kind)
  const shown = (values: TermValues) => ({
    ...values,
    kind: words(`glossary.kind.${values.kind}`),
    language: values.language === null ? words("glossary.language.all") : languageNames(values.language),
  })
  const [other, own] = [shown(theirs), shown(mine)]
  return (
    <Comparison
      rows={(["kind", "words", "language", "saidAs", "note"] as const).map((part) => ({
        label: labels[part],
        mine: own[part],
        theirs: other[part],
      }))}
    />
  )
}

/** The term as someone else saved it, next to what the form holds. */
const compare: Compare = (theirs, mine) => (
  <Compared theirs={theirs as unknown as TermValues} mine={mine as unknown as TermValues} />
)

/** The languages that texts are translated into, and the term's own where it is none of them any more. */
const LanguageField = (props: {
  readonly form: SeenForm
  readonly label: string
  readonly languages: SeenReading<Languages>
}) => {
  const words = useWords()
  const languageNames = useLanguageNames()
  const known = (props.languages.snapshot.context.data?.languages ?? []).map(({ language }) => language as string)
  const own = fieldText(props.form, "language")
  const offered = own === "" || known.includes(own) ? known : [...known, own]
  if (hasFailed(props.languages))
    return <FailedReading of={props.languages} title={words("glossary.languages.notRead")} />
  return (
    <SelectField
      form={props.form}
      id={formId}
      name="language"
      label={props.label}
      none={words("glossary.language.choose")}
      options={offered.map((language) => ({ value: language, label: languageNames(language) }))}
    />
  )
}

/** Writes one term: what its kind needs, and a note. */
export const TermForm = ({
  form,
  languages,
}: {
  readonly form: SeenForm
  readonly languages: SeenReading<Languages>
}) => {
  const words = useWords()
  const kind = fieldText(form, "kind") as TermKind
  const labels = useTermLabels(kind)
  const common = { form, id: formId }
  return (
    <Form form={form} id={formId} labels={labels} submitLabel={words("glossary.save")} compare={compare}>
      <ChoiceField
        {...common}
        name="kind"
        label={labels.kind}
        options={termKinds.map((value) => ({
          value,
          label: words(`glossary.kind.${value}`),
          hint: words(`glossary.kind.${value}.hint`),
        }))}
      />
      <TextField {...common} name="words" label={labels.words} maxLength={glossaryLimits.words} />
      {kind !== "neverTranslate" && <LanguageField form={form} label={labels.language} languages={languages} />}
      {kind === "preferred" && (
        <TextField {...common} name="saidAs" label={labels.saidAs} maxLength={glossaryLimits.words} />
      )}
      <TextField
        {...common}
        name="note"
        label={labels.note}
        hint={words("glossary.note.hint")}
        optional
        maxLength={glossaryLimits.note}
      />
    </Form>
  )
}
