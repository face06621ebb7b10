import type { ReactNode } from "react"
import { Link } from "wouter"
import type { Rights } from "#schemas/access.ts"
import type { Figure as ReportFigure, ReasonCount, Report } from "#schemas/reporting/report.ts"
import { addressOf } from "#schemas/reporting/reportAddress.ts"
import type { ReportedShare } from "#schemas/reporting/reportedPeople.ts"
import { Bars } from "#views/parts/Bars.tsx"
import { Figure, Figures } from "#views/parts/Figure.tsx"
import { Facts, Section } from "#views/parts/Page.tsx"
import { useSaid } from "#views/parts/Said.tsx"
import { Day } from "#views/parts/Time.tsx"
import type { ShareTone } from "#views/parts/Progress.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { useNumbers, useWords, Word } from "#views/parts/Words.tsx"
import { CampaignTable } from "./CampaignTable.tsx"
import { DayChart, DayLegend } from "./DayChart.tsx"
import { peopleHref } from "./peopleHref.ts"
import { reportHref } from "./reportHref.ts"

type Props = { readonly report: Report; readonly rights: Rights; readonly url: PageUrl }
/** A report, and where the people of its numbers are. */
type Leading = { readonly report: Report; readonly hrefOf: ReturnType<typeof peopleHref> }

const usePercent = () => {
  const words = useWords()
  const numbers = useNumbers()
  return (value: number) => words("part.share", { share: numbers(value, 1) })
}

/** A rate next to what it was in the days before. More people opting out is nothing to be glad of, so no change has a colour. */
const Rate = ({ figure, previous }: { readonly figure: ReportFigure; readonly previous: Report["previous"] }) => {
  const words = useWords()
  const percent = usePercent()
  const said = useSaid()
  const before = figure.previous
  const change = before === undefined ? 0 : Math.round((figure.value - before) * 10) / 10
  return (
    <Figure name={said(figure.name)} value={<span title={said(figure.definition)}>{percent(figure.value)}</span>}>
      {before === undefined || previous === null ? (
        said(figure.definition)
      ) : (
        <Word
          id="report.rate.before"
          values={{
            change: (
              <strong>
                {change === 0
                  ? words("report.rate.same")
                  : words(change > 0 ? "report.rate.up" : "report.rate.down", { points: Math.abs(change) })}
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

/** All numbers of people but the failed, who stand within two of them. */
const counted = (report: Report) => report.figures.filter(({ unit, share }) => unit === "people" && share !== "failed")

/** How a share is drawn: its colour, and whether it stands within the line before it. */
const tones: Readonly<Partial<Record<ReportedShare, ShareTone>>> = {
  leftOut: "absent",
  cancelled: "absent",
  waiting: "open",
  held: "warning",
  sending: "open",
  notAccepted: "danger",
  underway: "open",
  notDelivered: "danger",
}
const isWithin = (share: ReportedShare | undefined): boolean => share !== undefined && Object.hasOwn(tones, share)

/** From everyone of the list to those who answered. */
const Funnel = ({ report, hrefOf }: Leading) => {
  const words = useWords()
  const said = useSaid()
  const everyone = counted(report).find(({ share }) => share === undefined)?.value ?? 0
  const rows = counted(report).map(({ name, share, value, definition }) => {
    const href = value === 0 ? undefined : hrefOf({ share })
    return {
      id: name,
      name: said(name),
      value,
      title: said(definition),
      tone: (share === undefined ? undefined : tones[share]) ?? ("success" as const),
      isWithin: isWithin(share),
      ...(href === undefined ? {} : { href }),
    }
  })
  return (
    <Section title={words("report.funnel")}>
      <Bars label={words("report.funnel")} rows={rows} whole={everyone} share />
    </Section>
  )
}

/** The reasons that a report holds, in their order. */
const reasons = [
  { of: "failures", title: "report.failures", tone: "danger", share: "failed" },
  { of: "optOuts", title: "report.optOuts", tone: "neutral", share: "optedOut" },
  { of: "leftOut", title: "report.leftOut", tone: "absent", share: "leftOut" },
] as const

/** Reasons, each with the way to its people. */
const Reasons = (props: {
  readonly title: string
  readonly reasons: ReadonlyArray<ReasonCount>
  readonly tone: "danger" | "neutral" | "absent"
  readonly share: ReportedShare
  readonly hrefOf: Leading["hrefOf"]
}) => {
  const numbers = useNumbers()
  const said = useSaid()
  const { title, reasons, tone, share, hrefOf } = props
  const people = reasons.reduce((sum, one) => sum + one.people, 0)
  const all = hrefOf({ share })
  return people === 0 ? null : (
    <Section title={title} caption={all === undefined ? numbers(people) : <Link href={all}>{numbers(people)}</Link>}>
      <Bars
        label={title}
        whole={Math.max(...reasons.map((one) => one.people))}
        rows={reasons.map(({ id, reason, people: value }) => {
          const href = hrefOf({ share, reason: id })
          return { id, name: said(reason), value, tone, ...(href === undefined ? {} : { href }) }
        })}
      />
    </Section>
  )
}

const Meanings = ({ report }: Pick<Props, "report">): ReactNode => {
  const said = useSaid()
  const numbers = useNumbers()
  const percent = usePercent()
  return (
    <details className="report-meanings">
      <summary>
        <Word id="report.meanings" />
      </summary>
      <Facts
        rows={report.figures.map(({ name, value, unit, definition }) => [
          said(name),
          `${unit === "percent" ? percent(value) : numbers(value)}. ${said(definition)}`,
        ])}
      />
    </details>
  )
}

/** The numbers of a report: rates, days, campaigns and reasons, all of the same people. */
export const ReportNumbers = ({ report, rights, url }: Props) => {
  const words = useWords()
  const hrefOf = peopleHref(report, rights)
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
          <DayChart days={report.byDay} hrefOf={report.campaignHashedId === null ? dayHref(report) : undefined} />
        </Section>
        <Funnel report={report} hrefOf={hrefOf} />
        {report.campaignHashedId === null && <CampaignTable report={report} rights={rights} url={url} />}
        <div className="page-content">
          {reasons.map(({ title, of, ...look }) => (
            <Reasons key={of} {...look} title={words(title)} reasons={report[of]} hrefOf={hrefOf} />
          ))}
        </div>
      </div>
      <Meanings report={report} />
    </>
  )
}

const dayHref =
  ({ filters }: Report) =>
  (day: string): string =>
    reportHref(addressOf({ startDate: day, endDate: day, ...filters }))
