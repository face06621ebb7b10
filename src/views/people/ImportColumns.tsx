import { ChevronLeft, ChevronRight, Key } from "@blueprintjs/icons"
import type { ReactNode } from "react"
import type { ColumnMapping, Import } from "#schemas/people/import.ts"
import type { RowPreview } from "#schemas/people/importDetail.ts"
import { sensitivityOf } from "#schemas/people/sensitive.ts"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import { Section } from "#views/parts/Page.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"
import { Becomes } from "./columnValues.tsx"

/** The columns of an import as they are shown. */
export type Columns = {
  readonly of: Import
  readonly mapping: ReadonlyArray<ColumnMapping>
  readonly preview: SeenReading<ReadonlyArray<RowPreview>>
  readonly url: PageUrl
}

/** Which of the first rows is shown, from 0; the address says it, counted from 1. */
const shownRow = ({ of, url }: Columns): number => {
  const asked = Number(url.search["row"] ?? "1")
  return Number.isInteger(asked) ? Math.min(Math.max(asked, 1), Math.max(of.sample.length, 1)) - 1 : 0
}

const shownId = "import-shown-row"

const RowStepper = (props: Columns) => {
  const words = useWords()
  const row = shownRow(props)
  const rows = props.of.sample.length
  const shown = words("import.columns.row", { row: row + 1, rows })
  const show = (to: number) => () => props.url.change({ row: to === 0 ? null : String(to + 1) })
  if (rows === 0) return <>{words("import.columns.removed")}</>
  return (
    <span className="row-stepper">
      <span id={shownId} aria-live="polite">
        {shown}
      </span>
      <HeldButton
        variant="minimal"
        size="small"
        icon={<ChevronLeft />}
        aria-label={words("import.columns.previous")}
        reason={row === 0 ? shown : undefined}
        saidIn={shownId}
        onClick={show(row - 1)}
      />
      <HeldButton
        variant="minimal"
        size="small"
        icon={<ChevronRight />}
        aria-label={words("import.columns.next")}
        reason={row >= rows - 1 ? shown : undefined}
        saidIn={shownId}
        onClick={show(row + 1)}
      />
    </span>
  )
}

const Meaning = ({ column }: { readonly column: ColumnMapping }) => {
  const words = useWords()
  return (
    <>
      {column.target === "externalId" && <Key className="meaning-key" size={14} aria-hidden="true" />}
      <span className={column.target === "ignore" ? "muted" : ""}>{words(`import.target.${column.target}`)}</span>
    </>
  )
}

const ColumnRow = (props: {
  readonly columns: Columns
  readonly index: number
  readonly meaning: ReactNode
  readonly below: ReactNode
}) => {
  const words = useWords()
  const { columns, index, below } = props
  const { of, mapping, preview } = columns
  const at = shownRow(columns)
  const header = mapping[index]?.header ?? ""
  const isHidden = sensitivityOf(header) !== undefined
  const asked = (preview.snapshot.context.params as { readonly importId?: number } | null)?.importId
  const row = asked === of.importId ? preview.snapshot.context.data?.[at] : undefined
  return (
    <>
      <tr className={below === null ? "" : "column-asks"}>
        <th scope="row">{header}</th>
        {of.sample.length > 0 && (
          <td className="column-sample">
            {isHidden ? <span className="muted">{words("import.columns.hidden")}</span> : of.sample[at]?.[index]}
          </td>
        )}
        <td className="column-meaning">{props.meaning}</td>
        <td className="column-becomes">
          <Becomes mapping={mapping} index={index} row={row} />
        </td>
      </tr>
      {below !== null && (
        <tr className="column-question">
          <td colSpan={of.sample.length > 0 ? 4 : 3}>{below}</td>
        </tr>
      )}
    </>
  )
}

/**
 * The columns of a file: what each is called, what stands in one of its first rows, what it means, and what the value
 * becomes by the rule of the import. `meaningOf` and `belowOf` put controls in the place of the words.
 */
export const ImportColumns = (
  props: Columns & {
    readonly title: string
    readonly meaningOf?: (index: number) => ReactNode
    readonly belowOf?: (index: number) => ReactNode
  },
) => {
  const words = useWords()
  const { mapping } = props
  const left = mapping.filter(({ target }) => target === "ignore").length
  return (
    <Section
      title={props.title}
      caption={words("import.columns.used", { used: mapping.length - left, left })}
      aside={<RowStepper {...props} />}
    >
      <table className="columns-table">
        <caption className="visually-hidden">{props.title}</caption>
        <thead>
          <tr>
            <th scope="col">{words("import.columns.column")}</th>
            {props.of.sample.length > 0 && (
              <th scope="col">{words("import.columns.example", { row: shownRow(props) + 1 })}</th>
            )}
            <th scope="col">{words("import.columns.meaning")}</th>
            <th scope="col">{words("import.columns.becomes")}</th>
          </tr>
        </thead>
        <tbody>
          {mapping.map((column, index) => (
            <ColumnRow
              key={`${index} ${column.header}`}
              columns={props}
              index={index}
              meaning={props.meaningOf?.(index) ?? <Meaning column={column} />}
              below={props.belowOf?.(index) ?? null}
            />
          ))}
        </tbody>
      </table>
    </Section>
  )
}
