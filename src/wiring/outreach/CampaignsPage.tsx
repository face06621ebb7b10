import { Effect } from "effect"
import {
  changeCampaign,
  checkAgain,
  deleteCampaign,
  readCampaign,
  readCampaigns,
  readRecipients,
} from "#effects/Campaigns.ts"
import { campaignsMachine, type CampaignVerb } from "#machines/outreach/campaigns.machine.ts"
import type { Count } from "#machines/session/command.machine.ts"
import type { Campaign, CampaignAction, CampaignDetail, Recipient } from "#schemas/outreach/campaign.ts"
import type { WordId } from "#schemas/words.ts"
import { CampaignsView } from "#views/outreach/CampaignsView.tsx"
import { command, isOpen } from "../command.ts"
import { addressOf, leaveTo } from "../leaving.ts"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { useCommand, usePage, useReading } from "../usePage.ts"
import { useThingTitle } from "../windowTitle.ts"

const nameOf = ({ name }: Campaign): string => name

const countPeople = (campaign: Campaign) =>
  Effect.map(checkAgain(campaign), (check): Count => ({ people: check.eligible, details: check }))

const changing =
  ({ operation }: Tools) =>
  (action: CampaignAction, success: WordId) =>
    operation(changeCampaign(action), { success, failure: "campaign.notChanged" }, nameOf)

const logic = (tools: Tools) => {
  const { operation, reading, listReading } = tools
  const change = changing(tools)
  return campaignsMachine.provide({
    actors: {
      campaigns: listReading(readCampaigns),
      campaign: reading(readCampaign),
      recipients: listReading(readRecipients),
      command: command<CampaignVerb>(
        {
          launch: change("launch", "campaign.launched"),
          pause: change("pause", "campaign.paused"),
          resume: change("resume", "campaign.resumed"),
          cancel: change("cancel", "campaign.cancelled"),
          delete: operation(deleteCampaign, { success: "campaign.deleted", failure: "campaign.notDeleted" }, nameOf),
        },
        operation(countPeople),
      ),
    },
    actions: {
      goToList: ({ context, event }) => {
        if (isOpen(event, context.search, (subject: Campaign) => subject.campaignHashedId))
          leaveTo(addressOf("/campaign", { ...context.search, id: null, tab: null, recipientState: null }))
      },
    },
  })
}

/** `/campaign`: the list of campaigns, or one of them. */
export const CampaignsPage = () => {
  const page = usePage(logic)
  const campaign = useReading<CampaignDetail>(page.actor, "campaign")
  useThingTitle(campaign.snapshot.context.data?.name)
  return (
    <CampaignsView
      page={page}
      url={page.url}
      rights={usePerson()}
      campaigns={useReading<ReadonlyArray<Campaign>>(page.actor, "campaigns")}
      campaign={campaign}
      recipients={useReading<ReadonlyArray<Recipient>>(page.actor, "recipients")}
      command={useCommand(page.actor)}
    />
  )
}
