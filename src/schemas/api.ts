import { Context, Schema } from "effect"
import {
  HttpApi,
  HttpApiEndpoint,
  HttpApiGroup,
  HttpApiMiddleware,
  HttpApiSchema,
  HttpApiSecurity,
  OpenApi,
} from "effect/http-api"
import { ActivityEntry, ActivityQuery } from "./administration/activity.ts"
import { companyCalls, controlPanelCalls } from "./administration/companyCalls.ts"
import { Dashboard, ExportRequest, FileType, Report, ReportedCampaign } from "./reporting/report.ts"
import { Change } from "./reporting/feed.ts"
import {
  campaignList,
  CampaignCheck,
  Campaign,
  CampaignDetail,
  ChangeState,
  CreateCampaign,
  CreationOutcome,
  Recipient,
  RecipientState,
  Sender,
} from "./outreach/campaign.ts"
import { templateCalls } from "./outreach/templateCalls.ts"
import { CheckImport, Import, Rejection } from "./people/import.ts"
import { History, WatchedThing } from "./administration/history.ts"
import { DemoClock, Handset, HandsetSummary, MoveClock, SearchHandsets, SendReply } from "./administration/demo.ts"
import { DateOnly, HashedId, ImportId, SerialFromString } from "./ids.ts"
import { commandHeaders } from "./commands.ts"
import { limits } from "./constants.ts"
import type { Rights } from "./access.ts"
import { LoginReply } from "./session/login.ts"
import { Done, listQuery, PageQuery, Reply } from "./reply.ts"
import { DecideReply, UnclearReply } from "./people/unclearReply.ts"
import { Patient, PatientList, SearchPatients } from "./people/patient.ts"
import { problemReplies, type Problem } from "./problem.ts"

/** The verified person of a call: their record and rights, and the company they act for (architecture §6). */
export type Person = Rights & {
  readonly userId: number
  readonly companyId: number
  readonly actingCompanyId: number
  /** ISO country of the acting company. */
  readonly country: string
  readonly sessionId: string
  readonly address: string
  readonly correlationId: string
}
export class CurrentPerson extends Context.Service<CurrentPerson, Person>()("admin-view/CurrentPerson") {}

/**
 * The access token and who it was issued to: all that a call has before the
 * account is looked up. Only `User.login` works with this alone.
 */
export type Claims = {
  readonly issuer: string
  readonly subject: string
  readonly roles: ReadonlyArray<number>
  readonly sessionId: string
  readonly token: string
}
export class CurrentClaims extends Context.Service<CurrentClaims, Claims>()("admin-view/CurrentClaims") {}

const bearer = { bearer: HttpApiSecurity.bearer }

/** Turns every failure, a malformed request included, into the one error form with a correlation id (architecture §8). */
export class Refusals extends HttpApiMiddleware.Service<Refusals>()("admin-view/Refusals", { error: problemReplies }) {}

/** Checks the bearer token only (spec §4: the login call). */
export class BearerToken extends HttpApiMiddleware.Service<
  BearerToken,
  { provides: CurrentClaims; clientError: Problem }
>()("admin-view/BearerToken", { requiredForClient: true, security: bearer, error: problemReplies }) {}

/** Checks the bearer token, the account, its contract and the policy table, before any handler runs (architecture §6, §12). */
export class SignedIn extends HttpApiMiddleware.Service<SignedIn, { provides: CurrentPerson; clientError: Problem }>()(
  "admin-view/SignedIn",
  {
    requiredForClient: true,
    security: bearer,
    error: problemReplies,
  },
) {}

class UserGroup extends HttpApiGroup.make("User")
  .add(HttpApiEndpoint.post("login", "/login", { success: LoginReply }))
  .middleware(BearerToken)
  .prefix("/User") {}

class CompanyGroup extends HttpApiGroup.make("Company")
  .add(...companyCalls)
  .middleware(SignedIn)
  .prefix("/Company") {}

class ControlPanelGroup extends HttpApiGroup.make("ControlPanel")
  .add(...controlPanelCalls)
  .middleware(SignedIn)
  .prefix("/ControlPanel") {}

