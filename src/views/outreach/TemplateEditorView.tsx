import type { TemplateEditorEvent, TemplateEditorSnapshot } from "#machines/outreach/templateEditor.machine.ts"
import { purposes } from "#schemas/outreach/template.ts"
import type { ValueCounts } from "#schemas/outreach/valueCounts.ts"
import type { PatientList } from "#schemas/people/patient.ts"
import { EditorPage } from "#views/parts/EditorPage.tsx"
import { SelectField, TextField } from "#views/parts/Field.tsx"
import { Form, leavingFor, type SeenForm } from "#views/parts/Form.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"
import { compareTemplates } from "./TemplateComparison.tsx"
import { DearCharacters } from "./MessageCost.tsx"
import { MessageField } from "./MessageField.tsx"
import { MessagePreviewPart } from "./MessagePreviewPart.tsx"
import { VariableCounts } from "./VariableCounts.tsx"

type Props = {
  readonly page: Seen<TemplateEditorSnapshot, TemplateEditorEvent>
  readonly url: PageUrl
  readonly form: SeenForm | undefined
  readonly lists: SeenReading<ReadonlyArray<PatientList>>
  /** Of how many people each variable has a value. */
  readonly counts: SeenReading<ValueCounts>
}

const formId = "template"
const none: ReadonlyArray<string> = []

const Fields = ({ form, page, counts }: Pick<Props, "page" | "counts"> & { readonly form: SeenForm }) => {
  const words = useWords()
  const { preview, listId } = page.snapshot.context
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
      <MessageField
        form={form}
        id={formId}
        name="text"
        ownValues={preview?.ownValues ?? none}
        dear={preview?.segments.nonGsm ?? none}
      />
      {preview !== null && <DearCharacters characters={preview.segments.nonGsm} page={page} form={form} />}
      <VariableCounts variables={preview?.variables ?? none} counts={counts} isOfList={listId !== null} />
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
        <Fields form={form} page={page} counts={props.counts} />
      </Form>
      <MessagePreviewPart page={page} lists={props.lists} />
    </div>
  )
}

/** `/sms?new` and `/sms?edit=…`: writes a template while its preview follows (docs/policy.md#templates). */
export const TemplateEditorView = (props: Props) => {
  const { page, url, form } = props
  const { asked, values } = page.snapshot.context
  const words = useWords()
  return (
    <EditorPage
      id="template-editor"
      title={words("template.editor.title")}
      list={{ label: words("templates.title"), href: url.href({ new: null, edit: null, id: null }) }}
      {...(asked === null || values === null
        ? {}
        : { thing: { label: values.name, href: url.href({ edit: null, id: asked }) } })}
      page={page}
    >
      {form !== undefined && <Writing {...props} form={form} />}
    </EditorPage>
  )
}
