import { Key } from "@blueprintjs/icons"
import { decidedOrder, hasDateOrder } from "#schemas/people/dateOrder.ts"
import {
  columnAs,
  isOrderMissing,
  mappableFields,
  type ColumnMapping,
  type ColumnTarget,
  type Import,
} from "#schemas/people/import.ts"
import { ChoiceField, TextField } from "#views/parts/Field.tsx"
import { fieldError, fieldId, Form, isSubmitting, type SeenForm } from "#views/parts/Form.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { ImportColumns, type Columns } from "./ImportColumns.tsx"

const formId = "mapping"
const targets: ReadonlyArray<ColumnTarget> = [...mappableFields, "custom", "ignore"]

const mappingOf = (form: SeenForm) => form.snapshot.context.values["mapping"] as ReadonlyArray<ColumnMapping>

type ColumnProps = { readonly form: SeenForm; readonly subject: Import; readonly index: number }

const asksOrder = ({ form, subject, index }: ColumnProps): boolean =>
  mappingOf(form)[index]?.target === "dob" && hasDateOrder(subject.dates[index])

/** Asks how the dates of a column are read, with what they say about it themselves. */
const DateOrderField = ({ form, subject, index }: ColumnProps) => {
  const words = useWords()
  const counts = subject.dates[index]
  if (!hasDateOrder(counts)) return null
  const { monthFirst, dayFirst } = counts
  const count = monthFirst + dayFirst
  const order = decidedOrder(counts)
  const why = order !== undefined ? "decided" : count === 0 ? "either" : "both"
  return (
    <ChoiceField
      form={form}
      id={formId}
      name={`mapping.${index}.dateOrder`}
      label={words("import.dateOrder")}
      hint={<Word id={`import.dateOrder.${why}`} values={{ count, order, monthFirst, dayFirst }} />}
      options={[
        { value: "monthFirst", label: words("import.dateOrder.monthFirst") },
        { value: "dayFirst", label: words("import.dateOrder.dayFirst") },
      ]}
    />
  )
}

/** What a column is, of all that it can be; letters typed on it find a meaning by its name. */
const MeaningField = (props: ColumnProps) => {
  const words = useWords()
  const { form, subject, index } = props
  const mapping = mappingOf(form)
  const column = mapping[index]
  if (column === undefined) return null
  const name = `mapping.${index}`
  const id = fieldId(formId, name)
  const error = fieldError(form, name)
  const choose = (target: ColumnTarget): void =>
    form.send({
      type: "field.changed",
      field: "mapping",
      value: mapping.map((one, at) => (at === index ? columnAs({ ...one, target }, subject.dates[at]) : one)),
    })
  const isAsking = isOrderMissing(column, subject.dates[index])
  return (
    <div className={error === undefined ? "meaning" : "meaning field-invalid"}>
      {column.target === "externalId" && <Key className="meaning-key" size={14} aria-hidden="true" />}
      <select
        id={id}
        name={name}
        className={`input meaning-${isAsking ? "asking" : column.target === "ignore" ? "left" : "taken"}`}
        aria-label={words("import.column", { header: column.header })}
        aria-invalid={error !== undefined}
        {...(error === undefined ? {} : { "aria-describedby": `${id}-error` })}
        disabled={isSubmitting(form)}
        value={column.target}
        onBlur={() => form.send({ type: "field.left", field: name })}
        onChange={(event) => choose(event.currentTarget.value as ColumnTarget)}
      >
        {targets.map((target) => (
          <option key={target} value={target}>
            {words(`import.target.${target}`)}
          </option>
        ))}
      </select>
      {error !== undefined && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}

/** Says what each column of a file is and names its list; submitting starts the check. */
export const MappingForm = ({ form, ...columns }: Omit<Columns, "mapping"> & { readonly form: SeenForm }) => {
  const words = useWords()
  const mapping = mappingOf(form)
  const labels = {
    listName: words("import.listName"),
    mapping: words("import.mapping"),
    ...Object.fromEntries(
      mapping.flatMap(({ header }, index) => [
        [`mapping.${index}`, words("import.column", { header })],
        [`mapping.${index}.dateOrder`, words("import.dateOrder.label", { header })],
      ]),
    ),
  }
  return (
    <div className="mapping">
      <Form form={form} id={formId} labels={labels} submitLabel={words("import.check")}>
        <div id={fieldId(formId, "mapping")} tabIndex={-1}>
          <ImportColumns
            {...columns}
            title={words("import.mapping")}
            mapping={mapping}
            meaningOf={(index) => <MeaningField form={form} subject={columns.of} index={index} />}
            belowOf={(index) =>
              asksOrder({ form, subject: columns.of, index }) ? (
                <DateOrderField form={form} subject={columns.of} index={index} />
              ) : null
            }
          />
        </div>
        <p className="muted">
          <Word id="import.mapping.text" />
        </p>
        <TextField
          form={form}
          id={formId}
          name="listName"
          label={words("import.listName")}
          hint={<Word id="import.listName.hint" />}
          maxLength={80}
        />
      </Form>
    </div>
  )
}
