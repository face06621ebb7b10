import Papa from "papaparse"
import { problem, type Problem } from "#schemas/problem.ts"

/** The encodings a file may have, by the names decoders know. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252"

/** One row of a file; `line` is its number as spreadsheets count, the header being 1. */
export type CsvRow = {
  readonly line: number
  readonly cells: ReadonlyArray<string>
  /** Its quotes do not match, so its cells are not to be trusted. */
  readonly broken: boolean
}

/** A file that cannot be read on; `problem` says why. */
export class UnreadableFile extends Error {
  readonly problem: Problem

  constructor(reason: Problem) {
    super(reason.message)
    this.problem = reason
  }
}

/** A row longer than this many characters is an opening quote that no one closed. */
const longestRow = 1024 * 1024

type Parsed = {
  readonly data: ReadonlyArray<ReadonlyArray<string>>
  readonly errors: ReadonlyArray<{ readonly row?: number }>
  readonly meta: { readonly cursor: number }
}

/** Reads a file piece by piece; the pieces may be cut anywhere. */
export type CsvReader = {
  /** The rows that end in this piece; `last` says that no piece follows. Throws `UnreadableFile`. */
  readonly feed: (bytes: Uint8Array, last: boolean) => ReadonlyArray<CsvRow>
}

/** Line breaks of every kind as one, without which a stray one would end up in a cell or break a quote. */
const withOneLineBreak = (text: string): string => (text.includes("\r") ? text.replaceAll(/\r\n?/g, "\n") : text)

/** Makes a reader for one file. */
export const csvReader = (encoding: Encoding, delimiter: string): CsvReader => {
  const decoder = new TextDecoder(encoding)
  const parser = new Papa.Parser({ delimiter, newline: "\n" })
  let rest = ""
  let lines = 0
  const rows = ({ data, errors }: Parsed): ReadonlyArray<CsvRow> => {
    const broken = new Set(errors.map(({ row }) => row))
    const before = lines
    lines += data.length
    return data.map((cells, index) => ({ line: before + index + 1, cells, broken: broken.has(index) }))
  }
  return {
    feed: (bytes, last) => {
      const text = rest + decoder.decode(bytes, { stream: !last })
      // The second half of a line break may be in the next piece.
      const usable = !last && text.endsWith("\r") ? text.slice(0, -1) : text
      const normal = withOneLineBreak(usable)
      // A final line break ends the last row and begins no other.
      const whole = last && normal.endsWith("\n") ? normal.slice(0, -1) : normal
      if (last && whole === "") return []
      const parsed: Parsed = parser.parse(whole, 0, !last)
      rest = last ? "" : whole.slice(parsed.meta.cursor) + text.slice(usable.length)
      const found = rows(parsed)
      if (rest.length > longestRow) {
        throw new UnreadableFile(
          problem(
            "Invalid",
            `A quote opened in row ${lines + 1} is never closed. Mend that row and upload the file again.`,
          ),
        )
      }
      return found
    },
  }
}

/** The separator of the cells of a file, guessed from its beginning. */
export const guessDelimiter = (beginning: string): string => {
  const { meta } = Papa.parse(beginning, { preview: 20, delimitersToGuess: [",", "\t", ";", "|"] })
  return [",", "\t", ";", "|"].includes(meta.delimiter) ? meta.delimiter : ","
}

/** Decodes the beginning of a file, where a character may be cut in two. */
export const decodeBeginning = (bytes: Uint8Array, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(bytes, { stream: true })
