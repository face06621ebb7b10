import { mappableFields, type ColumnMapping, type ColumnTarget, type Import } from "#schemas/people/import.ts"
import { Field, TextField } from "#views/parts/Field.tsx"
import { Form, type SeenForm } from "#views/parts/Form.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"

const formId = "mapping"
const targets: ReadonlyArray<ColumnTarget> = [...mappableFields, "custom", "ignore"]

const mappingOf = (form: SeenForm) => form.snapshot.context.values["mapping"] as ReadonlyArray<ColumnMapping>

/** One column: its header, what it holds in the first rows, and what it becomes. */
const ColumnField = (props: { readonly form: SeenForm; readonly subject: Import; readonly index: number }) => {
  const words = useWords()
  const mapping = mappingOf(props.form)
  const column = mapping[props.index]
  if (column === undefined) return null
  const example = props.subject.sample.map((row) => row[props.index] ?? "").find((value) => value !== "")
  const choose = (target: ColumnTarget): void =>
    props.form.send({
      type: "field.changed",
      field: "mapping",
      value: mapping.map((one, index) => (index === props.index ? { ...one, target } : one)),
    })
  return (
    <Field
      form={props.form}
      id={formId}
      name={`mapping.${props.index}`}
      label={words("import.column", { header: column.header })}
      hint={
        example === undefined ? (
          <Word id="import.column.noExample" />
        ) : (
          <Word id="import.column.example" values={{ example }} />
        )
      }
    >
      {(control) => (
        <select
          {...control}
          className="input"
          value={column.target}
          onChange={(event) => choose(event.currentTarget.value as ColumnTarget)}
        >
          {targets.map((target) => (
            <option key={target} value={target}>
              {words(`import.target.${target}`)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** Says what each column of a file is and names its list; submitting starts the check. */
export const MappingForm = ({ form, subject }: { readonly form: SeenForm; readonly subject: Import }) => {
  const words = useWords()
  const labels = { listName: words("import.listName"), mapping: words("import.mapping") }
  return (
    <Form form={form} id={formId} labels={labels} submitLabel={<Word id="import.check" />}>
      <TextField
        form={form}
        id={formId}
        name="listName"
        label={words("import.listName")}
        hint={<Word id="import.listName.hint" />}
        maxLength={80}
      />
      <div className="mapping-columns">
        {mappingOf(form).map((column, index) => (
          <ColumnField key={`${index} ${column.header}`} form={form} subject={subject} index={index} />
        ))}
      </div>
    </Form>
  )
}
