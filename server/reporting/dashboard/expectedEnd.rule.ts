import type { CampaignId, SenderId } from "#schemas/ids.ts"

/** What a campaign still has to send, and how fast its number may. */
export type Backlog = {
  readonly campaignId: CampaignId
  readonly senderId: SenderId
  readonly costPerSecond: number
  /** Of one message, on the average, in the units of its channel. */
  readonly cost: number
  /** People in line, the held ones included. */
  readonly people: number
  /** Who is held longest: until when (milliseconds since 1970), and how many they are. */
  readonly lastRelease: { readonly at: number; readonly people: number } | null
}

const millisFor = ({ cost, costPerSecond }: Backlog, people: number): number =>
  (people * Math.max(cost, 1) * 1_000) / costPerSecond

/**
 * When the last text of each campaign is expected to leave, in milliseconds since 1970; null for one that has
 * nothing to send. Campaigns that share a number take turns, so the shorter ones end first; and no campaign ends
 * before those who are held longest are released and sent to.
 */
export const expectedEnds = (backlogs: ReadonlyArray<Backlog>, now: number): ReadonlyMap<CampaignId, number | null> => {
  const bySender = Map.groupBy(backlogs, ({ senderId }) => senderId)
  return new Map(
    backlogs.map((one) => {
      if (one.people === 0) return [one.campaignId, null]
      const own = millisFor(one, one.people)
      const together = (bySender.get(one.senderId) ?? []).reduce(
        (sum, other) => sum + Math.min(own, millisFor(other, other.people)),
        0,
      )
      const released = one.lastRelease === null ? now : one.lastRelease.at + millisFor(one, one.lastRelease.people)
      return [one.campaignId, Math.max(now + together, released)]
    }),
  )
}
