import { Effect } from "effect"
import { seesEveryCompany } from "#schemas/access.ts"
import { CurrentPerson } from "#schemas/caller.ts"
import type { AdministrationAuditEvent } from "#schemas/administration/events.ts"
import { notFound } from "#schemas/problem.ts"
import { reply } from "#schemas/reply.ts"
import { changeCompanyState, deleteCompany, saveCompany } from "./company.commands.ts"
import { findActing, findCompanyId, readCompanies, readCompany } from "./company.queries.ts"
import { readCompanyUse } from "./companyUse.queries.ts"
import { recordAudit } from "#server/http/audit.ts"
import { commandOptions } from "#server/http/commandHeaders.ts"
import { callsOf } from "#server/http/handlers.ts"
import { nextOf, pageIn } from "#server/http/paging.ts"
import { orNotFound } from "#server/store/orNotFound.ts"

/** The calls of companies. */
export const companyCalls = callsOf("Company", {
  GetCompanyList: Effect.fn("Company.GetCompanyList")(function* ({ query }) {
    const { rows, next } = yield* readCompanies(yield* pageIn(query))
    return reply(rows, nextOf(next))
  }),

  GetCompanyDetail: Effect.fn("Company.GetCompanyDetail")(function* ({ query }) {
    const person = yield* CurrentPerson
    const companyId = yield* findCompanyId(query.hashedId)
    const isOwn = person.userType === 2 && companyId === person.companyId
    const found =
      companyId !== undefined && (isOwn || seesEveryCompany(person)) ? yield* readCompany(companyId) : undefined
    return reply(found ?? (yield* Effect.fail(notFound())))
  }),

  GetCompanyUse: Effect.fn("Company.GetCompanyUse")(function* ({ query }) {
    const companyId = yield* orNotFound(findCompanyId(query.hashedId))
    const { company } = yield* orNotFound(readCompany(companyId))
    return reply(yield* readCompanyUse({ ...company, companyId }))
  }),

  SaveCompany: Effect.fn("Company.SaveCompany")(function* ({ headers, payload }) {
    return reply(yield* saveCompany(yield* CurrentPerson, payload, yield* commandOptions(headers)))
  }),

  ChangeState: Effect.fn("Company.ChangeState")(function* ({ headers, payload: { hashedId, action } }) {
    return reply(yield* changeCompanyState(yield* CurrentPerson, hashedId, action, yield* commandOptions(headers)))
  }),

  DeleteCompany: Effect.fn("Company.DeleteCompany")(function* ({ headers, query: { hashedId, type } }) {
    yield* deleteCompany(yield* CurrentPerson, hashedId, type, yield* commandOptions(headers))
    return reply({})
  }),

  /** The end is said in the company's own audit stream; the beginning by the first call that works for it. */
  ActFor: Effect.fn("Company.ActFor")(function* ({ payload: { hashedId } }) {
    const person = yield* CurrentPerson
    const chosen = hashedId === null ? null : yield* orNotFound(findActing(hashedId))
    const company = chosen?.companyId === person.companyId ? null : chosen
    const goesOn = (company?.companyId ?? person.companyId) === person.actingCompanyId
    if (!goesOn && person.actingCompanyId !== person.companyId)
      yield* recordAudit(person, { _tag: "ActingEnded" } satisfies AdministrationAuditEvent)
    return reply(company)
  }),
})
