import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Ref, Stream } from "effect"
import fc from "fast-check"
import { readXlsx } from "hucre/xlsx"
import Papa from "papaparse"
import { Temporal } from "temporal-polyfill"
import { harmless, withoutMarks } from "#server/people/imports/formulas.rule.ts"
import {
  exportCells,
  exportFileName,
  exportHeader,
  sheetTime,
  timeColumns,
  wallTime,
  type Cells,
} from "#server/reporting/exports/exportTable.rule.ts"
import { contentDisposition } from "#server/http/contentDisposition.ts"
import { csvFile, xlsxFile } from "#server/reporting/exports/exportFile.ts"

const bytesOf = <E>(file: Stream.Stream<Uint8Array, E>) =>
  Effect.map(Stream.runCollect(file), (parts) => Buffer.concat([...parts]))
const csvOf = (rows: ReadonlyArray<Cells>) =>
  Effect.map(bytesOf(csvFile(["A", "B", "C"], Stream.make(rows))), (bytes) => bytes.toString("utf8"))
const readCsv = (text: string) =>
  Papa.parse<Array<string>>(text.replace(/^\uFEFF/, "").trimEnd(), { newline: "\r\n" }).data.slice(1)

const hostileText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.array(fc.constantFrom(..."=+-@＝;,|\t'a1 "), { maxLength: 8 }).map((parts) => parts.join("")),
)
const isFormula = (cell: string) => /^\s*[=+\-@＝＋－＠]/.test(cell) && !/^\+\d+$/.test(cell)

describe("a CSV export", () => {
  it.effect("begins with the mark Excel needs and ends lines as RFC 4180 says", () =>
    Effect.gen(function* () {
      expect(yield* csvOf([["a", 'say "hi", please', 3]])).toBe('\uFEFFA,B,C\r\na,"say ""hi"", please",3\r\n')
    }),
  )

  it.effect("keeps a text of several lines in its cell, whatever ends its lines", () =>
    Effect.gen(function* () {
      expect(yield* csvOf([["first\nsecond", "one\rtwo", 3]])).toBe('\uFEFFA,B,C\r\n"first\nsecond","one\rtwo",3\r\n')
    }),
  )

  it.effect("neutralises what a spreadsheet would calculate, but leaves telephone numbers alone", () =>
    Effect.gen(function* () {
      const dangerous = [
        "=1+1",
        "+cmd|' /C calc'!A0",
        "-2+3",
        "@SUM(A1)",
        "\tx",
        "\rx",
        "\nx",
        "\0=1",
        "＝1",
        "＋1",
        "－1",
        "＠1",
        " =1",
        "\u00a0=1",
        '"=1',
      ]
      const rows = readCsv(yield* csvOf(dangerous.map((text) => [text, "+14155550123", -5])))
      expect(rows.map(([text]) => text)).toEqual(dangerous.map((text) => `'${text}`))
      for (const row of rows) expect(row.slice(1)).toEqual(["+14155550123", "-5"])
    }),
  )

  it.effect("neutralises what a spreadsheet with other separators would calculate", () =>
    Effect.gen(function* () {
      const split: Readonly<Record<string, string>> = {
        ";=1": ";'=1",
        "yes;=1+1": "yes;'=1+1",
        "a, +1": "a, '+1",
        "a\t@SUM(A1)": "a\t'@SUM(A1)",
        "a|-1": "a|'-1",
        "a\n=1": "a\n'=1",
        "\t=1": "'\t'=1",
        'x;"=1"': `x;"'=1"`,
        "；＝1;＝1": "；＝1;'＝1",
        "half-past, e-mail; a=b": "half-past, e-mail; a=b",
      }
      const rows = readCsv(yield* csvOf(Object.keys(split).map((text) => [text, "", 0])))
      expect(rows.map(([text]) => text)).toEqual(Object.values(split))
    }),
  )

  it.each(["\n", "\t", ";", "'", "\";'", "\u00a0"])("reads a long run of %j once", (part) => {
    const text = `a${part.repeat(400_000)}=1`
    expect(withoutMarks(harmless(text))).toBe(withoutMarks(text))
  })

  it.effect("gives back any text it was given, apart from the marks in front of formulas", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(fc.array(hostileText, { minLength: 1, maxLength: 8 }), async (texts) => {
          const rows = readCsv(await Effect.runPromise(csvOf(texts.map((text) => [text, "x", 1]))))
          // A text that came with a mark of its own may lose it.
          for (const [place, text] of texts.entries())
            expect([text, withoutMarks(text)]).toContain(withoutMarks(rows[place]?.[0] ?? ""))
          expect(rows.flatMap(([text = ""]) => text.split(/[;,\t|]/)).filter(isFormula)).toEqual([])
        }),
        { numRuns: 200 },
      ),
    ),
  )
})

