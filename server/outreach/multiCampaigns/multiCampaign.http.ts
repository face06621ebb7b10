import { Effect } from "effect"
import { CurrentPerson } from "#schemas/caller.ts"
import type { OutreachAuditEvent } from "#schemas/outreach/events.ts"
import type { MultiCampaignId } from "#schemas/outreach/multiCampaign.ts"
import { reply } from "#schemas/reply.ts"
import { recordLook } from "#server/http/audit.ts"
import { commandOptions } from "#server/http/commandHeaders.ts"
import { callsOf } from "#server/http/handlers.ts"
import { pageIn, pageReply } from "#server/http/paging.ts"
import { foundThing } from "#server/store/hashedIds.ts"
import { dryRunLadder } from "./dryRunLadder.queries.ts"
import { readJourneys } from "./journeyPages.queries.ts"
import { changeMultiCampaign, chooseVariant, deleteMultiCampaign, saveMultiCampaign } from "./multiCampaign.commands.ts"
import { multiCampaignProjection } from "./multiCampaign.projection.ts"
import {
  foundLadder,
  readLadderCounts,
  readMultiCampaign,
  readMultiCampaignDetail,
  readMultiCampaigns,
} from "./multiCampaign.queries.ts"
import { simulateLadder } from "./simulateLadder.queries.ts"
import { readStepChoices } from "./stepTemplates.queries.ts"

const found = Effect.fnUntraced(function* (hashedId: string) {
  const person = yield* CurrentPerson
  const companyId = person.actingCompanyId
  return { person, companyId, id: yield* foundThing<MultiCampaignId>(companyId, multiCampaignProjection, hashedId) }
})

/** The calls of multi-campaigns, for the acting company. */
export const multiCampaignCalls = callsOf("MultiCampaign", {
  GetMultiCampaigns: Effect.fn("MultiCampaign.GetMultiCampaigns")(function* ({ query }) {
    const { actingCompanyId } = yield* CurrentPerson
    return pageReply(yield* readMultiCampaigns(actingCompanyId, yield* pageIn(query)))
  }),

  GetSmsIvrList: Effect.fn("MultiCampaign.GetSmsIvrList")(function* () {
    const { actingCompanyId } = yield* CurrentPerson
    return reply(yield* readStepChoices(actingCompanyId))
  }),

  GetMultiCampaignDetail: Effect.fn("MultiCampaign.GetMultiCampaignDetail")(function* ({ query }) {
    const { person, companyId, id } = yield* found(query.hashedId)
    return reply(yield* readMultiCampaignDetail(companyId, id, person.userId))
  }),

  SaveMultiCampaign: Effect.fn("MultiCampaign.SaveMultiCampaign")(function* ({ headers, payload }) {
    const person = yield* CurrentPerson
    const id = yield* saveMultiCampaign(person, payload, yield* commandOptions(headers))
    return reply(yield* readMultiCampaign(person.actingCompanyId, id))
  }),

  ChangeState: Effect.fn("MultiCampaign.ChangeState")(function* ({ headers, payload: { hashedId, action } }) {
    const person = yield* CurrentPerson
    const id = yield* changeMultiCampaign(person, hashedId, action, yield* commandOptions(headers))
    return reply(yield* readMultiCampaign(person.actingCompanyId, id))
  }),

  ChooseVariant: Effect.fn("MultiCampaign.ChooseVariant")(function* ({ headers, payload }) {
    const person = yield* CurrentPerson
    const id = yield* chooseVariant(person, payload, yield* commandOptions(headers))
    return reply(yield* readMultiCampaign(person.actingCompanyId, id))
  }),

  DeleteMultiCampaign: Effect.fn("MultiCampaign.DeleteMultiCampaign")(function* ({ headers, query }) {
    yield* deleteMultiCampaign(yield* CurrentPerson, query.hashedId, yield* commandOptions(headers))
    return reply({})
  }),

  GetCounts: Effect.fn("MultiCampaign.GetCounts")(function* ({ query }) {
    const { companyId, id } = yield* found(query.hashedId)
    return reply(yield* readLadderCounts(companyId, id))
  }),

  GetJourneys: Effect.fn("MultiCampaign.GetJourneys")(function* ({ query }) {
    const { person, companyId, id } = yield* found(query.hashedId)
    const { stepId, endedAs, way } = query
    const { after, pageSize } = yield* pageIn(query)
    const page = yield* readJourneys(companyId, id, { stepId, endedAs, way, after, pageSize })
    const seen = { multiCampaignId: id, people: page.rows.length }
    yield* recordLook(person, { _tag: "JourneysViewed", ...seen } satisfies OutreachAuditEvent, [
      stepId,
      endedAs,
      way,
      after,
    ])
    return pageReply(page)
  }),

  CheckLadder: Effect.fn("MultiCampaign.CheckLadder")(function* ({ payload }) {
    const { companyId, id } = yield* found(payload.hashedId)
    return reply(yield* dryRunLadder(companyId, yield* foundLadder(companyId, id)))
  }),

  SimulateLadder: Effect.fn("MultiCampaign.SimulateLadder")(function* ({ payload }) {
    const person = yield* CurrentPerson
    const simulated = yield* simulateLadder(person.actingCompanyId, payload)
    const seen = { listId: payload.listId, people: simulated.sample.length }
    yield* recordLook(person, { _tag: "LadderSimulated", ...seen } satisfies OutreachAuditEvent, [payload.seed])
    return reply(simulated)
  }),
})
