import { Clock, Effect, Option, Schema } from "effect"
import { type ChartJournal, JournalFile } from "#schemas/session/journal.ts"
import { fileOf } from "#schemas/session/journalFile.ts"
import {
  keptCharts,
  KeptJournal,
  keptJournalBytes,
  keptJournalMillis,
  keptJournalVersion,
  type Standing,
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
const decodeFile = Schema.decodeUnknownOption(JournalFile)

/** What the page before left. */
type Left = Standing & {
  /** What was heard, read when it is first asked for; empty where it cannot be read or says of a chart that is never kept. */
  readonly charts: () => ReadonlyArray<ChartJournal>
}
const nothing: Left | null = null

const chartsOf = (file: unknown): ReadonlyArray<ChartJournal> => {
  const { masked, charts } = Option.getOrElse(decodeFile(file), () => ({ masked: false, charts: [] }))
  return masked && charts.every(({ chart }) => keptCharts.includes(chart)) ? charts : []
}

/**
 * What the page before left in this tab, and takes it away: it stands in storage
 * only while no page does. What cannot be read, is too old or too large counts as
 * nothing. Never fails.
 */
export const takeJournal = (place: KeptPlace = thisTab): Effect.Effect<Left | null> =>
  Effect.gen(function* () {
    const text = yield* place.read
    yield* place.remove
    if (text === null || bytesOf(text) > keptJournalBytes) return nothing
    const { userId, toasts, rightsRestUntil, savedAt, file } = yield* decode(text)
    const now = yield* Clock.currentTimeMillis
    if (Math.abs(now - savedAt) > keptJournalMillis) return nothing
    let charts: ReadonlyArray<ChartJournal> | undefined
    return { userId, toasts, rightsRestUntil, charts: () => (charts ??= chartsOf(file)) }
  }).pipe(Effect.catch(() => Effect.succeed(nothing)))

/**
 * Leaves what may be left to the next page of this tab, masked: with the longest of
 * `versions`, ordered from long to short, that fits. Never fails.
 */
export const leaveJournal = (
  standing: Standing,
  versions: Iterable<ReadonlyArray<ChartJournal>>,
  place: KeptPlace = thisTab,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const savedAt = yield* Clock.currentTimeMillis
    for (const journals of versions) {
      const kept = journals.filter(({ chart }) => keptCharts.includes(chart))
      const file = fileOf(kept, { savedAt, masked: true })
      const text = encode({ version: keptJournalVersion, savedAt, ...standing, file })
      if (bytesOf(text) <= keptJournalBytes) return yield* place.write(text)
    }
  }).pipe(Effect.catch(() => Effect.ignore(place.remove)))
