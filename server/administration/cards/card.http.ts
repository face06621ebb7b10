import { Effect } from "effect"
import { CurrentPerson } from "#schemas/caller.ts"
import { reply } from "#schemas/reply.ts"
import { commandOptions } from "#server/http/commandHeaders.ts"
import { callsOf } from "#server/http/handlers.ts"
import { cardFor, removeCard, saveCard } from "./card.commands.ts"

/** The calls of cards. */
export const cardCalls = callsOf("Payment", {
  GetCardInfo: Effect.fn("Payment.GetCardInfo")(function* ({ query }) {
    return reply(yield* cardFor(yield* CurrentPerson, query.companyId))
  }),

  SaveCardInfo: Effect.fn("Payment.SaveCardInfo")(function* ({ headers, query, payload }) {
    const person = yield* CurrentPerson
    return reply(yield* saveCard(person, query.companyId, payload.token, yield* commandOptions(headers)))
  }),

  DeleteCardInfo: Effect.fn("Payment.DeleteCardInfo")(function* ({ headers, query }) {
    return reply(yield* removeCard(yield* CurrentPerson, query.companyId, yield* commandOptions(headers)))
  }),
})
