import { Effect, Option, Stream } from "effect"
import { limits } from "#schemas/constants.ts"
import type { CompanyId, ImportId } from "#schemas/ids.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { isBlank } from "./patientRow.rule.ts"
import { readChunk, type ImportFile } from "./importFile.queries.ts"
import { csvReader, UnreadableFile, type CsvRow, type Encoding } from "./csv.ts"

/** The rows of a stored piece of a file, and how many bytes of the file lie before its end. */
export type RowsOfPiece = { readonly rows: ReadonlyArray<CsvRow>; readonly bytes: number }

const tooManyRows = problem(
  "TooLarge",
  `The file has more than ${limits.fileRows.toLocaleString("en-US")} rows. Split it and upload the parts.`,
)

const readPiece = (feed: () => ReadonlyArray<CsvRow>): Effect.Effect<ReadonlyArray<CsvRow>, Problem> =>
  Effect.suspend(() => {
    try {
      const rows = feed()
      return (rows.at(-1)?.line ?? 0) > limits.fileRows + 1 ? Effect.fail(tooManyRows) : Effect.succeed(rows)
    } catch (cause) {
      return cause instanceof UnreadableFile ? Effect.fail(cause.problem) : Effect.die(cause)
    }
  })

/**
 * Reads a stored file piece by piece: its filled data rows behind `line`. Rows
 * before it are read again and passed over, which is quick, and exact whatever
 * quotes and encodings do to byte positions. Fails with the problem of a file
 * that cannot be read on.
 */
export const fileRows = (companyId: CompanyId, importId: ImportId, file: ImportFile, line: number) =>
  Stream.suspend(() => {
    const reader = csvReader(file.encoding as Encoding, file.delimiter)
    return Stream.paginate({ chunk: 0, bytes: 0 }, ({ chunk, bytes }) =>
      Effect.gen(function* () {
        const piece = yield* readChunk(companyId, importId, chunk)
        if (piece === undefined) return yield* Effect.die(new Error(`Piece ${chunk} of import ${importId} is missing`))
        const end = bytes + piece.length
        const last = end >= file.bytes
        const read = yield* readPiece(() => reader.feed(piece, last))
        // The event loop serves others between two pieces.
        yield* Effect.yieldNow
        const rows = read.filter((row) => row.line > Math.max(line, 1) && !isBlank(row.cells))
        const next = last ? Option.none() : Option.some({ chunk: chunk + 1, bytes: end })
        return [[{ rows, bytes: end } satisfies RowsOfPiece], next] as const
      }),
    )
  })
