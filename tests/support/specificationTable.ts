/** One row of docs/specification.md. */
export type SpecifiedRow = {
  readonly what: string
  /** The places named, as `file#name`; with `›` before keys inside. */
  readonly places: ReadonlyArray<{ readonly file: string; readonly name: string; readonly keys: ReadonlyArray<string> }>
  /** A library that fixes it, when it is not ours to set. */
  readonly library: string | null
  readonly isToCome: boolean
  readonly tests: ReadonlyArray<string>
}

const code = /`([^`]+)`/g
const codes = (cell: string): ReadonlyArray<string> => [...cell.matchAll(code)].map(([, text = ""]) => text)
const placeOf = (text: string) => {
  const [file = "", path = ""] = text.split("#")
  const [name = "", ...keys] = path.split(" › ")
  return { file, name, keys }
}

const rowOf = (line: string): SpecifiedRow => {
  const [, what = "", lives = "", held = ""] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
  return {
    what: codes(what)[0] ?? what,
    places: codes(lives)
      .filter((text) => text.includes("#"))
      .map(placeOf),
    library: codes(lives).find((text) => text.startsWith("@")) ?? null,
    isToCome: /(?:^|: )still to come$/.test(lives),
    tests: codes(held),
  }
}

/** The rows of the table, by the headings above them. */
export const rowsOf = (text: string): ReadonlyMap<string, ReadonlyArray<SpecifiedRow>> =>
  new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((section) => {
        const lines = section.split("\n")
        const rows = lines.filter((line) => line.startsWith("| `")).map(rowOf)
        return [lines[0] ?? "", rows]
      }),
  )