describe("an XLSX export", () => {
  it.effect("keeps numbers as numbers and everything else as text", () =>
    Effect.gen(function* () {
      const rows: ReadonlyArray<Cells> = [
        ["02139", "+14155550123", 2],
        ["=1+1", "Zoë 😀 <&> \u0001", 0],
      ]
      const bytes = yield* bytesOf(xlsxFile(["A", "B", "C"], Stream.make(rows)))
      const workbook = yield* Effect.promise(() => readXlsx(bytes))
      expect(workbook.sheets[0]?.rows).toEqual([["A", "B", "C"], ...rows])
    }),
  )

  it.effect(
    "filters by its head over all rows, up to ten thousand of them, and holds each row once in any length",
    () =>
      Effect.gen(function* () {
        const pagesOf = (count: number) =>
          Stream.range(1, count).pipe(
            Stream.map((row): Cells => [`row ${row}`, "b", row]),
            Stream.grouped(500),
          )
        const sheetOf = Effect.fnUntraced(function* (count: number, header: ReadonlyArray<string> | null) {
          const bytes = yield* bytesOf(xlsxFile(header, pagesOf(count)))
          const { sheets } = yield* Effect.promise(() => readXlsx(bytes))
          const rows = header === null ? sheets[0]?.rows : sheets[0]?.rows.slice(1)
          expect(rows?.map(([, , place]) => place)).toEqual(Array.from({ length: count }, (_, place) => place + 1))
          return sheets[0]
        })
        expect((yield* sheetOf(3, ["A", "B", "C"]))?.autoFilter?.range).toBe("A1:C4")
        expect((yield* sheetOf(10_000, ["A", "B", "C"]))?.autoFilter?.range).toBe("A1:C10001")
        expect((yield* sheetOf(10_001, ["A", "B", "C"]))?.autoFilter).toBeUndefined()
        expect((yield* sheetOf(3, null))?.autoFilter).toBeUndefined()
      }),
  )

  /** Pages of 500 rows each, which say how many of them were read, and whether anyone reads on. */
  const pagesRead = Effect.gen(function* () {
    const read = yield* Ref.make(0)
    const freed = yield* Ref.make(false)
    const pages = Stream.range(1, 100_000).pipe(
      Stream.rechunk(1),
      Stream.mapEffect((page) =>
        Effect.as(
          Ref.set(read, page),
          Array.from({ length: 500 }, (_, row): Cells => [`row ${page}.${row} ${Math.random()}`, "b", 1]),
        ),
      ),
      Stream.ensuring(Ref.set(freed, true)),
    )
    return { pages, read: Ref.get(read), freed: Ref.get(freed) }
  })

  it.effect("stops reading rows when no one takes the bytes any more", () =>
    Effect.gen(function* () {
      const { pages, read, freed } = yield* pagesRead
      yield* xlsxFile(["A", "B", "C"], pages).pipe(Stream.take(3), Stream.runDrain)
      expect(yield* freed).toBe(true)
      expect(yield* read).toBeLessThan(1_000)
    }),
  )

  it.effect("stops reading rows when no one waits for its first byte any more", () =>
    Effect.gen(function* () {
      const { pages, read, freed } = yield* pagesRead
      const reached = yield* Deferred.make<void>()
      const slow = Stream.tap(pages, () => Effect.andThen(Deferred.succeed(reached, undefined), Effect.yieldNow))
      const file = yield* Effect.forkChild(Stream.runDrain(xlsxFile(["A", "B", "C"], slow)))
      yield* Deferred.await(reached)
      yield* Fiber.interrupt(file)
      expect(yield* freed).toBe(true)
      expect(yield* read).toBeLessThan(20)
    }),
  )
})