class TemplateGroup extends HttpApiGroup.make("Template")
  .add(...templateCalls)
  .middleware(SignedIn)
  .prefix("/Template") {}

class CampaignGroup extends HttpApiGroup.make("Campaign")
  .add(
    HttpApiEndpoint.get("GetCampaigns", "/GetCampaigns", {
      query: listQuery(campaignList),
      success: Reply(Schema.Array(Campaign)),
    }),
    HttpApiEndpoint.get("GenerateId", "/GenerateId", {
      query: { type: Schema.Literals(["Campaign", "Template", "Company"]) },
      success: Reply(Schema.Struct({ id: Schema.Int })),
    }),
    HttpApiEndpoint.get("GetSenders", "/GetSenders", { success: Reply(Schema.Array(Sender)) }),
    HttpApiEndpoint.post("CheckCampaign", "/CheckCampaign", { payload: CreateCampaign, success: Reply(CampaignCheck) }),
    HttpApiEndpoint.post("CreateCampaign", "/CreateCampaign", {
      headers: commandHeaders,
      payload: CreateCampaign,
      success: Reply(CreationOutcome),
    }),
    HttpApiEndpoint.get("GetCampaignDetail", "/GetCampaignDetail", {
      query: { campaignHashedId: HashedId },
      success: Reply(CampaignDetail),
    }),
    HttpApiEndpoint.get("GetRecipients", "/GetRecipients", {
      query: { campaignHashedId: HashedId, state: Schema.optionalKey(RecipientState), ...PageQuery },
      success: Reply(Schema.Array(Recipient)),
    }),
    HttpApiEndpoint.post("ChangeState", "/ChangeState", {
      headers: commandHeaders,
      payload: ChangeState,
      success: Reply(Campaign),
    }),
    HttpApiEndpoint.delete("DeleteCampaign", "/DeleteCampaign", {
      headers: commandHeaders,
      query: { campaignHashedId: HashedId, campaignType: Schema.Literals(["SMS", "IVR", "MSIC"]) },
      success: Done,
    }),
  )
  .middleware(SignedIn)
  .prefix("/Campaign") {}

class DatabaseGroup extends HttpApiGroup.make("Database")
  .add(
    HttpApiEndpoint.get("GetCustomerPatientList", "/GetCustomerPatientList", {
      query: { ...PageQuery, listId: Schema.optionalKey(SerialFromString) },
      success: Reply(Schema.Array(Patient)),
    }),
    HttpApiEndpoint.post("SearchPatients", "/SearchPatients", {
      query: PageQuery,
      payload: SearchPatients,
      success: Reply(Schema.Array(Patient)),
    }),
    HttpApiEndpoint.get("GetUnclearReplies", "/GetUnclearReplies", { success: Reply(Schema.Array(UnclearReply)) }),
    HttpApiEndpoint.post("DecideReply", "/DecideReply", {
      headers: commandHeaders,
      payload: DecideReply,
      success: Done,
    }),
    HttpApiEndpoint.get("GetLists", "/GetLists", { success: Reply(Schema.Array(PatientList)) }),
    HttpApiEndpoint.get("GetImports", "/GetImports", { query: PageQuery, success: Reply(Schema.Array(Import)) }),
    HttpApiEndpoint.get("GetImport", "/GetImport", {
      query: { importId: SerialFromString },
      success: Reply(Schema.Struct({ import: Import, rejections: Schema.Array(Rejection) })),
    }),
    HttpApiEndpoint.post("UploadListFile", "/UploadListFile", {
      headers: commandHeaders,
      payload: Schema.Struct({}).pipe(
        HttpApiSchema.asMultipartStream({ maxFileSize: limits.fileBytes, maxTotalSize: limits.fileBytes }),
      ),
      success: Reply(Import),
    }),
    HttpApiEndpoint.post("CheckImport", "/CheckImport", {
      headers: commandHeaders,
      payload: CheckImport,
      success: Reply(Import),
    }),
    HttpApiEndpoint.post("RunImport", "/RunImport", {
      headers: commandHeaders,
      payload: Schema.Struct({ importId: ImportId }),
      success: Reply(Import),
    }),
    HttpApiEndpoint.post("CancelImport", "/CancelImport", {
      headers: commandHeaders,
      payload: Schema.Struct({ importId: ImportId }),
      success: Reply(Import),
    }),
    HttpApiEndpoint.get("DownloadRejectedRows", "/DownloadRejectedRows", {
      query: { importId: SerialFromString },
      success: HttpApiSchema.StreamUint8Array({ contentType: "text/csv" }),
    }),
  )
  .middleware(SignedIn)
  .prefix("/Database") {}

