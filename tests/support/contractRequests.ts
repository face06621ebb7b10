import type { Call } from "#schemas/access.ts"
import { accessIds } from "#schemas/access.ts"
import { defaultSettings } from "#schemas/administration/globalSettings.ts"
import type { CompanyDraft } from "#schemas/administration/company.ts"
import type { Asked } from "./contract.ts"
import { CampaignId, CompanyId, ImportId, ListId, SenderId, TemplateId } from "#schemas/ids.ts"

/** Things a request may name, by their ids. */
export type Named = {
  readonly companyId: CompanyId
  readonly companyHashedId: string
  readonly templateId: TemplateId
  readonly temphashedId: string
  readonly campaignId: CampaignId
  readonly campaignHashedId: string
  readonly listId: ListId
  readonly senderId: SenderId
  readonly importId: ImportId
  readonly phone: string
  /** A number of ours. */
  readonly to: string
}

/** Things no one has. */
export const absent: Named = {
  companyId: CompanyId.make(900_001),
  companyHashedId: "AbsentCompany000000000",
  templateId: TemplateId.make(900_002),
  temphashedId: "AbsentAbsentAbsent0001",
  campaignId: CampaignId.make(900_003),
  campaignHashedId: "AbsentAbsentAbsent0000",
  listId: ListId.make(900_004),
  senderId: SenderId.make(900_005),
  importId: ImportId.make(900_006),
  phone: "+14155550000",
  to: "+14155550001",
}

const campaign = ({ companyId, campaignId, templateId, listId, senderId }: Named) => ({
  companyId,
  campaignId,
  campaignType: "SMS",
  name: "A campaign",
  purpose: "Survey",
  templateId,
  listId,
  senderId,
  startAt: null,
})

/** A company that can be saved. */
export const company: CompanyDraft = {
  name: "A company",
  code: "A-COMPANY",
  country: "US",
  timezone: "America/New_York",
  contractStart: "2026-01-01",
  contractEnd: "2030-12-31",
  languages: ["en"],
  selectedRolesList: [1, 3, 4, 5, 14, 15, 17],
  addresses: [
    {
      hashedId: null,
      label: "Main",
      line1: "1 Elm Street",
      line2: "",
      city: "Boston",
      state: "MA",
      zip: "02110",
      country: "US",
    },
  ],
  senders: [],
  textCountries: [],
  sendingFrom: "08:00",
  sendingTo: "21:00",
  holidays: [],
  helpText: "",
}

const layout = {
  fileName: "{campaign}",
  format: "csv",
  delimiter: ",",
  includeHeader: true,
  columns: [{ header: "Phone", source: "phone" }],
}

const text = "{{ firstName }}, your clinic writes. Reply STOP to opt out."

