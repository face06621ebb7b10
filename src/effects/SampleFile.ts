import { Effect } from "effect"
import { problem, type Problem } from "#schemas/problem.ts"

/** A sample is only looked at for its first row; more than this is no sample. */
const maxBytes = 20 * 1024 * 1024

const unreadable = () =>
  problem("UnsupportedFormat", "This file has no header row that can be read. Choose a CSV, text or Excel file.")

// What reads files is loaded only when someone has one.
const textRow = async (file: File): Promise<ReadonlyArray<unknown>> => {
  const { default: Papa } = await import("papaparse")
  const { data } = Papa.parse<ReadonlyArray<string>>(await file.slice(0, 64 * 1024).text(), { preview: 1 })
  return data[0] ?? []
}

const sheetRow = async (file: File): Promise<ReadonlyArray<unknown>> => {
  const { readXlsx } = await import("hucre/xlsx")
  const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()))
  return sheets[0]?.rows[0] ?? []
}

/** The header row of a sample file, read in the browser; `UnsupportedFormat` for a file that has none. */
export const readSample = (file: File): Effect.Effect<ReadonlyArray<string>, Problem> =>
  Effect.tryPromise({
    try: () => (/\.xlsx$/i.test(file.name) ? sheetRow(file) : textRow(file)),
    catch: unreadable,
  }).pipe(
    Effect.map((row) =>
      row.map((cell) => (typeof cell === "string" || typeof cell === "number" ? String(cell).trim() : "")),
    ),
    Effect.filterOrFail((row) => file.size <= maxBytes && row.some((cell) => cell !== ""), unreadable),
  )