class ReportGroup extends HttpApiGroup.make("Report")
  .add(
    HttpApiEndpoint.get("GetDashboard", "/GetDashboard", { success: Reply(Dashboard) }),
    HttpApiEndpoint.get("GetReport", "/GetReport", {
      query: {
        campaignHashedId: Schema.optionalKey(HashedId),
        startDate: Schema.optionalKey(DateOnly),
        endDate: Schema.optionalKey(DateOnly),
      },
      success: Reply(Report),
    }),
    HttpApiEndpoint.get("GetReportedCampaigns", "/GetReportedCampaigns", {
      success: Reply(Schema.Array(ReportedCampaign)),
    }),
    HttpApiEndpoint.get("GetActivityLog", "/GetActivityLog", {
      query: ActivityQuery,
      success: Reply(Schema.Array(ActivityEntry)),
    }),
    HttpApiEndpoint.post("DownloadExportData", "/DownloadExportData", {
      query: { type: FileType },
      payload: ExportRequest,
      success: HttpApiSchema.StreamUint8Array({ contentType: "application/octet-stream" }),
    }),
  )
  .middleware(SignedIn)
  .prefix("/Report") {}

class FeedGroup extends HttpApiGroup.make("Feed")
  .add(
    HttpApiEndpoint.get("GetChanges", "/GetChanges", {
      headers: { "last-event-id": Schema.optionalKey(Schema.String) },
      success: HttpApiSchema.StreamSse({ data: Change }),
    }),
  )
  .middleware(SignedIn)
  .prefix("/Feed") {}

/** Answers only in the demo (architecture §12): the movable clock, the phones of the simulated carrier, and histories for the flows page. */
class DemoGroup extends HttpApiGroup.make("Demo")
  .add(
    HttpApiEndpoint.get("GetClock", "/GetClock", { success: Reply(DemoClock) }),
    HttpApiEndpoint.post("MoveClock", "/MoveClock", { payload: MoveClock, success: Reply(DemoClock) }),
    HttpApiEndpoint.get("GetHandsets", "/GetHandsets", { success: Reply(Schema.Array(HandsetSummary)) }),
    HttpApiEndpoint.post("SearchHandsets", "/SearchHandsets", {
      payload: SearchHandsets,
      success: Reply(Schema.Array(HandsetSummary)),
    }),
    HttpApiEndpoint.post("GetHandset", "/GetHandset", {
      payload: Schema.Struct({ phone: Schema.String }),
      success: Reply(Handset),
    }),
    HttpApiEndpoint.post("SendReply", "/SendReply", { payload: SendReply, success: Reply(Handset) }),
    HttpApiEndpoint.get("GetHistory", "/GetHistory", {
      query: { thing: WatchedThing, id: SerialFromString },
      success: Reply(History),
    }),
  )
  .middleware(SignedIn)
  .prefix("/Demo") {}

/** The HTTP contract: defined once, used by browser, server and the OpenAPI document. */
export class Api extends HttpApi.make("Admin View")
  .add(
    UserGroup,
    CompanyGroup,
    ControlPanelGroup,
    TemplateGroup,
    CampaignGroup,
    DatabaseGroup,
    ReportGroup,
    FeedGroup,
    DemoGroup,
  )
  .middleware(Refusals)
  // What a call does not name is refused, not dropped unseen: nobody sets a company or rights that way.
  .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "error" })
  .prefix("/api")
  .annotate(OpenApi.Title, "Admin View")
  .annotate(OpenApi.Version, "1") {}
