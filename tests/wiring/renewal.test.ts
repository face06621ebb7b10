import { expect, it, vi } from "vitest"
import { Effect, Layer, ManagedRuntime } from "effect"
import { Renewal } from "#effects/Renewal.ts"
import { Token } from "#effects/Token.ts"
import { makeRenewals } from "../../src/wiring/renewal.ts"
import type { Session } from "../../src/wiring/session.ts"

/** A session in which someone is signed in until the test says otherwise. */
const session = () => {
  const heard = new Set<(snapshot: unknown) => void>()
  let isIn = true
  const snapshot = () => ({
    context: { person: isIn ? {} : null },
    matches: ({ person }: { readonly person: string }) => isIn && person === "signedIn",
  })
  const running = {
    getSnapshot: snapshot,
    subscribe: (listener: (snapshot: unknown) => void) => void heard.add(listener),
  } as unknown as Session
  const leave = (): void => {
    isIn = false
    for (const listener of heard) listener(snapshot())
  }
  return { running, leave }
}

/** The renewal of a page whose token comes silently as given. */
const renewing = (silently: Effect.Effect<void>) => {
  const { running, leave } = session()
  const renewals = makeRenewals(running)
  const token = Layer.succeed(Token, { silently, elsewhere: Effect.never } as never)
  const runtime = ManagedRuntime.make(renewals.layer.pipe(Layer.provide(token)))
  return { leave, renewals, refresh: () => runtime.runPromise(Effect.flatMap(Renewal, ({ refresh }) => refresh)) }
}

it("one renewal serves all who ask while it runs, and the next who ask get another", async () => {
  let asked = 0
  const { refresh } = renewing(Effect.sync(() => void (asked += 1)))
  await Promise.all([refresh(), refresh(), refresh()])
  expect(asked).toBe(1)
  await refresh()
  expect(asked).toBe(2)
})

it("a person who leaves gives the renewal up, and its dialog shows that one", async () => {
  const { refresh, leave, renewals } = renewing(Effect.never)
  const shown = vi.fn<() => void>()
  renewals.latest.subscribe(shown)
  const refused = refresh().catch((problem: unknown) => problem)
  await vi.waitFor(() => expect(shown).toHaveBeenCalledOnce())
  expect(renewals.latest.read()?.getSnapshot().status).toBe("active")
  leave()
  expect(await refused).toMatchObject({ problem: "Unauthenticated" })
  expect(renewals.latest.read()?.getSnapshot().status).toBe("done")
})