describe("the table of an export", () => {
  const row = {
    campaign: "Flu shots",
    channel: "SMS",
    externalId: "NW-10001",
    firstName: "Zoë",
    lastName: "O'Brien",
    phone: "+14155550123",
    status: "failed",
    reason: "30003",
    segments: 2,
    zone: "Pacific/Honolulu",
    sentAt: Date.UTC(2026, 10, 1, 8, 30),
    deliveredAt: null,
    failedAt: Date.UTC(2026, 10, 1, 9, 30),
    repliedAt: null,
    optedOutAt: null,
    replies: [],
    calls: [],
  } as const

  it("has a cell for every header, and says states and reasons in words", () => {
    const cells = exportCells(row, "America/Los_Angeles")
    expect(cells).toHaveLength(exportHeader("America/Los_Angeles").length)
    expect(cells).toContain("Failed")
    expect(cells).toContain("The phone was switched off or out of reach (30003)")
    expect(exportCells({ ...row, status: "excluded", reason: "landline" }, "UTC")).toContain("The number is a landline")
  })

  it("has each value under its own header", () => {
    const whole = {
      ...row,
      deliveredAt: Date.UTC(2026, 10, 1, 10),
      repliedAt: Date.UTC(2026, 10, 1, 11),
      optedOutAt: Date.UTC(2026, 10, 1, 12),
      replies: ["Yes please", "STOP"],
    }
    const cells = exportCells(whole, "UTC")
    expect(Object.fromEntries(exportHeader("UTC").map((header, place) => [header, cells[place]]))).toEqual({
      Campaign: "Flu shots",
      "Patient id": "NW-10001",
      "First name": "Zoë",
      "Last name": "O'Brien",
      Phone: "+14155550123",
      State: "Failed",
      Reason: "The phone was switched off or out of reach (30003)",
      Segments: 2,
      "Sent (UTC)": "2026-11-01 08:30:00 +00:00",
      "Delivered (UTC)": "2026-11-01 10:00:00 +00:00",
      "Failed (UTC)": "2026-11-01 09:30:00 +00:00",
      "Replied (UTC)": "2026-11-01 11:00:00 +00:00",
      "Opted out (UTC)": "2026-11-01 12:00:00 +00:00",
      "Reply 1": "Yes please",
      "Reply 2": "STOP",
      "Reply 3": "",
      "Recipient's time zone": "Pacific/Honolulu",
      "Last call": "",
      "Call time in seconds": null,
      "Keys pressed": "",
    })
  })

  it("has how the last call ended, how long all were, and the keys of all", () => {
    const first = {
      attempt: 1,
      status: "no-answer",
      isOver: true,
      seconds: null,
      leftMessage: false,
      pressed: [],
      recordings: [],
    }
    const keys = ["1", "9"].map((key, at) => ({ step: `Menu ${at}`, key }))
    const second = { ...first, attempt: 2, status: "completed", seconds: 24, pressed: keys }
    const third = { ...second, attempt: 3, status: "machine", seconds: 9, pressed: [], leftMessage: true }
    const cells = exportCells({ ...row, channel: "IVR", calls: [first, second, third] }, "UTC")
    expect(cells.slice(-3)).toEqual(["Message left on the voicemail", 33, "1, 9"])
  })

  it("distinguishes the two hours of a clock change by their offset", () => {
    expect(wallTime(row.sentAt, "America/Los_Angeles")).toBe("2026-11-01 01:30:00 -07:00")
    expect(wallTime(row.failedAt, "America/Los_Angeles")).toBe("2026-11-01 01:30:00 -08:00")
    expect(wallTime(null, "America/Los_Angeles")).toBe("")
  })

  it("has dates in a workbook that show the company's wall time, and nothing where nothing happened", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const zone = "America/Los_Angeles"
        const cells = exportCells(row, zone, sheetTime)
        const file = yield* bytesOf(xlsxFile(exportHeader(zone), Stream.make([cells]), timeColumns(zone)))
        const [sheet] = (yield* Effect.promise(() => readXlsx(file))).sheets
        const cell = (header: string) => sheet?.rows[1]?.[exportHeader(zone).indexOf(header)] ?? null
        expect(cell(`Sent (${zone})`)).toEqual(new Date("2026-11-01T01:30:00Z"))
        expect(cell(`Failed (${zone})`)).toEqual(new Date("2026-11-01T01:30:00Z"))
        expect(cell(`Delivered (${zone})`)).toBeNull()
      }),
    ))

  it("gives the time as the calendar does, in every zone and on every day", () => {
    const zones = ["America/Los_Angeles", "Asia/Kathmandu", "Australia/Lord_Howe", "America/St_Johns", "UTC"]
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2029, 0, 1) }),
        (zone, millis) => {
          const local = Temporal.Instant.fromEpochMilliseconds(millis).toZonedDateTimeISO(zone)
          const time = local.toPlainTime().toString({ smallestUnit: "second" })
          expect(wallTime(millis, zone)).toBe(`${local.toPlainDate().toString()} ${time} ${local.offset}`)
        },
      ),
      { numRuns: 500 },
    )
  })

  it("is saved under the campaign's name or the report's, with the company's time", () => {
    const now = Date.UTC(2026, 10, 21, 6, 5)
    expect(exportFileName("csv", null, now, "America/Los_Angeles")).toBe("report-csv-20261120-2205.csv")
    expect(exportFileName("xlsx", "Grippe: 50/50 \r\nWoche", now, "UTC")).toBe(
      "Grippe- 50-50 -Woche-20261121-0605.xlsx",
    )
  })

  it("has a name in the header that no reader can misread", () => {
    expect(contentDisposition('Zoë "x"\\ 100%.csv')).toBe(
      `attachment; filename="Zoe _x__ 100_.csv"; filename*=UTF-8''Zo%C3%AB%20%22x%22%5C%20100%25.csv`,
    )
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (name) => {
        const header = contentDisposition(name)
        expect(header).toMatch(/^attachment; filename="[ !#-$&-[\]-~]*"; filename\*=UTF-8''[A-Za-z0-9%._~!-]+$/)
        expect(decodeURIComponent(header.slice(header.indexOf("*=UTF-8''") + "*=UTF-8''".length))).toBe(name)
      }),
    )
  })
})
