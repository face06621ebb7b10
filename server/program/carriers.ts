import { Effect, Layer, Redacted } from "effect"
import type { Carrier } from "#server/delivery/Carrier.ts"
import { carrierBySender } from "#server/delivery/smpp/smppCarrier.ts"
import { SmppLink } from "#server/delivery/smpp/SmppLink.ts"
import { startSimulator } from "#server/delivery/simulator/simulator.ts"
import { twilioCarriers } from "#server/delivery/twilioCarriers.ts"
import type { VoiceCarrier } from "#server/delivery/VoiceCarrier.ts"
import { Demo } from "#server/demo/Demo.ts"
import { simulatedAccount } from "#server/demo/simulatedAccount.ts"
import { SimulatedPhones } from "#server/demo/SimulatedPhones.ts"
import { CannotStart } from "#server/store/CannotStart.ts"
import type { Database } from "#server/store/Database.ts"
import type { Settings } from "./settings.ts"

/** The carrier of a program that has none: nothing is accepted, so everything stays queued. */
const noCarrier = Layer.mergeAll(
  SimulatedPhones.layerNone,
  twilioCarriers({ accountSid: "none", authToken: Redacted.make(""), apiBase: "http://localhost:9" }),
)

/** The simulated carrier on the next port, in the process that sends, and the real adapter pointed at it. */
const simulated = (settings: Settings) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const account = yield* simulatedAccount
      const port = settings.simulatorPort
      if (settings.roles.includes("worker")) {
        yield* startSimulator({ ...account, port, seed: "demo", webhookBase: settings.publicUrl, speed: 4 }).pipe(
          Effect.mapError(
            () =>
              new CannotStart({
                message: `Port ${port} is in use; the simulated carrier needs it. Choose another one with SIMULATOR_PORT.`,
              }),
          ),
        )
      }
      const url = `http://localhost:${port}`
      return Layer.mergeAll(SimulatedPhones.layer({ ...account, url }), twilioCarriers({ ...account, apiBase: url }))
    }),
  )

/** The carrier of texts and calls that the settings name; in the demo the simulated one, else none. */
const firstCarrier = (settings: Settings) =>
  Layer.unwrap(
    Effect.map(Demo, ({ isOn }): Layer.Layer<Carrier | VoiceCarrier | SimulatedPhones, CannotStart, Database> => {
      if (settings.carrier !== undefined) {
        const { accountSid, authToken, baseUrl } = settings.carrier
        return Layer.mergeAll(
          SimulatedPhones.layerNone,
          twilioCarriers({ accountSid, authToken: Redacted.make(authToken), apiBase: baseUrl }),
        )
      }
      return isOn ? simulated(settings) : noCarrier
    }),
  )

/** The connection to the SMPP carrier, of the processes that send. */
const smppLink = ({ smpp, roles }: Settings) =>
  smpp !== undefined && roles.includes("worker") ? SmppLink.layer(smpp) : SmppLink.layerNone

/** All carriers: numbers that are the SMPP carrier's send by that one, all others by the first. */
export const carrierFor = (settings: Settings) =>
  carrierBySender.pipe(Layer.provideMerge(Layer.merge(firstCarrier(settings), smppLink(settings))))
