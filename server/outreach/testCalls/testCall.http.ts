import { Effect } from "effect"
import { CurrentPerson } from "#schemas/caller.ts"
import type { OutreachAuditEvent } from "#schemas/outreach/events.ts"
import { reply } from "#schemas/reply.ts"
import { recordAudit } from "#server/http/audit.ts"
import { CallRates } from "#server/http/CallRates.ts"
import { callsOf } from "#server/http/handlers.ts"
import { ofTemplate } from "#server/outreach/templates/template.http.ts"
import { foundIvr } from "#server/outreach/templates/template.queries.ts"
import { placeTestCall } from "./testCall.commands.ts"
import { readCallingNumbers, readLastTestCall, readWordsByLanguage } from "./testCall.queries.ts"

/** The calls by which staff hear a call flow on a phone, for the acting company. */
export const testCallCalls = callsOf("Outreach", {
  GetTestCalls: Effect.fn("Outreach.GetTestCalls")(function* ({ query: { temphashedId } }) {
    const { userId } = yield* CurrentPerson
    const { companyId, templateId } = yield* ofTemplate(temphashedId)
    const { flow, version } = yield* foundIvr(companyId, templateId)
    const words = yield* readWordsByLanguage(companyId, { templateId, version })
    const senders = yield* readCallingNumbers(companyId)
    const last = (yield* readLastTestCall(companyId, userId)) ?? null
    return reply({ templateId, callerId: flow.callerId ?? null, senders, languages: [...words.keys()], last })
  }),

  PlaceTestCall: Effect.fn("Outreach.PlaceTestCall")(function* ({ payload }) {
    const person = yield* CurrentPerson
    const rates = yield* CallRates
    const admit = (event: OutreachAuditEvent) =>
      Effect.andThen(rates.count("testCall", person.userId), recordAudit(person, event))
    return reply(yield* placeTestCall(person, payload, admit))
  }),
})
