import type { CampaignId, CompanyId } from "#schemas/ids.ts"
import { callChannel } from "#schemas/outreach/callFlow.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import type { RecipientFact } from "#schemas/outreach/events.ts"
import type { ExclusionReason } from "#schemas/outreach/recipient.ts"
import { foldFact, planned, type RecipientRow } from "#server/outreach/recipients/recipient.rule.ts"
import { makeSendKey } from "#server/delivery/sendKey.rule.ts"
import type { DemoList } from "./audiences.ts"
import { idAt } from "./bulk.ts"
import type { DemoPerson } from "./people.ts"
import { callPerson, type DemoCall } from "./calls.ts"
import { seededRandom, type Random } from "./random.ts"
import { exclusionOf, factsOfSend, type TimedFact } from "./sends.ts"
import type { PlannedCampaign } from "./year.ts"

/** One person's part in a finished campaign; `person` is a place in the company's people. */
export type DemoRecipient = {
  /** Counts from 1 in the campaign. */
  readonly recipientId: number
  readonly person: number
  readonly row: RecipientRow
  readonly facts: ReadonlyArray<TimedFact>
  /** What the person wrote back; null when they did not. */
  readonly reply: DemoReply | null
  /** The attempts to call the person; none where texts are sent. */
  readonly calls: ReadonlyArray<DemoCall>
  /** What it is in a campaign that takes people one at a time; absent in others. */
  readonly place?: { readonly key: string; readonly about: string }
}

/** A text from a person; `at` in milliseconds since 1970. */
export type DemoReply = { readonly at: number; readonly body: string; readonly request: "optOut" | "unclear" | "other" }

/**
 * A campaign with everything that happened; one without an end is being sent, one without a list takes people one at a
 * time. Times in milliseconds since 1970.
 */
export type DemoCampaign = Omit<PlannedCampaign, "list"> & {
  readonly list: string | null
  readonly campaignId: CampaignId
  readonly createdAt: number
  readonly completedAt: number | null
  readonly recipients: ReadonlyArray<DemoRecipient>
}

/** Someone said STOP, or something that reads like it, or pressed the key for it in a call. `at` in milliseconds since 1970. */
export type DemoWord = {
  readonly phone: string
  readonly channel: ChannelName
  readonly source: "reply" | "call"
  readonly at: number
  readonly consent: "revoked" | "unclear"
  readonly evidence: string
}

/** A company's campaigns, and what people said about getting texts, in the order they said it. */
export type PlayedYear = {
  readonly campaigns: ReadonlyArray<DemoCampaign>
  readonly said: ReadonlyArray<DemoWord>
}

/** Whose campaigns they are; one id for each campaign of the year, and the pace of the sender. */
export type Playing = {
  readonly companyId: CompanyId
  readonly campaignIds: ReadonlyArray<CampaignId>
  readonly segmentsPerSecond: number
  /** What people said before; nothing without it. */
  readonly said?: ReadonlyArray<DemoWord>
}

const answers: ReadonlyArray<RecipientFact["_tag"]> = ["ReplyReceived", "RecipientOptedOut"]

/** When a person's text had its last report, answers apart, in milliseconds since 1970. */
export const endOf = ({ facts }: DemoRecipient): number =>
  Math.max(...facts.filter(({ fact }) => !answers.includes(fact._tag)).map(({ at }) => at))

/** The row that a recipient's facts come to. */
export const foldFacts = (facts: ReadonlyArray<TimedFact>): RecipientRow =>
  facts.reduce((row, { at, fact }) => foldFact(row, fact, new Date(at).toISOString()), planned)

const replyIn = (random: Random, replies: ReadonlyArray<string>, facts: ReadonlyArray<TimedFact>): DemoReply | null => {
  const said = facts.find(({ fact }) => fact._tag === "ReplyReceived")
  if (said === undefined) return null
  const isStop = facts.some(({ fact }) => fact._tag === "RecipientOptedOut")
  return isStop
    ? { at: said.at, body: "STOP", request: "optOut" }
    : { at: said.at, body: random.pick(replies), request: "other" }
}

type Turn = {
  readonly recipientId: number
  readonly person: number
  readonly about: DemoPerson
  readonly turnAt: number
}

const sendTo = (
  random: Random,
  campaign: Omit<PlannedCampaign, "list">,
  ids: { companyId: CompanyId; campaignId: CampaignId },
  turn: Turn,
): DemoRecipient => {
  const { recipientId, person, about, turnAt } = turn
  const facts = factsOfSend(random, campaign.response, {
    queuedAt: campaign.launchAt,
    turnAt,
    zone: about.timezone,
    key: makeSendKey({ ...ids, recipientId, attempt: 1 }, random.text(16)),
    sid: `SM${random.text(32)}`,
  })
  return {
    recipientId,
    person,
    facts,
    row: foldFacts(facts),
    reply: replyIn(random, campaign.replies, facts),
    calls: [],
  }
}

