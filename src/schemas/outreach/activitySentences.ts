/** What the log of activity says of call flows, sounds and recordings, as `administration/activitySentences.ts` does of the rest. */
export const callSentences = {
  "activity.did.TemplateTestKept": "{actor} kept a test of the call flow {thing}",
  "activity.did.TemplateTestRemoved": "{actor} removed a test of the call flow {thing}",
  "activity.did.RecordingHeard": "{actor} heard what a patient recorded in a call",
  "activity.tried.Outreach.GetIvrList": "see call flows",
  "activity.tried.Outreach.GetIvr": "open a call flow",
  "activity.tried.Outreach.GetIvrVersions": "see the versions of a call flow",
  "activity.tried.Outreach.SaveIvr": "save a call flow",
  "activity.tried.Outreach.KeepIvrTest": "keep a test of a call flow",
  "activity.tried.Outreach.RemoveIvrTest": "remove a test of a call flow",
  "activity.tried.Outreach.UploadAudio": "upload a recording",
  "activity.tried.Translate.GetVoices": "see the voices",
  "activity.tried.Translate.GenerateSpeech": "hear a text",
  "activity.tried.Outreach.GetRecording": "see what a patient recorded",
  "activity.tried.Outreach.HearRecording": "hear what a patient recorded",
  "activity.tried.Translate.GetSpeech": "hear a recording",
} as const
