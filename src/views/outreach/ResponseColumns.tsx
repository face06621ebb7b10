import { Button } from "@blueprintjs/core"
import { limits } from "#schemas/constants.ts"
import {
  fixedSources,
  timeFormats,
  type FixedSource,
  type ResponseColumn,
  type ResponseHeader,
} from "#schemas/outreach/responseFile.ts"
import { fieldId, isSubmitting, type SeenForm } from "#views/parts/Form.tsx"
import { useWords } from "#views/parts/Words.tsx"

type Props = { readonly form: SeenForm; readonly id: string; readonly headers: ReadonlyArray<ResponseHeader> }

const columnsOf = (form: SeenForm): ReadonlyArray<ResponseColumn> =>
  form.snapshot.context.values["columns"] as ReadonlyArray<ResponseColumn>

const isFixed = (source: string): source is FixedSource => (fixedSources as ReadonlyArray<string>).includes(source)

/** How a person calls what a column may hold. */
const useSourceName = () => {
  const words = useWords()
  return ({ source, name }: ResponseHeader): string =>
    isFixed(source) ? words(`source.${source}`) : words("response.list", { name: name ?? source })
}

const changed = (
  columns: ReadonlyArray<ResponseColumn>,
  at: number,
  { header, source, format, default: empty }: ResponseColumn,
): ReadonlyArray<ResponseColumn> =>
  columns.with(at, {
    header,
    source,
    ...(format !== undefined && source.endsWith("At") ? { format } : {}),
    ...(empty === undefined || empty === "" ? {} : { default: empty }),
  })

const moved = (columns: ReadonlyArray<ResponseColumn>, from: number, to: number): ReadonlyArray<ResponseColumn> => {
  const one = columns[from]
  return one === undefined ? columns : columns.toSpliced(from, 1).toSpliced(to, 0, one)
}

const Column = (props: Props & { readonly at: number; readonly column: ResponseColumn }) => {
  const { form, id, headers, at, column } = props
  const words = useWords()
  const nameOf = useSourceName()
  const columns = columnsOf(form)
  const disabled = isSubmitting(form)
  const give = (value: ReadonlyArray<ResponseColumn>): void =>
    form.send({ type: "field.changed", field: "columns", value })
  const change = (more: Partial<ResponseColumn>): void => give(changed(columns, at, { ...column, ...more }))
  const label = column.header === "" ? words("response.column", { number: at + 1 }) : column.header
  const part = (name: string): string => fieldId(id, `columns.${at}.${name}`)
  return (
    <li className="response-column">
      <fieldset disabled={disabled}>
        <legend>{words("response.column", { number: at + 1 })}</legend>
        <label className="filter">
          <span>{words("response.header")}</span>
          <input
            id={part("header")}
            className="input"
            maxLength={80}
            value={column.header}
            onChange={({ currentTarget: { value } }) => change({ header: value })}
          />
        </label>
        <label className="filter">
          <span>{words("response.holds")}</span>
          <select
            id={part("source")}
            className="input"
            value={column.source}
            onChange={({ currentTarget: { value } }) => change({ source: value })}
          >
            <option value="">{words("response.holds.none")}</option>
            {headers.map((one) => (
              <option key={one.source} value={one.source}>
                {nameOf(one)}
              </option>
            ))}
          </select>
        </label>
        {column.source.endsWith("At") && (
          <label className="filter">
            <span>{words("response.timeFormat")}</span>
            <select
              className="input"
              value={column.format ?? "dateTime"}
              onChange={({ currentTarget: { value } }) =>
                change({ format: timeFormats.find((one) => one === value) ?? "dateTime" })
              }
            >
              {timeFormats.map((format) => (
                <option key={format} value={format}>
                  {words(`response.timeFormat.${format}`)}
                </option>
              ))}
            </select>
          </label>
        )}
        <label className="filter">
          <span>{words("response.default")}</span>
          <input
            className="input"
            maxLength={100}
            value={column.default ?? ""}
            onChange={({ currentTarget: { value } }) => change({ default: value })}
          />
        </label>
        <div className="row-actions">
          <Button
            size="small"
            text={words("response.up")}
            aria-label={words("response.up.one", { header: label })}
            disabled={at === 0}
            onClick={() => give(moved(columns, at, at - 1))}
          />
          <Button
            size="small"
            text={words("response.down")}
            aria-label={words("response.down.one", { header: label })}
            disabled={at === columns.length - 1}
            onClick={() => give(moved(columns, at, at + 1))}
          />
          <Button
            size="small"
            intent="danger"
            variant="outlined"
            text={words("response.remove")}
            aria-label={words("response.remove.one", { header: label })}
            onClick={() => give(columns.toSpliced(at, 1))}
          />
        </div>
      </fieldset>
    </li>
  )
}

/** The columns of a layout in their order: renamed, filled, moved, removed and added, by keyboard as well. */
export const ResponseColumns = (props: Props) => {
  const { form, id } = props
  const words = useWords()
  const columns = columnsOf(form)
  const isTouched = form.snapshot.context.touched["columns"] === true
  const error = isTouched ? form.snapshot.context.errors.find(({ field }) => field === "columns") : undefined
  return (
    <div className={error === undefined ? "field" : "field field-invalid"} id={fieldId(id, "columns")} tabIndex={-1}>
      <h2>{words("response.columns")}</h2>
      {error !== undefined && <p className="field-error">{error.message}</p>}
      <ol className="response-columns">
        {columns.map((column, at) => (
          <Column key={at} {...props} at={at} column={column} />
        ))}
      </ol>
      <Button
        text={words("response.add")}
        disabled={columns.length >= limits.responseColumns}
        onClick={() =>
          form.send({ type: "field.changed", field: "columns", value: [...columns, { header: "", source: "" }] })
        }
      />
    </div>
  )
}
