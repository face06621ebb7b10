import type { Rights } from "#schemas/access.ts"
import type { Dashboard, DayPoint } from "#schemas/reporting/report.ts"
import { isLinked } from "#schemas/routes.ts"
import { Figure, Figures } from "#views/parts/Figure.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useNumbers, useWords, Word } from "#views/parts/Words.tsx"

type Props = { readonly data: Dashboard; readonly rights: Rights }

/** Where the people whose text failed today are: in their campaign, otherwise in the day's report. */
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
  const { sent, delivered, underway, failed, replied, optedOut, day } = today
  const report = isLinked("/report", rights) ? `/report?from=${day}&to=${day}` : undefined
  const reported = delivered + failed
  const percent = (part: number, whole: number) => words("part.share", { share: numbers((part / whole) * 100, 1) })
  const ofDelivered = (part: number) =>
    delivered === 0
      ? words("dashboard.delivered.none")
      : words("dashboard.ofDelivered", { share: percent(part, delivered) })
  return (
    <>
      <Figure name={words("dashboard.sent")} value={numbers(sent)} href={report}>
        {data.waiting === undefined
          ? words("dashboard.sent.underway", { count: underway })
          : words("dashboard.sent.waiting", { count: data.waiting })}
      </Figure>
      <Figure
        name={words("dashboard.delivered")}
        value={reported === 0 ? "–" : percent(delivered, reported)}
        href={report}
      >
        {reported === 0 ? words("dashboard.reported.none") : words("dashboard.delivered.of", { delivered, reported })}
      </Figure>
      <Figure name={words("dashboard.replied")} value={numbers(replied)} href={report}>
        {ofDelivered(replied)}
      </Figure>
      <Figure name={words("dashboard.optedOut")} value={numbers(optedOut)} href={report}>
        {ofDelivered(optedOut)}
      </Figure>
      <Figure
        name={words("dashboard.failed")}
        value={numbers(failed)}
        tone={failed > 0 ? "danger" : undefined}
        href={failed > 0 ? failedHref(data, rights, report) : report}
      >
        {reported === 0
          ? words("dashboard.reported.none")
          : words("dashboard.failed.of", { share: percent(failed, reported) })}
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
