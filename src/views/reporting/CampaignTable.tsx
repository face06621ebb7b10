import { Link } from "wouter"
import type { Rights } from "#schemas/access.ts"
import type { CampaignFigures, Report } from "#schemas/reporting/report.ts"
import { isLinked } from "#schemas/routes.ts"
import { Section } from "#views/parts/Page.tsx"
import { useNumbers, useWords } from "#views/parts/Words.tsx"
import { TableScroll } from "#views/parts/TableScroll.tsx"

/** Campaigns that have a row of their own; the others stand together. */
const shown = 10

type Sums = Omit<CampaignFigures, "campaignHashedId" | "name">
const none: Sums = { people: 0, sent: 0, delivered: 0, replied: 0, optedOut: 0, failed: 0 }
const added = (left: Sums, right: Sums): Sums => ({
  people: left.people + right.people,
  sent: left.sent + right.sent,
  delivered: left.delivered + right.delivered,
  replied: left.replied + right.replied,
  optedOut: left.optedOut + right.optedOut,
  failed: left.failed + right.failed,
})
const sumOf = (rows: ReadonlyArray<Sums>): Sums => rows.reduce(added, none)

const NumberCells = ({ of }: { readonly of: Sums }) => {
  const words = useWords()
  const numbers = useNumbers()
  const rate = (part: number, whole: number) =>
    whole === 0 ? "" : words("part.share", { share: numbers((part / whole) * 100, 1) })
  const cells: ReadonlyArray<readonly [text: string, isNarrow: boolean]> = [
    [numbers(of.people), true],
    [numbers(of.sent), false],
    [numbers(of.delivered), false],
    [rate(of.delivered, of.sent), true],
    [numbers(of.replied), false],
    [rate(of.replied, of.delivered), false],
    [numbers(of.optedOut), false],
    [numbers(of.failed), false],
  ]
  return cells.map(([text, isNarrow], index) => (
    <td key={index} className={isNarrow ? "cell-end" : "cell-end hide-below-600"}>
      {text}
    </td>
  ))
}

/** The campaigns of a report, each with the way to its own; the rows add up to the report's figures. */
export const CampaignTable = ({ report, rights }: { readonly report: Report; readonly rights: Rights }) => {
  const words = useWords()
  const campaigns = report.byCampaign
  const others = campaigns.slice(shown)
  const heads = [
    ["campaigns.people", true],
    ["report.column.sent", false],
    ["report.column.delivered", false],
    ["report.column.rate", true],
    ["report.column.replied", false],
    ["report.column.replyRate", false],
    ["report.column.optedOut", false],
    ["report.column.failed", false],
  ] as const
  return (
    <Section
      title={words("report.byCampaign")}
      caption={campaigns.length}
      aside={isLinked("/campaign", rights) && <Link href="/campaign">{words("dashboard.running.all")}</Link>}
    >
      <TableScroll label={words("report.byCampaign")}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words("report.campaign")}</th>
              {heads.map(([word, isNarrow]) => (
                <th key={word} scope="col" className={isNarrow ? "cell-end" : "cell-end hide-below-600"}>
                  {words(word)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {campaigns.slice(0, shown).map((campaign, index) => (
              <tr key={campaign.campaignHashedId ?? index}>
                <td>
                  {campaign.campaignHashedId === null ? (
                    campaign.name
                  ) : (
                    <Link href={`/report?campaign=${campaign.campaignHashedId}`} className="row-link">
                      {campaign.name}
                    </Link>
                  )}
                </td>
                <NumberCells of={campaign} />
              </tr>
            ))}
            {others.length > 0 && (
              <tr>
                <td className="muted">{words("report.others", { count: others.length })}</td>
                <NumberCells of={sumOf(others)} />
              </tr>
            )}
            <tr className="row-sum">
              <td>{words("report.all")}</td>
              <NumberCells of={sumOf(campaigns)} />
            </tr>
          </tbody>
        </table>
      </TableScroll>
    </Section>
  )
}
