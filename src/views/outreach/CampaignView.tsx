import type { ReactNode } from "react"
import { useIntl } from "react-intl"
import type { CampaignsEvent, CampaignsSnapshot } from "#machines/outreach/campaigns.machine.ts"
import type { Rights } from "#schemas/access.ts"
import { isOngoing, type CampaignDetail } from "#schemas/outreach/campaign.ts"
import { tabShares, type Recipient } from "#schemas/outreach/recipient.ts"
import { listedShares, neverTexted, peopleIn } from "#schemas/outreach/progress.ts"
import { noCampaign, shareOfTab } from "#schemas/outreach/recipientFilter.ts"
import type { SeenCommand } from "#views/parts/Confirmation.tsx"
import type { SeenExport } from "#views/parts/Exporting.tsx"
import { History } from "#views/parts/History.tsx"
import { ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Tabs } from "#views/parts/Tabs.tsx"
import { Thing } from "#views/parts/Thing.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { actionsFor } from "./campaignActions.ts"
import { CampaignMessage } from "./CampaignMessage.tsx"
import { CampaignOverview } from "./CampaignOverview.tsx"
import { CampaignStateTag } from "./CampaignStateTag.tsx"
import { Recipients } from "./Recipients.tsx"

type Props = {
  readonly page: Seen<CampaignsSnapshot, CampaignsEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly campaign: SeenReading<CampaignDetail>
  readonly recipients: SeenReading<ReadonlyArray<Recipient>>
  /** The conversation or the recording that the address names; null for none. */
  readonly look: ReactNode
  readonly file: SeenExport | undefined
  readonly command: SeenCommand | undefined
}

const refusedWords = {
  launch: "campaign.notChanged",
  return: "campaign.notChanged",
  pause: "campaign.notChanged",
  resume: "campaign.notChanged",
  cancel: "campaign.notChanged",
  delete: "campaign.notDeleted",
  textAgain: "campaign.notListed",
  textNotBooked: "campaign.notListed",
} as const

const Refused = ({ snapshot, shown }: { readonly snapshot: CampaignsSnapshot; readonly shown: CampaignDetail }) => {
  const words = useWords()
  const { verb, subject, problem } = snapshot.context.last ?? {}
  if (verb === undefined || !problem || subject?.campaignHashedId !== shown.campaignHashedId) return null
  return <ProblemNotice title={words(refusedWords[verb])} problem={problem} />
}

const Cancelled = ({ shown, at }: { readonly shown: CampaignDetail; readonly at: string }) => {
  const values = { time: <Time at={at} inSentence />, actor: actorOf(shown, ["CampaignCancelled"]) }
  return shown.launchedOn === null ? (
    <Word id={`campaign.facts.cancelled.before.${shown.campaignType}`} values={values} />
  ) : (
    <Word id={`campaign.facts.cancelled.${shown.campaignType}`} values={{ ...values, people: neverTexted(shown) }} />
  )
}

/** Who did this to the campaign last. */
const actorOf = ({ history }: CampaignDetail, types: ReadonlyArray<string>): string =>
  history.findLast(({ type }) => types.includes(type))?.actor ?? ""

const Happened = ({ shown }: { readonly shown: CampaignDetail }) => {
  const { launchedOn, startAt, createdOn, endedOn, state } = shown
  const cancelledOn = state === "cancelled" ? endedOn : null
  if (launchedOn === null && cancelledOn !== null) return <Cancelled shown={shown} at={cancelledOn} />
  if (state === "unconfirmed")
    return (
      <Word
        id="campaign.facts.submitted"
        values={{ actor: actorOf(shown, ["CampaignSubmitted"]), people: shown.submitted?.people ?? 0 }}
      />
    )
  if (launchedOn === null)
    return startAt !== null && state === "scheduled" ? (
      <Word id="campaign.facts.starts" values={{ time: <Time at={startAt} inSentence /> }} />
    ) : (
      <Word
        id="campaign.facts.created"
        values={{ time: <Time at={createdOn} inSentence />, actor: actorOf(shown, ["CampaignCreated"]) }}
      />
    )
  const actor = actorOf(shown, ["CampaignLaunched", "CampaignScheduled"])
  return (
    <>
      <Word id="campaign.facts.started" values={{ time: <Time at={launchedOn} inSentence />, actor }} />{" "}
      {cancelledOn !== null && <Cancelled shown={shown} at={cancelledOn} />}
      {endedOn !== null && cancelledOn === null && (
        <Word id="campaign.facts.ended" values={{ time: <Time at={endedOn} inSentence /> }} />
      )}
    </>
  )
}

