import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { type HandAct, HeardOnPhone } from "#schemas/administration/demo.ts"
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

/** A call as the simulated carrier remembers it; times in milliseconds since 1970. */
export const CarriedCall = Schema.Struct({
  sid: Schema.String,
  from: Schema.String,
  created: Schema.Number,
  status: Schema.String,
  seconds: Schema.NullOr(Schema.Number),
  inHand: Schema.Boolean,
  heard: Schema.Array(Schema.Struct({ what: HeardOnPhone.fields.what, text: Schema.String, at: Schema.Number })),
})
export type CarriedCall = typeof CarriedCall.Type

/** Where the simulated carrier listens, and the account it knows us by. */
export type PhonesConfig = { readonly url: string; readonly accountSid: string; readonly authToken: Redacted.Redacted }

const readTexts = Schema.decodeUnknownEffect(Schema.Array(CarriedText))
const readCalls = Schema.decodeUnknownEffect(Schema.Array(CarriedCall))
const readDone = Schema.decodeUnknownEffect(Schema.Struct({ done: Schema.Boolean }))
/** A page asks again sooner; a phone of which no page asks is answered by its simulated person. */
const holdSeconds = "10"
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
    /** Takes a phone (E.164) into the hand for ten seconds, and gives the calls to it, oldest first. */
    readonly hold: (phone: string) => Effect.Effect<ReadonlyArray<CarriedCall>, Problem>
    /** Does something with a call on a phone in the hand; false when the call does not wait for that. */
    readonly act: (callSid: string, act: HandAct) => Effect.Effect<boolean, Problem>
  }
>()("admin-view/demo/SimulatedPhones") {
  /** Fails calls with Unavailable when the carrier does not answer. */
  static readonly layer = (config: PhonesConfig) => {
    const call = callWith(config)
    return Layer.succeed(SimulatedPhones, {
      textsOf: (phone) =>
        Effect.flatMap(call("/simulator/phone", { number: phone }), (texts) => Effect.orDie(readTexts(texts))),
      reply: (from, to, text) => Effect.asVoid(call("/simulator/replies", { from, to, body: text })),
      hold: (phone) =>
        Effect.flatMap(call("/simulator/hold", { number: phone, seconds: holdSeconds }), (calls) =>
          Effect.orDie(readCalls(calls)),
        ),
      act: (callSid, act) =>
        Effect.flatMap(call("/simulator/hand", { call: callSid, act }), (answer) =>
          Effect.map(Effect.orDie(readDone(answer)), ({ done }) => done),
        ),
    })
  }

  /** Without a simulated carrier there are no phones. */
  static readonly layerNone = Layer.succeed(SimulatedPhones, {
    textsOf: () => Effect.succeed([]),
    reply: () => Effect.fail(unavailable()),
    hold: () => Effect.succeed([]),
    act: () => Effect.fail(unavailable()),
  })
}
