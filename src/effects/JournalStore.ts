import { Clock, Effect, Option, Schema } from "effect"
import { type ChartJournal, JournalFile } from "#schemas/session/journal.ts"
import { fileOf } from "#schemas/session/journalFile.ts"
import {
  persistedCharts,
  PersistedJournal,
  maxPersistedJournalBytes,
  persistedJournalMillis,
  persistedJournalVersion,
  type Resumed,
} from "#schemas/session/persistedJournal.ts"
import type { StoragePlace } from "./PersistedState.ts"

const key = "persistedJournal"

/** This tab's session storage. */
const thisTab: StoragePlace = {
  read: Effect.try({ try: () => sessionStorage.getItem(key), catch: String }),
  write: (text) => Effect.try({ try: () => sessionStorage.setItem(key, text), catch: String }),
  remove: Effect.try({ try: () => sessionStorage.removeItem(key), catch: String }),
}

const Text = Schema.fromJsonString(PersistedJournal)
const decode = Schema.decodeUnknownEffect(Text)
const encode = Schema.encodeSync(Text)
const bytesOf = (text: string): number => new TextEncoder().encode(text).length
const decodeFile = Schema.decodeUnknownOption(JournalFile)

/** What the page before left. */
type Left = Resumed & {
  /** What was heard, read when it is first asked for; empty where it cannot be read or says of a chart that is never kept. */
  readonly charts: () => ReadonlyArray<ChartJournal>
}
const nothing: Left | null = null

const chartsOf = (file: unknown): ReadonlyArray<ChartJournal> => {
  const { masked, charts } = Option.getOrElse(decodeFile(file), () => ({ masked: false, charts: [] }))
  return masked && charts.every(({ chart }) => persistedCharts.includes(chart)) ? charts : []
}

/**
 * What the page before left in this tab, and takes it away: it stands in storage
 * only while no page does. What cannot be read, is too old or too large counts as
 * nothing. Never fails.
 */
export const takeJournal = (place: StoragePlace = thisTab): Effect.Effect<Left | null> =>
  Effect.gen(function* () {
    const text = yield* place.read
    yield* place.remove
    if (text === null || bytesOf(text) > maxPersistedJournalBytes) return nothing
    const { userId, toasts, rightsRestUntil, savedAt, file } = yield* decode(text)
    const now = yield* Clock.currentTimeMillis
    if (Math.abs(now - savedAt) > persistedJournalMillis) return nothing
    let charts: ReadonlyArray<ChartJournal> | undefined
    return { userId, toasts, rightsRestUntil, charts: () => (charts ??= chartsOf(file)) }
  }).pipe(Effect.catch(() => Effect.succeed(nothing)))

/**
 * Leaves what may be left to the next page of this tab, masked: with the longest of
 * `versions`, ordered from long to short, that fits. Never fails.
 */
export const leaveJournal = (
  resumed: Resumed,
  versions: Iterable<ReadonlyArray<ChartJournal>>,
  place: StoragePlace = thisTab,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const savedAt = yield* Clock.currentTimeMillis
    for (const journals of versions) {
      const kept = journals.filter(({ chart }) => persistedCharts.includes(chart))
      const file = fileOf(kept, { savedAt, masked: true })
      const text = encode({ version: persistedJournalVersion, savedAt, ...resumed, file })
      if (bytesOf(text) <= maxPersistedJournalBytes) return yield* place.write(text)
    }
  }).pipe(Effect.catch(() => Effect.ignore(place.remove)))
