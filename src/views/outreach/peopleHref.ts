import type { CampaignDetail } from "#schemas/outreach/campaign.ts"
import type { RecipientShare, TabShare } from "#schemas/outreach/recipient.ts"
import { listedShares, peopleIn } from "#schemas/outreach/progress.ts"
import { heldAs, shareOfTab } from "#schemas/outreach/recipientFilter.ts"
import type { PageUrl } from "#views/parts/Seen.ts"

type Group = { readonly until: string; readonly zone: string }

/** The way from a number on a campaign's page to exactly the people it counts. */
export const peopleHref = (
  url: PageUrl,
  group: {
    readonly tab?: TabShare
    readonly recipientState?: RecipientShare
    readonly reason?: string
    readonly held?: Group
    readonly booked?: "yes"
  },
): string => {
  const { tab, recipientState, reason, held, booked } = group
  return url.href({
    tab: tab ?? "recipients",
    recipientState: recipientState ?? null,
    reason: reason ?? null,
    held: held === undefined ? null : heldAs(held),
    booked: booked ?? null,
  })
}

const inShare = ({ counts, sent }: CampaignDetail, share: RecipientShare): number =>
  share === "sent" ? sent : peopleIn(counts, listedShares[share])

/** How many people the address narrows a campaign to; undefined where the page has not counted them. */
export const shownPeople = (shown: CampaignDetail, { search }: PageUrl): number | undefined => {
  const { reason, held, recipientState, booked } = search
  const own = shareOfTab(search["tab"])
  if (own !== undefined) {
    const reasons =
      own === "failed" ? shown.failures.map(({ code, count }) => ({ reason: code, count })) : shown.excluded
    const because = own === "replied" ? undefined : reasons.find((one) => one.reason === reason)
    return because?.count ?? inShare(shown, own)
  }
  if (booked === "yes" || booked === "no") {
    if (held !== undefined || recipientState !== undefined) return undefined
    const people = shown.booked ?? 0
    return booked === "yes" ? people : shown.total - people
  }
  if (held !== undefined) return shown.held.find((one) => heldAs(one) === held)?.people
  const share = (Object.keys(listedShares) as ReadonlyArray<RecipientShare>).find((one) => one === recipientState)
  return share === undefined ? shown.total : inShare(shown, share)
}
