import { Effect, Exit, Redacted, Scope, type Layer } from "effect"
import { afterAll } from "vitest"
import type { CardProcessor } from "#server/administration/cards/CardProcessor.ts"
import { httpCardProcessor } from "#server/administration/cards/httpCardProcessor.ts"
import { startTestProcessor } from "#server/administration/cards/testProcessor/testProcessor.ts"

const key = "the-key"

/** A card as a person types it at the processor; the numbers are those that processors publish for tests. */
export const typed = {
  number: "4242424242424242",
  code: "737",
  exp_month: "9",
  exp_year: "2029",
  name: "Northwind Clinics",
  zip: "94105",
}
export const declinedNumber = "4000000000000002"

/** The test processor for the tests of one file, on a port of its own, and how it is reached; ended with the file. */
export const testProcessor = async (pagesOrigin: string) => {
  const scope = await Effect.runPromise(Scope.make())
  const end = () => Effect.runPromise(Scope.close(scope, Exit.void))
  afterAll(end)
  const where = { host: "127.0.0.1", port: 0, key, pagesOrigin }
  const port = await Effect.runPromise(Scope.provide(startTestProcessor(where), scope))
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    /** As if it broke down. */
    end,
    layer: httpCardProcessor({ origin, key: Redacted.make(key), timeoutMillis: 2_000 }) as Layer.Layer<CardProcessor>,
    /** What its page does: gives the token of a card, or what it refuses by. */
    type: async (change: Partial<typeof typed> = {}): Promise<{ readonly status: number; readonly id: string }> => {
      const response = await fetch(`${origin}/tokens`, {
        method: "POST",
        body: new URLSearchParams({ ...typed, ...change }),
      })
      return { ...((await response.json()) as { readonly id: string }), status: response.status }
    },
  }
}
