import { accessIds } from "#schemas/access.ts"
import { fluShotCall } from "./callFlows.ts"
import type { Named, Requests } from "./contractRequests.ts"

const layout = {
  fileName: "{campaign}",
  format: "csv",
  delimiter: ",",
  includeHeader: true,
  columns: [{ header: "Phone", source: "phone" }],
}

const text = "{{ firstName }}, your clinic writes. Reply STOP to opt out."

const audience = ({ companyId, campaignId, templateId, listId, senderId }: Named) => ({
  companyId,
  campaignId,
  campaignType: "SMS",
  templateId,
  listId,
  senderId,
  startAt: null,
})

const campaign = (named: Named) => ({ ...audience(named), name: "A campaign", purpose: "Survey" })

const draft = (named: Named) => {
  const { companyId: _, campaignId: __, campaignType: ___, ...settled } = campaign(named)
  return settled
}

const multiCampaign = ({ templateId, listId, senderId }: Named) => ({
  ...{ name: "A multi-campaign", purpose: "Survey", listId, startAt: null },
  ...{ stops: ["replied"], mostTouches: 3, closeAfterMinutes: 1_440 },
  steps: [
    {
      ...{ stepId: 1, channel: "SMS", templateId, senderId, start: "afterPrevious", waitMinutes: 0 },
      ...{ onlyIf: "always", retries: 0, retryMinutes: 30 },
    },
  ],
})

const recording = () => {
  const body = new FormData()
  body.append("file", new Blob(["not a recording"]), "greeting.wav")
  return { body }
}

