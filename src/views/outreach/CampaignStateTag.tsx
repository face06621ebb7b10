import type { CampaignState } from "#schemas/outreach/campaign.ts"
import { StateTag, type Tone } from "#views/parts/StateTag.tsx"
import { Word } from "#views/parts/Words.tsx"

const campaignTones: Record<CampaignState, Tone> = {
  draft: "neutral",
  unconfirmed: "warning",
  scheduled: "info",
  running: "active",
  paused: "warning",
  completed: "success",
  cancelled: "neutral",
  deleted: "danger",
}

/** The state of a campaign as a mark with its name. */
export const CampaignStateTag = ({ state }: { readonly state: CampaignState }) => (
  <StateTag tone={campaignTones[state]}>
    <Word id={`campaign.state.${state}`} />
  </StateTag>
)
