import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { SignedIn } from "../caller.ts"
import { commandHeaders, versionedHeaders } from "../commands.ts"
import { HashedId } from "../ids.ts"
import { Done, listQuery, Reply } from "../reply.ts"
import {
  companyList,
  ActFor,
  ActingCompany,
  ChangeCompanyState,
  Company,
  CompanySummary,
  DeletedKind,
  SaveCompany,
} from "./company.ts"
import { CompanyUse } from "./companyUse.ts"

/** The calls of companies (docs/policy.md#companies). */
export class CompanyGroup extends HttpApiGroup.make("Company")
  .add(
    HttpApiEndpoint.get("GetCompanyList", "/GetCompanyList", {
      query: listQuery(companyList),
      success: Reply(Schema.Array(CompanySummary)),
    }).annotate(OpenApi.Summary, "Lists the companies."),
    HttpApiEndpoint.get("GetCompanyDetail", "/GetCompanyDetail", {
      query: { hashedId: HashedId },
      success: Reply(Company),
    }).annotate(OpenApi.Summary, "Gives one company with all that is set up for it."),
    HttpApiEndpoint.get("GetCompanyUse", "/GetCompanyUse", {
      query: { hashedId: HashedId },
      success: Reply(CompanyUse),
    }).annotate(OpenApi.Summary, "Says what a company does with its contract, and when it texts which people."),
    HttpApiEndpoint.post("SaveCompany", "/SaveCompany", {
      headers: versionedHeaders,
      payload: SaveCompany,
      success: Reply(Company),
    }).annotate(OpenApi.Summary, "Makes a company or changes it."),
    HttpApiEndpoint.post("ChangeState", "/ChangeState", {
      headers: versionedHeaders,
      payload: ChangeCompanyState,
      success: Reply(Company),
    }).annotate(OpenApi.Summary, "Suspends a company or reinstates it."),
    HttpApiEndpoint.delete("DeleteCompany", "/DeleteCompany", {
      headers: versionedHeaders,
      query: { hashedId: HashedId, type: DeletedKind },
      success: Done,
    }).annotate(OpenApi.Summary, "Deletes a company, or one of its addresses."),
    HttpApiEndpoint.post("ActFor", "/ActFor", {
      headers: commandHeaders,
      payload: ActFor,
      success: Reply(Schema.NullOr(ActingCompany)),
    }).annotate(OpenApi.Summary, "Begins the work for another company, or ends it."),
  )
  .middleware(SignedIn)
  .prefix("/Company")
  .annotate(OpenApi.Description, "Companies, and the work for another one.") {}
