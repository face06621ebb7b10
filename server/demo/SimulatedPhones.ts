import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { problem, type Problem } from "#schemas/problem.ts"

/** A text as the simulated carrier remembers it; times in milliseconds since 1970. */
export const CarriedText = Schema.Struct({
  sid: Schema.String,
  /** The key that it was sent with; empty for none. */
  key: Schema.String,
  direction: Schema.Literals(["outbound-api", "outbound-reply", "inbound"]),
  from: Schema.String,
  to: Schema.String,
  body: Schema.String,
  created: Schema.Number,
  status: Schema.String,
})
export type CarriedText = typeof CarriedText.Type

/** Where the simulated carrier listens, and the account it knows us by. */
export type PhonesConfig = { readonly url: string; readonly accountSid: string; readonly authToken: Redacted.Redacted }

const readTexts = Schema.decodeUnknownEffect(Schema.Array(CarriedText))
const unavailable = () => problem("Unavailable", "The simulated carrier does not answer. Is it running?")

const callWith = ({ url, accountSid, authToken }: PhonesConfig) => {
  const credentials = Buffer.from(`${accountSid}:${Redacted.value(authToken)}`).toString("base64")
  // Numbers and texts go in the body, to keep them out of addresses.
  return (path: string, form: Record<string, string>): Effect.Effect<unknown, Problem> =>
    Effect.tryPromise({
      try: async (signal) => {
        const headers = { authorization: `Basic ${credentials}` }
        const response = await fetch(`${url}${path}`, {
          method: "POST",
          headers,
          body: new URLSearchParams(form),
          signal,
        })
        if (!response.ok) throw new Error(`status ${response.status}`)
        return response.json()
      },
      catch: unavailable,
    })
}

/** The phones of the simulated carrier, over its own HTTP: what they got, and what their owners type. */
export class SimulatedPhones extends Context.Service<
  SimulatedPhones,
  {
    /** Texts to and from a number (E.164), oldest first. */
    readonly textsOf: (phone: string) => Effect.Effect<ReadonlyArray<CarriedText>, Problem>
    /** Someone texts one of our numbers; it comes back to us through the signed webhook. */
    readonly reply: (from: string, to: string, text: string) => Effect.Effect<void, Problem>
  }
>()("admin-view/demo/SimulatedPhones") {
  /** Fails calls with Unavailable when the carrier does not answer. */
  static readonly layer = (config: PhonesConfig) => {
    const call = callWith(config)
    return Layer.succeed(SimulatedPhones, {
      textsOf: (phone) =>
        Effect.flatMap(call("/simulator/phone", { number: phone }), (texts) => Effect.orDie(readTexts(texts))),
      reply: (from, to, text) => Effect.asVoid(call("/simulator/replies", { from, to, body: text })),
    })
  }

  /** Without a simulated carrier there are no phones. */
  static readonly layerNone = Layer.succeed(SimulatedPhones, {
    textsOf: () => Effect.succeed([]),
    reply: () => Effect.fail(unavailable()),
  })
}
