import type { NounLaw } from "./law.ts"

/** A multi-campaign can be stopped whenever it may still send; where people stand on its steps, the steps alone change. */
export const multiCampaignLaw: NounLaw = {
  table: `
    event                  | by                                | reserved | draft       | unconfirmed | scheduled | running   | paused    | completed | cancelled | deleted
    MultiCampaignCreated   | MultiCampaign.SaveMultiCampaign   | draft    | .           | .           | .         | .         | .         | .         | .         | .
    MultiCampaignRevised   | MultiCampaign.SaveMultiCampaign   | .        | draft       | .           | .         | .         | .         | .         | .         | .
    MultiCampaignSubmitted | MultiCampaign.ChangeState         | .        | unconfirmed | .           | .         | .         | .         | .         | .         | .
    MultiCampaignReturned  | MultiCampaign.ChangeState         | .        | .           | draft       | .         | .         | .         | .         | .         | .
    LadderChanged          | MultiCampaign.SaveMultiCampaign   | .        | .           | .           | .         | running   | paused    | .         | .         | .
    VariantsJudged         | server                            | .        | .           | .           | .         | running   | .         | .         | .         | .
    VariantChosen          | MultiCampaign.ChooseVariant       | .        | .           | .           | .         | running   | paused    | .         | .         | .
    MultiCampaignScheduled | MultiCampaign.ChangeState         | .        | scheduled   | scheduled   | .         | .         | .         | .         | .         | .
    MultiCampaignLaunched  | MultiCampaign.ChangeState         | .        | running     | running     | running   | .         | .         | .         | .         | .
    MultiCampaignPaused    | MultiCampaign.ChangeState         | .        | .           | .           | .         | paused    | .         | .         | .         | .
    MultiCampaignResumed   | MultiCampaign.ChangeState         | .        | .           | .           | .         | .         | running   | .         | .         | .
    MultiCampaignCancelled | MultiCampaign.ChangeState         | .        | .           | .           | cancelled | cancelled | cancelled | .         | .         | .
    MultiCampaignCompleted | server                            | .        | .           | .           | .         | completed | .         | .         | .         | .
    MultiCampaignDeleted   | MultiCampaign.DeleteMultiCampaign | .        | deleted     | .           | .         | .         | .         | deleted   | deleted   | .`,
  callers: {
    "MultiCampaign.SaveMultiCampaign": { groups: [[12]] },
    "MultiCampaign.ChangeState": { groups: [[12], [17]] },
    "MultiCampaign.ChooseVariant": { groups: [[12], [17]] },
    "MultiCampaign.DeleteMultiCampaign": { groups: [[12], [17]] },
  },
}
