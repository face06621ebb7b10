import type { CampaignCheck } from "#schemas/outreach/campaignCheck.ts"
import { releaseAt, type SendingHours } from "#server/outreach/sendingHours/quietHours.rule.ts"

/** People of one zone whose texts may leave at the same moment, in milliseconds since 1970; null is at the start. */
export type Group = { readonly release: number | null; readonly zone: string; people: number; cost: number }

type Span = { readonly zone: string; people: number; from: number; to: number }

/**
 * When the people of each zone would get their texts, by the zone that begins first: at the pace of the sending
 * number, one release after the other, and those of one release by turns, as the engine sends.
 * @param start milliseconds since 1970
 */
export const spansOf = (
  groups: ReadonlyArray<Group>,
  start: number,
  costPerSecond: number,
  hours: SendingHours,
): CampaignCheck["zones"] => {
  const releases = Map.groupBy(groups, ({ release }) => release ?? start)
  const spans = new Map<string, Span>()
  let free = start
  for (const [release, together] of [...releases].toSorted(([one], [other]) => one - other)) {
    const from = Math.max(release, free)
    const seconds = together.reduce((sum, { cost }) => sum + cost, 0) / costPerSecond
    free = from + Math.ceil(seconds * 1_000)
    for (const { zone, people } of together) {
      const known = spans.get(zone)
      if (known === undefined) spans.set(zone, { zone, people, from, to: free })
      else Object.assign(known, { people: known.people + people, to: free })
    }
  }
  return [...spans.values()].map(({ zone, people, from, to }) => ({
    zone,
    people,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    isLate: releaseAt(to, [zone], hours).at !== null,
  }))
}