/** One well-formed request of each call, about the things that are named; the compiler asks for a new call's. */
export const requests: Readonly<Record<Call, (named: Named, ids: ReadonlyArray<number>) => Asked>> = {
  "User.login": () => ({}),
  "Company.GetCompanyList": () => ({}),
  "Company.GetCompanyDetail": ({ companyHashedId }) => ({ query: { hashedId: companyHashedId } }),
  "Company.SaveCompany": ({ companyId }) => ({ body: { companyId, company } }),
  "Company.ChangeState": ({ companyHashedId }) => ({ body: { hashedId: companyHashedId, action: "suspend" } }),
  "Company.DeleteCompany": ({ companyHashedId }) => ({ query: { hashedId: companyHashedId, type: "Company" } }),
  "Company.ActFor": ({ companyHashedId }) => ({ body: { hashedId: companyHashedId } }),
  "ControlPanel.GetRoles": () => ({}),
  "ControlPanel.GetGlobalSettings": () => ({}),
  "ControlPanel.SaveGlobalSettings": () => ({ body: defaultSettings }),
  "Template.GetTemplatesByCompany": ({ companyId }) => ({ query: { companyId } }),
  "Template.GetTemplates": () => ({}),
  "Template.GetTemplate": ({ temphashedId }) => ({ query: { temphashedId } }),
  "Template.CreateTemplateByCompanyId": ({ companyId, templateId }) => ({
    body: { companyId, templateId, channel: "SMS", name: "A template", purpose: "Survey", text },
  }),
  "Template.PreviewMessage": ({ listId }) => ({ body: { text, listId } }),
  "Template.GetTemplateVersions": ({ temphashedId }) => ({ query: { temphashedId } }),
  "Template.GetTemplateUse": ({ temphashedId }) => ({ query: { temphashedId } }),
  "Template.RetireTemplate": ({ templateId }) => ({ body: { templateId } }),
  "Template.GetCurlParameter": ({ temphashedId }) => ({ query: { temphashedId } }),
  "Template.SaveCurlParameter": ({ templateId }) => ({
    body: { primaryId: 0, templateId, key: "utm_source", value: "sms", in: "query" },
  }),
  // A parameter is found by its number alone.
  "Template.DeleteCurlParameter": () => ({ query: { primaryId: 900_007 } }),
  "Template.PreviewLink": ({ temphashedId }) => ({ body: { temphashedId } }),
  "Template.GetResponseFile": ({ temphashedId }) => ({ query: { temphashedId } }),
  "Template.GetResponseHeaders": ({ temphashedId }) => ({ query: { templatehashedId: temphashedId } }),
  "Template.SaveResponseFile": ({ templateId }) => ({ body: { templateId, ...layout } }),
  "Template.DeleteResponseFile": ({ templateId }) => ({ query: { templateId } }),
  "Template.PreviewResponseFile": ({ temphashedId }) => ({ body: { temphashedId, ...layout } }),
  "Template.PublishTemplate": ({ templateId }) => ({ query: { templateId } }),
  "Template.DeleteTemplate": ({ templateId }) => ({ query: { templateId } }),
  "Campaign.GetCampaigns": () => ({}),
  // Which kind of id may be reserved depends on the right (docs/policy.md#rights).
  "Campaign.GenerateId": (_, ids) => ({
    query: {
      type: ids.includes(accessIds.Campaign) || ids.includes(accessIds.MultiCampaign) ? "Campaign" : "Template",
    },
  }),
  "Campaign.GetSenders": () => ({}),
  "Campaign.CheckCampaign": (named) => ({ body: campaign(named) }),
  "Campaign.CreateCampaign": (named) => ({ body: campaign(named) }),
  "Campaign.GetCampaignDetail": ({ campaignHashedId }) => ({ query: { campaignHashedId } }),
  "Campaign.GetRecipients": ({ campaignHashedId }) => ({ query: { campaignHashedId } }),
  "Campaign.ChangeState": ({ campaignHashedId }) => ({ body: { campaignHashedId, action: "pause" } }),
  "Campaign.DeleteCampaign": ({ campaignHashedId }) => ({ query: { campaignHashedId, campaignType: "SMS" } }),
  "Database.GetCustomerPatientList": ({ listId }) => ({ query: { listId } }),
  "Database.SearchPatients": ({ listId }) => ({ body: { search: "an", listId } }),
  "Database.GetUnclearReplies": () => ({}),
  "Database.DecideReply": () => ({ body: { replyId: 1, decision: "keep" } }),
  "Database.GetLists": () => ({}),
  "Database.GetImports": () => ({}),
  "Database.GetImport": ({ importId }) => ({ query: { importId } }),
  "Database.UploadListFile": () => ({ body: new FormData() }),
  "Database.CheckImport": ({ importId }) => ({ body: { importId, listName: "A list", mapping: [] } }),
  "Database.RunImport": ({ importId }) => ({ body: { importId } }),
  "Database.CancelImport": ({ importId }) => ({ body: { importId } }),
  "Database.DownloadRejectedRows": ({ importId }) => ({ query: { importId } }),
  "Report.GetDashboard": () => ({}),
  "Report.GetReportedCampaigns": () => ({}),
  "Report.GetReport": ({ campaignHashedId }) => ({ query: { campaignHashedId } }),
  "Report.GetActivityLog": () => ({}),
  "Report.DownloadExportData": ({ campaignHashedId }) => ({
    query: { type: "csv" },
    body: { fileType: "csv", campaignHashedId },
  }),
  "Feed.GetChanges": () => ({}),
  "Demo.GetClock": () => ({}),
  // So far away that it is refused: the clock stays where the demo was seeded.
  "Demo.MoveClock": () => ({ body: { now: "2001-01-01T00:00:00Z" } }),
  "Demo.GetHandsets": () => ({}),
  "Demo.SearchHandsets": () => ({ body: { search: "an" } }),
  "Demo.GetHandset": ({ phone }) => ({ body: { phone } }),
  "Demo.SendReply": ({ phone, to }) => ({ body: { phone, to, text: "Hello" } }),
  "Demo.GetHistory": ({ campaignId }) => ({ query: { thing: "campaign", id: campaignId } }),
}
