import { stringify } from "csv-stringify/sync"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { csvReader, guessDelimiter, UnreadableFile, type Encoding } from "#server/people/imports/csv.ts"
import { encodingProbe } from "#server/people/imports/encoding.ts"
import { westernProbe } from "#server/people/imports/westernText.ts"

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Reads a file in pieces of the given size. */
const readIn = (bytes: Uint8Array, size: number, encoding: Encoding = "utf-8", delimiter = ",") => {
  const reader = csvReader(encoding, delimiter)
  const count = Math.max(1, Math.ceil(bytes.length / size))
  return Array.from({ length: count }, (_, index) => index).flatMap((index) =>
    reader.feed(bytes.subarray(index * size, (index + 1) * size), index === count - 1),
  )
}

const encodingOf = (...pieces: ReadonlyArray<Uint8Array>) => {
  const probe = encodingProbe()
  for (const piece of pieces) probe.look(piece)
  return probe.end()
}

describe("the reader", () => {
  it("reads what a writer wrote, wherever the pieces are cut", () => {
    const cell = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 8 }).map((text) => text.replaceAll(/[\r\0]/g, "")),
      fc.constantFrom("", '"', "a,b", "line\nbreak", 'say "hi"', "é", "😀"),
    )
    const rows = fc
      .integer({ min: 1, max: 5 })
      .chain((columns) =>
        fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 12 }),
      )
    fc.assert(
      fc.property(
        rows,
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom("unix", "windows"),
        (cells, size, lineBreak) => {
          const text = stringify(cells, { record_delimiter: lineBreak, quoted_empty: true, quoted_match: "\n" })
          const read = readIn(bytesOf(text), size)
          expect(read.map((row) => row.cells)).toEqual(cells)
          expect(read.map(({ line }) => line)).toEqual(cells.map((_, index) => index + 1))
          expect(read.some(({ broken }) => broken)).toBe(false)
        },
      ),
      { numRuns: 300 },
    )
  })

  it("counts rows as spreadsheets do: blank ones count, line breaks inside quotes do not", () => {
    const read = readIn(bytesOf('a,b\n\n"1\n1",2\r3,4\r\n'), 5)
    expect(read.map(({ line, cells }) => [line, ...cells])).toEqual([
      [1, "a", "b"],
      [2, ""],
      [3, "1\n1", "2"],
      [4, "3", "4"],
    ])
  })

  it("marks a row whose quotes do not match", () => {
    expect(readIn(bytesOf('a,b\n1,"x" y\n2,"3"\n'), 100).map(({ broken }) => broken)).toContain(true)
    expect(readIn(bytesOf('a,b\n1,"2'), 3).at(-1)).toMatchObject({ line: 2, broken: true })
  })

  it("gives up on a quote that never ends instead of taking the rest of the file for one cell", () => {
    const reader = csvReader("utf-8", ",")
    reader.feed(bytesOf('a,b\n1,2\n3,"'), false)
    expect(() => reader.feed(bytesOf("x".repeat(1_100_000)), false)).toThrow(
      "A quote opened in row 3 is never closed. Mend that row and upload the file again.",
    )
  })

  it("guesses what separates the cells", () => {
    expect(["a,b\n1,2", "a;b\n1;2", "a\tb\n1\t2", "a|b\n1|2", "phone\n12"].map(guessDelimiter)).toEqual([
      ",",
      ";",
      "\t",
      "|",
      ",",
    ])
  })
})

const fromHex = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(" ", ""), "hex"))

