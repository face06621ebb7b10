import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { PersistedState, type StoragePlace } from "#effects/PersistedState.ts"
import { persistMillis } from "#schemas/constants.ts"
import { UserId } from "#schemas/ids.ts"
import { maxPersistedBytes, persistedVersion, type PersistedNotification } from "#schemas/session/persistedState.ts"

const place = (first: string | null = null) => {
  let text = first
  const at: StoragePlace = {
    read: Effect.sync(() => text),
    write: (next) => Effect.sync(() => void (text = next)),
    remove: Effect.sync(() => void (text = null)),
  }
  return { at, holds: () => text }
}
const saved: PersistedNotification = { word: "campaign.created", intent: "success", at: "2026-11-21T09:00:00.000Z" }
const using = <A, E>(at: StoragePlace, run: (kept: PersistedState["Service"]) => Effect.Effect<A, E>) =>
  Effect.flatMap(PersistedState, run).pipe(Effect.provide(PersistedState.layerAt(at)))
const record = (change: object) =>
  JSON.stringify({ version: persistedVersion, userId: 3, notifications: [saved], ...change })

describe("the state that survives a reload", () => {
  it.effect("comes back to the same person, newest first", () =>
    Effect.gen(function* () {
      const userId = UserId.make(3)
      const { at } = place()
      const later = { ...saved, intent: "danger" as const }
      yield* using(at, (kept) => kept.keep(userId, [later, saved]))
      expect(yield* using(at, (kept) => kept.restore(userId))).toEqual([later, saved])
    }),
  )

  it.effect.each([
    ["nothing", null],
    ["no JSON", "{"],
    ["an older form", record({ version: 0 })],
    ["a newer form", record({ version: persistedVersion + 1 })],
    ["another form altogether", JSON.stringify(["token"])],
    ["words that take values", record({ notifications: [{ ...saved, word: "campaign.launch.text" }] })],
    ["words no one wrote", record({ notifications: [{ ...saved, word: "constructor" }] })],
    ["too much", record({ padding: "x".repeat(maxPersistedBytes) })],
    ["another person's", record({ userId: 4 })],
  ] as const)("is left out, and taken away, where it is %s", ([, text]) =>
    Effect.gen(function* () {
      const { at, holds } = place(text)
      expect(yield* using(at, (kept) => kept.restore(UserId.make(3)))).toEqual([])
      expect(holds()).toBeNull()
    }),
  )

  it.effect("is not waited for longer than 5,000 ms", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(
        using({ ...place().at, read: Effect.never }, (kept) => kept.restore(UserId.make(3))),
      )
      yield* TestClock.adjust(persistMillis - 1)
      expect(fiber.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust(1)
      expect(yield* Fiber.join(fiber)).toEqual([])
    }),
  )

  it.effect("is done without where the storage throws", () =>
    Effect.gen(function* () {
      const userId = UserId.make(3)
      const off = Effect.fail("SecurityError")
      const at: StoragePlace = { read: off, write: () => off, remove: off }
      yield* using(at, (kept) => Effect.andThen(kept.keep(userId, [saved]), kept.clear))
      expect(yield* using(at, (kept) => kept.restore(userId))).toEqual([])
    }),
  )

  it.effect("leaves nothing half behind where the storage is full", () =>
    Effect.gen(function* () {
      const { at, holds } = place(record({}))
      const full: StoragePlace = { ...at, write: () => Effect.fail("QuotaExceededError") }
      yield* using(full, (kept) => kept.keep(UserId.make(3), [saved]))
      expect(holds()).toBeNull()
    }),
  )

  it.effect("stays within its 64 kB by leaving the oldest out", () =>
    Effect.gen(function* () {
      const userId = UserId.make(3)
      const { at, holds } = place()
      const many = Array.from({ length: 2_000 }, (_, index) => ({
        ...saved,
        at: `2026-11-21T09:00:00.${String(index % 1_000).padStart(3, "0")}Z`,
      }))
      yield* using(at, (kept) => kept.keep(userId, many))
      expect(new TextEncoder().encode(holds() ?? "").length).toBeLessThanOrEqual(maxPersistedBytes)
      const back = yield* using(at, (kept) => kept.restore(userId))
      expect(back).toEqual(many.slice(0, back.length))
      expect(back.length).toBeGreaterThan(100)
    }),
  )
})
