import { channelOf } from "#server/delivery/channels/channels.ts"
import type { CampaignId, CompanyId } from "#schemas/ids.ts"
import { callChannel, type CallFlow } from "#schemas/outreach/callFlow.ts"
import type { JourneyEnd, Ladder, LadderStep } from "#schemas/outreach/ladder.ts"
import { moveJourney, type JourneyPlace } from "#server/outreach/multiCampaigns/journey.rule.ts"
import { wayOf } from "#server/outreach/multiCampaigns/journeyCounts.ts"
import { stepKey } from "#server/outreach/multiCampaigns/journeyFacts.queries.ts"
import { idAt } from "./bulk.ts"
import { foldFacts, leaveOut, reach, type DemoCampaign, type DemoRecipient } from "./campaigns.ts"
import type { DemoPerson } from "./people.ts"
import type { Random } from "./random.ts"
import { exclusionOf, type Response } from "./sends.ts"

/** A multi-campaign of the demo that was launched. Times in milliseconds since 1970. */
export type PlannedLadder = {
  readonly name: string
  readonly list: string
  readonly launchAt: number
  readonly ladder: Ladder
  /** What a step sends: the name of its template, and of a call what it does. */
  readonly sends: (step: LadderStep) => { readonly template: string; readonly calls?: CallFlow }
}

/** Where someone stands; `person` is a place in the company's people. */
export type DemoJourney = JourneyPlace & {
  readonly person: number
  readonly nextAt: number | null
  readonly endedAs: JourneyEnd | null
  readonly endedAt: number | null
  /** The steps that someone got whose ladder ended. */
  readonly way: ReadonlyArray<number>
}

/** A multi-campaign with the campaigns of its steps, in their order, and its people. */
export type DemoLadder = PlannedLadder & {
  readonly campaigns: ReadonlyArray<DemoCampaign>
  readonly journeys: ReadonlyArray<DemoJourney>
  /** When the last of its people ended; null while some go on. */
  readonly completedAt: number | null
}

/** What people do who get a text of a ladder; only a key in a call stops anything. */
const response: Response = { delivered: 0.958, replied: 0.09, optedOut: 0 }

type Place = { readonly step: LadderStep; readonly attempt: number; readonly recipient: DemoRecipient }

const lastingOf = (channel: LadderStep["channel"]) => new Set<string>(channelOf(channel).lastingCodes)

/** What was known of a place at a moment. */
const placeAt = (at: number, { step: { stepId, channel }, attempt, recipient }: Place) => {
  const known = recipient.facts.filter((one) => one.at <= at)
  const row = foldFacts(known)
  const begun = recipient.calls.filter(({ beganAt }) => beganAt <= at)
  const over = channel === callChannel || row.sentAt === null || row.state === "failed" ? known.at(-1)?.at : undefined
  return {
    ...{ stepId, attempt, state: row.state === "planned" ? ("queued" as const) : row.state },
    ...{ wasDelivered: row.deliveredAt !== null },
    isLasting: row.state === "excluded" || lastingOf(channel).has(row.reason ?? ""),
    wasAnswered: begun.some(({ status, endedAt }) => status === "completed" && endedAt <= at),
    at: over ?? Date.parse(row.sentAt ?? ""),
    touches: channel === callChannel ? begun.length : Number(row.sentAt !== null),
    hasReplied: row.repliedAt !== null,
    hasOptedOut: row.optedOutAt !== null,
  }
}

/**
 * Takes one person on by the rule that takes real people on (`moveJourney`), looking at them whenever they are due or
 * something happened to them.
 * @param until nothing is known of what comes later
 */
