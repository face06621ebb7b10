import { recipientsAddress } from "#schemas/outreach/recipientsAddress.ts"
import { accessIds, mayCall, seesEveryCompany, type AccessName, type Call, type Rights } from "#schemas/access.ts"
import type { CardExpiry } from "#schemas/administration/card.ts"
import type { NeededAct } from "#schemas/reporting/report.ts"
import { isLinked, type RoutePath } from "#schemas/routes.ts"

/** The parts of the dashboard that depend on a right. */
export type Part = "campaigns" | "texts" | "people" | "appointments"

const holdsOne = (rights: Rights, ...names: ReadonlyArray<AccessName>): boolean =>
  names.some((name) => rights.accessIds.includes(accessIds[name]))

/** Which parts a person may see: those whose page they may open (docs/policy.md#home). */
export const partsFor = (rights: Rights): ReadonlySet<Part> => {
  const campaigns: ReadonlyArray<Part> = mayCall(rights, "Campaign.GetCampaigns") ? ["campaigns"] : []
  const texts: ReadonlyArray<Part> = holdsOne(rights, "Campaign", "MultiCampaign", "Report") ? ["texts"] : []
  const people: ReadonlyArray<Part> = mayCall(rights, "Database.GetCustomerPatientList") ? ["people"] : []
  const appointments: ReadonlyArray<Part> = isLinked("/appointment", rights) ? ["appointments"] : []
  return new Set([...campaigns, ...texts, ...people, ...appointments])
}

/** A campaign, and how many of its people are in one state. */
type PeopleOf = { readonly campaignHashedId: string; readonly name: string; readonly people: number }

/** A campaign of which texts failed, and how many people of it a text did not reach: today, and in all. */
export type FailedCampaign = PeopleOf & { readonly today: number; readonly isDeleted: boolean }

/** What may need attention, counted. */
export type Attention = {
  readonly draftTemplates: number
  readonly revisedTemplates: number
  readonly draftCampaigns: number
  /** Those whose launch a second person has to confirm. */
  readonly unconfirmedCampaigns: number
  readonly pausedCampaigns: number
  readonly draftMultiCampaigns: number
  readonly unconfirmedMultiCampaigns: number
  readonly pausedMultiCampaigns: number
  /** Where people wait for a number that cannot send. */
  readonly stuckIn: ReadonlyArray<PeopleOf>
  /** Where the fate of texts is unknown. */
  readonly unknownIn: ReadonlyArray<PeopleOf>
  /** The day it is, and of which campaigns texts failed on it. */
  readonly today: string
  readonly failedToday: ReadonlyArray<FailedCampaign>
  readonly waitingImports: number
  /** The appointments of tomorrow whose patients have not confirmed them, and which day that is. */
  readonly unconfirmed: { readonly day: string; readonly appointments: number }
  /** Whole days until the contract ends; null without an end. */
  readonly contractDaysLeft: number | null
  /** Where the company’s card stands; `later` without one. */
  readonly cardExpiry: CardExpiry
  readonly companyHashedId: string
}

