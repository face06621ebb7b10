import { limits } from "#schemas/constants.ts"
import type { DateOrder } from "#schemas/people/dateOrder.ts"
import { mappableFields, type ColumnMapping, type MappableField } from "#schemas/people/import.ts"
import { variableNames } from "#schemas/people/variableNames.ts"
import type { PhoneKind } from "#schemas/people/patient.ts"
import {
  readCountry,
  readDate,
  readEmail,
  readLanguage,
  readPhone,
  readText,
  readZip,
  readZone,
  type Reading,
} from "./cells.rule.ts"
import { withoutMarks } from "./formulas.rule.ts"
import { patientKeys, type PatientKeys } from "#server/people/patients/patientKeys.rule.ts"

/** What rows are judged against. */
export type RowContext = {
  readonly country: string
  /** Whose numbers the company texts, by `textedNations`. */
  readonly countries: ReadonlySet<string>
  /** `YYYY-MM-DD`, by the Clock service. */
  readonly today: string
}

/** A person as a row names them, ready to be stored. Null and "" mean that the row does not say. */
export type PatientRow = PatientKeys & {
  readonly line: number
  readonly externalId: string | null
  readonly firstName: string
  readonly lastName: string
  readonly dob: string | null
  readonly language: string | null
  readonly zip: string | null
  readonly addressCountry: string | null
  readonly timezone: string | null
  readonly phone: string | null
  readonly phoneKind: PhoneKind
  readonly email: string | null
  readonly custom: Readonly<Record<string, string>>
}

/** One reason why a row is not taken. `position` is the column's number from 0; -1 for the row as a whole. */
export type RowRejection = {
  readonly line: number
  readonly position: number
  readonly column: string
  readonly reason: string
  readonly value: string
  /** The row as it stands in the file; with the first error about a row only, since a row may have many. */
  readonly cells?: ReadonlyArray<string>
}

type Values = Partial<Record<MappableField, unknown>>
type Column = { readonly header: string; readonly position: number }
type FieldColumn = Column & { readonly field: MappableField; readonly dateOrder: DateOrder }

/** A mapping made ready for many rows. */
export type RowPlan = {
  readonly fields: ReadonlyArray<FieldColumn>
  readonly custom: ReadonlyArray<Column & { readonly name: string }>
  readonly columns: number
}

/** Prepares a mapping, which has one entry for each column of the file, in the file's order. */
export const rowPlan = (mapping: ReadonlyArray<ColumnMapping>): RowPlan => {
  // A column has no order when none of its dates asks for one, or when it was mapped before orders were asked.
  const columns = mapping.map(({ header, target, dateOrder = "monthFirst" }, position) => ({
    header,
    target,
    position,
    dateOrder,
  }))
  const custom = columns.filter(({ target }) => target === "custom")
  const names = variableNames(custom.map(({ header }) => header))
  return {
    fields: mappableFields.flatMap((field) =>
      columns.filter(({ target }) => target === field).map((column) => ({ ...column, field })),
    ),
    custom: custom.map((column, index) => ({ ...column, name: names[index] ?? column.header })),
    columns: mapping.length,
  }
}

const readers: {
  readonly [Field in MappableField]: (
    text: string,
    context: RowContext,
    row: Values,
    column: FieldColumn,
  ) => Reading<unknown>
} = {
  externalId: (text) => readText(text, 64),
  firstName: (text) => readText(text, 100),
  lastName: (text) => readText(text, 100),
  phone: (text, { country }) => readPhone(text, country),
  dob: (text, { today }, _, { dateOrder }) => readDate(text, today, dateOrder),
  language: readLanguage,
  addressCountry: readCountry,
  zip: (text, { country }, row) => readZip(text, (row.addressCountry as string | undefined) ?? country),
  timezone: readZone,
  email: readEmail,
}

/** Control characters other than tab and line break; PostgreSQL cannot store the first of them. */
// oxlint-disable-next-line no-control-regex
const unprintable = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/

/** A cell as it is read; one that is too long to be taken stays as it came. */
export const cleaned = (cell: string): string =>
  cell.length > limits.cellCharacters ? cell : withoutMarks(cell).trim()