const callTo: typeof sendTo = (random, { calls: flow, launchAt }, ids, { recipientId, person, about, turnAt }) => {
  if (flow === undefined) throw new Error("This campaign of the demo sends texts")
  const turn = { queuedAt: launchAt, turnAt, zone: about.timezone, ids: { ...ids, recipientId } }
  const { facts, calls } = callPerson(random, flow, turn)
  return { recipientId, person, facts, row: foldFacts(facts), reply: null, calls }
}

/** What becomes of someone’s text or calls once their turn comes. */
export const reach: typeof sendTo = (random, campaign, ids, turn) =>
  (campaign.calls === undefined ? sendTo : callTo)(random, campaign, ids, turn)

/** Someone who gets nothing. */
export const leaveOut = (
  { recipientId, person }: Pick<Turn, "recipientId" | "person">,
  at: number,
  reason: ExclusionReason,
): DemoRecipient => {
  const facts = [{ at, fact: { _tag: "RecipientExcluded", reason } as const }]
  return { recipientId, person, facts, row: foldFacts(facts), reply: null, calls: [] }
}

/** What a person said about being texted or called, by a text or by a key. */
export const saidBy = (phone: string, { reply, calls, row }: DemoRecipient): DemoWord | undefined => {
  if (reply?.request === "optOut")
    return { phone, channel: "SMS", source: "reply", at: reply.at, consent: "revoked", evidence: reply.body }
  const last = calls.at(-1)
  if (last === undefined || row.optedOutAt === null) return undefined
  const evidence = `keys ${last.pressed.map(({ key }) => key).join("")}`
  return { phone, channel: callChannel, source: "call", at: Date.parse(row.optedOutAt), consent: "revoked", evidence }
}

/** Plays a campaign to its end. */
const play = (
  random: Random,
  campaign: PlannedCampaign,
  ids: { readonly companyId: CompanyId; readonly campaignId: CampaignId },
  audience: ReadonlyArray<readonly [number, DemoPerson]>,
  optedOut: ReadonlySet<string>,
  pauseMillis: number,
): DemoCampaign => {
  const taken = new Set<string>()
  let turnAt = campaign.launchAt
  const recipients = audience.map(([person, about], place): DemoRecipient => {
    const recipientId = place + 1
    const reason = exclusionOf(about, { optedOut, taken, takesLandlines: campaign.calls !== undefined })
    if (reason !== undefined) return leaveOut({ recipientId, person }, campaign.launchAt, reason)
    taken.add(about.phone ?? "")
    turnAt += pauseMillis
    return reach(random, campaign, ids, { recipientId, person, about, turnAt })
  })
  return {
    ...campaign,
    campaignId: ids.campaignId,
    createdAt: campaign.launchAt - random.int(20, 300) * 60_000,
    completedAt: Math.max(...recipients.map(endOf)) + 1_000,
    recipients,
  }
}

/** Milliseconds from one text of a sender to the next. */
export const pauseOf = ({ segmentsPerSecond }: Pick<Playing, "segmentsPerSecond">): number =>
  Math.ceil(1_000 / segmentsPerSecond)

/**
 * Plays a year of campaigns in order; who says STOP in one is left out of the
 * later ones.
 */
export const playYear = (
  random: Random,
  year: ReadonlyArray<PlannedCampaign>,
  people: ReadonlyArray<DemoPerson>,
  lists: ReadonlyArray<DemoList>,
  { companyId, campaignIds, segmentsPerSecond, said: earlier = [] }: Playing,
): PlayedYear => {
  const said: Array<DemoWord> = []
  const campaigns = year.map((planned, place) => {
    const list = lists.find(({ name }) => name === planned.list)
    if (list === undefined) throw new Error(`The demo has no list ${planned.list}`)
    const audience = list.people.map((index) => [index, people[index] as DemoPerson] as const)
    const channel = planned.calls === undefined ? "SMS" : callChannel
    const before = new Set(
      [...earlier, ...said]
        .filter((word) => word.at < planned.launchAt && word.channel === channel)
        .map(({ phone }) => phone),
    )
    const ids = { companyId, campaignId: idAt(campaignIds, place) }
    // Calls have a chance of their own: the texts of the demo stay as they are.
    const chance = planned.calls === undefined ? random : seededRandom(planned.name)
    const campaign = play(chance, planned, ids, audience, before, pauseOf({ segmentsPerSecond }))
    for (const one of campaign.recipients) {
      const phone = people[one.person]?.phone
      const word = phone === undefined || phone === null ? undefined : saidBy(phone, one)
      if (word !== undefined) said.push(word)
    }
    return campaign
  })
  return { campaigns, said: said.sort((left, right) => left.at - right.at) }
}
