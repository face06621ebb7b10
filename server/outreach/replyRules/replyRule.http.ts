import { Effect } from "effect"
import { CurrentPerson } from "#schemas/caller.ts"
import type { PeopleAuditEvent } from "#schemas/people/events.ts"
import { reply } from "#schemas/reply.ts"
import { recordLook } from "#server/http/audit.ts"
import { commandOptions } from "#server/http/commandHeaders.ts"
import { callsOf } from "#server/http/handlers.ts"
import { ofTemplate } from "#server/outreach/templates/template.http.ts"
import { saveReplyRules } from "./replyRule.commands.ts"
import { foundReplyRules, tryReplyRules } from "./replyRule.queries.ts"

/** The calls of the rules for replies to a template's texts. */
export const replyRuleCalls = callsOf("Template", {
  GetReplyRules: Effect.fn("Template.GetReplyRules")(function* ({ query }) {
    const { companyId, templateId } = yield* ofTemplate(query.temphashedId)
    return reply(yield* foundReplyRules(companyId, templateId))
  }),

  SaveReplyRules: Effect.fn("Template.SaveReplyRules")(function* ({ headers, payload }) {
    return reply(yield* saveReplyRules(yield* CurrentPerson, payload, yield* commandOptions(headers)))
  }),

  TryReplyRules: Effect.fn("Template.TryReplyRules")(function* ({ payload: { temphashedId, rules } }) {
    const person = yield* CurrentPerson
    const { companyId, templateId } = yield* ofTemplate(temphashedId)
    const found = yield* tryReplyRules(companyId, templateId, rules)
    const people = [found.unsure, found.unmatched, ...(found.missed === null ? [] : [found.missed])].reduce(
      (sum, { texts }) => sum + texts.length,
      0,
    )
    const seen = { people, listId: null, searched: false }
    if (people > 0)
      yield* recordLook(person, { _tag: "PatientsViewed", ...seen } satisfies PeopleAuditEvent, [
        "replies to template",
        templateId,
      ])
    return reply(found)
  }),
})
