import { Effect, Layer, Redacted, Schema } from "effect"
import { problem, type Problem } from "#schemas/problem.ts"
import { exchange, openPool, type Exchange } from "#server/delivery/connectionPool.ts"
import { CardProcessor, type ProcessorCard } from "./CardProcessor.ts"

/** How to reach a processor that speaks Stripe's REST of payment methods. */
export type CardProcessorConfig = {
  /** Its calls and the page with its fields. */
  readonly origin: string
  readonly key: Redacted.Redacted
  /** Longest wait for an answer, in milliseconds (default 5,000): a person waits, and a transaction with them. */
  readonly timeoutMillis?: number
}

/** The page with the fields of a card, at a processor. */
export const fieldsPath = "/fields"

const Attached = Schema.fromJsonString(
  Schema.Struct({
    card: Schema.Struct({
      brand: Schema.String,
      last4: Schema.String.check(Schema.isPattern(/^\d{4}$/)),
      exp_month: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 12 })),
      exp_year: Schema.Int.check(Schema.isBetween({ minimum: 2000, maximum: 2100 })),
    }),
    billing_details: Schema.Struct({
      name: Schema.String,
      address: Schema.Struct({ postal_code: Schema.String }),
    }),
  }),
)
const decode = Schema.decodeUnknownEffect(Attached)

const unavailable = problem(
  "Unavailable",
  "The card processor could not be reached. Nothing was changed. Try again in a minute.",
)
const declined = problem("Invalid", "The card was declined. Use another card, or ask its bank.")
const unusable = problem("Invalid", "This card was sent before, or too long ago. Enter it again.")

const failureOf = (answer: Exchange): Problem => {
  if (answer._tag !== "Answered" || answer.status >= 500 || [401, 403, 429].includes(answer.status)) return unavailable
  return answer.status === 402 ? declined : unusable
}

/** The processor port on such a REST. Nothing that it says is logged: its answers describe a card. */
export const httpCardProcessor = ({ origin, key, timeoutMillis = 5_000 }: CardProcessorConfig) =>
  Layer.effect(
    CardProcessor,
    Effect.gen(function* () {
      const pool = yield* openPool(origin, { connections: 4, timeoutMillis })
      const headers = {
        authorization: `Bearer ${Redacted.value(key)}`,
        "content-type": "application/x-www-form-urlencoded",
      }
      const ask = (token: string, verb: "attach" | "detach", body: string, more: Record<string, string> = {}) =>
        exchange(pool, {
          path: `/v1/payment_methods/${encodeURIComponent(token)}/${verb}`,
          headers: { ...headers, ...more },
          body,
        })
      return CardProcessor.of({
        fieldsUrl: origin + fieldsPath,
        attach: Effect.fn("CardProcessor.attach")(function* (token, { companyId, commandId }) {
          const customer = new URLSearchParams({ customer: `company-${companyId}` }).toString()
          const answer = yield* ask(token, "attach", customer, { "idempotency-key": commandId })
          if (answer._tag !== "Answered" || answer.status !== 200) return yield* Effect.fail(failureOf(answer))
          const { card, billing_details: billing } = yield* Effect.mapError(decode(answer.body), () => unavailable)
          return {
            brand: card.brand,
            last4: card.last4,
            expMonth: card.exp_month,
            expYear: card.exp_year,
            holderName: billing.name,
            billingZip: billing.address.postal_code,
          } satisfies ProcessorCard
        }),
        detach: Effect.fn("CardProcessor.detach")(function* (token) {
          const answer = yield* ask(token, "detach", "")
          const isGone = answer._tag === "Answered" && [200, 400, 404].includes(answer.status)
          if (!isGone) return yield* Effect.fail(unavailable)
        }),
      })
    }),
  )