const walk = (
  { ladder, launchAt }: PlannedLadder,
  person: number,
  until: number,
  send: (step: LadderStep, attempt: number, at: number) => DemoRecipient,
): DemoJourney => {
  const places: Array<Place> = []
  let journey: DemoJourney = {
    ...{
      person,
      state: "waiting",
      atRung: 0,
      since: launchAt,
      nextAt: launchAt,
      endedAs: null,
      endedAt: null,
      way: [],
    },
  }
  for (let at = launchAt; at <= until;) {
    const known = places.map((place) => placeAt(at, place))
    const facts = {
      places: known,
      touches: known.reduce((sum, { touches }) => sum + touches, 0),
      hasReplied: known.some(({ hasReplied }) => hasReplied),
      hasOptedOut: known.some(({ hasOptedOut }) => hasOptedOut),
      ...{ hasClicked: false, hasBooked: false, hasConfirmed: false, values: {} },
    }
    const move = moveJourney(ladder, journey, facts, at)
    if (move._tag === "End") return { ...journey, nextAt: null, endedAs: move.as, endedAt: at, way: wayOf(known) }
    const { state, atRung, since, nextAt } = move
    journey = { ...journey, state, atRung, since, nextAt }
    const added = move.adds.map(({ step, attempt }): Place => ({ step, attempt, recipient: send(step, attempt, at) }))
    places.push(...added)
    // Who gets nothing by a step is looked at again at once.
    if (added.some(({ recipient }) => recipient.row.state === "excluded")) continue
    const news = places.flatMap(({ recipient }) => recipient.facts.map((one) => one.at).filter((one) => one > at))
    at = Math.min(nextAt ?? Infinity, ...news)
  }
  return journey
}

/**
 * Plays a multi-campaign up to now: who gets what is decided by its rule, what becomes of it by chance.
 * @param audience the people of its list, by their places in the company's people
 * @param optedOut whether a number gets nothing any more by a channel at a moment
 * @param pauseMillis from one text or call of a step to the next
 */
export const playLadder = (
  random: Random,
  planned: PlannedLadder,
  audience: ReadonlyArray<readonly [number, DemoPerson]>,
  { companyId, campaignIds, about }: { companyId: CompanyId; campaignIds: ReadonlyArray<CampaignId>; about: string },
  optedOut: (channel: LadderStep["channel"], phone: string, at: number) => boolean,
  pauseMillis: number,
  now: number,
): DemoLadder => {
  const { ladder, list, launchAt, name } = planned
  const steps = ladder.steps.map((step, index) => {
    const { template, calls } = planned.sends(step)
    const campaign = {
      ...{ name: `${name}: step ${index + 1}`, template, list: null, launchAt, createdAt: launchAt, response },
      ...{ replies: ["ok", "Thank you", "Yes", "Already done", "Can I come on Saturday?"] },
      ...(calls === undefined ? {} : { calls }),
      campaignId: idAt(campaignIds, index),
    }
    return { step, campaign, recipients: new Array<DemoRecipient>(), taken: new Set<string>(), turnAt: 0 }
  })
  const journeys = audience.map(([person, who]) =>
    walk(planned, person, now, (asked, attempt, at) => {
      const own = steps.find(({ step }) => step.stepId === asked.stepId)
      if (own === undefined) throw new Error(`${list} has no step ${asked.stepId}`)
      const { campaign, recipients, taken } = own
      const recipientId = recipients.length + 1
      const phone = who.phone ?? ""
      const stopped = optedOut(asked.channel, phone, at) ? [phone] : []
      const known = {
        // A text that is sent again goes to a number that got it before.
        ...{ optedOut: new Set(stopped), taken: attempt === 1 ? taken : new Set<string>() },
        takesLandlines: asked.channel === callChannel,
      }
      const reason = exclusionOf(who, known)
      own.turnAt = Math.max(at, own.turnAt + pauseMillis)
      const turn = { recipientId, person, about: who, turnAt: own.turnAt }
      const sent =
        reason === undefined
          ? reach(random, { ...campaign, launchAt: at }, { companyId, campaignId: campaign.campaignId }, turn)
          : leaveOut(turn, at, reason)
      if (reason === undefined) taken.add(who.phone ?? "")
      const recipient = { ...sent, place: { key: stepKey(asked.stepId, attempt), about } }
      recipients.push(recipient)
      return recipient
    }),
  )
  const ends = journeys.map(({ endedAt }) => endedAt ?? Infinity)
  const lastAt = Math.max(...ends)
  const completedAt = lastAt < now ? lastAt + 1_000 : null
  return {
    ...{ ...planned, journeys, completedAt },
    campaigns: steps.map(({ campaign, recipients }) => ({ ...campaign, recipients, completedAt })),
  }
}
