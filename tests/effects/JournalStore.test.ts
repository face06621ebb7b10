import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { leaveJournal, takeJournal } from "#effects/JournalStore.ts"
import type { StoragePlace } from "#effects/PersistedState.ts"
import { UserId } from "#schemas/ids.ts"
import type { ChartJournal } from "#schemas/session/journal.ts"
import {
  maxPersistedJournalBytes,
  persistedJournalMillis,
  persistedJournalVersion,
} from "#schemas/session/persistedJournal.ts"

const place = (first: string | null = null) => {
  let text = first
  const at: StoragePlace = {
    read: Effect.sync(() => text),
    write: (next) => Effect.sync(() => void (text = next)),
    remove: Effect.sync(() => void (text = null)),
  }
  return { at, holds: () => text }
}
const journalOf = (chart: string, entries = 1): ChartJournal => ({
  chart,
  actor: `${chart}@1`,
  parent: null,
  input: null,
  startedAt: 1,
  base: null,
  entries: Array.from({ length: entries }, (_, at) => ({ at, event: { type: "signIn.pressed", by: "Maria Lopez" } })),
})
const toast = { word: "demoClock.notMoved", intent: "danger", at: "1970-01-01T00:00:00.000Z", until: 3_000 } as const
const noOwner = { userId: null, toasts: [], rightsRestUntil: 0 }

describe("the journal that a page leaves to the next one of its tab", () => {
  it.effect("comes back once, masked, and without the charts that may know a patient", () =>
    Effect.gen(function* () {
      const { at, holds } = place()
      yield* leaveJournal(
        { userId: UserId.make(3), toasts: [toast], rightsRestUntil: 60_000 },
        [[journalOf("session"), journalOf("database"), journalOf("form"), journalOf("operation")]],
        at,
      )
      expect(holds()).not.toMatch(/Maria|Lopez/)
      const left = yield* takeJournal(at)
      expect(left).toMatchObject({ userId: 3, toasts: [toast], rightsRestUntil: 60_000 })
      expect(left?.charts().map(({ chart, entries }) => [chart, entries[0]?.event.type])).toEqual([
        ["session", "signIn.pressed"],
      ])
      expect(holds()).toBeNull()
      expect(yield* takeJournal(at)).toBeNull()
    }),
  )

  it.effect("is the longest that fits", () =>
    Effect.gen(function* () {
      const { at, holds } = place()
      yield* leaveJournal(noOwner, [[journalOf("session", 5_000)], [journalOf("session", 20)], []], at)
      expect((holds() ?? "").length).toBeLessThanOrEqual(maxPersistedJournalBytes)
      expect((yield* takeJournal(at))?.charts()[0]?.entries).toHaveLength(20)
    }),
  )

  it.effect("is nothing after a day", () =>
    Effect.gen(function* () {
      const { at } = place()
      yield* leaveJournal(noOwner, [[journalOf("session")]], at)
      yield* TestClock.adjust(persistedJournalMillis + 1)
      expect(yield* takeJournal(at)).toBeNull()
    }),
  )

  it.effect.each([
    ["no JSON", () => "{"],
    ["another form", (text: string) => text.replace(`"version":${persistedJournalVersion}`, '"version":1')],
    ["a toast of words that are none", (text: string) => text.replace(toast.word, "demoClock.maria")],
    ["too much", (text: string) => text + " ".repeat(maxPersistedJournalBytes)],
  ] as const)("is nothing, and taken away, where it is %s", ([, change]) =>
    Effect.gen(function* () {
      const first = place()
      yield* leaveJournal({ ...noOwner, toasts: [toast] }, [[journalOf("session")]], first.at)
      const { at, holds } = place(change(first.holds() ?? ""))
      expect(yield* takeJournal(at)).toBeNull()
      expect(holds()).toBeNull()
    }),
  )

  it.effect.each([
    ["is not masked", (text: string) => text.replace('"masked":true', '"masked":false')],
    ["is of another form", (text: string) => text.replace('"version":1', '"version":0')],
    ["is of a chart that is never left", (text: string) => text.replace('"chart":"session"', '"chart":"database"')],
  ] as const)("says nothing of charts where its file %s, and all else stays", ([, change]) =>
    Effect.gen(function* () {
      const first = place()
      yield* leaveJournal({ ...noOwner, toasts: [toast] }, [[journalOf("session")]], first.at)
      const text = first.holds() ?? ""
      expect(change(text)).not.toBe(text)
      const left = yield* takeJournal(place(change(text)).at)
      expect(left?.charts()).toEqual([])
      expect(left?.toasts).toEqual([toast])
    }),
  )

  it.effect("is left out where storage is off", () =>
    Effect.gen(function* () {
      const at: StoragePlace = { read: Effect.fail("off"), write: () => Effect.fail("off"), remove: Effect.fail("off") }
      yield* leaveJournal(noOwner, [[journalOf("session")]], at)
      expect(yield* takeJournal(at)).toBeNull()
    }),
  )
})
