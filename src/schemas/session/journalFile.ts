import { Schema } from "effect"
import { type ChartJournal, JournalFile, journalVersion } from "./journal.ts"
import { masking } from "./journalMask.ts"

const isFile = (value: object): value is { readonly name: string; readonly size: number } =>
  "name" in value && "size" in value && "type" in value && "slice" in value

/** What JSON would lose: an error's words and a file's name. */
const kept = (value: unknown): unknown => {
  if (value instanceof Error) return { name: value.name, message: value.message }
  if (typeof value === "object" && value !== null && isFile(value)) return { name: value.name, size: value.size }
  return value
}

/** A value as plain JSON: what charts may read of it stays, functions and running things go. */
export const plainOf = (value: unknown): unknown =>
  value === undefined ? null : (JSON.parse(JSON.stringify(value, (_, part: unknown) => kept(part))) as unknown)

/** The largest journal file that is read, in bytes: no tab writes a larger one. */
export const journalFileBytes = 50 * 1_024 * 1_024

/** Why a file is not taken for a journal. */
export type JournalRefusal = "unreadable" | "tooLarge" | "notJson" | "notJournal" | "otherVersion" | "damaged"

const decode = Schema.decodeUnknownOption(JournalFile)

/** What was read from a file as a journal of this version, or why it is none. */
export const journalOf = (given: unknown): JournalFile | JournalRefusal => {
  const { format, version } = Object(given) as { readonly format?: unknown; readonly version?: unknown }
  if (format !== "admin-view-journal") return "notJournal"
  if (version !== journalVersion) return "otherVersion"
  const journal = decode(given)
  return journal._tag === "None" ? "damaged" : journal.value
}

const asJson = (journal: ChartJournal): ChartJournal =>
  plainOf({ ...journal, input: journal.input ?? null }) as ChartJournal

const encode = Schema.encodeSync(JournalFile)

/**
 * What was heard, as a file.
 * @param savedAt milliseconds since 1970.
 * @param masked whether what could be personal is replaced: names, phones, texts, e-mail addresses and all else someone wrote.
 * @param isWord whether a text is the id of a word, and so no one's; without it, only a shared word's is.
 */
export const fileOf = (
  journals: ReadonlyArray<ChartJournal>,
  {
    savedAt,
    masked,
    isWord,
  }: { readonly savedAt: number; readonly masked: boolean; readonly isWord?: (text: string) => boolean },
): JournalFile => {
  const charts = journals.map(asJson)
  const mask = masking(isWord)
  return encode({
    format: "admin-view-journal",
    version: journalVersion,
    savedAt,
    masked,
    charts: masked ? charts.map(mask) : charts,
  })
}