type FactsProps = { readonly shown: CampaignDetail }

const CampaignFacts = ({ shown }: FactsProps) => {
  const words = useWords()
  const { locale } = useIntl()
  return (
    <>
      <Word
        id={isOngoing(shown) ? "campaign.facts.ongoing" : `campaign.facts.${shown.campaignType}`}
        values={{
          channel: shown.campaignType,
          purpose: words(`purpose.${shown.purpose}`).toLocaleLowerCase(locale),
          template: (
            <strong>
              {words("campaign.facts.template", { name: shown.templateName, version: shown.templateVersion })}
            </strong>
          ),
          list: <strong>{shown.listName}</strong>,
        }}
      />{" "}
      <Happened shown={shown} /> <StepOf shown={shown} />
    </>
  )
}

/** Of which multi-campaign the campaign carries a step, and that what may be done to it is done there. */
const StepOf = ({ shown: { stepOf } }: FactsProps) =>
  stepOf === null ? null : <Word id="campaign.facts.stepOf" values={{ ladder: stepOf.name }} />

const CampaignTabs = ({ url, shown }: { readonly url: PageUrl; readonly shown: CampaignDetail }) => {
  const words = useWords()
  const launched = shown.launchedOn !== null
  return (
    <Tabs
      url={url}
      name="tab"
      label={words("campaign.tabs")}
      tabs={[
        { id: "overview", label: words("campaign.tab.overview") },
        { id: "recipients", label: words("campaign.tab.recipients"), ...(launched ? { count: shown.total } : {}) },
        ...(launched
          ? tabShares.map((share) => ({
              id: share,
              label: words(`recipients.share.${share}.${shown.campaignType}`),
              count: peopleIn(shown.counts, listedShares[share]),
            }))
          : []),
        { id: "message", label: words("campaign.message") },
        { id: "history", label: words("campaign.tab.history") },
      ]}
    />
  )
}

const Part = (props: Props & { readonly shown: CampaignDetail }) => {
  const { url, shown } = props
  const tab = url.search["tab"]
  const share = shareOfTab(tab)
  if (share !== undefined || tab === "recipients") return <Recipients {...props} share={share} />
  if (tab === "message") return <CampaignMessage shown={shown} />
  if (tab === "history") return <History history={shown.history} />
  return <CampaignOverview {...props} shown={shown} />
}

/** `/campaign?id=`: one campaign alone: its state, what may be done to it, who it reached and who not. */
export const CampaignView = (props: Props) => {
  const { page, url, rights, campaign, command } = props
  const words = useWords()
  const { timeZone } = useIntl()
  return (
    <Thing
      id="campaign"
      of={campaign}
      list={{ label: words("campaigns.title"), href: url.href(noCampaign) }}
      nameOf={({ name }) => name}
      headOf={(shown) => ({
        badge: <CampaignStateTag state={shown.state} />,
        facts: <CampaignFacts shown={shown} />,
        actions: actionsFor(shown, rights, page, command, { url, zone: timeZone ?? "UTC" }, words),
        tabs: <CampaignTabs url={url} shown={shown} />,
        refused: <Refused snapshot={page.snapshot} shown={shown} />,
      })}
    >
      {(shown) => <Part {...props} shown={shown} />}
    </Thing>
  )
}
