import { ArrowDown, ArrowUp, Cross } from "@blueprintjs/icons"
import type { ReactNode } from "react"
import { limits } from "#schemas/constants.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import {
  fixedSources,
  timeFormats,
  type FixedSource,
  type ResponseColumn,
  type ResponseHeader,
  type ResponsePreview,
} from "#schemas/outreach/responseFile.ts"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import { fieldId, isSubmitting, type SeenForm } from "#views/parts/Form.tsx"
import { useWords } from "#views/parts/Words.tsx"

type Props = {
  readonly form: SeenForm
  readonly id: string
  readonly channel: ChannelName
  readonly headers: ReadonlyArray<ResponseHeader>
  /** The rows as they are previewed; null until they were read once. */
  readonly preview: ResponsePreview | null
}

const columnsOf = (form: SeenForm): ReadonlyArray<ResponseColumn> =>
  form.snapshot.context.values["columns"] as ReadonlyArray<ResponseColumn>

const isFixed = (source: string): source is FixedSource => (fixedSources as ReadonlyArray<string>).includes(source)

const byChannel = ["sentAt", "deliveredAt", "failedAt", "repliedAt"] as const satisfies ReadonlyArray<FixedSource>
const isByChannel = (source: FixedSource): source is (typeof byChannel)[number] =>
  (byChannel as ReadonlyArray<FixedSource>).includes(source)

/** How a person calls what a column may hold. */
const useSourceName = ({ channel }: Pick<Props, "channel">) => {
  const words = useWords()
  return ({ source, name }: ResponseHeader): string => {
    if (!isFixed(source)) return words("response.list", { name: name ?? source })
    return words(isByChannel(source) ? `source.${source}.${channel}` : `source.${source}`)
  }
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

/** A cell with its label, which the head of the table replaces where there is room for one. */
const Labelled = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <td>
    <label>
      <span className="cell-label">{label}</span>
      {children}
    </label>
  </td>
)

type ColumnProps = Props & { readonly at: number; readonly column: ResponseColumn }

const columnTools = ({ form, at, column }: ColumnProps) => {
  const columns = columnsOf(form)
  const give = (value: ReadonlyArray<ResponseColumn>): void =>
    form.send({ type: "field.changed", field: "columns", value })
  const change = (more: Partial<ResponseColumn>): void => give(changed(columns, at, { ...column, ...more }))
  return { columns, give, change }
}

const Holds = (props: ColumnProps) => {
  const { form, id, headers, at, column } = props
  const words = useWords()
  const nameOf = useSourceName(props)
  const { change } = columnTools(props)
  return (
    <Labelled label={words("response.holds")}>
      <select
        id={fieldId(id, `columns.${at}.source`)}
        className="input"
        disabled={isSubmitting(form)}
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
    </Labelled>
  )
}

const WrittenAs = (props: ColumnProps) => {
  const { form, column } = props
  const words = useWords()
  const { change } = columnTools(props)
  if (!column.source.endsWith("At")) return <td className="cell-none" />
  return (
    <Labelled label={words("response.timeFormat")}>
      <select
        className="input"
        disabled={isSubmitting(form)}
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
    </Labelled>
  )
}

const Order = (props: ColumnProps) => {
  const { form, at, column } = props
  const words = useWords()
  const { columns, give } = columnTools(props)
  const header = column.header === "" ? words("response.column", { number: at + 1 }) : column.header
  const disabled = isSubmitting(form)
  return (
    <td>
      <div className="column-order">
        <HeldButton
          size="small"
          variant="minimal"
          icon={<ArrowUp />}
          aria-label={words("response.up.one", { header })}
          waits={disabled}
          reason={at === 0 ? words("response.cannot.up") : undefined}
          onClick={() => give(moved(columns, at, at - 1))}
        />
        <HeldButton
          size="small"
          variant="minimal"
          icon={<ArrowDown />}
          aria-label={words("response.down.one", { header })}
          waits={disabled}
          reason={at === columns.length - 1 ? words("response.cannot.down") : undefined}
          onClick={() => give(moved(columns, at, at + 1))}
        />
        <HeldButton
          size="small"
          variant="minimal"
          icon={<Cross />}
          aria-label={words("response.remove.one", { header })}
          waits={disabled}
          reason={undefined}
          onClick={() => give(columns.toSpliced(at, 1))}
        />
      </div>
    </td>
  )
}

/** What stands in this column for the first person of the preview, where that is of the same columns. */
const sampleOf = ({ preview, at, column }: ColumnProps): string =>
  preview?.header[at] === column.header.trim() ? (preview.rows[0]?.[at] ?? "") : ""

const Column = (props: ColumnProps) => {
  const { form, id, at, column } = props
  const words = useWords()
  const { change } = columnTools(props)
  const disabled = isSubmitting(form)
  return (
    <tr>
      <Labelled label={words("response.header")}>
        <input
          id={fieldId(id, `columns.${at}.header`)}
          className="input"
          disabled={disabled}
          maxLength={80}
          value={column.header}
          onChange={({ currentTarget: { value } }) => change({ header: value })}
        />
      </Labelled>
      <Holds {...props} />
      <td className="column-sample">{sampleOf(props)}</td>
      <WrittenAs {...props} />
      <Labelled label={words("response.default")}>
        <input
          className="input"
          disabled={disabled}
          maxLength={100}
          value={column.default ?? ""}
          onChange={({ currentTarget: { value } }) => change({ default: value })}
        />
      </Labelled>
      <Order {...props} />
    </tr>
  )
}

const heads = ["header", "holds", "example", "timeFormat", "default"] as const

/** The columns of a layout in their order, each next to what it holds for one real person; renamed, filled, moved, removed and added, by keyboard as well. */
export const ResponseColumns = (props: Props) => {
  const { form, id } = props
  const words = useWords()
  const columns = columnsOf(form)
  const isTouched = form.snapshot.context.touched["columns"] === true
  const error = isTouched ? form.snapshot.context.errors.find(({ field }) => field === "columns") : undefined
  const most = limits.responseColumns
  const full = columns.length < most ? undefined : words("response.cannot.add", { columns: most })
  return (
    <div className={error === undefined ? "field" : "field field-invalid"} id={fieldId(id, "columns")} tabIndex={-1}>
      <h3>{words("response.columns")}</h3>
      {error !== undefined && <p className="field-error">{error.message}</p>}
      <table className="response-columns">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {words(`response.${head}`)}
              </th>
            ))}
            <th scope="col">{words("response.order")}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column, at) => (
            <Column key={at} {...props} at={at} column={column} />
          ))}
        </tbody>
      </table>
      <div>
        <HeldButton
          text={words("response.add")}
          reason={full}
          saidIn={`${id}-full`}
          onClick={() =>
            form.send({ type: "field.changed", field: "columns", value: [...columns, { header: "", source: "" }] })
          }
        />
        {full !== undefined && (
          <p id={`${id}-full`} className="muted">
            {full}
          </p>
        )}
      </div>
    </div>
  )
}
