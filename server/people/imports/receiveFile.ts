import { createHash } from "node:crypto"
import { Effect, Stream } from "effect"
import { limits } from "#schemas/constants.ts"
import type { CompanyId, ImportId } from "#schemas/ids.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import type { DateCounts } from "#schemas/people/dateOrder.ts"
import { columnAs } from "#schemas/people/import.ts"
import { sensitivityOf } from "#schemas/people/sensitive.ts"
import { columnNames, guessMapping } from "./columns.rule.ts"
import { isBlank } from "./patientRow.rule.ts"
import { dropChunks, nextImportId, storeChunk, type NewImportFile } from "./importFile.queries.ts"
import { csvReader, decodeBeginning, guessDelimiter, UnreadableFile, type Encoding } from "./csv.ts"
import { dateScan } from "./dateScan.ts"
import { encodingProbe } from "./encoding.ts"

/** Bytes of a stored piece: small enough that reading one keeps no one waiting. */
const chunkBytes = 128 * 1024
/** Rows shown to the person who maps the columns, without the cells of sensitive columns. */
const sampleRows = 10
/** Characters of a sample cell that are shown. */
const sampleCharacters = 120

const tooLarge = problem("TooLarge", "The file is larger than 100 MB. Split it and upload the parts.")
const invalid = (message: string) => new UnreadableFile(problem("Invalid", message))

/** Runs what throws `UnreadableFile`; its problem becomes the failure. */
const readable = <A>(work: () => A): Effect.Effect<A, Problem> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(work())
    } catch (cause) {
      return cause instanceof UnreadableFile ? Effect.fail(cause.problem) : Effect.die(cause)
    }
  })

const judgeBeginning = (
  beginning: Uint8Array,
  whole: boolean,
  encoding: Encoding,
  dates: ReadonlyArray<DateCounts>,
) => {
  const delimiter = guessDelimiter(decodeBeginning(beginning, encoding))
  const [header, ...rows] = csvReader(encoding, delimiter).feed(beginning, whole)
  if (header === undefined || isBlank(header.cells)) {
    throw invalid(
      whole
        ? "The file is empty."
        : "The first row must hold the names of the columns, and this one is too long for it.",
    )
  }
  const columns = columnNames(header.cells)
  if (columns.length > limits.fileColumns) {
    throw invalid(
      `The file has ${columns.length} columns; ${limits.fileColumns} are possible. Remove some and upload it again.`,
    )
  }
  const filled = rows.filter(({ cells }) => !isBlank(cells))
  if (filled.length === 0) {
    throw invalid(
      whole
        ? "The file has a header row and nothing else."
        : "The row after the header does not end within 128 kB. Shorten its cells, or close a quote that stands open.",
    )
  }
  if (filled.every(({ cells }) => cells.length !== columns.length)) {
    throw invalid("The rows do not have as many cells as the header. Check how the columns are separated.")
  }
  const shown = columns.map((header) => sensitivityOf(header) === undefined)
  const sample = filled
    .slice(0, sampleRows)
    .map(({ cells }) =>
      cells
        .slice(0, columns.length)
        .map((cell, index) => (shown[index] === true ? cell.slice(0, sampleCharacters) : "")),
    )
  const mapping = guessMapping(columns).map((column, index) => columnAs(column, dates[index]))
  return { delimiter, mapping, sample, dates }
}

/** Cuts what arrives in pieces of any size into pieces of `chunkBytes`. */
const inChunks = <E, R>(content: Stream.Stream<Uint8Array, E, R>): Stream.Stream<Uint8Array, E, R> =>
  content.pipe(
    Stream.mapAccum(
      () => Buffer.alloc(0) as Buffer,
      (held, bytes) => {
        let rest = Buffer.concat([held, bytes])
        const chunks: Array<Uint8Array> = []
        for (; rest.length >= chunkBytes; rest = rest.subarray(chunkBytes)) chunks.push(rest.subarray(0, chunkBytes))
        return [rest, chunks] as const
      },
      { onHalt: (rest) => (rest.length === 0 ? [] : [rest]) },
    ),
  )

/** A file that is stored piece by piece under its import id, with what was found out about it. */
export type ReceivedFile = {
  readonly importId: ImportId
  readonly file: NewImportFile
  /** Of its name and its bytes: the same for the same file sent again. */
  readonly requestHash: string
}

/**
 * Receives a list file: stores its pieces as they come and judges its kind,
 * encoding, separator, header and dates. A file that cannot be a list fails with a
 * problem (413, 415, 422) and leaves nothing behind.
 * @param most bytes that a file may have.
 */
export const receiveFile = Effect.fn("people.receiveFile")(function* <E, R>(
  companyId: CompanyId,
  fileName: string,
  content: Stream.Stream<Uint8Array, E, R>,
  most: number = limits.fileBytes,
) {
  const importId = yield* nextImportId()
  const probe = encodingProbe()
  const scan = dateScan()
  const hash = createHash("sha256")
  let bytes = 0
  let chunks = 0
  let beginning: Uint8Array = new Uint8Array()
  const store = (chunk: Uint8Array) =>
    Effect.gen(function* () {
      bytes += chunk.length
      hash.update(chunk)
      if (bytes > most) return yield* Effect.fail(tooLarge)
      yield* readable(() => probe.look(chunk))
      scan.look(chunk, probe.soFar())
      if (chunks === 0) beginning = chunk.slice()
      yield* storeChunk(companyId, importId, chunks++, chunk)
    })
  const received = Effect.gen(function* () {
    yield* Stream.runForEach(inChunks(content), store)
    if (bytes === 0) return yield* Effect.fail(problem("Invalid", "The file is empty."))
    const encoding = yield* readable(probe.end)
    const found = yield* readable(() => judgeBeginning(beginning, bytes === beginning.length, encoding, scan.end()))
    const contentHash = hash.digest("hex")
    const requestHash = createHash("sha256").update(`${fileName}\n${contentHash}`).digest("hex")
    return { importId, file: { fileName, bytes, encoding, contentHash, ...found }, requestHash } satisfies ReceivedFile
  })
  return yield* Effect.onError(received, () => dropChunks(companyId, importId))
})
