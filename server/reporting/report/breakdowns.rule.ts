import type { ChannelName } from "#schemas/outreach/channel.ts"
import type { RecipientStatus } from "#schemas/outreach/progress.ts"
import { isInShare, reportedShareNames, type ReportedShare } from "#schemas/reporting/reportedPeople.ts"
import type { CampaignId } from "#schemas/ids.ts"
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
  readonly channel: ChannelName
  /** In the units of the channel. */
  readonly cost: number
}

/** What needs all rows at once: each person once in all campaigns. */
export type Distinct = Pick<Tally, "distinctDelivered" | "distinctOptedOut">

/** A campaign as the report's table names it; a deleted one has no page any more. */
export type NamedCampaign = {
  readonly campaignId: CampaignId
  readonly campaignHashedId: string | null
  readonly name: string
  readonly channel: ChannelName
}

const total = (of: ReadonlyArray<{ readonly people: number }>): number =>
  of.reduce((sum, { people }) => sum + people, 0)

const among = (alike: ReadonlyArray<Alike>, share: ReportedShare): ReadonlyArray<Alike> =>
  alike.filter((one) => isInShare(share, one))

const inShare = (alike: ReadonlyArray<Alike>, share: ReportedShare): number => total(among(alike, share))

/** What the people of a report came to in all. */
export const tallyOf = (alike: ReadonlyArray<Alike>, distinct: Distinct): Tally => ({
  everyone: total(alike),
  people: Object.fromEntries(reportedShareNames.map((share) => [share, inShare(alike, share)])) as Tally["people"],
  costs: Object.fromEntries(
    [...Map.groupBy(alike, ({ channel }) => channel)].map(([channel, of]) => [
      channel,
      of.reduce((sum, { cost }) => sum + cost, 0),
    ]),
  ),
  ...distinct,
})

/** The same people by campaign, those with the most people first, and of as many the newest. */
export const byCampaign = (
  alike: ReadonlyArray<Alike>,
  names: ReadonlyArray<NamedCampaign>,
): ReadonlyArray<CampaignFigures> => {
  const known = new Map(names.map((one) => [one.campaignId, one]))
  const groups = [...Map.groupBy(alike, ({ campaignId }) => campaignId)].sort(([one], [other]) => other - one)
  const figures = groups.map(([campaignId, of]) => {
    const { campaignHashedId = null, name = "" } = known.get(campaignId) ?? {}
    return {
      campaignHashedId,
      name,
      people: total(of),
      sent: inShare(of, "sent"),
      delivered: inShare(of, "delivered"),
      replied: inShare(of, "replied"),
      optedOut: inShare(of, "optedOut"),
      notDelivered: inShare(of, "notDelivered"),
    }
  })
  return figures.sort((left, right) => right.people - left.people)
}

/** Stands for a reason that nobody gave. */
export const notSaid = "notSaid"

/** The stored reason of people who are alike: an exclusion's or a carrier's code. */
const reasonIdOf = ({ status, reason }: Alike): string =>
  status === "stoppedBefore" ? "optedOut" : (reason ?? notSaid)

/** The database groups in any order: of as many people the reason's id decides, so that no row of a page moves by itself. */
const byMost = (left: ReasonCount, right: ReasonCount): number =>
  right.people - left.people || (left.id < right.id ? -1 : 1)

/** Why texts failed, or why people were left out, in the words of the export; the most frequent first. */
const reasonsOf = (alike: ReadonlyArray<Alike>): ReadonlyArray<ReasonCount> =>
  [...Map.groupBy(alike, reasonIdOf)]
    .map(([id, of]) => {
      const reason =
        of
          .toSorted((one, other) => (one.channel > other.channel ? -1 : 1))
          .map((one) => reasonWords(one.channel, one.status, one.reason))
          .find((words) => words !== "") ?? "Not said"
      return { id, reason, people: total(of) }
    })
    .sort(byMost)

/** People who opted out alike: who said so, and in which words where it was a reply. */
export type OptedOut = { readonly source: string | null; readonly said: string | null; readonly people: number }

/** How someone opted out: staff decided it, or the word of the law that they replied with, or another one. */
export const optOutIdOf = ({ source, said }: Omit<OptedOut, "people">): string => {
  if (source === "staff") return "staff"
  if (source === null || said === null) return notSaid
  const request = readRequest(said)
  return request.kind === "optOut" ? request.word : "other"
}

const optOutWords: Readonly<Record<string, string>> = {
  staff: "Staff decided, by what they wrote",
  [notSaid]: "Not said",
  other: "Replied with another word to opt out",
}

/** How people opted out, the most frequent first. */
export const optOutReasons = (optedOut: ReadonlyArray<OptedOut>): ReadonlyArray<ReasonCount> =>
  [...Map.groupBy(optedOut, optOutIdOf)]
    .map(([id, of]) => ({ id, reason: optOutWords[id] ?? `Replied ${id}`, people: total(of) }))
    .sort(byMost)

/** Why texts failed and why people were left out. */
export const reasons = (alike: ReadonlyArray<Alike>) => ({
  failures: reasonsOf(among(alike, "failed")),
  leftOut: reasonsOf(among(alike, "leftOut")),
})
