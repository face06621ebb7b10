import { Effect } from "effect"
import { CurrentPerson } from "#schemas/caller.ts"
import { reply } from "#schemas/reply.ts"
import { actingCompany, commandOptions } from "#server/http/commandHeaders.ts"
import { callsOf } from "#server/http/handlers.ts"
import { pageIn, pageReply } from "#server/http/paging.ts"
import { keepIvrTest, removeIvrTest, saveIvr } from "./template.commands.ts"
import { ofTemplate } from "./template.http.ts"
import { foundIvr, decodeFlow, readIvrs } from "./template.queries.ts"
import { readTemplateVersions } from "./templateVersions.queries.ts"

/** The calls of call flows, for the acting company. */
export const ivrCalls = callsOf("Outreach", {
  GetIvrList: Effect.fn("Outreach.GetIvrList")(function* ({ query }) {
    const person = yield* CurrentPerson
    return pageReply(yield* readIvrs(person.actingCompanyId, yield* pageIn(query)))
  }),

  GetIvr: Effect.fn("Outreach.GetIvr")(function* ({ query }) {
    const { companyId, templateId } = yield* ofTemplate(query.temphashedId)
    return reply(yield* foundIvr(companyId, templateId))
  }),

  GetIvrVersions: Effect.fn("Outreach.GetIvrVersions")(function* ({ query }) {
    const { companyId, templateId } = yield* ofTemplate(query.temphashedId)
    yield* foundIvr(companyId, templateId)
    const { versions, history } = yield* readTemplateVersions(companyId, templateId)
    return reply({
      versions: versions.map(({ text, parameters: _, ...version }) => ({ ...version, flow: decodeFlow(text) })),
      history,
    })
  }),

  SaveIvr: Effect.fn("Outreach.SaveIvr")(function* ({ headers, payload }) {
    const person = yield* CurrentPerson
    yield* actingCompany(person, payload.companyId)
    return reply(yield* saveIvr(person, payload, yield* commandOptions(headers)))
  }),

  KeepIvrTest: Effect.fn("Outreach.KeepIvrTest")(function* ({ headers, payload }) {
    const person = yield* CurrentPerson
    return reply(yield* keepIvrTest(person, payload, yield* commandOptions(headers)))
  }),

  RemoveIvrTest: Effect.fn("Outreach.RemoveIvrTest")(function* ({ headers, payload }) {
    const person = yield* CurrentPerson
    yield* removeIvrTest(person, payload, yield* commandOptions(headers))
    return reply({})
  }),
})
