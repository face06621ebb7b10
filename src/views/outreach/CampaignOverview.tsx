import { isOngoing, type CampaignDetail } from "#schemas/outreach/campaign.ts"
import { factsOf } from "#schemas/outreach/channels.ts"
import type { RecipientShare } from "#schemas/outreach/recipient.ts"
import { reasonIn } from "#schemas/outreach/reasons.ts"
import { answered, peopleIn, sharesOfPeople } from "#schemas/outreach/progress.ts"
import { Funnel } from "#views/parts/Funnel.tsx"
import { Facts, Section } from "#views/parts/Page.tsx"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import { Said } from "#views/parts/Said.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { ThingColumns } from "#views/parts/Thing.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { phoneText } from "#views/people/patientValues.ts"
import { CampaignSending } from "./CampaignSending.tsx"
import { CampaignMessage } from "./CampaignMessage.tsx"
import { CampaignShares } from "./CampaignShares.tsx"
import { CampaignTrouble } from "./CampaignTrouble.tsx"
import { Counted } from "./Counted.tsx"
import { AllWho, CampaignFailures, TextNotBooked, type FailuresProps } from "./CampaignFailures.tsx"
import { HeldTable } from "./HeldTable.tsx"
import { peopleHref } from "./peopleHref.ts"

const sum = (rows: ReadonlyArray<{ readonly count: number }>): number =>
  rows.reduce((total, { count }) => total + count, 0)

type PartProps = { readonly shown: CampaignDetail; readonly url: PageUrl }

/** How far the people of a campaign came; those who opted out answered too. */
const Reached = ({ shown, url }: PartProps) => {
  const words = useWords()
  const { campaignType, counts, total, sent, booked } = shown
  const delivered = peopleIn(counts, sharesOfPeople.delivered)
  const leads = (recipientState: RecipientShare) => ({ href: peopleHref(url, { recipientState }) })
  return (
    <Funnel
      label={words("campaign.funnel")}
      steps={[
        { id: "people", label: words("campaign.figures"), count: total, href: peopleHref(url, {}) },
        {
          id: "sent",
          label: words(`campaign.funnel.sent.${campaignType}`),
          count: sent,
          of: total,
          ...leads("sent"),
        },
        {
          id: "delivered",
          label: words(`progress.delivered.${campaignType}`),
          count: delivered,
          of: sent,
          ...leads("delivered"),
        },
        {
          id: "replied",
          label: words(`campaign.funnel.replied.${campaignType}`),
          count: peopleIn(counts, answered),
          of: delivered,
          ...leads("replied"),
        },
        ...(booked === null
          ? []
          : [
              {
                id: "booked",
                label: words("campaign.funnel.booked"),
                count: booked,
                of: delivered,
                href: peopleHref(url, { booked: "yes" }),
              },
            ]),
        {
          id: "optedOut",
          label: words("campaign.funnel.optedOut"),
          count: peopleIn(counts, ["optedOut"]),
          of: delivered,
          ...leads("optedOut"),
        },
      ]}
    />
  )
}

const Held = ({ shown: { held, campaignType }, url }: PartProps) => {
  const words = useWords()
  return held.length === 0 ? null : (
    <Section title={words(`campaign.held.${campaignType}`)}>
      <HeldTable held={held} hrefOf={(group) => peopleHref(url, { held: group })} />
    </Section>
  )
}

const Excluded = ({ shown: { excluded, campaignType }, url }: PartProps) => {
  const words = useWords()
  return excluded.length === 0 ? null : (
    <Section
      title={words("campaign.excluded")}
      caption={words("campaign.people", { people: sum(excluded) })}
      aside={<AllWho url={url} share="leftOut" type={campaignType} />}
    >
      <Counted
        what={words("check.reason")}
        advice={words("campaign.failures.advice")}
        count={words("check.people")}
        rows={excluded.map(({ reason, count }) => {
          const { words: what, advice } = reasonIn(factsOf(campaignType), reason)
          return {
            id: reason,
            what: <Said>{what}</Said>,
            advice: <Said>{advice}</Said>,
            count,
            href: peopleHref(url, { tab: "leftOut", reason }),
          }
        })}
      />
    </Section>
  )
}

const About = ({ shown }: { readonly shown: CampaignDetail }) => {
  const words = useWords()
  return (
    <Section title={words("campaign.about")}>
      <Facts
        rows={[
          [words("campaign.list"), isOngoing(shown) ? words("campaign.list.none") : shown.listName],
          [words("campaign.sender"), phoneText(shown.senderNumber)],
          [
            words("campaign.start"),
            shown.startAt === null ? words("campaign.start.now") : <Time key="start" at={shown.startAt} />,
          ],
          [words("campaign.created.on"), <Time key="created" at={shown.createdOn} />],
        ]}
      />
    </Section>
  )
}

const waitingWord = (shown: CampaignDetail) => {
  if (isOngoing(shown)) return "campaign.ongoing.empty"
  return shown.launchedOn === null ? "campaign.notLaunched" : "campaign.starting"
}

const Now = (props: FailuresProps) => {
  const words = useWords()
  const { shown, url } = props
  return Object.values(shown.counts).some((people) => people > 0) ? (
    <Section
      title={words("campaign.now")}
      caption={words("campaign.total", { people: shown.total })}
      aside={<TextNotBooked {...props} />}
    >
      <CampaignShares
        type={shown.campaignType}
        counts={shown.counts}
        total={shown.total}
        hrefOf={(recipientState) => peopleHref(url, { recipientState })}
      />
    </Section>
  ) : (
    <Notice>{words(waitingWord(shown))}</Notice>
  )
}

/** What a campaign does and did: how far its people came, who waits and until when, failures in words, and what it is made of. */
export const CampaignOverview = (props: FailuresProps) => {
  const { shown, url } = props
  return (
    <>
      {shown.total > 0 && <Reached shown={shown} url={url} />}
      <ThingColumns
        aside={
          <>
            <CampaignMessage shown={shown} />
            <Excluded shown={shown} url={url} />
          </>
        }
      >
        <CampaignTrouble shown={shown} />
        <CampaignSending shown={shown} url={url} />
        <Now {...props} />
        <Held shown={shown} url={url} />
        <CampaignFailures {...props} />
        <About shown={shown} />
      </ThingColumns>
    </>
  )
}
