import { Effect } from "effect"
import type { companyList, SaveCompany } from "#schemas/administration/company.ts"
import type { CompanyDraft } from "#schemas/administration/companyDraft.ts"
import { CompanyId } from "#schemas/ids.ts"
import { notFound } from "#schemas/problem.ts"
import type { ListParams, PageOf } from "#schemas/reply.ts"
import { CompanyGroup } from "#schemas/administration/companyCalls.ts"
import { CampaignGroup } from "#schemas/outreach/campaignCalls.ts"
import { callApi } from "./ApiClient.ts"
import { commandHeaders, versionedHeaders } from "./commandHeaders.ts"
import { everyPage } from "./everyPage.ts"
import { SessionStore } from "./SessionStore.ts"

/** Which company, and the version an action on it was decided on. */
type Which = { readonly hashedId: string; readonly version: number }

/** The companies, a page at a time. */
export const readCompanies = (params: ListParams<typeof companyList>, page: PageOf) =>
  callApi(CompanyGroup, (api) => api.GetCompanyList({ query: { ...params, ...page } }))

/** One company with all that is set up for it; `NotFound` when there is none. */
export const readCompany = (query: { readonly hashedId: string }) =>
  callApi(CompanyGroup, (api) => api.GetCompanyDetail({ query }))

/** What a company does with its contract, and when it texts which people. */
export const readCompanyUse = (query: { readonly hashedId: string }) =>
  callApi(CompanyGroup, (api) => api.GetCompanyUse({ query }))

/** One company by its number; `NotFound` when there is none. */
export const findCompany = (companyId: CompanyId) =>
  Effect.flatMap(
    everyPage((page) => readCompanies({}, page)),
    (companies) => {
      const found = companies.find((company) => company.companyId === companyId)
      return found === undefined ? Effect.fail(notFound()) : readCompany({ hashedId: found.hashedId })
    },
  )

/** Reserves the id of a new company (docs/architecture.md#ids). */
export const reserveCompanyId = Effect.map(
  callApi(CampaignGroup, (api) => api.GenerateId({ query: { type: "Company" } })),
  ({ data }) => CompanyId.make(data.id),
)

/** Saves a company; `version` is the one that was changed, 0 for a new one. `StaleVersion` when it was saved since. */
export const saveCompany = (
  { companyId, company, version }: SaveCompany & { readonly version: number; readonly company: CompanyDraft },
  commandId: string,
) =>
  Effect.map(
    callApi(CompanyGroup, (api) =>
      api.SaveCompany({
        headers: versionedHeaders(commandId, version),
        payload: { companyId, company },
      }),
    ),
    ({ data }) => data,
  )

const change =
  (action: "suspend" | "reinstate") =>
  ({ hashedId, version }: Which, commandId: string) =>
    Effect.asVoid(
      callApi(CompanyGroup, (api) =>
        api.ChangeState({ headers: versionedHeaders(commandId, version), payload: { hashedId, action } }),
      ),
    )

/** Locks a company's people out, and lets them in again. */
export const suspendCompany = change("suspend")
export const reinstateCompany = change("reinstate")

const remove =
  (type: "Company" | "Address") =>
  ({ hashedId, version }: Which, commandId: string) =>
    Effect.asVoid(
      callApi(CompanyGroup, (api) =>
        api.DeleteCompany({ headers: versionedHeaders(commandId, version), query: { hashedId, type } }),
      ),
    )

/** Deletes a company, and one of its addresses; `version` is the company's. */
export const deleteCompany = remove("Company")
export const deleteAddress = remove("Address")

/** Begins to work for a company: every call names it from now on. */
export const workFor = ({ hashedId }: { readonly hashedId: string }, commandId: string) =>
  callApi(CompanyGroup, (api) => api.ActFor({ headers: commandHeaders(commandId), payload: { hashedId } })).pipe(
    Effect.flatMap(({ data }) =>
      SessionStore.use((store) => store.keepActingCompany(data === null ? null : data.hashedId)),
    ),
  )
