import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
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
  Role,
  SaveCompany,
} from "./company.ts"
import { GlobalSettings, GlobalSettingsReply } from "./globalSettings.ts"

/** The calls of companies (docs/policy.md#companies). */
export class CompanyGroup extends HttpApiGroup.make("Company")
  .add(
    HttpApiEndpoint.get("GetCompanyList", "/GetCompanyList", {
      query: listQuery(companyList),
      success: Reply(Schema.Array(CompanySummary)),
    }),
    HttpApiEndpoint.get("GetCompanyDetail", "/GetCompanyDetail", {
      query: { hashedId: HashedId },
      success: Reply(Company),
    }),
    HttpApiEndpoint.post("SaveCompany", "/SaveCompany", {
      headers: versionedHeaders,
      payload: SaveCompany,
      success: Reply(Company),
    }),
    HttpApiEndpoint.post("ChangeState", "/ChangeState", {
      headers: versionedHeaders,
      payload: ChangeCompanyState,
      success: Reply(Company),
    }),
    HttpApiEndpoint.delete("DeleteCompany", "/DeleteCompany", {
      headers: versionedHeaders,
      query: { hashedId: HashedId, type: DeletedKind },
      success: Done,
    }),
    HttpApiEndpoint.post("ActFor", "/ActFor", {
      headers: commandHeaders,
      payload: ActFor,
      success: Reply(Schema.NullOr(ActingCompany)),
    }),
  )
  .middleware(SignedIn)
  .prefix("/Company") {}

/** The calls of the control panel: what rights there are, and what holds for all companies. */
export class ControlPanelGroup extends HttpApiGroup.make("ControlPanel")
  .add(
    HttpApiEndpoint.get("GetRoles", "/GetRoles", { success: Reply(Schema.Array(Role)) }),
    HttpApiEndpoint.get("GetGlobalSettings", "/GetGlobalSettings", { success: Reply(GlobalSettingsReply) }),
    HttpApiEndpoint.post("SaveGlobalSettings", "/SaveGlobalSettings", {
      headers: versionedHeaders,
      payload: GlobalSettings,
      success: Reply(GlobalSettingsReply),
    }),
  )
  .middleware(SignedIn)
  .prefix("/ControlPanel") {}