describe("the encoding", () => {
  it("is recognized by a byte order mark", () => {
    const utf16 = new Uint8Array(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("a,b\né,2\n", "utf16le")]))
    expect(encodingOf(utf16)).toBe("utf-16le")
    expect(readIn(utf16, 3, "utf-16le").map((row) => row.cells)).toEqual([
      ["a", "b"],
      ["é", "2"],
    ])
    const utf8 = new Uint8Array(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from("a\né")]))
    expect(encodingOf(utf8)).toBe("utf-8")
    expect(readIn(utf8, 2).map((row) => row.cells)).toEqual([["a"], ["é"]])
  })

  it("is UTF-8 while every byte fits, cut anywhere, and windows-1252 for a Western text", () => {
    const bytes = bytesOf("José 😀")
    for (let at = 1; at < bytes.length; at++)
      expect(encodingOf(bytes.subarray(0, at), bytes.subarray(at))).toBe("utf-8")
    const western = new Uint8Array([...bytesOf("Jos"), 0xe9, ...bytesOf(",O"), 0x92, ...bytesOf("Brien\n")])
    expect(encodingOf(western)).toBe("windows-1252")
    expect(readIn(western, 2, "windows-1252").map((row) => row.cells)).toEqual([["José", "O’Brien"]])
  })

  it.each([
    ["Spanish", "bf517565 3f20 50 65 f1 61 20 4e fa f1 65 7a 2c 20 4d aa 20 4a 6f 73 e9"],
    ["French", "ab c9 74 e9 bb 20 63 72 e9 e9 65 2c 20 44 92 c9 76 72 65 75 78"],
    ["German", "84 dc 62 65 72 93 20 4d fc 6c 6c 65 72 2c 20 35 20 80 20 96 20 32 30 20 6d b2"],
    ["Icelandic", "de f3 72 61 20 47 75 f0 6d 75 6e 64 73 64 f3 74 74 69 72"],
  ])("is windows-1252 for %s, cut anywhere", (_language, hex) => {
    const bytes = fromHex(hex)
    for (let at = 1; at < bytes.length; at++)
      expect(encodingOf(bytes.subarray(0, at), bytes.subarray(at))).toBe("windows-1252")
  })

  it.each([
    ["Japanese (Shift-JIS)", "8e 52 93 63 91 be 98 59"],
    ["a short Japanese name", "97 e9 96 d8"],
    ["Japanese (EUC)", "bb b3 c5 c4"],
    ["half-width Japanese", "b1 b2 b3 b4"],
    ["Chinese (GBK)", "c0 ee c3 f7"],
    ["Chinese (Big5)", "a4 fd a4 70 a9 fa"],
    ["Korean", "b1 e8 c3 b6 bc f6"],
    ["Russian", "c8 e2 e0 ed"],
    ["Greek", "cd df ea ef f2"],
    ["Polish", "57 61 b3 ea 73 61"],
    ["a text of DOS", "4a 6f 73 82"],
    ["a text of an old Mac", "4a 6f 73 8e"],
    ["UTF-8 that is cut off", "4a 6f 73 c3"],
  ])("is not guessed for %s, cut anywhere", (_language, hex) => {
    const bytes = new Uint8Array([...bytesOf("name,city\nAnn,Rome\n"), ...fromHex(hex), ...bytesOf(",Rome\n")])
    for (let at = 1; at < bytes.length; at++)
      expect(() => encodingOf(bytes.subarray(0, at), bytes.subarray(at))).toThrow("CSV UTF-8")
  })

  it("is UTF-16 without a zero character only, cut anywhere: zero bytes of two letters are none", () => {
    const wide = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, "utf16le"))
    const [text, zero] = [wide("a,\u0100\u4E00b\n"), wide("a,\0b\n")]
    for (let at = 2; at < zero.length; at++) {
      expect(encodingOf(text.subarray(0, at), text.subarray(at))).toBe("utf-16le")
      expect(() => encodingOf(zero.subarray(0, at), zero.subarray(at))).toThrow("This is not a text file.")
    }
  })

  it("is not looked for in a word of more than a megabyte", () => {
    const probe = westernProbe()
    for (let piece = 0; piece < 20; piece += 1) probe.look(Buffer.alloc(65_536, "a"))
    expect(probe.isWestern()).toBe(false)
  })

  it("is none for what is no text", () => {
    for (const bytes of [
      new Uint8Array([0x50, 0x4b, 0x03, 0x04, 1]),
      new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]),
      bytesOf("%PDF-1.7"),
      new Uint8Array([65, 0, 66]),
    ]) {
      expect(() => encodingOf(bytes)).toThrow(UnreadableFile)
    }
  })
})
