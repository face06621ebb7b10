import { Link } from "wouter"
import type { CampaignsEvent, CampaignsSnapshot } from "#machines/outreach/campaigns.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import { isOngoing, type CampaignDetail } from "#schemas/outreach/campaign.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import { factsOf } from "#schemas/outreach/channels.ts"
import { peopleIn } from "#schemas/outreach/progress.ts"
import type { TabShare } from "#schemas/outreach/recipient.ts"
import { isSending, type SeenCommand } from "#views/parts/Confirmation.tsx"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import { Section } from "#views/parts/Page.tsx"
import { Said } from "#views/parts/Said.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"
import { Counted } from "./Counted.tsx"
import { peopleHref } from "./peopleHref.ts"

const sum = (rows: ReadonlyArray<{ readonly count: number }>): number =>
  rows.reduce((total, { count }) => total + count, 0)

export type FailuresProps = {
  readonly shown: CampaignDetail
  readonly url: PageUrl
  readonly page: Seen<CampaignsSnapshot, CampaignsEvent>
  readonly rights: Rights
  readonly command: SeenCommand | undefined
}

/** The way to the people of a section. */
export const AllWho = (props: {
  readonly url: PageUrl
  readonly share: Exclude<TabShare, "replied">
  readonly type: ChannelName
}) => {
  const { url, share, type } = props
  const words = useWords()
  return <Link href={peopleHref(url, { tab: share })}>{words(`recipients.share.${share}.all.${type}`)}</Link>
}

/** Lets those be texted again whose number may be reached; none of them, no button. */
const TextAgain = ({ shown, page, rights, command }: FailuresProps) => {
  const words = useWords()
  const lasting = sum(shown.failures.filter(({ code }) => factsOf(shown.campaignType).lastingCodes.includes(code)))
  const people = sum(shown.failures) - lasting
  if (people === 0 || missingRight(rights, "Campaign.ListFailed") !== undefined) return null
  return (
    <HeldButton
      size="small"
      text={words(`campaign.textAgain.${shown.campaignType}`)}
      loading={isSending(command, "textAgain")}
      waits={isSending(command)}
      onClick={() => page.send({ type: "textAgain.pressed", campaign: shown, recipients: { people, lasting } })}
    />
  )
}

/** Lets those be texted who got the link to book by and have not booked; everyone booked or no one got it, no button. */
export const TextNotBooked = ({ shown, page, rights, command }: FailuresProps) => {
  const words = useWords()
  const { counts, booked } = shown
  const texted = peopleIn(counts, ["sent", "delivered", "replied"])
  if (booked === null || isOngoing(shown) || texted <= booked) return null
  if (missingRight(rights, "Campaign.ListNotBooked") !== undefined) return null
  return (
    <HeldButton
      size="small"
      text={words("campaign.textNotBooked")}
      loading={isSending(command, "textNotBooked")}
      waits={isSending(command)}
      onClick={() => page.send({ type: "textAgain.pressed", campaign: shown, recipients: "notBooked" })}
    />
  )
}

/** Why texts failed and what can be done, the most frequent reason first. */
export const CampaignFailures = (props: FailuresProps) => {
  const words = useWords()
  const {
    shown: { failures, campaignType },
    url,
  } = props
  return failures.length === 0 ? null : (
    <Section
      title={words(`recipients.share.failed.${campaignType}`)}
      caption={words("campaign.people", { people: sum(failures) })}
      aside={
        <>
          <TextAgain {...props} />
          <AllWho url={url} share="failed" type={campaignType} />
        </>
      }
    >
      <Counted
        what={words("check.reason")}
        advice={words("campaign.failures.advice")}
        count={words("check.people")}
        rows={failures.map(({ code, count }) => {
          const { words: reason, advice } = factsOf(campaignType).describe(code)
          return {
            id: code,
            what: (
              <>
                <Said>{reason}</Said>
                <span className="cell-second">{words("campaign.failures.code", { code })}</span>
              </>
            ),
            advice: <Said>{advice}</Said>,
            count,
            ...(code === "" ? {} : { href: peopleHref(url, { tab: "failed", reason: code }) }),
          }
        })}
      />
    </Section>
  )
}
