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

const asJson = (journal: ChartJournal): ChartJournal =>
  plainOf({ ...journal, input: journal.input ?? null }) as ChartJournal

const encode = Schema.encodeSync(JournalFile)

/**
 * What was heard, as a file.
 * @param savedAt milliseconds since 1970.
 * @param masked whether what could be personal is replaced: names, phones, texts, e-mail addresses and all else somebody wrote.
 */
export const fileOf = (
  journals: ReadonlyArray<ChartJournal>,
  { savedAt, masked }: { readonly savedAt: number; readonly masked: boolean },
): JournalFile => {
  const charts = journals.map(asJson)
  const mask = masking()
  return encode({
    format: "admin-view-journal",
    version: journalVersion,
    savedAt,
    masked,
    charts: masked ? charts.map(mask) : charts,
  })
}
