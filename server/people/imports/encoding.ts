import { problem, type Problem } from "#schemas/problem.ts"
import { UnreadableFile, type Encoding } from "./csv.ts"
import { westernProbe } from "./westernText.ts"

const startsWith = (bytes: Uint8Array, ...signature: ReadonlyArray<number>) =>
  signature.every((byte, index) => bytes[index] === byte)

const asCsv = "Save the sheet as CSV and upload that file."

/** What a file is that is no text, by its first bytes. */
const unreadable = (bytes: Uint8Array): Problem | undefined => {
  const workbook = startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)
  if (workbook) return problem("UnsupportedFormat", `This is a workbook or an archive. ${asCsv}`)
  const pdf = startsWith(bytes, 0x25, 0x50, 0x44, 0x46)
  return pdf ? problem("UnsupportedFormat", `This is a PDF. ${asCsv}`) : undefined
}

const unknownLetters = problem(
  "UnsupportedFormat",
  "The letters of this file cannot be read for certain. Save the sheet as “CSV UTF-8” and upload that file.",
)

const markOf = (bytes: Uint8Array): Encoding | undefined => {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return "utf-8"
  if (startsWith(bytes, 0xff, 0xfe)) return "utf-16le"
  return startsWith(bytes, 0xfe, 0xff) ? "utf-16be" : undefined
}

/** Whether a file holds a zero character: a byte, or two as UTF-16 writes it, wherever the pieces are cut. */
const zeroLook = (mark: Encoding | undefined): ((bytes: Uint8Array) => boolean) => {
  if (mark !== "utf-16le" && mark !== "utf-16be") return (bytes) => bytes.includes(0)
  const decoder = new TextDecoder(mark)
  return (bytes) => decoder.decode(bytes, { stream: true }).includes("\0")
}

/** Whether zero bytes are many and stand in every second place only, as in UTF-16 of Western letters. */
const seemsWide = (bytes: Uint8Array): boolean => {
  const zeros = [0, 1].map((from) => bytes.filter((byte, place) => byte === 0 && place % 2 === from).length)
  return Math.min(...zeros) === 0 && Math.max(...zeros) * 3 > bytes.length
}

const refuseZeros = (bytes: Uint8Array, mark: Encoding | undefined): UnreadableFile =>
  new UnreadableFile(
    mark === undefined && seemsWide(bytes)
      ? problem(
          "UnsupportedFormat",
          "This file seems to be UTF-16, without the mark that says so. Save the sheet as “CSV UTF-8” and upload that file.",
        )
      : problem("UnsupportedFormat", `This is not a text file. ${asCsv}`),
  )

/** Looks at a file as it streams by. Both throw `UnreadableFile` with a sentence for the person. */
export type EncodingProbe = {
  readonly look: (bytes: Uint8Array) => void
  /** What it is by its first bytes: enough to recognize digits and separators, which all encodings but UTF-16 write alike. */
  readonly soFar: () => Encoding
  /** The file's encoding, once all of it was seen. */
  readonly end: () => Encoding
}

/**
 * Finds a file's encoding: by its byte order mark, else UTF-8 when every byte
 * fits, else windows-1252 when the text is plainly Western. Anything else is
 * refused rather than guessed; what holds a zero character is no text, and so is
 * UTF-32, which begins as UTF-16 does.
 */
export const encodingProbe = (): EncodingProbe => {
  const utf8 = new TextDecoder("utf-8", { fatal: true })
  let holdsZero: ReturnType<typeof zeroLook> | undefined
  let mark: Encoding | undefined
  let fitsUtf8 = true
  const western = westernProbe()
  const tryUtf8 = (bytes: Uint8Array | undefined) => {
    try {
      utf8.decode(bytes, { stream: bytes !== undefined })
    } catch {
      fitsUtf8 = false
    }
  }
  return {
    look: (bytes) => {
      if (holdsZero === undefined) {
        const refusal = unreadable(bytes)
        if (refusal !== undefined) throw new UnreadableFile(refusal)
        mark = markOf(bytes)
        holdsZero = zeroLook(mark)
      }
      if (holdsZero(bytes)) throw refuseZeros(bytes, mark)
      if (mark === "utf-16le" || mark === "utf-16be") return
      if (fitsUtf8) tryUtf8(bytes)
      western.look(bytes)
    },
    soFar: () => mark ?? "utf-8",
    end: () => {
      if (mark !== undefined && mark !== "utf-8") return mark
      if (fitsUtf8) tryUtf8(undefined)
      if (fitsUtf8) return "utf-8"
      if (mark === undefined && western.isWestern()) return "windows-1252"
      throw new UnreadableFile(unknownLetters)
    },
  }
}
