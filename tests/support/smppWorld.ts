import { Context, Effect, Layer, Logger, Redacted } from "effect"
import { Carrier } from "#server/delivery/Carrier.ts"
import { carrierBySender } from "#server/delivery/smpp/smppCarrier.ts"
import { SmppLink } from "#server/delivery/smpp/SmppLink.ts"
import type { SmppConfig } from "#server/delivery/smpp/smppSession.ts"
import { twilioCarriers } from "#server/delivery/twilioCarriers.ts"
import { accountSid, authToken, sender } from "./simulatedCarrier.ts"
import { type Smsc, startSmsc } from "./smsc.ts"

/** An account at an SMSC on this machine, with short waits. */
export const smppAccount = (port: number, more: Partial<SmppConfig> = {}): SmppConfig => ({
  ...{ host: "127.0.0.1", port, secure: false, systemId: "clinic", password: Redacted.make("secret") },
  ...{ reconnectMillis: 20, answerMillis: 2_000, ...more },
})

/** Both carriers as the program has them, of which only the second one is there. */
export const carriersWith = <R>(link: Layer.Layer<SmppLink, never, R>) =>
  carrierBySender.pipe(
    Layer.provideMerge(Layer.merge(twilioCarriers({ accountSid, authToken, apiBase: "http://127.0.0.1:9" }), link)),
  )

/** A test that breaks a connection a thousand times is not to say so. */
export const quiet = Logger.layer([])

/** An SMSC that a suite shares. */
export class TestSmsc extends Context.Service<TestSmsc, Smsc>()("admin-view/tests/Smsc") {
  static readonly layer = Layer.effect(TestSmsc, startSmsc())
}

/** Both carriers, with our client at the suite's SMSC. */
export const carriersAtSmsc = carriersWith(
  Layer.unwrap(Effect.map(TestSmsc, ({ port }) => SmppLink.layer(smppAccount(port)))).pipe(Layer.provide(quiet)),
)

/** Our client at an SMSC; `send` sends by a number that is the SMPP carrier's. */
export const openClient = (config: SmppConfig) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(carriersWith(SmppLink.layer(config)).pipe(Layer.provide(quiet)))
    const carrier = Context.get(context, Carrier)
    const send = (
      body: string,
      { to = "+14155550100", mayLeave }: { readonly to?: string; readonly mayLeave?: () => boolean } = {},
    ) => carrier.send({ key: body, carrier: "smpp", from: sender, to, body, statusCallback: "" }, mayLeave)
    return { carrier, send, link: Context.get(context, SmppLink) }
  })

/** An SMSC and our client. */
export const startSmppWorld = (more: Partial<SmppConfig> = {}) =>
  Effect.gen(function* () {
    const smsc = yield* startSmsc()
    return { smsc, ...(yield* openClient(smppAccount(smsc.port, more))) }
  })
