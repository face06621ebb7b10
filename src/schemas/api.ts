import { HttpApiGroup, OpenApi } from "effect/http-api"
import { SignedIn } from "./caller.ts"
import { CompanyGroup } from "./administration/companyCalls.ts"
import { ControlPanelGroup } from "./administration/controlPanelCalls.ts"
import { DemoGroup } from "./administration/demoCalls.ts"
import { PaymentGroup } from "./administration/cardCalls.ts"
import { contractOf } from "./contract.ts"
import { TranslateGroup } from "./language/translateCalls.ts"
import { CampaignGroup } from "./outreach/campaignCalls.ts"
import { OutreachGroup } from "./outreach/ivrCalls.ts"
import { QuickSendGroup } from "./outreach/quickSendCalls.ts"
import { replyRuleCalls } from "./outreach/replyRuleCalls.ts"
import { templateCalls } from "./outreach/templateCalls.ts"
import { MultiCampaignGroup } from "./outreach/multiCampaignCalls.ts"
import { DatabaseGroup } from "./people/databaseCalls.ts"
import { FeedGroup } from "./reporting/feedCalls.ts"
import { pastExportCalls } from "./reporting/pastExportCalls.ts"
import { reportCalls } from "./reporting/reportCalls.ts"
import { reportChoiceCalls } from "./reporting/reportChoices.ts"
import { savedViewCalls } from "./reporting/savedViewCalls.ts"
import { AppointmentGroup } from "./scheduling/appointmentCalls.ts"
import { BookingGroup } from "./scheduling/patientBookingCalls.ts"
import { LocationGroup } from "./scheduling/locationCalls.ts"
import { SchedulerGroup } from "./scheduling/scheduleCalls.ts"
import { UserGroup } from "./administration/userCalls.ts"

/** All calls of templates. */
class TemplateGroup extends HttpApiGroup.make("Template")
  .add(...templateCalls, ...replyRuleCalls)
  .middleware(SignedIn)
  .prefix("/Template")
  .annotate(OpenApi.Description, "Texts, their links and their response files.") {}

/** All calls of reports. */
class ReportGroup extends HttpApiGroup.make("Report")
  .add(...reportCalls, ...reportChoiceCalls, ...pastExportCalls, ...savedViewCalls)
  .middleware(SignedIn)
  .prefix("/Report")
  .annotate(OpenApi.Description, "Figures, the log and files of both.") {}

/** The HTTP contract: defined once, used by browser, server and the OpenAPI document. */
export class Api extends contractOf(
  UserGroup,
  CompanyGroup,
  ControlPanelGroup,
  PaymentGroup,
  TemplateGroup,
  OutreachGroup,
  TranslateGroup,
  CampaignGroup,
  QuickSendGroup,
  MultiCampaignGroup,
  DatabaseGroup,
  LocationGroup,
  SchedulerGroup,
  AppointmentGroup,
  BookingGroup,
  ReportGroup,
  FeedGroup,
  DemoGroup,
) {}
