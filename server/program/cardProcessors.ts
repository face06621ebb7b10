import { Effect, Layer, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import { CardProcessor } from "#server/administration/cards/CardProcessor.ts"
import { httpCardProcessor } from "#server/administration/cards/httpCardProcessor.ts"
import { startTestProcessor } from "#server/administration/cards/testProcessor/testProcessor.ts"
import { isLoopback } from "#server/identity/network.rule.ts"
import { Demo } from "#server/demo/Demo.ts"
import { CannotStart } from "#server/store/CannotStart.ts"
import type { Settings } from "./settings.ts"

const thisMachine = "127.0.0.1"

/**
 * The host by which a browser reaches this program reaches the test processor too, on a port of its own. On this machine
 * it has another name: two ports of one host are one site, whose frames share a process and its memory.
 */
const testOrigin = ({ publicUrl, cardTestPort }: Settings): string => {
  const { hostname } = new URL(publicUrl)
  return `http://${isLoopback(hostname) ? thisMachine : hostname}:${cardTestPort}`
}

/** The processor for tests, in the process that answers people, and the adapter pointed at it. */
const testing = (settings: Settings) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { cardTestPort: port, publicUrl } = settings
      const host = isLoopback(settings.host) ? thisMachine : settings.host
      const key = randomBytes(16).toString("hex")
      yield* startTestProcessor({ host, port, key, pagesOrigin: new URL(publicUrl).origin }).pipe(
        Effect.mapError(
          () =>
            new CannotStart({
              message: `Port ${port} is in use; the test processor of cards needs it. Choose another one with CARD_TEST_PORT.`,
            }),
        ),
      )
      return httpCardProcessor({ origin: testOrigin(settings), key: Redacted.make(key) })
    }),
  )

/** The card processor that the settings name; in the demo the one for tests, else none. */
export const cardProcessorFor = (settings: Settings) =>
  Layer.unwrap(
    Effect.map(Demo, ({ isOn }): Layer.Layer<CardProcessor, CannotStart> => {
      if (settings.cardProcessor !== undefined) {
        const { origin, key } = settings.cardProcessor
        return httpCardProcessor({ origin, key: Redacted.make(key) })
      }
      return isOn && settings.demo && settings.roles.includes("api") ? testing(settings) : CardProcessor.layerNone
    }),
  )
