import { usualPreferences } from "#schemas/preferences.ts"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { createActor, fromPromise, waitFor } from "xstate"
import { sessionMachine } from "#machines/session/session.machine.ts"
import { toastsMachine } from "#machines/session/toasts.machine.ts"
import { rightsLongPauseMillis, toastMillis } from "#schemas/constants.ts"
import { CompanyId, UserId } from "#schemas/ids.ts"
import type { LoginOutcome, Restored } from "#schemas/session/outcome.ts"

const kept = new Map<string, string>()
const leaving = new Set<() => void>()
let now = 0

beforeEach(() => {
  kept.clear()
  leaving.clear()
  now = Date.now()
  vi.stubGlobal("performance", { timeOrigin: 0, now: () => now })
  vi.stubGlobal("addEventListener", (_: string, listener: () => void) => void leaving.add(listener))
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const signedInAs = (userId: UserId): LoginOutcome => ({
  outcome: "signedIn",
  at: now,
  person: {
    ...{ userId, userType: 2, userName: "nora", displayName: "Nora", accessIds: [7] },
    ...{
      companyId: CompanyId.make(1),
      companyName: "Northwind",
      companyZone: "America/New_York",
      preferences: usualPreferences,
      actingCompany: null,
    },
  },
})

/** The page that someone stands on, with what it knows of the one before. */
const open = async (userId = UserId.make(3)) => {
  vi.resetModules()
  leaving.clear()
  const { inspectWith, journals } = await import("../../src/wiring/journal.ts")
  const login = fromPromise<LoginOutcome>(async () => signedInAs(userId))
  const session = createActor(
    sessionMachine.provide({
      actors: { restore: fromPromise<Restored>(async () => ({ token: "kept" })), login, readRights: login },
    }),
    { input: { expected: true, tab: "a" }, inspect: inspectWith("session") },
  ).start()
  const toasts = createActor(toastsMachine, { inspect: inspectWith("toasts") }).start()
  await waitFor(session, (snapshot) => snapshot.matches({ person: "signedIn" }))
  const { makePersistedJournal } = await import("../../src/wiring/persistedJournal.ts")
  const known = makePersistedJournal(session)
  const leave = (): void => {
    for (const listener of leaving) listener()
    session.stop()
    toasts.stop()
  }
  return { ...known, session, toasts, journals, leave }
}

const toast = { word: "demoClock.notMoved", intent: "danger", at: "2026-11-22T08:00:00.000Z" } as const
const shown = { ...toast, id: "toast-1", text: "Unable to move the demo clock" }

describe("what a page leaves to the next one of its tab", () => {
  it("is the time that rights are not read again, over any number of reloads", async () => {
    const first = await open()
    expect(first.areRightsResting()).toBe(false)
    first.session.send({ type: "rights.changed", lacking: "9" })
    await waitFor(first.session, (snapshot) => snapshot.matches({ person: { signedIn: "resting" } }))
    first.leave()
    now += 60_000
    const second = await open()
    expect(second.areRightsResting()).toBe(true)
    second.leave()
    now += rightsLongPauseMillis - 60_010
    const third = await open()
    expect(third.areRightsResting()).toBe(true)
    now += 20
    expect(third.areRightsResting()).toBe(false)
    third.leave()
  })

  it("is a toast until its time is over, and none of words that take values", async () => {
    const first = await open()
    first.toasts.send({ type: "toast.shown", toast: shown })
    const { word: _, ...unkept } = shown
    first.toasts.send({ type: "toast.shown", toast: { ...unkept, id: "toast-2" } })
    const until = now + toastMillis
    now += 1_000
    first.leave()
    const second = await open()
    expect(second.leftToasts()).toEqual([{ ...toast, until: expect.closeTo(until, 0) as number }])
    now = until + 1
    expect(second.leftToasts()).toEqual([])
    second.leave()
  })

  it("is what its charts heard", async () => {
    const first = await open()
    first.leave()
    const second = await open()
    expect(second.journals.earlier().map(({ chart }) => chart)).toEqual(["session", "toasts", "idle"])
    second.leave()
  })

  it("is nothing for another person", async () => {
    const first = await open()
    first.own(UserId.make(3))
    first.toasts.send({ type: "toast.shown", toast: shown })
    first.leave()
    const second = await open(UserId.make(4))
    second.own(UserId.make(4))
    expect([second.leftToasts(), second.journals.earlier()]).toEqual([[], []])
    second.leave()
  })
})
