import { Effect } from "effect"
import type { AnyActorLogic } from "xstate"
import {
  changeCampaign,
  checkAgain,
  deleteCampaign,
  listFailed,
  listNotBooked,
  readCampaign,
  readCampaigns,
  readRecipients,
  readTheirStart,
  rescheduleCampaign,
} from "#effects/Campaigns.ts"
import { campaignsMachine, type CampaignCommand } from "#machines/outreach/campaigns.machine.ts"
import { outputOf, type Count } from "#machines/session/command.machine.ts"
import {
  launchingOf,
  type Campaign,
  type CampaignAction,
  type CampaignDetail,
  type RecipientList,
} from "#schemas/outreach/campaign.ts"
import type { Recipient } from "#schemas/outreach/recipient.ts"
import { noCampaign } from "#schemas/outreach/recipientFilter.ts"
import { checkStart, inFormFields, instantOf, type StartValues } from "#schemas/outreach/campaignForm.ts"
import type { SharedWordId } from "#schemas/sharedWords.ts"
import { CampaignsView } from "#views/outreach/CampaignsView.tsx"
import { bulk } from "../bulk.ts"
import { launchWords } from "./launchWords.ts"
import { command, isOpen } from "../command.ts"
import { addressOf, leaveTo } from "../leaving.ts"
import { exportingReport } from "../export.ts"
import { usePerson } from "../person.ts"
import { hearing } from "./hearing.tsx"
import { PurposePart } from "./PurposePart.tsx"
import { conversing } from "../people/conversing.tsx"
import type { Tools } from "../tools.ts"
import { useBulk, useCommand, useExport, useForm, usePage, useReading } from "../usePage.ts"
import { useThingTitle } from "../windowTitle.ts"

const nameOf = ({ name }: Campaign): string => name

const launch = (campaign: Campaign, commandId: string) => changeCampaign(launchingOf(campaign))(campaign, commandId)

const countPeople = (campaign: Campaign) =>
  Effect.map(checkAgain(campaign), (check): Count => ({ people: check.eligible, details: check }))

const changing =
  ({ operation }: Tools) =>
  (action: CampaignAction, success: SharedWordId, undo?: AnyActorLogic) =>
    operation(
      changeCampaign(action),
      { success, failure: "campaign.notChanged", ...(undo === undefined ? {} : { undo }) },
      nameOf,
    )

const logic = (tools: Tools) => {
  const { operation, reading, listReading, form } = tools
  const change = changing(tools)
  return campaignsMachine.provide({
    actors: {
      campaigns: listReading(readCampaigns),
      campaign: reading(readCampaign),
      recipients: listReading(readRecipients),
      export: exportingReport(operation),
      bulk: bulk(operation, readCampaigns, {
        pause: operation(changeCampaign("pause")),
        resume: operation(changeCampaign("resume")),
        cancel: operation(changeCampaign("cancel")),
        delete: operation(deleteCampaign),
      }),
      form: form({
        validate: checkStart,
        submit: ({ startOn, zone, ...seen }: StartValues, commandId: string) =>
          Effect.mapError(
            rescheduleCampaign({ ...seen, startAt: instantOf(startOn, zone) ?? "" }, commandId),
            inFormFields,
          ),
        theirs: readTheirStart,
        words: { success: "campaign.rescheduled", failure: "campaign.notChanged", shownInPlace: "StaleVersion" },
      }),
      command: command<CampaignCommand>(
        {
          launch: operation(launch, launchWords, nameOf),
          return: change("return", "campaign.saved"),
          pause: change("pause", "campaign.paused", change("resume", "campaign.resumed")),
          resume: change("resume", "campaign.resumed", change("pause", "campaign.paused")),
          cancel: change("cancel", "campaign.cancelled"),
          textAgain: operation(listFailed, { success: "campaign.listed", failure: "campaign.notListed" }, nameOf),
          textNotBooked: operation(
            listNotBooked,
            { success: "campaign.listed", failure: "campaign.notListed" },
            nameOf,
          ),
          delete: operation(deleteCampaign, { success: "campaign.deleted", failure: "campaign.notDeleted" }, nameOf),
        },
        operation(countPeople),
      ),
    },
    actions: {
      goToNew: ({ event }) => {
        const { subject, answer } = outputOf<CampaignCommand, Campaign>({ event })
        const listId = String((answer as RecipientList).listId)
        leaveTo(addressOf("/campaign", { new: "", from: subject.campaignHashedId, listId }))
      },
      goToList: ({ context, event }) => {
        if (isOpen(event, context.search, (subject: Campaign) => subject.campaignHashedId))
          leaveTo(addressOf("/campaign", { ...context.search, ...noCampaign }))
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
      purpose={<PurposePart />}
      url={page.url}
      rights={usePerson()}
      campaigns={useReading<ReadonlyArray<Campaign>>(page.actor, "campaigns")}
      campaign={campaign}
      recipients={useReading<ReadonlyArray<Recipient>>(page.actor, "recipients")}
      look={hearing(page.url) ?? conversing(page.url)}
      file={useExport(page.actor)}
      bulk={useBulk(page.actor)}
      command={useCommand(page.actor)}
      form={useForm(page.actor, "form")}
    />
  )
}