const badCell = (cell: string): string | undefined => {
  if (cell.length > limits.cellCharacters) return "This cell is longer than 64 kB. Shorten it."
  if (cell.includes("\uFFFD")) return "Letters of this cell were lost when the file was saved. Enter them again."
  return unprintable.test(cell) ? "This cell holds characters that are no text." : undefined
}

/** The beginning of a cell, to know it by; of one that is too long, line and column say enough. */
const shortened = (value: string): string =>
  // oxlint-disable-next-line no-control-regex
  value.length > limits.cellCharacters ? "" : value.replaceAll(/[\0-\x1f]+/g, " ").slice(0, 200)

const raggedReason = (cells: number, columns: number) =>
  `This row has ${cells} ${cells === 1 ? "cell" : "cells"}, the header has ${columns}.`

/** Whether a row has other cells than its header, so that it is not clear which is which. */
export const isRagged = (cells: ReadonlyArray<string>, columns: number): boolean =>
  cells.length < columns || cells.slice(columns).some((cell) => cell.trim() !== "")

/** Whether nothing stands in a row; such rows are passed over without a word. */
export const isBlank = (cells: ReadonlyArray<string>): boolean =>
  cells.every((cell) => cell === "" || cell.trim() === "")

const whole = (line: number, reason: string, value = ""): RowRejection => ({
  line,
  position: -1,
  column: "",
  reason,
  value,
})

/** Hears what a filled cell of a column says, or why it cannot be taken. */
type Note = (column: Column, reading: Reading<unknown>) => void

/**
 * Reads the cells of a row, each by what its column is: the patient fields and custom values of those that say
 * something, and each filled cell alone by `note`.
 */
export const readCells = (plan: RowPlan, context: RowContext, cells: ReadonlyArray<string>, note: Note) => {
  const values: Values = {}
  for (const column of plan.fields) {
    const cell = cleaned(cells[column.position] ?? "")
    if (cell === "") continue
    const bad = badCell(cell)
    const reading = bad === undefined ? readers[column.field](cell, context, values, column) : { error: bad }
    note(column, reading)
    if ("value" in reading) values[column.field] = reading.value
  }
  const custom: Record<string, string> = {}
  for (const column of plan.custom) {
    const cell = cleaned(cells[column.position] ?? "")
    if (cell === "") continue
    const bad = badCell(cell)
    note(column, bad === undefined ? { value: cell } : { error: bad })
    if (bad === undefined) custom[column.name] = cell
  }
  return { values, custom }
}

/** Why rows cannot be taken, or the person they name. */
export type Judgement = { readonly row: PatientRow } | { readonly rejections: ReadonlyArray<RowRejection> }

/**
 * Judges one row of a file by its mapping: every error about it, or the
 * person it names (docs/policy.md#imports). `line` is the row's number as spreadsheets
 * count, the header being 1.
 */
export const judgeRow = (plan: RowPlan, context: RowContext, line: number, cells: ReadonlyArray<string>): Judgement => {
  if (isRagged(cells, plan.columns)) {
    return { rejections: [whole(line, raggedReason(cells.length, plan.columns), shortened(cells.join(", ")))] }
  }
  const rejections: Array<RowRejection> = []
  const { values, custom } = readCells(plan, context, cells, ({ position, header }, reading) => {
    if ("value" in reading) return
    rejections.push({ line, position, column: header, reason: reading.error, value: shortened(cells[position] ?? "") })
  })
  if (rejections.length > 0) return { rejections }
  if (values.phone === undefined && values.externalId === undefined) {
    return { rejections: [whole(line, "This row has neither a phone nor a patient id.")] }
  }
  return { row: patientOf(line, values, custom) }
}

/** The person that the values of a row name. */
export const patientOf = (line: number, values: Values, custom: Record<string, string>): PatientRow => {
  const text = (field: MappableField) => (values[field] as string | undefined) ?? null
  const { phone, phoneKind } = (values.phone ?? { phone: null, phoneKind: "unknown" }) as {
    phone: string | null
    phoneKind: PhoneKind
  }
  const named = {
    externalId: text("externalId"),
    firstName: text("firstName") ?? "",
    lastName: text("lastName") ?? "",
    phone,
  }
  return {
    ...named,
    ...patientKeys(named),
    line,
    dob: text("dob"),
    language: text("language"),
    zip: text("zip"),
    addressCountry: text("addressCountry"),
    timezone: text("timezone"),
    phoneKind,
    email: text("email"),
    custom,
  }
}
