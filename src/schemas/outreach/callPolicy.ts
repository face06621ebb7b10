import { both, one } from "../policyRow.ts"

/** Who may see, write and hear call flows. */
export const callPolicy = {
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
