import type { NounLaw } from "./law.ts"

/** Whatever may still send can be stopped, and nothing that may still send can be deleted. */
export const campaignLaw: NounLaw = {
  table: `
    event               | by                          | reserved | draft       | unconfirmed | scheduled | running   | paused    | completed | cancelled | deleted
    CampaignCreated     | Campaign.CreateCampaign     | draft    | .           | .           | .         | .         | .         | .         | .         | .
    CampaignRevised     | Campaign.ReviseCampaign     | .        | draft       | .           | .         | .         | .         | .         | .         | .
    CampaignSubmitted   | Campaign.ChangeState        | .        | unconfirmed | .           | .         | .         | .         | .         | .         | .
    CampaignReturned    | Campaign.ChangeState        | .        | .           | draft       | .         | .         | .         | .         | .         | .
    CampaignScheduled   | Campaign.ChangeState        | .        | scheduled   | scheduled   | .         | .         | .         | .         | .         | .
    CampaignRescheduled | Campaign.RescheduleCampaign | .        | .           | .           | scheduled | .         | .         | .         | .         | .
    CampaignLaunched    | Campaign.ChangeState        | .        | running     | running     | running   | .         | .         | .         | .         | .
    CampaignPaused      | Campaign.ChangeState        | .        | .           | .           | .         | paused    | .         | .         | .         | .
    CampaignResumed     | Campaign.ChangeState        | .        | .           | .           | .         | .         | running   | .         | .         | .
    CampaignCancelled   | Campaign.ChangeState        | .        | .           | .           | cancelled | cancelled | cancelled | .         | .         | .
    CampaignCompleted   | server                      | .        | .           | .           | .         | completed | .         | .         | .         | .
    CampaignDeleted     | Campaign.DeleteCampaign     | .        | deleted     | .           | .         | .         | .         | deleted   | deleted   | .`,
  callers: {
    "Campaign.CreateCampaign": { groups: [[3]] },
    "Campaign.ReviseCampaign": { groups: [[3]] },
    "Campaign.RescheduleCampaign": { groups: [[3, 12], [17]] },
    "Campaign.ChangeState": { groups: [[3, 12], [17]] },
    "Campaign.DeleteCampaign": { groups: [[3, 12], [17]] },
  },
}
