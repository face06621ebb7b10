import type { Rights } from "#schemas/access.ts"
import type { Dashboard, DayPoint } from "#schemas/reporting/report.ts"
import { isLinked } from "#schemas/routes.ts"
import { Figure, Figures } from "#views/parts/Figure.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useNumbers, useWords, Word } from "#views/parts/Words.tsx"
import { sentOn } from "./daySeries.ts"

type Props = { readonly data: Dashboard; readonly rights: Rights }

const share = (part: number, whole: number): number => (whole === 0 ? 0 : (part / whole) * 100)

/** Where the people are of whom a text of today failed: in their campaign, else on the report of the day. */
const failedHref = ({ failedIn }: Dashboard, rights: Rights, report: string | undefined): string | undefined =>
  failedIn !== undefined && failedIn !== null && isLinked("/campaign", rights)
    ? `/campaign?id=${failedIn}&tab=recipients&recipientState=failed`
    : report

const HeldFigure = ({ data, rights }: Props) => {
  const words = useWords()
  const numbers = useNumbers()
  const { held, running = [] } = data
  if (held === undefined) return null
  const holding = running.filter(({ counts }) => (counts["held"] ?? 0) > 0)
  const only = holding.length === 1 ? holding[0] : undefined
  const campaigns = held.people > 0 && isLinked("/campaign", rights)
  const href =
    only === undefined
      ? "/campaign?state=running"
      : `/campaign?id=${only.campaignHashedId}&tab=recipients&recipientState=held`
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
  const { delivered, underway, failed, replied, optedOut, day } = today
  const report = isLinked("/report", rights) ? `/report?from=${day}&to=${day}` : undefined
  const percent = (part: number, whole: number) => words("dashboard.percent", { share: numbers(share(part, whole), 1) })
  return (
    <>
      <Figure name={words("dashboard.sent")} value={numbers(sentOn(today))} href={report}>
        {data.waiting === undefined
          ? words("dashboard.sent.underway", { count: underway })
          : words("dashboard.sent.waiting", { count: data.waiting })}
      </Figure>
      <Figure name={words("dashboard.delivered")} value={percent(delivered, delivered + failed)} href={report}>
        {words("dashboard.delivered.of", { delivered, reported: delivered + failed })}
      </Figure>
      <Figure name={words("dashboard.replied")} value={numbers(replied)} href={report}>
        {words("dashboard.ofDelivered", { share: percent(replied, delivered) })}
      </Figure>
      <Figure name={words("dashboard.optedOut")} value={numbers(optedOut)} href={report}>
        {words("dashboard.ofDelivered", { share: percent(optedOut, delivered) })}
      </Figure>
      <Figure
        name={words("dashboard.failed")}
        value={numbers(failed)}
        tone={failed > 0 ? "danger" : undefined}
        href={failed > 0 ? failedHref(data, rights, report) : report}
      >
        {words("dashboard.failed.of", { share: percent(failed, delivered + failed) })}
      </Figure>
    </>
  )
}

/** The six figures of today, each with the way to what stands behind it. */
export const HomeFigures = ({ data, rights }: Props) => {
  const words = useWords()
  const today = data.days?.at(-1)
  return today === undefined && data.held === undefined ? null : (
    <Figures label={words("dashboard.today")}>
      {today !== undefined && <TextFigures data={data} rights={rights} today={today} />}
      <HeldFigure data={data} rights={rights} />
    </Figures>
  )
}
