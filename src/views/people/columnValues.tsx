import { useIntl } from "react-intl"
import type { ColumnMapping, ColumnTarget } from "#schemas/people/import.ts"
import { variableNames } from "#schemas/people/variableNames.ts"
import type { RowPreview } from "#schemas/people/importDetail.ts"
import { sensitivityOf } from "#schemas/people/sensitive.ts"
import { Day, useZoneName } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { phoneText, useLanguageName } from "./patientValues.ts"

/** How templates write a value of the list's own; undefined for what every list has. */
const inTemplates = (mapping: ReadonlyArray<ColumnMapping>, index: number): string | undefined => {
  const custom = mapping.flatMap((one, at) => (one.target === "custom" ? [{ header: one.header, at }] : []))
  const names = variableNames(custom.map(({ header }) => header))
  const name = names[custom.findIndex(({ at }) => at === index)]
  return name === undefined ? undefined : `{{ ${name} }}`
}

/** Names a country by its code in the reader's language. */
export const useCountryName = (): ((code: string) => string) => {
  const intl = useIntl()
  return (code) => intl.formatDisplayName(code, { type: "region", fallback: "code" }) ?? code
}

const Stored = (props: { readonly target: ColumnTarget; readonly value: string; readonly row: RowPreview }) => {
  const { target, value, row } = props
  const countryName = useCountryName()
  const languageName = useLanguageName()
  const zoneName = useZoneName()
  if (target === "phone") return <span className="phone">{phoneText(value)}</span>
  if (target === "dob") return <Day on={value} />
  if (target === "language") return <>{languageName(value)}</>
  if (target === "addressCountry") return <>{countryName(value)}</>
  if (target === "timezone") return <>{zoneName(value)}</>
  if (target === "zip" && row.zoneSource === "zip") {
    return (
      <>
        {value}, {row.zones.map((zone) => zoneName(zone)).join(", ")}
      </>
    )
  }
  return <>{value}</>
}

/** What a column becomes: how the value of the row is stored or why it is not, and its name in templates. */
export const Becomes = (props: {
  readonly mapping: ReadonlyArray<ColumnMapping>
  readonly index: number
  /** The row as the server would store it; undefined while that is not known. */
  readonly row: RowPreview | undefined
}) => {
  const words = useWords()
  const { mapping, index, row } = props
  const { header, target } = mapping[index] ?? { header: "", target: "ignore" as const }
  const kind = sensitivityOf(header)
  const read = row?.cells[index]
  // What was read as something else is on its way to be read again.
  const cell = read?.target === target ? read : undefined
  const name = inTemplates(mapping, index)
  if (target === "ignore")
    return kind === undefined ? null : <span className="mark">{words(`import.columns.${kind}`)}</span>
  return (
    <>
      {row !== undefined && cell !== undefined && cell.value !== "" && (
        <Stored target={target} value={cell.value} row={row} />
      )}
      {cell !== undefined && cell.error !== null && <span className="field-error">{cell.error}</span>}{" "}
      {name !== undefined && <code className="mark">{name}</code>}
    </>
  )
}
