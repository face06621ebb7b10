import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { roleList, seesEveryCompany } from "#schemas/access.ts"
import { Api } from "#schemas/api.ts"
import { CurrentPerson } from "#schemas/caller.ts"
import type { ActFor, ChangeCompanyState, DeletedKind, SaveCompany } from "#schemas/administration/company.ts"
import type { AdministrationAuditEvent } from "#schemas/administration/events.ts"
import type { GlobalSettings } from "#schemas/administration/globalSettings.ts"
import { notFound } from "#schemas/problem.ts"
import { reply, type ListQuery } from "#schemas/reply.ts"
import { changeCompanyState, deleteCompany, saveCompany } from "#server/administration/companies/company.commands.ts"
import {
  readGlobalSettings,
  saveGlobalSettings,
} from "#server/administration/globalSettings/globalSettings.commands.ts"
import {
  findActing,
  findCompanyId,
  readCompanies,
  readCompany,
} from "#server/administration/companies/company.queries.ts"
import { recordAudit } from "#server/http/audit.ts"
import { commandOptions, type VersionedHeaders } from "#server/http/commandHeaders.ts"
import { nextOf, pageIn } from "#server/http/paging.ts"
import { storeServices } from "#server/store/storeServices.ts"

const list = Effect.fn("Company.GetCompanyList")(function* (query: ListQuery) {
  const { rows, next } = yield* readCompanies(yield* pageIn(query))
  return reply(rows, nextOf(next))
})

const detail = Effect.fn("Company.GetCompanyDetail")(function* (hashedId: string) {
  const person = yield* CurrentPerson
  const companyId = yield* findCompanyId(hashedId)
  const isOwn = person.userType === 2 && companyId === person.companyId
  const found =
    companyId !== undefined && (isOwn || seesEveryCompany(person)) ? yield* readCompany(companyId) : undefined
  return reply(found ?? (yield* Effect.fail(notFound())))
})

const save = Effect.fn("Company.SaveCompany")(function* (headers: VersionedHeaders, payload: SaveCompany) {
  return reply(yield* saveCompany(yield* CurrentPerson, payload, yield* commandOptions(headers)))
})

const change = Effect.fn("Company.ChangeState")(function* (
  headers: VersionedHeaders,
  { hashedId, action }: typeof ChangeCompanyState.Type,
) {
  return reply(yield* changeCompanyState(yield* CurrentPerson, hashedId, action, yield* commandOptions(headers)))
})

const remove = Effect.fn("Company.DeleteCompany")(function* (
  headers: VersionedHeaders,
  { hashedId, type }: { readonly hashedId: string; readonly type: DeletedKind },
) {
  yield* deleteCompany(yield* CurrentPerson, hashedId, type, yield* commandOptions(headers))
  return reply({})
})

/** The end is said in the company's own audit stream; the beginning by the first call that works for it. */
const actFor = Effect.fn("Company.ActFor")(function* ({ hashedId }: typeof ActFor.Type) {
  const person = yield* CurrentPerson
  const chosen = hashedId === null ? null : ((yield* findActing(hashedId)) ?? (yield* Effect.fail(notFound())))
  const company = chosen?.companyId === person.companyId ? null : chosen
  const goesOn = (company?.companyId ?? person.companyId) === person.actingCompanyId
  if (!goesOn && person.actingCompanyId !== person.companyId)
    yield* recordAudit(person, { _tag: "ActingEnded" } satisfies AdministrationAuditEvent)
  return reply(company)
})

const saveRules = Effect.fn("ControlPanel.SaveGlobalSettings")(function* (
  headers: VersionedHeaders,
  payload: GlobalSettings,
) {
  return reply(yield* saveGlobalSettings(yield* CurrentPerson, payload, yield* commandOptions(headers)))
})

/** The calls of companies. */
export const companyHandlers = HttpApiBuilder.group(
  Api,
  "Company",
  Effect.fn(function* (handlers) {
    const withStore = Effect.provideContext(yield* storeServices)
    return handlers
      .handle("GetCompanyList", ({ query }) => withStore(list(query)))
      .handle("GetCompanyDetail", ({ query }) => withStore(detail(query.hashedId)))
      .handle("SaveCompany", ({ headers, payload }) => withStore(save(headers, payload)))
      .handle("ChangeState", ({ headers, payload }) => withStore(change(headers, payload)))
      .handle("DeleteCompany", ({ headers, query }) => withStore(remove(headers, query)))
      .handle("ActFor", ({ payload }) => withStore(actFor(payload)))
  }),
)

/** The calls of the control panel: what rights there are, and what holds for all companies. */
export const controlPanelHandlers = HttpApiBuilder.group(
  Api,
  "ControlPanel",
  Effect.fn(function* (handlers) {
    const withStore = Effect.provideContext(yield* storeServices)
    return handlers
      .handle("GetRoles", () => Effect.succeed(reply(roleList)))
      .handle("GetGlobalSettings", () => withStore(Effect.map(readGlobalSettings(), (found) => reply(found))))
      .handle("SaveGlobalSettings", ({ headers, payload }) => withStore(saveRules(headers, payload)))
  }),
)
