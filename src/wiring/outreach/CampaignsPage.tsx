import {
  changeCampaign,
  checkAgain,
  deleteCampaign,
  readCampaign,
  readCampaigns,
  readRecipients,
} from "#effects/Campaigns.ts"
import { campaignsMachine } from "#machines/outreach/campaigns.machine.ts"
import type { Campaign, CampaignDetail, Recipient } from "#schemas/outreach/campaign.ts"
import { CampaignsView } from "#views/outreach/CampaignsView.tsx"
import { addressOf, leaveTo } from "../leaving.ts"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { usePage, useReading } from "../usePage.ts"

const nameOf = ({ name }: Campaign): string => name

const logic = ({ operation, reading, listReading }: Tools) =>
  campaignsMachine.provide({
    actors: {
      campaigns: listReading(readCampaigns),
      campaign: reading(readCampaign),
      recipients: listReading(readRecipients),
      check: operation(checkAgain),
      launch: operation(
        changeCampaign("launch"),
        { success: "campaign.launched", failure: "campaign.notChanged" },
        nameOf,
      ),
      pause: operation(changeCampaign("pause"), { success: "campaign.paused", failure: "campaign.notChanged" }, nameOf),
      resume: operation(
        changeCampaign("resume"),
        { success: "campaign.resumed", failure: "campaign.notChanged" },
        nameOf,
      ),
      cancel: operation(
        changeCampaign("cancel"),
        { success: "campaign.cancelled", failure: "campaign.notChanged" },
        nameOf,
      ),
      remove: operation(deleteCampaign, { success: "campaign.deleted", failure: "campaign.notDeleted" }, nameOf),
    },
    actions: {
      closePanel: ({ context }) =>
        leaveTo(addressOf("/campaign", { ...context.search, id: null, tab: null, recipientState: null })),
    },
  })

/** `/campaign`: the list of campaigns and the chosen one. */
export const CampaignsPage = () => {
  const page = usePage(logic)
  return (
    <CampaignsView
      page={page}
      url={page.url}
      rights={usePerson()}
      campaigns={useReading<ReadonlyArray<Campaign>>(page.actor, "campaigns")}
      campaign={useReading<CampaignDetail>(page.actor, "campaign")}
      recipients={useReading<ReadonlyArray<Recipient>>(page.actor, "recipients")}
    />
  )
}
