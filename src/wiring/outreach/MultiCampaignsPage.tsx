import { Effect } from "effect"
import type { AnyActorLogic } from "xstate"
import { saysTheSame } from "#effects/commandKeys.ts"
import { launchingOf } from "#schemas/outreach/campaign.ts"
import {
  changeMultiCampaign,
  checkLadder,
  chooseVariant,
  deleteMultiCampaign,
  readJourneys,
  readLadderCounts,
  readMultiCampaign,
  readMultiCampaigns,
} from "#effects/MultiCampaigns.ts"
import { multiCampaignsMachine, type LadderVerb } from "#machines/outreach/multiCampaigns.machine.ts"
import type { Count } from "#machines/session/command.machine.ts"
import type { LadderCheck } from "#schemas/outreach/ladderCheck.ts"
import type {
  Journey,
  LadderProgress,
  MultiCampaign,
  MultiCampaignAction,
  MultiCampaignDetail,
} from "#schemas/outreach/multiCampaign.ts"
import type { SharedWordId } from "#schemas/sharedWords.ts"
import { noLadder } from "#views/outreach/multiCampaignActions.ts"
import { MultiCampaignsView } from "#views/outreach/MultiCampaignsView.tsx"
import { chunk } from "../chunks.ts"
import { lazyPart } from "../LazyPart.tsx"
import { command, isOpen } from "../command.ts"
import { addressOf, leaveTo } from "../leaving.ts"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { useCommand, usePage, useReading } from "../usePage.ts"
import { useThingTitle } from "../windowTitle.ts"
import { PurposePart } from "./PurposePart.tsx"

/** What draws charts comes with it. */
const LadderChartPart = lazyPart(
  chunk(() => import("./LadderChartPart.tsx").then((part) => part.LadderChartPart)),
  { within: true },
)

const nameOf = ({ draft: { name } }: MultiCampaign): string => name

const countPeople = (multiCampaign: MultiCampaign) =>
  Effect.map(checkLadder(multiCampaign), ({ data }): Count => ({ people: data.people, details: data }))

const logic = ({ operation, reading, listReading }: Tools) => {
  // What is pressed again after a lost answer may be another object that says the same.
  const change = (action: MultiCampaignAction | typeof launchingOf, success: SharedWordId) =>
    operation(
      (subject: MultiCampaign, commandId: string) =>
        changeMultiCampaign(typeof action === "function" ? action(subject) : action)(subject, commandId),
      (_, changed) => ({
        // To so many people a launch only came to a second person's confirmation.
        success: changed?.state === "unconfirmed" ? "campaign.submitted" : success,
        failure: "campaign.notChanged",
      }),
      nameOf,
      saysTheSame,
    ) as AnyActorLogic
  return multiCampaignsMachine.provide({
    actors: {
      list: listReading(readMultiCampaigns),
      thing: reading(readMultiCampaign),
      counts: reading(readLadderCounts),
      journeys: listReading(readJourneys),
      check: reading(checkLadder),
      command: command<LadderVerb>(
        {
          launch: change(launchingOf, "campaign.launched"),
          return: change("return", "campaign.saved"),
          pause: change("pause", "campaign.paused"),
          resume: change("resume", "campaign.resumed"),
          cancel: change("cancel", "campaign.cancelled"),
          choose: operation(
            chooseVariant,
            { success: "campaign.saved", failure: "campaign.notChanged" },
            nameOf,
            saysTheSame,
          ) as AnyActorLogic,
          delete: operation(
            deleteMultiCampaign,
            { success: "campaign.deleted", failure: "campaign.notDeleted" },
            nameOf,
            saysTheSame,
          ) as AnyActorLogic,
        },
        operation(countPeople),
      ),
    },
    actions: {
      goToList: ({ context, event }) => {
        if (isOpen(event, context.search, ({ hashedId }: MultiCampaign) => hashedId))
          leaveTo(addressOf("/multi", { ...context.search, ...noLadder }))
      },
    },
  })
}

/** `/multi`: the list of multi-campaigns, or one of them. */
export const MultiCampaignsPage = () => {
  const page = usePage(logic)
  const thing = useReading<MultiCampaignDetail>(page.actor, "thing")
  const shown = thing.snapshot.context.data
  useThingTitle(shown?.draft.name)
  return (
    <MultiCampaignsView
      page={page}
      purpose={<PurposePart />}
      url={page.url}
      rights={usePerson()}
      list={useReading<ReadonlyArray<MultiCampaign>>(page.actor, "list")}
      thing={thing}
      counts={useReading<LadderProgress>(page.actor, "counts")}
      journeys={useReading<ReadonlyArray<Journey>>(page.actor, "journeys")}
      picture={shown === null ? null : <LadderChartPart ladder={shown.draft} />}
      check={useReading<LadderCheck>(page.actor, "check")}
      command={useCommand(page.actor)}
    />
  )
}
