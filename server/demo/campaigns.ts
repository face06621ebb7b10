import { recipientTable } from "#machines/lifecycles/tables.ts"
import type { ExclusionReason, RecipientState } from "#schemas/outreach/campaign.ts"
import type { DemoList } from "./audiences.ts"
import type { DemoPerson } from "./people.ts"
import type { Random } from "./random.ts"
import { exclusionOf, factsOfSend, type TimedFact } from "./sends.ts"
import type { PlannedCampaign } from "./year.ts"

/** One person's part in a finished campaign; `person` is a place in the company's people. */
export type DemoRecipient = {
  readonly person: number
  readonly state: RecipientState
  readonly excluded: ExclusionReason | null
  readonly facts: ReadonlyArray<TimedFact>
}

/** A finished campaign with everything that happened. Times in milliseconds since 1970. */
export type DemoCampaign = PlannedCampaign & {
  readonly createdAt: number
  readonly completedAt: number
  readonly recipients: ReadonlyArray<DemoRecipient>
}

/** Somebody said STOP. */
export type DemoOptOut = { readonly phone: string; readonly at: number }

/** Folds facts by the recipient lifecycle, as the product does. */
const stateAfter = (facts: ReadonlyArray<TimedFact>): RecipientState =>
  facts.reduce((state, { fact }) => recipientTable.next(state, fact._tag) ?? state, recipientTable.initial) as RecipientState

const endsOf = (recipient: DemoRecipient): number =>
  Math.max(...recipient.facts.filter(({ fact }) => fact._tag !== "ReplyReceived" && fact._tag !== "RecipientOptedOut").map(({ at }) => at))

type Known = { readonly optedOut: ReadonlySet<string>; readonly taken: Set<string> }

/**
 * Plays a campaign to its end.
 * @param segmentsPerSecond the sender's pace
 */
const play = (
  random: Random,
  campaign: PlannedCampaign,
  place: number,
  audience: ReadonlyArray<readonly [number, DemoPerson]>,
  optedOut: ReadonlySet<string>,
  segmentsPerSecond: number,
): DemoCampaign => {
  const known: Known = { optedOut, taken: new Set() }
  let turn = 0
  const recipients = audience.map(([person, { phone, timezone, ...rest }]): DemoRecipient => {
    const excluded = exclusionOf({ phone, timezone, ...rest }, known)
    if (excluded !== undefined || phone === null) {
      const reason = excluded ?? "noPhone"
      const fact = { _tag: "RecipientExcluded", reason } as const
      return { person, state: "excluded", excluded: reason, facts: [{ at: campaign.launchAt, fact }] }
    }
    known.taken.add(phone)
    turn += 1
    const facts = factsOfSend(random, campaign.response, {
      queuedAt: campaign.launchAt,
      turnAt: campaign.launchAt + Math.round((turn * 1_000) / segmentsPerSecond),
      zone: timezone,
      key: `demo-${place}-${person}-${random.text(8)}`,
      sid: `SM${random.text(32)}`,
    })
    return { person, state: stateAfter(facts), excluded: null, facts }
  })
  return {
    ...campaign,
    createdAt: campaign.launchAt - random.int(20, 300) * 60_000,
    completedAt: Math.max(...recipients.map(endsOf)) + 1_000,
    recipients,
  }
}

/**
 * Plays a year of campaigns in order; who says STOP in one is left out of the
 * later ones.
 */
export const playYear = (
  random: Random,
  year: ReadonlyArray<PlannedCampaign>,
  people: ReadonlyArray<DemoPerson>,
  lists: ReadonlyArray<DemoList>,
  segmentsPerSecond: number,
): { readonly campaigns: ReadonlyArray<DemoCampaign>; readonly optOuts: ReadonlyArray<DemoOptOut> } => {
  const optOuts: Array<DemoOptOut> = []
  const campaigns = year.map((planned, place) => {
    const list = lists.find(({ name }) => name === planned.list)
    if (list === undefined) throw new Error(`The demo has no list ${planned.list}`)
    const audience = list.people.map((index) => [index, people[index] as DemoPerson] as const)
    const before = new Set(optOuts.filter(({ at }) => at < planned.launchAt).map(({ phone }) => phone))
    const campaign = play(random, planned, place, audience, before, segmentsPerSecond)
    for (const { person, facts } of campaign.recipients) {
      const said = facts.find(({ fact }) => fact._tag === "RecipientOptedOut")
      const phone = people[person]?.phone
      if (said !== undefined && phone !== undefined && phone !== null) optOuts.push({ phone, at: said.at })
    }
    return campaign
  })
  return { campaigns, optOuts: optOuts.sort((left, right) => left.at - right.at) }
}
