import { memo } from "react"
import { mayCall, type Rights } from "#schemas/access.ts"
import { recipientsAddress } from "#schemas/outreach/recipientsAddress.ts"
import type { Dashboard, DayPoint } from "#schemas/reporting/report.ts"
import type { ReportedShare } from "#schemas/reporting/reportedPeople.ts"
import { isLinked } from "#schemas/routes.ts"
import { sameContent } from "#schemas/sameContent.ts"
import { Figure, Figures } from "#views/parts/Figure.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useNumbers, useWords, Word } from "#views/parts/Words.tsx"
import { reportHref } from "./reportHref.ts"

type Props = { readonly data: Dashboard; readonly rights: Rights }

/** The way from a number of the day to exactly the people it counts; to the day's report for who may not see them, and where it counts none. */
const waysOf =
  (day: string, rights: Rights) =>
  (share: ReportedShare, people: number): string | undefined => {
    if (!isLinked("/report", rights)) return undefined
    const isListed = people > 0 && mayCall(rights, "Report.GetReportedPeople")
    return reportHref({ ...(isListed ? { people: share } : {}), from: day, to: day })
  }

/** Where the people whose text failed today are: in their campaign, otherwise among those of the day. */
const failedHref = ({ failedIn }: Dashboard, rights: Rights, ofDay: string | undefined): string | undefined =>
  failedIn !== undefined && failedIn !== null && isLinked("/campaign", rights)
    ? recipientsAddress(failedIn, "failed")
    : ofDay

const HeldFigure = ({ data, rights }: Props) => {
  const words = useWords()
  const numbers = useNumbers()
  const { held, running = [] } = data
  if (held === undefined) return null
  // One that holds them all: ongoing ones are counted too and not listed.
  const only = running.find(({ counts }) => counts["held"] === held.people)
  const campaigns = held.people > 0 && isLinked("/campaign", rights)
  const href = only === undefined ? "/campaign?state=running" : recipientsAddress(only.campaignHashedId, "held")
  return (
    <Figure name={words("dashboard.held")} value={numbers(held.people)} href={campaigns ? href : undefined}>
      {held.from === null ? (
        words("dashboard.held.none")
      ) : (
        <Word id="dashboard.held.from" values={{ time: <Time at={held.from} inSentence /> }} />
      )}
    </Figure>
  )
}

const TextFigures = ({ data, rights, today }: Props & { readonly today: DayPoint }) => {
  const words = useWords()
  const numbers = useNumbers()
  const { sent, delivered, underway, failed, replied, optedOut, day } = today
  const wayTo = waysOf(day, rights)
  const reported = delivered + failed
  const percent = (part: number, whole: number) => words("part.share", { share: numbers((part / whole) * 100, 1) })
  const ofDelivered = (part: number) =>
    delivered === 0
      ? words("dashboard.delivered.none")
      : words("dashboard.ofDelivered", { share: percent(part, delivered) })
  return (
    <>
      <Figure name={words("dashboard.sent")} value={numbers(sent)} href={wayTo("sent", sent)}>
        {data.waiting === undefined
          ? words("dashboard.sent.underway", { count: underway })
          : words("dashboard.sent.waiting", { count: data.waiting })}
      </Figure>
      <Figure
        name={words("dashboard.delivered")}
        value={reported === 0 ? "–" : percent(delivered, reported)}
        href={wayTo("delivered", delivered)}
      >
        {reported === 0 ? words("dashboard.reported.none") : words("dashboard.delivered.of", { delivered, reported })}
      </Figure>
      <Figure name={words("dashboard.replied")} value={numbers(replied)} href={wayTo("replied", replied)}>
        {ofDelivered(replied)}
      </Figure>
      <Figure name={words("dashboard.optedOut")} value={numbers(optedOut)} href={wayTo("optedOut", optedOut)}>
        {ofDelivered(optedOut)}
      </Figure>
      <Figure
        name={words("dashboard.failed")}
        value={numbers(failed)}
        tone={failed > 0 ? "danger" : undefined}
        href={failed > 0 ? failedHref(data, rights, wayTo("failed", failed)) : wayTo("failed", 0)}
      >
        {reported === 0
          ? words("dashboard.reported.none")
          : words("dashboard.failed.of", { share: percent(failed, reported) })}
      </Figure>
    </>
  )
}

/** The six figures of today, each with the way to what stands behind it. */
export const HomeFigures = memo(({ data, rights }: Props) => {
  const words = useWords()
  const today = data.days?.at(-1)
  return today === undefined && data.held === undefined ? null : (
    <Figures label={words("dashboard.today")}>
      {today !== undefined && <TextFigures data={data} rights={rights} today={today} />}
      <HeldFigure data={data} rights={rights} />
    </Figures>
  )
}, sameContent)
