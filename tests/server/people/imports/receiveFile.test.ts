import { layer } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber, Stream } from "effect"
import { expect } from "vitest"
import { CompanyId, type ImportId } from "#schemas/ids.ts"
import type { Problem } from "#schemas/problem.ts"
import { receiveFile } from "#server/people/imports/receiveFile.ts"
import { Database } from "#server/store/Database.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { piecesOf } from "../importing.ts"

const receive = (content: string | Uint8Array) => receiveFile(CompanyId.make(1), "list.csv", piecesOf(content))

const storedPieces = Effect.gen(function* () {
  const { sql, company } = yield* Database
  return yield* company(CompanyId.make(1))(
    sql<{ importId: ImportId; bytes: number }>`
      select import_id as "importId", sum(length(bytes))::int as bytes from import_chunks group by import_id`,
  )
})

const bytes = (...values: ReadonlyArray<number>) => new Uint8Array(values)
const wide = (columns: number) =>
  `${Array.from({ length: columns }, (_, index) => `c${index}`).join(",")}\n${",".repeat(columns - 1)}x\n`

const refused: ReadonlyArray<
  readonly [what: string, content: string | Uint8Array, problem: Problem["problem"], words: string]
> = [
  ["an empty file", "", "Invalid", "The file is empty."],
  ["blank lines", "\n\n\n", "Invalid", "The file is empty."],
  ["a header alone", "phone,name\n", "Invalid", "The file has a header row and nothing else."],
  ["a header and blank rows", "phone,name\n\n,\n", "Invalid", "The file has a header row and nothing else."],
  [
    "a workbook",
    bytes(0x50, 0x4b, 0x03, 0x04, 0, 0),
    "UnsupportedFormat",
    "Save the sheet as CSV and upload that file.",
  ],
  [
    "an old workbook",
    bytes(0xd0, 0xcf, 0x11, 0xe0, 0, 0),
    "UnsupportedFormat",
    "Save the sheet as CSV and upload that file.",
  ],
  ["a PDF", "%PDF-1.7\n", "UnsupportedFormat", "Save the sheet as CSV and upload that file."],
  [
    "UTF-16 with a zero character",
    Buffer.from("\uFEFFphone\n415\0\n", "utf16le"),
    "UnsupportedFormat",
    "This is not a text file.",
  ],
  [
    "UTF-32, which begins as UTF-16 does",
    Buffer.from("\uFEFF\0p\0h\0o\0n\0e\0", "utf16le"),
    "UnsupportedFormat",
    "This is not a text file.",
  ],
  [
    "UTF-16 without a mark",
    Buffer.from("phone,name\n4155550100,José\n", "utf16le"),
    "UnsupportedFormat",
    "This file seems to be UTF-16, without the mark that says so. Save the sheet as “CSV UTF-8”",
  ],
  [
    "big-endian UTF-16 without a mark",
    Buffer.from("phone,name\n4155550100,Ann\n", "utf16le").swap16(),
    "UnsupportedFormat",
    "This file seems to be UTF-16",
  ],
  [
    "a first cell of 200,000 characters",
    `phone,note\n4155550100,${"x".repeat(200_000)}\n4155550101,y\n`,
    "Invalid",
    "The row after the header does not end within 128 kB. Shorten its cells, or close a quote",
  ],
  [
    "a column's name of 200,000 characters",
    `phone,${"x".repeat(200_000)}\n4155550101,y\n`,
    "Invalid",
    "The first row must hold the names of the columns, and this one is too long for it.",
  ],
  ["a picture", bytes(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1), "UnsupportedFormat", "This is not a text file."],
  ["201 columns", wide(201), "Invalid", "The file has 201 columns; 200 are possible."],
  [
    "rows that never fit the header",
    "a,b,c\n1,2\n3,4\n",
    "Invalid",
    "The rows do not have as many cells as the header.",
  ],
]