/** Days before its end at which a contract is mentioned. */
const contractNotice = 30
/** Days before its end at which it goes first. */
const urgentNotice = 7
/** Campaigns with failures that are named one by one where all of them together have a page as well. */
const namedFailures = 3

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString("en")} ${many}`

/** People of a campaign, with the list of exactly them. */
const peopleIn = (
  { campaignHashedId, people }: PeopleOf,
  text: string,
  recipientState: "failed" | "queued" | "unknown",
): NeededAct => ({
  text,
  urgent: true,
  link: {
    text: `See ${counted(people, "person", "people")}`,
    path: recipientsAddress(campaignHashedId, recipientState),
  },
})

const failures = ({ failedToday, today }: Attention, rights: Rights): ReadonlyArray<NeededAct> => {
  if (!isLinked("/campaign", rights)) return []
  const named = failedToday.filter(({ isDeleted }) => !isDeleted)
  if (named.length > namedFailures && isLinked("/report", rights) && mayCall(rights, "Report.GetReportedPeople")) {
    // The list behind it has the people of deleted campaigns too.
    const failed = failedToday.reduce((sum, one) => sum + one.today, 0)
    return [
      {
        text: `${counted(failed, "text", "texts")} failed today in ${failedToday.length} campaigns`,
        urgent: true,
        link: {
          text: `See ${counted(failed, "person", "people")}`,
          path: `/report?people=failed&from=${today}&to=${today}`,
        },
      },
    ]
  }
  return named.map((one) => peopleIn(one, `${counted(one.people, "text", "texts")} failed in ${one.name}`, "failed"))
}

const stuck = ({ stuckIn }: Attention, rights: Rights): ReadonlyArray<NeededAct> =>
  isLinked("/campaign", rights)
    ? stuckIn.map((one) =>
        peopleIn(
          one,
          `${one.name} waits: its number cannot send to ${counted(one.people, "person", "people")} now`,
          "queued",
        ),
      )
    : []

const unknown = ({ unknownIn }: Attention, rights: Rights): ReadonlyArray<NeededAct> =>
  isLinked("/campaign", rights)
    ? unknownIn.map((one) =>
        peopleIn(one, `The fate of ${counted(one.people, "text", "texts")} in ${one.name} is unknown`, "unknown"),
      )
    : []

const contract = ({ contractDaysLeft: days }: Attention, { userType }: Rights): ReadonlyArray<NeededAct> =>
  days === null || days > contractNotice || userType === 3
    ? []
    : [
        {
          text: days === 0 ? "The contract ends today" : `The contract ends in ${counted(days, "day", "days")}`,
          urgent: days <= urgentNotice,
          link: null,
        },
      ]

const cardTexts: Readonly<Record<Exclude<CardExpiry, "later">, string>> = {
  nextMonth: "The company’s card expires next month",
  thisMonth: "The company’s card expires this month",
  expired: "The company’s card has expired",
}

const card = ({ cardExpiry, companyHashedId }: Attention, rights: Rights): ReadonlyArray<NeededAct> => {
  if (cardExpiry === "later" || !mayCall(rights, "Payment.SaveCardInfo")) return []
  const path = seesEveryCompany(rights) ? `/global?id=${companyHashedId}&tab=card` : "/profile"
  return [{ text: cardTexts[cardExpiry], urgent: cardExpiry !== "nextMonth", link: { text: "See the card", path } }]
}

type Candidate = {
  readonly count: number
  readonly call: Call
  readonly text: string
  readonly link: string
  readonly page: RoutePath
  /** The page's filter, as the search part of its address. */
  readonly search: string
}

/** Campaigns, or multi-campaigns, in the states in which they wait for someone. */
const ofCampaigns = (
  noun: "campaign" | "multi-campaign",
  counts: { readonly unconfirmed: number; readonly paused: number; readonly draft: number },
) => {
  const multi = noun === "multi-campaign"
  const of = (state: keyof typeof counts, one: string, many: string, link: string): Candidate => ({
    count: counts[state],
    call: multi ? "MultiCampaign.ChangeState" : "Campaign.ChangeState",
    text: counted(counts[state], `${noun} ${one}`, `${noun}s ${many}`),
    link,
    page: multi ? "/multi" : "/campaign",
    search: `?state=${state}`,
  })
  return {
    unconfirmed: of("unconfirmed", "waits to be confirmed", "wait to be confirmed", `See ${counts.unconfirmed}`),
    paused: of("paused", "is paused", "are paused", "Resume or cancel"),
    draft: of("draft", "is not launched", "are not launched", `Review ${counts.draft}`),
  }
}

const candidates = (attention: Attention): ReadonlyArray<Candidate> => {
  const { waitingImports, draftTemplates, revisedTemplates } = attention
  const single = ofCampaigns("campaign", {
    unconfirmed: attention.unconfirmedCampaigns,
    paused: attention.pausedCampaigns,
    draft: attention.draftCampaigns,
  })
  const multi = ofCampaigns("multi-campaign", {
    unconfirmed: attention.unconfirmedMultiCampaigns,
    paused: attention.pausedMultiCampaigns,
    draft: attention.draftMultiCampaigns,
  })
  const { day: tomorrow, appointments } = attention.unconfirmed
  return [
    ...[single.unconfirmed, multi.unconfirmed, single.paused, multi.paused],
    {
      count: appointments,
      call: "Appointment.ChangeStatus",
      text: counted(appointments, "appointment tomorrow is not confirmed", "appointments tomorrow are not confirmed"),
      link: `See ${appointments.toLocaleString("en")}`,
      page: "/appointment",
      search: `?view=list&day=${tomorrow}&state=booked`,
    },
    {
      count: waitingImports,
      call: "Database.RunImport",
      text: counted(waitingImports, "import waits for you", "imports wait for you"),
      link: "Go on",
      page: "/database",
      search: "?tab=imports&state=waiting",
    },
    ...[single.draft, multi.draft],
    {
      count: draftTemplates,
      call: "Template.PublishTemplate",
      text: counted(draftTemplates, "template is not published", "templates are not published"),
      link: `Review ${draftTemplates}`,
      page: "/sms",
      search: "?state=draft",
    },
    {
      count: revisedTemplates,
      call: "Template.PublishTemplate",
      text: counted(revisedTemplates, "template changed, not published", "templates changed, not published"),
      link: `Review ${revisedTemplates}`,
      page: "/sms",
      search: "?state=revised",
    },
  ]
}

/**
 * The list "needs you": what is waiting, worst first, each with the filtered page that deals with it; only pages the
 * person may open. What only the seller of the product can change has no page.
 */
export const needsYou = (attention: Attention, rights: Rights): ReadonlyArray<NeededAct> => {
  const items = candidates(attention)
    .filter(({ count, call, page }) => count > 0 && mayCall(rights, call) && isLinked(page, rights))
    .map(({ text, link, page, search }) => ({
      text,
      urgent: false,
      link: { text: link, path: `${page}${search}` },
    }))
  const all = [
    ...stuck(attention, rights),
    ...failures(attention, rights),
    ...unknown(attention, rights),
    ...items,
    ...contract(attention, rights),
    ...card(attention, rights),
  ]
  return [...all.filter(({ urgent }) => urgent), ...all.filter(({ urgent }) => !urgent)]
}
