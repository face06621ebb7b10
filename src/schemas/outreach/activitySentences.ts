/** What the log of activity says of call flows, sounds, recordings and texts to a few people, as `administration/activitySentences.ts` does of the rest. */
export const callSentences = {
  "activity.did.TemplateTestKept": "{actor} kept a test of the call flow {thing}",
  "activity.did.TemplateTestRemoved": "{actor} removed a test of the call flow {thing}",
  "activity.did.TestCallPlaced": "{actor} had a call flow call a phone, to hear it",
  "activity.did.RecordingHeard": "{actor} heard what a patient recorded in a call",
  "activity.tried.Outreach.GetIvrList": "see call flows",
  "activity.tried.Outreach.GetIvr": "open a call flow",
  "activity.tried.Outreach.GetIvrVersions": "see the versions of a call flow",
  "activity.tried.Outreach.SaveIvr": "save a call flow",
  "activity.tried.Outreach.KeepIvrTest": "keep a test of a call flow",
  "activity.tried.Outreach.RemoveIvrTest": "remove a test of a call flow",
  "activity.tried.Outreach.GetTestCalls": "see a test call",
  "activity.tried.Outreach.PlaceTestCall": "have a call flow call a phone",
  "activity.tried.Outreach.UploadAudio": "upload a recording",
  "activity.tried.Translate.GetVoices": "see the voices",
  "activity.tried.Translate.GenerateSpeech": "hear a text",
  "activity.tried.Outreach.GetRecording": "see what a patient recorded",
  "activity.tried.Outreach.HearRecording": "hear what a patient recorded",
  "activity.tried.Translate.GetSpeech": "hear a recording",
  "activity.did.QuickTextSent":
    "{actor} sent a text to {sent, number} of {people, plural, one {# person} other {# people}} by the campaign {thing}",
  "activity.tried.QuickSend.GetQuickChoices": "see what can be sent to one person",
  "activity.tried.QuickSend.PreviewQuickText": "preview a text to one person",
  "activity.tried.QuickSend.SendQuickText": "send a text to one person",
} as const

/** What the log of activity says of multi-campaigns. */
export const multiCampaignSentences = {
  "activity.did.MultiCampaignCreated": "{actor} created the multi-campaign {thing}",
  "activity.did.MultiCampaignRevised": "{actor} changed the multi-campaign {thing}",
  "activity.did.MultiCampaignScheduled": "{actor} scheduled the multi-campaign {thing}",
  "activity.did.MultiCampaignLaunched": "{actor} launched the multi-campaign {thing}",
  "activity.did.LadderChanged": "{actor} changed steps of the multi-campaign {thing}",
  "activity.did.MultiCampaignPaused": "{actor} paused the multi-campaign {thing}",
  "activity.did.MultiCampaignResumed": "{actor} resumed the multi-campaign {thing}",
  "activity.did.MultiCampaignCancelled": "{actor} cancelled the multi-campaign {thing}",
  "activity.did.MultiCampaignCompleted": "The multi-campaign {thing} was completed",
  "activity.did.MultiCampaignDeleted": "{actor} deleted the multi-campaign {thing}",
  "activity.did.JourneysViewed":
    "{actor} looked at {people, plural, one {# person} other {# people}} of the multi-campaign {thing}",
  "activity.did.LadderSimulated":
    "{actor} simulated a multi-campaign with {people, plural, one {# person} other {# people}}",
  "activity.tried.MultiCampaign.GetMultiCampaigns": "see multi-campaigns",
  "activity.tried.MultiCampaign.GetSmsIvrList": "see what a step can send",
  "activity.tried.MultiCampaign.GetMultiCampaignDetail": "open a multi-campaign",
  "activity.tried.MultiCampaign.SaveMultiCampaign": "save a multi-campaign",
  "activity.tried.MultiCampaign.ChangeState": "launch, pause, resume or cancel a multi-campaign",
  "activity.tried.MultiCampaign.DeleteMultiCampaign": "delete a multi-campaign",
  "activity.tried.MultiCampaign.GetCounts": "see the numbers of a multi-campaign",
  "activity.tried.MultiCampaign.GetJourneys": "see the people of a multi-campaign",
  "activity.tried.MultiCampaign.SimulateLadder": "simulate a multi-campaign",
} as const