/** The requests of outreach. */
export const requests: Requests = {
  "Template.GetTemplatesByCompany": ({ companyId }) => ({ query: { companyId } }),
  "Template.GetTemplates": () => ({}),
  "Template.GetTemplate": ({ temphashedId }) => ({ query: { temphashedId } }),
  "Template.CreateTemplateByCompanyId": ({ companyId, templateId }) => ({
    body: { companyId, templateId, channel: "SMS", name: "A template", purpose: "Survey", text },
  }),
  "Template.CountValues": ({ listId }) => ({ query: { listId } }),
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
  "Template.GetReplyRules": ({ temphashedId }) => ({ query: { temphashedId } }),
  "Template.SaveReplyRules": ({ templateId }) => ({ body: { templateId, rules: [] } }),
  "Template.TryReplyRules": ({ temphashedId }) => ({ body: { temphashedId, rules: [] } }),
  "Template.GetLocationMapping": ({ temphashedId }) => ({ query: { temphashedId } }),
  "Template.SaveLocationMapping": ({ templateId }) => ({ body: { templateId, locationIds: [] } }),
  "Template.PublishTemplate": ({ templateId }) => ({ query: { templateId } }),
  "Template.DeleteTemplate": ({ templateId }) => ({ query: { templateId } }),
  "Outreach.GetIvrList": () => ({}),
  "Outreach.GetIvr": ({ temphashedId }) => ({ query: { temphashedId } }),
  "Outreach.GetIvrVersions": ({ temphashedId }) => ({ query: { temphashedId } }),
  "Outreach.SaveIvr": ({ companyId, templateId }) => ({
    body: { companyId, templateId, name: "A call", purpose: "Reminder", flow: fluShotCall },
  }),
  "Outreach.KeepIvrTest": ({ templateId }) => ({
    body: { templateId, name: "No one answered", happened: ["NotAnswered"] },
  }),
  "Outreach.RemoveIvrTest": ({ templateId }) => ({ body: { templateId, testId: 1 } }),
  "QuickSend.GetQuickChoices": () => ({}),
  "QuickSend.PreviewQuickText": ({ patientHashedId, templateId, senderId }) => ({
    body: { patients: [patientHashedId], templateId, senderId },
  }),
  "QuickSend.SendQuickText": ({ patientHashedId, templateId, senderId }) => ({
    body: { patients: [patientHashedId], templateId, senderId, version: 1 },
  }),
  "Outreach.GetTestCalls": ({ temphashedId }) => ({ query: { temphashedId } }),
  "Outreach.PlaceTestCall": ({ templateId, senderId }) => ({
    body: { templateId, senderId, language: null, phone: "+14155550123" },
  }),
  "Outreach.UploadAudio": recording,
  "Translate.GetVoices": () => ({ query: { language: "en" } }),
  "Translate.GenerateSpeech": () => ({ body: { text: "Hello.", voiceId: "slt", speed: 1, pitch: 1 } }),
  "Outreach.GetRecording": () => ({ query: { recordingId: `RE${"0".repeat(32)}` } }),
  "Outreach.HearRecording": () => ({ query: { recordingId: `RE${"0".repeat(32)}` } }),
  "Translate.GetSpeech": () => ({ query: { hashedId: "0".repeat(64) } }),
  "Campaign.GetCampaigns": () => ({}),
  // Which kind of id may be reserved depends on the right (docs/policy.md#rights).
  "Campaign.GenerateId": (_, ids) => ({
    query: {
      type: ids.includes(accessIds.Campaign) || ids.includes(accessIds.MultiCampaign) ? "Campaign" : "Template",
    },
  }),
  "Campaign.GetSenders": () => ({}),
  // The answer says when texts would leave, so it must not begin at the moment of the call.
  "Campaign.CheckCampaign": (named) => ({ body: { ...audience(named), startAt: "2030-01-02T15:00:00Z" } }),
  "Campaign.PreviewCampaign": (named) => ({ body: { ...audience(named), startAt: "2030-01-02T15:00:00Z" } }),
  "Campaign.GetCheckedPeople": (named) => ({
    body: { ...audience(named), startAt: "2030-01-02T15:00:00Z", share: "leftOut" },
  }),
  "Campaign.CreateCampaign": (named) => ({ body: campaign(named) }),
  "Campaign.ReviseCampaign": (named) => ({ body: { ...draft(named), campaignHashedId: named.campaignHashedId } }),
  "Campaign.RescheduleCampaign": ({ campaignHashedId }) => ({
    body: { campaignHashedId, startAt: "2030-01-01T12:00:00Z" },
  }),
  "Campaign.GetCampaignDetail": ({ campaignHashedId }) => ({ query: { campaignHashedId } }),
  "Campaign.GetRecipients": ({ campaignHashedId }) => ({ query: { campaignHashedId } }),
  "Campaign.SearchRecipients": ({ campaignHashedId }) => ({ body: { campaignHashedId, search: "Maria" } }),
  "Campaign.ListFailed": ({ campaignHashedId }) => ({ body: { campaignHashedId } }),
  "Campaign.ListNotBooked": ({ campaignHashedId }) => ({ body: { campaignHashedId } }),
  "Campaign.ChangeState": ({ campaignHashedId }) => ({ body: { campaignHashedId, action: "pause" } }),
  "Campaign.DeleteCampaign": ({ campaignHashedId }) => ({ query: { campaignHashedId, campaignType: "SMS" } }),
  "MultiCampaign.GetMultiCampaigns": () => ({}),
  "MultiCampaign.GetSmsIvrList": () => ({}),
  "MultiCampaign.GetMultiCampaignDetail": ({ multiCampaignHashedId: hashedId }) => ({ query: { hashedId } }),
  "MultiCampaign.SaveMultiCampaign": (named) => ({
    body: { hashedId: named.multiCampaignHashedId, draft: multiCampaign(named) },
  }),
  "MultiCampaign.ChangeState": ({ multiCampaignHashedId: hashedId }) => ({ body: { hashedId, action: "pause" } }),
  "MultiCampaign.ChooseVariant": ({ multiCampaignHashedId: hashedId }) => ({
    body: { hashedId, stepId: 1, variant: 0 },
  }),
  "MultiCampaign.DeleteMultiCampaign": ({ multiCampaignHashedId: hashedId }) => ({ query: { hashedId } }),
  "MultiCampaign.GetCounts": ({ multiCampaignHashedId: hashedId }) => ({ query: { hashedId } }),
  "MultiCampaign.GetJourneys": ({ multiCampaignHashedId: hashedId }) => ({ query: { hashedId } }),
  "MultiCampaign.CheckLadder": ({ multiCampaignHashedId: hashedId }) => ({ body: { hashedId } }),
  "MultiCampaign.SimulateLadder": (named) => {
    const { name: _, purpose: __, ...ladder } = multiCampaign(named)
    return { body: { ...ladder, startAt: "2030-01-02T15:00:00Z", seed: 1 } }
  },
}
