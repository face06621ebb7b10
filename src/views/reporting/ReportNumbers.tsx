import type { ReactNode } from "react"
import { Link } from "wouter"
import type { Rights } from "#schemas/access.ts"
import type { Figure as ReportFigure, ReasonCount, Report } from "#schemas/reporting/report.ts"
import { isLinked } from "#schemas/routes.ts"
import { Bars } from "#views/parts/Bars.tsx"
import { Figure, Figures } from "#views/parts/Figure.tsx"
import { Facts, Section } from "#views/parts/Page.tsx"
import { Day } from "#views/parts/Time.tsx"
import type { ShareTone } from "#views/parts/Progress.tsx"
import { useNumbers, useWords, Word } from "#views/parts/Words.tsx"
import { CampaignTable } from "./CampaignTable.tsx"
import { DayChart, DayLegend } from "./DayChart.tsx"

type Props = { readonly report: Report; readonly rights: Rights }

const usePercent = () => {
  const words = useWords()
  const numbers = useNumbers()
  return (value: number) => words("part.share", { share: numbers(value, 1) })
}

/** A rate next to what it was in the days before. More people opting out is nothing to be glad of, so no change has a colour. */
const Rate = ({ figure, previous }: { readonly figure: ReportFigure; readonly previous: Report["previous"] }) => {
  const words = useWords()
  const numbers = useNumbers()
  const percent = usePercent()
  const before = figure.previous
  const change = before === undefined ? 0 : Math.round((figure.value - before) * 10) / 10
  return (
    <Figure name={figure.name} value={<span title={figure.definition}>{percent(figure.value)}</span>}>
      {before === undefined || previous === null ? (
        figure.definition
      ) : (
        <Word
          id="report.rate.before"
          values={{
            change: (
              <strong>
                {change === 0
                  ? words("report.rate.same")
                  : words(change > 0 ? "report.rate.up" : "report.rate.down", { points: numbers(Math.abs(change), 1) })}
              </strong>
            ),
            before: percent(before),
            from: <Day on={previous.startDate} />,
            to: <Day on={previous.endDate} />,
          }}
        />
      )}
    </Figure>
  )
}

const counted = (report: Report) => report.figures.filter(({ unit }) => unit === "people")
const valueOf = (report: Report, name: string): number => report.figures.find((one) => one.name === name)?.value ?? 0

/** Figures that stand within the line before them, in the order of a text's way. */
const within = new Set(["Left out", "Waiting", "Held", "On its way", "Failed", "Cancelled"])
const way = [
  "People",
  "Left out",
  "Cancelled",
  "Waiting",
  "Held",
  "Sent",
  "On its way",
  "Failed",
  "Delivered",
  "Replied",
  "Opted out",
]
const tones = { Failed: "danger", Held: "warning", Waiting: "open", "Left out": "absent", Cancelled: "absent" } as const
const toneOf = (name: string): ShareTone => (Object.hasOwn(tones, name) ? tones[name as keyof typeof tones] : "success")

/** From everyone of the list to those who answered. */
const Funnel = ({ report }: Pick<Props, "report">) => {
  const words = useWords()
  const everyone = valueOf(report, "People")
  const rows = counted(report)
    .toSorted((left, right) => way.indexOf(left.name) - way.indexOf(right.name))
    .map(({ name, value, definition }) => ({
      id: name,
      name,
      value,
      title: definition,
      tone: toneOf(name),
      isWithin: within.has(name),
    }))
  return (
    <Section title={words("report.funnel")}>
      <Bars label={words("report.funnel")} rows={rows} whole={everyone} share />
    </Section>
  )
}

/** Reasons with their people; for one campaign, with the way to these people. */
const Reasons = (props: {
  readonly title: string
  readonly reasons: ReadonlyArray<ReasonCount>
  readonly tone: "danger" | "neutral" | "absent"
  readonly href: string | undefined
}) => {
  const words = useWords()
  const numbers = useNumbers()
  const people = props.reasons.reduce((sum, one) => sum + one.people, 0)
  return people === 0 ? null : (
    <Section
      title={props.title}
      caption={numbers(people)}
      aside={props.href !== undefined && <Link href={props.href}>{words("report.seePeople")}</Link>}
    >
      <Bars
        label={props.title}
        whole={Math.max(...props.reasons.map((one) => one.people))}
        rows={props.reasons.map((one) => ({ id: one.reason, name: one.reason, value: one.people, tone: props.tone }))}
      />
    </Section>
  )
}

const Meanings = ({ report }: Pick<Props, "report">): ReactNode => {
  const numbers = useNumbers()
  const percent = usePercent()
  return (
    <details className="report-meanings">
      <summary>
        <Word id="report.meanings" />
      </summary>
      <Facts
        rows={report.figures.map(({ name, value, unit, definition }) => [
          name,
          `${unit === "percent" ? percent(value) : numbers(value)}. ${definition}`,
        ])}
      />
    </details>
  )
}

/** The numbers of a report: rates, days, campaigns and reasons, all of the same people. */
export const ReportNumbers = ({ report, rights }: Props) => {
  const words = useWords()
  const people = (state: string): string | undefined =>
    report.campaignHashedId !== null && isLinked("/campaign", rights)
      ? `/campaign?id=${report.campaignHashedId}&tab=recipients&recipientState=${state}`
      : undefined
  return (
    <>
      <Figures label={words("report.rates")}>
        {report.figures
          .filter(({ unit }) => unit === "percent")
          .map((figure) => (
            <Rate key={figure.name} figure={figure} previous={report.previous} />
          ))}
      </Figures>
      <div className="report-columns">
        <Section title={words("report.chart.title")} caption={words("report.chart.caption")} aside={<DayLegend />}>
          <DayChart days={report.byDay} hrefOf={report.campaignHashedId === null ? dayHref : undefined} />
        </Section>
        <Funnel report={report} />
        {report.campaignHashedId === null && <CampaignTable report={report} rights={rights} />}
        <div className="page-content">
          <Reasons title={words("report.failures")} reasons={report.failures} tone="danger" href={people("failed")} />
          <Reasons title={words("report.optOuts")} reasons={report.optOuts} tone="neutral" href={people("optedOut")} />
          <Reasons title={words("report.leftOut")} reasons={report.leftOut} tone="absent" href={people("leftOut")} />
        </div>
      </div>
      <Meanings report={report} />
    </>
  )
}

const dayHref = (day: string): string => `/report?from=${day}&to=${day}`
