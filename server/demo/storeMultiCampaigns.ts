import { Effect } from "effect"
import type { SenderId } from "#schemas/ids.ts"
import type { LadderStep } from "#schemas/outreach/ladder.ts"
import { MultiCampaignId, type MultiCampaignFacts } from "#schemas/outreach/multiCampaign.ts"
import { multiCampaignStream } from "#server/outreach/multiCampaigns/multiCampaign.commands.ts"
import { idAt, takeIds } from "./bulk.ts"
import { firstOf, found, type CampaignParts } from "./campaignStreams.ts"
import type { Random } from "./random.ts"
import { storeHashedIds } from "./storeTemplates.ts"
import { playCommands } from "./streams.ts"

const day = 24 * 3_600_000

const step = (stepId: number, more: Pick<LadderStep, "channel" | "templateId" | "senderId"> & Partial<LadderStep>) => ({
  ...({ stepId, start: "afterPrevious", waitMinutes: 0, onlyIf: "always", retries: 0, retryMinutes: 30 } as const),
  ...more,
})

/** The templates and the list of the ladder of the company that calls, by their names. */
const named = { text: "Flu shot reminder", call: "Flu shot call", list: "Flu shots due, Mission" }

/**
 * Stores a multi-campaign of a company, as a draft: a text, where it calls a call two days later, and a last text. Gives
 * its stream to be stored.
 * @param callsFrom the number that calls; null for a company that does not
 * @param now milliseconds since 1970; it was written the day before
 */
export const storeMultiCampaigns = Effect.fn("demo.storeMultiCampaigns")(function* (
  random: Random,
  { companyId, actorId, templates, lists, senderId }: CampaignParts,
  callsFrom: SenderId | null,
  now: number,
) {
  const ids = yield* takeIds("multi_campaign_ids", 1)
  yield* storeHashedIds(random, companyId, "multiCampaign", ids)
  const multiCampaignId = MultiCampaignId.make(idAt(ids, 0))
  const isCalling = callsFrom !== null
  const { templateId } = isCalling ? found(templates, named.text) : firstOf(templates.values())
  const text = { channel: "SMS", templateId, senderId } as const
  const calls =
    callsFrom === null
      ? []
      : [{ channel: "IVR", templateId: found(templates, named.call).templateId, senderId: callsFrom } as const]
  const facts: MultiCampaignFacts = {
    ...{ name: isCalling ? "Flu shots, winter round" : "Check-in, two texts", purpose: "Reminder", startAt: null },
    listId: isCalling ? found(lists, named.list) : firstOf(lists.values()),
    steps: [
      step(1, { ...text, retries: 1 }),
      ...calls.map((call) => step(2, { ...call, waitMinutes: 2 * 1_440, onlyIf: "notBooked" })),
      step(3, { ...text, waitMinutes: 3 * 1_440, onlyIf: isCalling ? "noAnswer" : "noReply" }),
    ],
    ...{ stops: ["replied", "booked"], mostTouches: 6, closeAfterMinutes: 3 * 1_440 },
  }
  const save = { _tag: "SaveMultiCampaign", multiCampaignId, facts } as const
  return [playCommands(multiCampaignStream, companyId, multiCampaignId, [{ at: now - day, actorId, command: save }])]
})
