/** What spreadsheets begin a formula with, full-width forms included. */
const sign = "[=+\\-@＝＋－＠]"
/** What stands before a formula without keeping it from being one. */
const blank = '[\\s\\0\\u200b\\ufeff"]*'
/** Where a spreadsheet of other settings than the file's begins a new cell. */
const separator = "[;,\\t|\\r\\n]"

const atStart = new RegExp(`^(?=${blank}${sign}|[\\t\\r\\n\\0])`)
// Looking back from what is rare: a run of separators is not searched again from each of them.
const behindSeparator = new RegExp(`(?=${sign})(?<=${separator}${blank})`, "g")
const marks = new RegExp(`(?=')(?<=^|${separator}${blank})'(?=${blank}${sign}|[\\t\\r\\n\\0])`, "g")

/** A telephone number begins with + and is no formula: an exported list stays one of numbers. */
const phone = /^\+[1-9]\d{6,14}$/

/**
 * A text as it stands in a file for spreadsheets: a quote mark goes before what
 * one would calculate, at its beginning and behind whatever its settings take
 * for the end of a cell (ASVS 1.2.10).
 */
export const harmless = (text: string): string =>
  phone.test(text) ? text : text.replace(behindSeparator, "'").replace(atStart, "'")

/** A cell without the quote marks that spreadsheets, and `harmless`, put before formulas. */
export const withoutMarks = (cell: string): string => (cell.includes("'") ? cell.replace(marks, "") : cell)

/**
 * How CSV for spreadsheets is written (RFC 4180), formulas neutralised. A line break of another kind than those between
 * rows has to stand in quotes too, which the writer does not do by itself.
 */
export const csvOptions = {
  record_delimiter: "windows",
  quoted_match: /[\r\n]/,
  cast: { string: harmless },
} as const

const marked = `(?<=^${blank}|${separator}${blank})`
const unmarkedFormula = new RegExp(`(?='*${sign})${marked}`, "g")
const markedFormula = new RegExp(`'(?='*${sign})(?<=(?:^|${separator})${blank}')`, "g")

/** A text for spreadsheets as `harmless` makes it, but one that `asWritten` gives back as it was, its own marks included. */
export const harmlessText = (text: string): string => text.replace(unmarkedFormula, "'")

/** The text of which `harmlessText` made this. */
export const asWritten = (cell: string): string => (cell.includes("'") ? cell.replace(markedFormula, "") : cell)
