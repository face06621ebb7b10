import { useContext } from "react"
import type { CampaignDetail } from "#schemas/outreach/campaign.ts"
import { peopleIn, sharesOfPeople } from "#schemas/outreach/progress.ts"
import { Figure, Figures } from "#views/parts/Figure.tsx"
import { Section } from "#views/parts/Page.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { Now, Time, usePageZone } from "#views/parts/Time.tsx"
import { useNumbers, useWords } from "#views/parts/Words.tsx"
import { peopleHref } from "./peopleHref.ts"
import { SendingChart, SendingLegend } from "./SendingChart.tsx"
import { sendingSeries } from "./sendingSeries.ts"

type Props = { readonly shown: CampaignDetail; readonly url: PageUrl }

/** While it sends: how fast, how many are left, and when the last text is expected to leave. */
const Pace = ({ shown, url }: Props) => {
  const words = useWords()
  const numbers = useNumbers()
  const zone = usePageZone()
  const { pace } = shown.sending
  if (pace === null) return null
  const held = peopleIn(shown.counts, sharesOfPeople.held)
  const waiting = peopleIn(shown.counts, sharesOfPeople.waiting)
  return (
    <Figures label={words("sending.pace")}>
      <Figure name={words(`sending.perMinute.${shown.campaignType}`)} value={numbers(pace.perMinute)}>
        {words("sending.most", { count: pace.mostPerMinute })}
      </Figure>
      <Figure
        name={words("sending.toGo")}
        value={numbers(waiting + held)}
        {...(waiting > 0 === held > 0
          ? {}
          : { href: peopleHref(url, { recipientState: held > 0 ? "held" : "waiting" }) })}
      >
        {held > 0 && words(`sending.held.${shown.campaignType}`, { count: held })}
      </Figure>
      {pace.endsAt !== null && (
        <Figure name={words(`sending.last.${shown.campaignType}`)} value={<Time at={pace.endsAt} />}>
          {zone}
        </Figure>
      )}
    </Figures>
  )
}

/** How a campaign sends and sent: live while it runs. Nothing where no text left and none is expected. */
export const CampaignSending = ({ shown, url }: Props) => {
  const words = useWords()
  const series = sendingSeries(shown, useContext(Now))
  return series === null ? null : (
    <Section
      title={words("sending.title")}
      caption={words(`sending.caption${series.now === null ? "" : ".live"}.${shown.campaignType}`)}
      aside={<SendingLegend series={series} type={shown.campaignType} />}
    >
      <Pace shown={shown} url={url} />
      <SendingChart series={series} type={shown.campaignType} />
    </Section>
  )
}
