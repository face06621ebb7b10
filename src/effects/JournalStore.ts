import { Clock, Effect, Schema } from "effect"
import type { ChartJournal } from "#schemas/session/journal.ts"
import { fileOf } from "#schemas/session/journalFile.ts"
import {
  keptCharts,
  KeptJournal,
  keptJournalBytes,
  keptJournalMillis,
  keptJournalVersion,
} from "#schemas/session/keptJournal.ts"
import type { KeptPlace } from "./Kept.ts"

const key = "keptJournal"

/** This tab's session storage. */
const thisTab: KeptPlace = {
  read: Effect.try({ try: () => sessionStorage.getItem(key), catch: String }),
  write: (text) => Effect.try({ try: () => sessionStorage.setItem(key, text), catch: String }),
  remove: Effect.try({ try: () => sessionStorage.removeItem(key), catch: String }),
}

const Text = Schema.fromJsonString(KeptJournal)
const decode = Schema.decodeUnknownEffect(Text)
const encode = Schema.encodeSync(Text)
const bytesOf = (text: string): number => new TextEncoder().encode(text).length
const nothing: KeptJournal | null = null

/**
 * What the page before left in this tab, and takes it away: it stands in storage
 * only while no page does. What cannot be read, is too old, too large or says of
 * a chart that is never kept counts as nothing. Never fails.
 */
export const takeJournal = (place: KeptPlace = thisTab): Effect.Effect<KeptJournal | null> =>
  Effect.gen(function* () {
    const text = yield* place.read
    yield* place.remove
    if (text === null || bytesOf(text) > keptJournalBytes) return nothing
    const record = yield* decode(text)
    const now = yield* Clock.currentTimeMillis
    const isOurs =
      record.file.masked &&
      Math.abs(now - record.file.savedAt) <= keptJournalMillis &&
      record.file.charts.every(({ chart }) => keptCharts.includes(chart))
    return isOurs ? record : nothing
  }).pipe(Effect.catch(() => Effect.succeed(nothing)))

/**
 * Leaves what may be left to the next page of this tab, masked: the longest of
 * `versions`, ordered from long to short, that fits. Never fails.
 */
export const leaveJournal = (
  userId: number | null,
  versions: Iterable<ReadonlyArray<ChartJournal>>,
  place: KeptPlace = thisTab,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const savedAt = yield* Clock.currentTimeMillis
    for (const journals of versions) {
      const kept = journals.filter(({ chart }) => keptCharts.includes(chart))
      const text = encode({ version: keptJournalVersion, userId, file: fileOf(kept, { savedAt, masked: true }) })
      if (bytesOf(text) <= keptJournalBytes) return yield* place.write(text)
    }
  }).pipe(Effect.catch(() => Effect.ignore(place.remove)))
