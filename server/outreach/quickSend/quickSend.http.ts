import { Effect } from "effect"
import { CurrentPerson } from "#schemas/caller.ts"
import type { OutreachAuditEvent } from "#schemas/outreach/events.ts"
import { reply } from "#schemas/reply.ts"
import { commandOptions } from "#server/http/commandHeaders.ts"
import { recordAudit, recordLook } from "#server/http/audit.ts"
import { callsOf } from "#server/http/handlers.ts"
import { sendQuickText } from "./quickSend.commands.ts"
import { previewQuickText, readQuickChoices } from "./quickSend.queries.ts"

/** Texts to one person or a handful, for the acting company (decision 102). */
export const quickSendCalls = callsOf("QuickSend", {
  GetQuickChoices: Effect.fn("QuickSend.GetQuickChoices")(function* () {
    const { actingCompanyId } = yield* CurrentPerson
    return reply(yield* readQuickChoices(actingCompanyId))
  }),

  PreviewQuickText: Effect.fn("QuickSend.PreviewQuickText")(function* ({ payload }) {
    const person = yield* CurrentPerson
    const preview = yield* previewQuickText(person.actingCompanyId, payload)
    const { patients, templateId, senderId } = payload
    const seen = { people: preview.people.length }
    yield* recordLook(person, { _tag: "MessagePreviewed", ...seen } satisfies OutreachAuditEvent, [
      ...patients,
      templateId,
      senderId,
    ])
    return reply(preview)
  }),

  SendQuickText: Effect.fn("QuickSend.SendQuickText")(function* ({ headers, payload }) {
    const person = yield* CurrentPerson
    const { campaignId, sent } = yield* sendQuickText(person, payload, yield* commandOptions(headers))
    const { people } = sent
    const counted = { people: people.length, sent: people.filter(({ why }) => why === null).length }
    yield* recordAudit(person, { _tag: "QuickTextSent", campaignId, ...counted } satisfies OutreachAuditEvent)
    return reply(sent)
  }),
})
