import { both, one } from "../policyRow.ts"
import { quickSendPolicy } from "./quickSendPolicy.ts"

/** Who may see, write and hear call flows. */
const callPolicy = {
  "Outreach.GetIvrList": one("IVR", "Campaign", "Template", "SuperAdminGlobal"),
  "Outreach.GetIvr": one("IVR", "Campaign", "Template", "SuperAdminGlobal"),
  "Outreach.GetIvrVersions": one("IVR", "Campaign", "Template", "SuperAdminGlobal"),
  "Outreach.SaveIvr": one("Template", "SuperAdminGlobal"),
  "Outreach.KeepIvrTest": one("Template", "SuperAdminGlobal"),
  "Outreach.RemoveIvrTest": one("Template", "SuperAdminGlobal"),
  "Outreach.GetTestCalls": one("Template", "SuperAdminGlobal"),
  "Outreach.PlaceTestCall": both(["Template", "SuperAdminGlobal"], ["Actions"]),
  "Outreach.UploadAudio": one("Template", "SuperAdminGlobal"),
  "Outreach.GetRecording": one("Campaign", "MultiCampaign"),
  "Outreach.HearRecording": one("Campaign", "MultiCampaign"),
  "Translate.GetVoices": one("IVR", "Translate"),
  "Translate.GenerateSpeech": one("IVR", "Translate"),
  "Translate.GetSpeech": one("IVR", "Translate"),
} as const

/** Who may see, build and launch multi-campaigns. */
const multiCampaignPolicy = {
  "MultiCampaign.GetMultiCampaigns": one("MultiCampaign"),
  "MultiCampaign.GetSmsIvrList": one("MultiCampaign"),
  "MultiCampaign.GetMultiCampaignDetail": one("MultiCampaign"),
  "MultiCampaign.SaveMultiCampaign": one("MultiCampaign"),
  "MultiCampaign.ChangeState": both(["MultiCampaign"], ["Actions"]),
  "MultiCampaign.ChooseVariant": both(["MultiCampaign"], ["Actions"]),
  "MultiCampaign.DeleteMultiCampaign": both(["MultiCampaign"], ["Actions"]),
  "MultiCampaign.GetCounts": one("MultiCampaign"),
  "MultiCampaign.GetJourneys": one("MultiCampaign"),
  "MultiCampaign.CheckLadder": one("MultiCampaign"),
  "MultiCampaign.SimulateLadder": one("MultiCampaign"),
} as const

/** The rows of these, and of texts to a few. */
export const outreachPolicy = { ...callPolicy, ...multiCampaignPolicy, ...quickSendPolicy } as const
