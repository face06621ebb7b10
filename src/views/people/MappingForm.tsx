import { patientVariables } from "#schemas/outreach/variables.ts"
import { decidedOrder, hasDateOrder } from "#schemas/people/dateOrder.ts"
import {
  columnAs,
  mappableFields,
  variableNames,
  type ColumnMapping,
  type ColumnTarget,
  type Import,
} from "#schemas/people/import.ts"
import { ChoiceField, Field, TextField } from "#views/parts/Field.tsx"
import { fieldId, Form, type SeenForm } from "#views/parts/Form.tsx"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { ReadAs } from "./ReadAs.tsx"

const formId = "mapping"
const targets: ReadonlyArray<ColumnTarget> = [...mappableFields, "custom", "ignore"]

const mappingOf = (form: SeenForm) => form.snapshot.context.values["mapping"] as ReadonlyArray<ColumnMapping>

/** How many values of the first rows stand next to a column. */
const examplesShown = 3

const examplesOf = (subject: Import, index: number): ReadonlyArray<string> =>
  [...new Set(subject.sample.map((row) => row[index] ?? ""))].filter((value) => value !== "").slice(0, examplesShown)

/** How templates write what a column becomes; undefined when they cannot use it. */
const inTemplates = (mapping: ReadonlyArray<ColumnMapping>, index: number): string | undefined => {
  const target = mapping[index]?.target
  const custom = mapping.flatMap((one, at) => (one.target === "custom" ? [{ header: one.header, at }] : []))
  const names = variableNames(custom.map(({ header }) => header))
  const name =
    target === "custom"
      ? names[custom.findIndex(({ at }) => at === index)]
      : target !== undefined && Object.hasOwn(patientVariables, target)
        ? target
        : undefined
  return name === undefined ? undefined : `{{ ${name} }}`
}

type ColumnProps = { readonly form: SeenForm; readonly subject: Import; readonly index: number }

/** Asks how the dates of a column are read, with what they say about it themselves. */
const DateOrderField = ({ form, subject, index }: ColumnProps) => {
  const words = useWords()
  const counts = subject.dates[index]
  if (mappingOf(form)[index]?.target !== "dob" || !hasDateOrder(counts)) return null
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

/** One column: its header, what it holds in the first rows, and what it becomes. */
const ColumnField = (props: ColumnProps) => {
  const words = useWords()
  const mapping = mappingOf(props.form)
  const column = mapping[props.index]
  if (column === undefined) return null
  const examples = examplesOf(props.subject, props.index)
  const name = inTemplates(mapping, props.index)
  const choose = (target: ColumnTarget): void =>
    props.form.send({
      type: "field.changed",
      field: "mapping",
      value: mapping.map((one, index) =>
        index === props.index ? columnAs({ ...one, target }, props.subject.dates[index]) : one,
      ),
    })
  return (
    <Field
      form={props.form}
      id={formId}
      name={`mapping.${props.index}`}
      label={words("import.column", { header: column.header })}
      hint={
        <>
          {examples.length === 0 ? (
            <Word id="import.column.noExample" />
          ) : (
            <Word id="import.column.examples" values={{ examples: examples.join(" · ") }} />
          )}
          {name !== undefined && (
            <div>
              <Word id="import.column.name" values={{ name: <code key="name">{name}</code> }} />
            </div>
          )}
        </>
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
  const labels = {
    listName: words("import.listName"),
    mapping: words("import.mapping"),
    ...Object.fromEntries(
      mappingOf(form).flatMap(({ header }, index) => [
        [`mapping.${index}`, words("import.column", { header })],
        [`mapping.${index}.dateOrder`, words("import.dateOrder.label", { header })],
      ]),
    ),
  }
  return (
    <Form form={form} id={formId} labels={labels} submitLabel={<Word id="import.check" />}>
      <Notice>
        <p>
          <strong>{subject.fileName}</strong>:{" "}
          <Word id="import.readAs" values={{ how: <ReadAs key="how" of={subject} /> }} />
        </p>
      </Notice>
      <TextField
        form={form}
        id={formId}
        name="listName"
        label={words("import.listName")}
        hint={<Word id="import.listName.hint" />}
        maxLength={80}
      />
      <div
        className="mapping-columns"
        id={fieldId(formId, "mapping")}
        role="group"
        aria-label={words("import.mapping")}
        tabIndex={-1}
      >
        {mappingOf(form).map((column, index) => (
          <div key={`${index} ${column.header}`} className="mapping-column">
            <ColumnField form={form} subject={subject} index={index} />
            <DateOrderField form={form} subject={subject} index={index} />
          </div>
        ))}
      </div>
    </Form>
  )
}
