import type { CampaignCheck } from "#schemas/outreach/campaignCheck.ts"
import type { ExclusionReason } from "#schemas/outreach/recipient.ts"
import type { Addressee, Assessment } from "#server/outreach/recipients/assess.rule.ts"

/** How many people of a list get a message, in which languages and at which cost, and why the others do not. */
export type Counted = {
  total: number
  eligible: number
  readonly excluded: Map<ExclusionReason, number>
  readonly costs: Map<number, number>
  /** By the language in which people get it and the one that they speak. */
  readonly languages: Map<string, InLanguage>
}

type InLanguage = { readonly language: string | null; readonly spoken: string | null; people: number; cost: number }

/** The count of no one yet. */
export const noneCounted = (): Counted => ({
  ...{ total: 0, eligible: 0, excluded: new Map(), costs: new Map(), languages: new Map() },
})

const count = <Key>(map: Map<Key, number>, key: Key): void => void map.set(key, (map.get(key) ?? 0) + 1)

/** Counts one person who was judged. */
export const countOne = (counted: Counted, { language: spoken }: Addressee, judged: Assessment): void => {
  counted.total += 1
  if (!judged.eligible) return count(counted.excluded, judged.reason)
  const { language, cost } = judged
  counted.eligible += 1
  count(counted.costs, cost)
  const key = `${language} ${spoken}`
  const known = counted.languages.get(key)
  if (known === undefined) counted.languages.set(key, { language, spoken, people: 1, cost })
  else {
    known.people += 1
    known.cost += cost
  }
}

/** What was counted, as it is shown: the most people first, costs from the lowest on. @param own the language of the template's own text */
export const countsIn = (
  { total, eligible, excluded, costs, languages }: Counted,
  own: string,
): Pick<CampaignCheck, "total" | "eligible" | "excluded" | "segments" | "languages"> => ({
  ...{ total, eligible },
  excluded: [...excluded].map(([reason, people]) => ({ reason, count: people })),
  segments: [...costs].map(([segments, people]) => ({ segments, people })).sort((a, b) => a.segments - b.segments),
  languages: [...languages.values()]
    .map(({ language, spoken, people, cost }) => ({
      ...{ language: language ?? own, spoken: spoken ?? own },
      ...{ people, segments: cost },
    }))
    .sort((a, b) => b.people - a.people),
})
