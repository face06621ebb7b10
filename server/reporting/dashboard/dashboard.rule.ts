import { accessIds, mayCall, type AccessName, type Call, type Rights } from "#schemas/access.ts"
import type { Dashboard } from "#schemas/reporting/report.ts"

/** The cards of the dashboard that depend on a right. */
export type Card = "runningCampaigns" | "messagesToday" | "heldByQuietHours" | "patients" | "lastImport"

const holdsOne = (rights: Rights, ...names: ReadonlyArray<AccessName>): boolean =>
  names.some((name) => rights.accessIds.includes(accessIds[name]))

/** Which cards a person may see: those whose page they may open (docs/policy.md#home). */
export const cardsFor = (rights: Rights): ReadonlySet<Card> => {
  const campaigns: ReadonlyArray<Card> = mayCall(rights, "Campaign.GetCampaigns")
    ? ["runningCampaigns", "heldByQuietHours"]
    : []
  const messages: ReadonlyArray<Card> = holdsOne(rights, "Campaign", "MultiCampaign", "Report") ? ["messagesToday"] : []
  const people: ReadonlyArray<Card> = mayCall(rights, "Database.GetCustomerPatientList")
    ? ["patients", "lastImport"]
    : []
  return new Set([...campaigns, ...messages, ...people])
}

/** What may need attention, counted. */
export type Attention = {
  readonly draftTemplates: number
  readonly draftCampaigns: number
  readonly pausedCampaigns: number
  readonly unknownRecipients: number
  readonly failedToday: number
  readonly waitingImports: number
  /** Whole days until the contract ends; null without an end. */
  readonly contractDaysLeft: number | null
}

type Item = Dashboard["needsYou"][number]

/** Days before its end at which a contract is mentioned. */
const contractNotice = 30

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString("en")} ${many}`

/** The list "needs you": what is waiting, worst first, each with the page that deals with it; only pages the person may open. */
export const needsYou = (attention: Attention, rights: Rights): ReadonlyArray<Item> => {
  const candidates: ReadonlyArray<{
    readonly count: number
    readonly call: Call
    readonly one: string
    readonly many: string
    readonly path: string
  }> = [
    {
      count: attention.unknownRecipients,
      call: "Campaign.GetCampaigns",
      one: "message whose fate is unknown",
      many: "messages whose fate is unknown",
      path: "/campaign",
    },
    {
      count: attention.failedToday,
      call: "Campaign.GetCampaigns",
      one: "message failed today",
      many: "messages failed today",
      path: "/campaign",
    },
    {
      count: attention.pausedCampaigns,
      call: "Campaign.ChangeState",
      one: "campaign is paused",
      many: "campaigns are paused",
      path: "/campaign",
    },
    {
      count: attention.waitingImports,
      call: "Database.RunImport",
      one: "import waits for you",
      many: "imports wait for you",
      path: "/database",
    },
    {
      count: attention.draftCampaigns,
      call: "Campaign.ChangeState",
      one: "campaign is not launched",
      many: "campaigns are not launched",
      path: "/campaign",
    },
    {
      count: attention.draftTemplates,
      call: "Template.PublishTemplate",
      one: "template is not published",
      many: "templates are not published",
      path: "/sms",
    },
  ]
  const items = candidates
    .filter(({ count, call }) => count > 0 && mayCall(rights, call))
    .map(({ count, one, many, path }) => ({ text: counted(count, one, many), path }))
  const days = attention.contractDaysLeft
  const contract: ReadonlyArray<Item> =
    days === null || days > contractNotice || rights.userType === 3
      ? []
      : [
          {
            text: days === 0 ? "The contract ends today" : `The contract ends in ${counted(days, "day", "days")}`,
            path: "/dashboard",
          },
        ]
  return [...contract, ...items]
}
