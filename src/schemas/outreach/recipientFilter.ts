import { Schema } from "effect"
import { HashedId, Instant } from "../ids.ts"
import { SearchText } from "../reply.ts"
import {
  type ExclusionReason,
  exclusionReasons,
  RecipientShare,
  recipientShares,
  tabShares,
  type TabShare,
} from "./recipient.ts"

/** What the people of a campaign are narrowed to: a share, why they are in it, until when which zone holds them, and whether they booked by its link. */
export const recipientFilter = {
  share: Schema.optionalKey(RecipientShare),
  /** An exclusion's reason or a carrier's code. */
  reason: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^[A-Za-z0-9-]{1,40}$/u))),
  heldUntil: Schema.optionalKey(Instant),
  zone: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_+/-]{1,60}$/u))),
  booked: Schema.optionalKey(Schema.Literals(["yes", "no"])),
}
const RecipientFilter = Schema.Struct(recipientFilter)
export type RecipientFilter = typeof RecipientFilter.Type

/** The body of `POST /api/Campaign/SearchRecipients`: a part of a name, phone or patient id; people of a search stand in no address. */
export const SearchRecipients = Schema.Struct({ campaignHashedId: HashedId, search: SearchText, ...recipientFilter })
export type SearchRecipients = typeof SearchRecipients.Type

/** By what the people of a campaign are ordered; without it they stand as on their list. */
export const recipientList = { states: [], columns: ["person", "state", "reply", "updated"] } as const

/** The name under which an address holds their order; `sort` is that of the list of campaigns. */
export const recipientSort = "recipientSort"

/** What an address says no more once it names no campaign: which one, and which of its people are shown. */
export const noCampaign = {
  ...{ id: null, tab: null, [recipientSort]: null },
  ...{ recipientState: null, reason: null, held: null, booked: null, message: null },
} as const

type Searched = Readonly<Record<string, string>>

const isFilter = Schema.is(RecipientFilter)

const given = (filter: Readonly<Record<string, string | undefined>>): RecipientFilter => {
  const named = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
  return isFilter(named) ? named : {}
}

/** The share that a tab of the campaign's page is about. */
export const shareOfTab = (tab: string | undefined): TabShare | undefined => tabShares.find((one) => one === tab)

/** Who is held until when, as one word of an address. */
export const heldAs = ({ until, zone }: { readonly until: string; readonly zone: string }): string => `${until} ${zone}`

const exclusions: ReadonlySet<string> = new Set(exclusionReasons)

/** Whether a reason belongs to those who were left out; the others are carriers' codes of failures. */
export const isExclusion = (reason: string): reason is ExclusionReason => exclusions.has(reason)

/**
 * What a page's address narrows the people of a campaign to; undefined where the page shows no list of them. A reason
 * that fits another tab's people counts for nothing, as does what the address has garbled.
 */
export const filterIn = ({ tab, recipientState, reason, held = "", booked }: Searched): RecipientFilter | undefined => {
  const own = shareOfTab(tab)
  if (own === undefined && tab !== "recipients") return undefined
  if (own !== undefined) {
    const fits = reason !== undefined && own !== "replied" && (own === "leftOut") === isExclusion(reason)
    return { share: own, ...(fits ? given({ reason }) : {}) }
  }
  const [heldUntil, zone] = held.split(" ")
  return {
    ...given({ share: recipientShares.find((one) => one === recipientState) }),
    ...given({ booked }),
    ...(held === "" ? {} : given({ heldUntil, zone })),
  }
}
