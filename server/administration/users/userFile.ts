import { Effect } from "effect"
import {
  refusalColumns,
  userFileColumns,
  userFileLimits,
  type UserFileCheck,
} from "#schemas/administration/userFile.ts"
import type { Person } from "#schemas/caller.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { csvReader, decodeBeginning, guessDelimiter, UnreadableFile, type CsvRow } from "#server/people/imports/csv.ts"
import { encodingProbe } from "#server/people/imports/encoding.ts"
import { withoutMarks } from "#server/people/imports/formulas.rule.ts"
import { readFeatures, readGroups } from "./group.queries.ts"
import { readNamed } from "./userFile.queries.ts"
import { judgeRow, type ReadRow } from "./userFileRow.rule.ts"

const invalid = (message: string) => problem("Invalid", message)
const isBlank = ({ cells }: CsvRow): boolean => cells.every((cell) => cell.trim() === "")

/** Other names of columns, and those of an export and of refused rows that no import reads. */
const aliases: Readonly<Record<string, string>> = {
  email: "e-mail",
  "e-mail address": "e-mail",
  "email address": "e-mail",
}
const passedOver = [...refusalColumns.map((name) => name.toLowerCase()), "company", "active", "locked"]
const isPassedOver = (name: string): boolean => name === "" || passedOver.includes(name) || name.startsWith("last seen")

const named = `The first row holds the names of the columns: ${userFileColumns.join(", ")}.`

/** Where each of our columns stands; -1 for one that the file has not. */
const placesIn = (header: CsvRow): ReadonlyArray<number> | Problem => {
  const names = header.cells.map((cell) => {
    const name = cell.trim().toLowerCase()
    return aliases[name] ?? name
  })
  const ours = userFileColumns.map((name) => name.toLowerCase())
  const unknown = names.findIndex((name) => !ours.includes(name) && !isPassedOver(name))
  if (unknown >= 0)
    return invalid(`The column “${header.cells[unknown]?.trim() ?? ""}” is not known. Rename or remove it. ${named}`)
  const twice = ours.find((name) => names.indexOf(name) !== names.lastIndexOf(name))
  if (twice !== undefined) return invalid(`The file has the column “${twice}” twice.`)
  if (!names.includes("e-mail")) return invalid(`The file has no column “E-mail”. ${named}`)
  return ours.map((name) => names.indexOf(name))
}

const linesIn = (bytes: Uint8Array): ReadonlyArray<CsvRow> => {
  const probe = encodingProbe()
  probe.look(bytes)
  const encoding = probe.end()
  return csvReader(encoding, guessDelimiter(decodeBeginning(bytes, encoding))).feed(bytes, true)
}

const readRow = (places: ReadonlyArray<number>, { line, cells, broken }: CsvRow): ReadRow => {
  const cell = (column: number): string => withoutMarks((cells[places[column] ?? -1] ?? "").trim())
  return {
    line,
    isBroken: broken,
    cells: [cell(0), cell(1), cell(2), cell(3), cell(4)],
    email: cell(1).toLowerCase(),
  }
}

const rowsIn = (bytes: Uint8Array): ReadonlyArray<ReadRow> | Problem => {
  const [header, ...lines] = linesIn(bytes)
  if (header === undefined) return invalid("The file is empty.")
  const places = placesIn(header)
  if ("problem" in places) return places
  const filled = lines.filter((line) => !isBlank(line))
  if (filled.length === 0) return invalid("The file has no rows below the names of its columns.")
  if (filled.length > userFileLimits.rows)
    return problem("TooLarge", `The file has more than ${userFileLimits.rows} rows. Split it and import the parts.`)
  return filled.map((line) => readRow(places, line))
}

/** Reads what may throw `UnreadableFile`. */
const read = (bytes: Uint8Array): Effect.Effect<ReadonlyArray<ReadRow>, Problem> =>
  Effect.suspend(() => {
    try {
      const rows = rowsIn(bytes)
      return "problem" in rows ? Effect.fail(rows) : Effect.succeed(rows)
    } catch (cause) {
      return cause instanceof UnreadableFile ? Effect.fail(cause.problem) : Effect.die(cause)
    }
  })

/**
 * Says what a file of users would do in the acting company, row by row; nothing is changed. Fails with Invalid,
 * UnsupportedFormat and TooLarge for a file that is none of users.
 * @param now the real world's time, ISO 8601
 */
export const checkUserFile = Effect.fn("checkUserFile")(function* (person: Person, bytes: Uint8Array, now: string) {
  const companyId = person.actingCompanyId
  const rows = yield* read(bytes)
  const features = yield* readFeatures(companyId)
  const groups = yield* readGroups(companyId)
  const companyGroups = groups.map(({ groupId, group }) => ({ groupId, ...group }))
  const first = new Map(rows.toReversed().map(({ email, line }) => [email, line]))
  const known = yield* readNamed(companyId, [...first.keys()], now)
  const judged = { person, companyId, features, companyGroups, first, named: known }
  return { rows: rows.map((row) => judgeRow(row, judged)) } satisfies UserFileCheck
})
