import { answered, peopleIn, sharesOfPeople, type RecipientStatus } from "#schemas/outreach/progress.ts"
import type { CampaignId } from "#schemas/ids.ts"
import type { Counts } from "#schemas/outreach/recipient.ts"
import type { CampaignFigures, ReasonCount } from "#schemas/reporting/report.ts"
import { readRequest } from "#server/outreach/optOuts/optOut.rule.ts"
import { reasonWords } from "#server/reporting/exports/exportTable.rule.ts"
import type { Tally } from "./figures.rule.ts"

/** People of one campaign who are alike in all that a report counts. */
export type Alike = {
  readonly campaignId: CampaignId
  readonly status: RecipientStatus
  /** Of those who failed or were left out. */
  readonly reason: string | null
  /** Whether the carrier took their text. */
  readonly accepted: boolean
  readonly people: number
  readonly segments: number
}

/** What needs all rows at once: each person once in all campaigns. */
export type Distinct = Pick<Tally, "distinctDelivered" | "distinctOptedOut">

/** A campaign as the report's table names it; a deleted one has no page any more. */
export type NamedCampaign = {
  readonly campaignId: CampaignId
  readonly campaignHashedId: string | null
  readonly name: string
}

const total = (of: ReadonlyArray<{ readonly people: number }>): number =>
  of.reduce((sum, { people }) => sum + people, 0)

const countsOf = (alike: ReadonlyArray<Alike>): Counts =>
  Object.fromEntries([...Map.groupBy(alike, ({ status }) => status)].map(([status, of]) => [status, total(of)]))

const sentOf = (alike: ReadonlyArray<Alike>): number => total(alike.filter(({ accepted }) => accepted))

/** What the people of a report came to in all. */
export const tallyOf = (alike: ReadonlyArray<Alike>, distinct: Distinct): Tally => ({
  counts: countsOf(alike),
  sent: sentOf(alike),
  segments: alike.reduce((sum, { segments }) => sum + segments, 0),
  ...distinct,
})

/** The same people by campaign, those with the most people first. */
export const byCampaign = (
  alike: ReadonlyArray<Alike>,
  names: ReadonlyArray<NamedCampaign>,
): ReadonlyArray<CampaignFigures> => {
  const known = new Map(names.map((one) => [one.campaignId, one]))
  const figures = [...Map.groupBy(alike, ({ campaignId }) => campaignId)].map(([campaignId, of]) => {
    const { campaignHashedId = null, name = "" } = known.get(campaignId) ?? {}
    const counts = countsOf(of)
    return {
      campaignHashedId,
      name,
      people: total(of),
      sent: sentOf(of),
      delivered: peopleIn(counts, sharesOfPeople.delivered),
      replied: peopleIn(counts, answered),
      optedOut: peopleIn(counts, ["optedOut"]),
      failed: peopleIn(counts, sharesOfPeople.failed),
    }
  })
  return figures.sort((left, right) => right.people - left.people)
}

const reasonsOf = (alike: ReadonlyArray<Alike>): ReadonlyArray<ReasonCount> =>
  [...Map.groupBy(alike, ({ status, reason }) => reasonWords(status, reason) || "Not said")]
    .map(([reason, of]) => ({ reason, people: total(of) }))
    .sort((left, right) => right.people - left.people)

/** People who opted out alike: who said so, and in which words where it was a reply. */
export type OptedOut = { readonly source: string | null; readonly said: string | null; readonly people: number }

const optOutWords = ({ source, said }: OptedOut): string => {
  if (source === "staff") return "Staff decided, by what they wrote"
  if (source === null || said === null) return "Not said"
  const request = readRequest(said)
  return request.kind === "optOut" ? `Replied ${request.word}` : "Replied with another word to opt out"
}

/** How people opted out, the most frequent first. */
export const optOutReasons = (optedOut: ReadonlyArray<OptedOut>): ReadonlyArray<ReasonCount> =>
  [...Map.groupBy(optedOut, optOutWords)]
    .map(([reason, of]) => ({ reason, people: total(of) }))
    .sort((left, right) => right.people - left.people)

const isAmong = (standings: ReadonlyArray<string>, { status }: Alike): boolean => standings.includes(status)

/** Why texts failed and why people were left out, in the words of the export; the most frequent first. */
export const reasons = (alike: ReadonlyArray<Alike>) => ({
  failures: reasonsOf(alike.filter((one) => isAmong(sharesOfPeople.failed, one))),
  leftOut: reasonsOf(alike.filter((one) => isAmong(sharesOfPeople.leftOut, one))),
})