layer(embeddedDatabase, { timeout: "60 seconds", excludeTestServices: true })("receiving a file", (it) => {
  for (const [what, content, problem, words] of refused) {
    it.effect(`refuses ${what} and keeps nothing of it`, () =>
      Effect.gen(function* () {
        const failure = yield* Effect.flip(receive(content))
        expect(failure.problem).toBe(problem)
        expect(failure.message).toContain(words)
        expect(yield* storedPieces).toEqual([])
      }),
    )
  }

  it.effect("refuses a file over the limit before it is all here", () =>
    Effect.gen(function* () {
      const piece = new Uint8Array(100_000).fill(65)
      let taken = 0
      const endless = Stream.forever(
        Stream.suspend(() => Stream.make(piece).pipe(Stream.tap(() => Effect.sync(() => (taken += 1))))),
      )
      const failure = yield* Effect.flip(receiveFile(CompanyId.make(1), "list.csv", endless, 1_000_000))
      expect(failure).toMatchObject({ problem: "TooLarge", statusCode: "413" })
      expect(taken).toBeLessThan(20)
      expect(yield* storedPieces).toEqual([])
    }),
  )

  it.effect("keeps nothing of an upload that breaks off", () =>
    Effect.gen(function* () {
      const started = yield* Deferred.make<void>()
      const content = Stream.concat(
        Stream.make(new TextEncoder().encode("phone\n".repeat(100_000))),
        Stream.fromEffect(Effect.andThen(Deferred.succeed(started, undefined), Effect.never)),
      )
      const fiber = yield* Effect.forkChild(receiveFile(CompanyId.make(1), "list.csv", content))
      yield* Deferred.await(started)
      yield* Fiber.interrupt(fiber)
      const exit = yield* Fiber.await(fiber)
      expect(Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)).toBe(true)
      expect(yield* storedPieces).toEqual([])
    }),
  )

  it.effect("keeps a list in pieces, with what it found out about it", () =>
    Effect.gen(function* () {
      const rows = Array.from({ length: 30_000 }, (_, index) => `${4_152_000_000 + index};Jos\u00e9\n`)
      const content = Buffer.from(`Cell;First name\n${rows.join("")}`, "latin1")
      const { importId, file } = yield* receive(content)
      expect(file).toMatchObject({
        fileName: "list.csv",
        bytes: content.length,
        encoding: "windows-1252",
        delimiter: ";",
        mapping: [
          { header: "Cell", target: "phone" },
          { header: "First name", target: "firstName" },
        ],
      })
      expect(file.sample).toHaveLength(10)
      expect(file.sample[0]).toEqual(["4152000000", "José"])
      expect(yield* storedPieces).toEqual([{ importId, bytes: content.length }])
    }),
  )

  const none = { monthFirst: 0, dayFirst: 0, either: 0 }
  const manyDates = `Cell,DOB\n${"4152000000,03/04/1980\n".repeat(20_000)}4152000001,31/12/1980`

  for (const [encoding, content] of [
    ["utf-8", Buffer.from(manyDates)],
    ["utf-16le", Buffer.from(`\uFEFF${manyDates}`, "utf16le")],
  ] as const) {
    it.effect(`finds in ${encoding} the one date, in the last row, that says the order of all`, () =>
      Effect.gen(function* () {
        const { file } = yield* receive(content)
        expect(file.encoding).toBe(encoding)
        expect(file.dates).toEqual([none, { monthFirst: 0, dayFirst: 1, either: 20_000 }])
        expect(file.mapping).toEqual([
          { header: "Cell", target: "phone" },
          { header: "DOB", target: "dob", dateOrder: "dayFirst" },
        ])
      }),
    )
  }

  it.effect("counts no dates of rows that are not read, and takes no side without any", () =>
    Effect.gen(function* () {
      const rows = ["4152000000, 12/25/1980 ", "4152000001", "25/12/1980", "1,2,25/12/1980", "", '"4152"x,25/12/1980']
      const { file } = yield* receive(`Cell,DOB\n${rows.join("\n")}`)
      expect(file.dates).toEqual([none, { monthFirst: 1, dayFirst: 0, either: 0 }])
      const plain = yield* receive("Cell,DOB\n4152000000,1980-12-31\n4152000001,04/04/1980\n")
      expect(plain.file.dates).toEqual([none, none])
      expect(plain.file.mapping[1]).toEqual({ header: "DOB", target: "dob" })
    }),
  )
})
