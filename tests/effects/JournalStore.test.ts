import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { leaveJournal, takeJournal } from "#effects/JournalStore.ts"
import type { KeptPlace } from "#effects/Kept.ts"
import type { ChartJournal } from "#schemas/session/journal.ts"
import { keptJournalBytes, keptJournalMillis } from "#schemas/session/keptJournal.ts"

const place = (first: string | null = null) => {
  let text = first
  const at: KeptPlace = {
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

describe("the journal that a page leaves to the next one of its tab", () => {
  it.effect("comes back once, masked, and without the charts that may know a patient", () =>
    Effect.gen(function* () {
      const { at, holds } = place()
      yield* leaveJournal(
        3,
        [[journalOf("session"), journalOf("database"), journalOf("form"), journalOf("operation")]],
        at,
      )
      expect(holds()).not.toMatch(/Maria|Lopez/)
      const left = yield* takeJournal(at)
      expect(left?.userId).toBe(3)
      expect(left?.file.charts.map(({ chart, entries }) => [chart, entries[0]?.event.type])).toEqual([
        ["session", "signIn.pressed"],
      ])
      expect(holds()).toBeNull()
      expect(yield* takeJournal(at)).toBeNull()
    }),
  )

  it.effect("is the longest that fits", () =>
    Effect.gen(function* () {
      const { at, holds } = place()
      yield* leaveJournal(null, [[journalOf("session", 5_000)], [journalOf("session", 20)], []], at)
      expect((holds() ?? "").length).toBeLessThanOrEqual(keptJournalBytes)
      expect((yield* takeJournal(at))?.file.charts[0]?.entries).toHaveLength(20)
    }),
  )

  it.effect("is nothing after a day", () =>
    Effect.gen(function* () {
      const { at } = place()
      yield* leaveJournal(null, [[journalOf("session")]], at)
      yield* TestClock.adjust(keptJournalMillis + 1)
      expect(yield* takeJournal(at)).toBeNull()
    }),
  )

  it.effect.each([
    ["no JSON", () => "{"],
    ["another form", (text: string) => text.replace('"version":1', '"version":0')],
    ["not masked", (text: string) => text.replace('"masked":true', '"masked":false')],
    ["of a chart that is never left", (text: string) => text.replace('"chart":"session"', '"chart":"database"')],
    ["too much", (text: string) => text + " ".repeat(keptJournalBytes)],
  ] as const)("is nothing, and taken away, where it is %s", ([, change]) =>
    Effect.gen(function* () {
      const first = place()
      yield* leaveJournal(null, [[journalOf("session")]], first.at)
      const { at, holds } = place(change(first.holds() ?? ""))
      expect(yield* takeJournal(at)).toBeNull()
      expect(holds()).toBeNull()
    }),
  )

  it.effect("is left out where storage is off", () =>
    Effect.gen(function* () {
      const at: KeptPlace = { read: Effect.fail("off"), write: () => Effect.fail("off"), remove: Effect.fail("off") }
      yield* leaveJournal(null, [[journalOf("session")]], at)
      expect(yield* takeJournal(at)).toBeNull()
    }),
  )
})
