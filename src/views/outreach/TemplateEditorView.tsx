import { Button } from "@blueprintjs/core"
import { Link } from "wouter"
import type { TemplateEditorEvent, TemplateEditorSnapshot } from "#machines/outreach/templateEditor.machine.ts"
import { purposes } from "#schemas/outreach/template.ts"
import { companyVariables, optOutHint, patientVariables } from "#schemas/outreach/variables.ts"
import type { PatientList } from "#schemas/people/patient.ts"
import { SelectField, TextAreaField, TextField } from "#views/parts/Field.tsx"
import { fieldId, Form, isSubmitting, leavingFor, type SeenForm } from "#views/parts/Form.tsx"
import { Opening } from "#views/parts/Opening.tsx"
import { Page } from "#views/parts/Page.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { useWords, Word } from "#views/parts/Words.tsx"
import { compareTemplates } from "./TemplateComparison.tsx"
import { DearCharacters } from "./MessageCost.tsx"
import { MessagePreviewPart } from "./MessagePreviewPart.tsx"

type Props = {
  readonly page: Seen<TemplateEditorSnapshot, TemplateEditorEvent>
  readonly url: PageUrl
  readonly form: SeenForm | undefined
  readonly lists: SeenReading<ReadonlyArray<PatientList>>
}

const formId = "template"
const offered = [...Object.keys(patientVariables), ...Object.keys(companyVariables)]

/** Writes at the caret and lets the field report it, as if it had been typed; a sentence of its own keeps a space before it. */
const insert = (text: string, isSentence = false): void => {
  const area = document.getElementById(fieldId(formId, "text"))
  if (!(area instanceof HTMLTextAreaElement)) return
  area.focus()
  const glues = isSentence && /\S$/.test(area.value.slice(0, area.selectionStart))
  area.setRangeText(glues ? ` ${text}` : text, area.selectionStart, area.selectionEnd, "end")
  area.dispatchEvent(new Event("input", { bubbles: true }))
}

const Inserts = ({
  disabled,
  ownValues,
}: {
  readonly disabled: boolean
  readonly ownValues: ReadonlyArray<string>
}) => {
  const words = useWords()
  return (
    <div className="inserts" role="group" aria-label={words("template.insert")}>
      <span aria-hidden="true">{words("template.insert")}</span>
      {[...offered, ...ownValues].map((name) => (
        <Button
          key={name}
          size="small"
          variant="minimal"
          className="insert-variable"
          text={name}
          disabled={disabled}
          aria-label={words("template.insert.variable", { name })}
          onClick={() => insert(`{{ ${name} }}`)}
        />
      ))}
      <Button
        size="small"
        text={words("template.insert.optOut")}
        disabled={disabled}
        onClick={() => insert(optOutHint, true)}
      />
    </div>
  )
}

const Fields = ({ form, page }: Pick<Props, "page"> & { readonly form: SeenForm }) => {
  const words = useWords()
  const { preview } = page.snapshot.context
  return (
    <>
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
        label={words("template.field.purpose")}
        options={purposes.map((purpose) => ({ value: purpose, label: words(`purpose.${purpose}`) }))}
      />
      <TextAreaField
        form={form}
        id={formId}
        name="text"
        rows={8}
        label={words("template.field.text")}
        hint={
          <Word id="template.field.text.hint" values={{ example: <code key="example">{"{{ firstName }}"}</code> }} />
        }
      />
      <Inserts disabled={isSubmitting(form)} ownValues={preview?.ownValues ?? []} />
      {preview !== null && <DearCharacters characters={preview.segments.nonGsm} page={page} form={form} />}
      <p className="muted">{words("template.save.note")}</p>
    </>
  )
}

const Writing = (props: Props & { readonly form: SeenForm }) => {
  const words = useWords()
  const { page, url } = props
  const form = leavingFor(url.href({ new: null, edit: null }), props.form)
  const labels = {
    name: words("template.field.name"),
    purpose: words("template.field.purpose"),
    text: words("template.field.text"),
  }
  return (
    <div className="editor">
      <Form form={form} id={formId} labels={labels} submitLabel={words("template.save")} compare={compareTemplates}>
        <Fields form={form} page={page} />
      </Form>
      <MessagePreviewPart page={page} lists={props.lists} />
    </div>
  )
}

/** `/sms?new` and `/sms?edit=…`: writes a template while its preview follows (docs/policy.md#templates). */
export const TemplateEditorView = (props: Props) => {
  const { page, url, form } = props
  const words = useWords()
  return (
    <Page
      title={words("template.editor.title")}
      actions={<Link href={url.href({ new: null, edit: null })}>{words("template.editor.back")}</Link>}
    >
      <Opening page={page} lines={8} />
      {form !== undefined && <Writing {...props} form={form} />}
    </Page>
  )
}
