import type { ReactNode } from "react"
import { Link } from "wouter"
import type { Rights } from "#schemas/access.ts"
import type { CampaignFigures, Report } from "#schemas/reporting/report.ts"
import type { ReportedShare } from "#schemas/reporting/reportedPeople.ts"
import { addressOf } from "#schemas/reporting/reportAddress.ts"
import { isLinked } from "#schemas/routes.ts"
import { Section } from "#views/parts/Page.tsx"
import { useNumbers, useWords } from "#views/parts/Words.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { TableScroll } from "#views/parts/TableScroll.tsx"
import { peopleHref } from "./peopleHref.ts"
import { reportHref } from "./reportHref.ts"

/** Campaigns that have a row of their own; the others stand together. */
const shown = 10

type Sums = Omit<CampaignFigures, "campaignHashedId" | "name">
const none: Sums = { people: 0, sent: 0, delivered: 0, replied: 0, optedOut: 0, notDelivered: 0 }
const added = (left: Sums, right: Sums): Sums => ({
  people: left.people + right.people,
  sent: left.sent + right.sent,
  delivered: left.delivered + right.delivered,
  replied: left.replied + right.replied,
  optedOut: left.optedOut + right.optedOut,
  notDelivered: left.notDelivered + right.notDelivered,
})
const sumOf = (rows: ReadonlyArray<Sums>): Sums => rows.reduce(added, none)

/** Where the people of a row are who are counted in a share; undefined where no one may see them. */
type Leads = (share?: ReportedShare) => string | undefined

const NumberCells = ({ of, leads }: { readonly of: Sums; readonly leads: Leads }) => {
  const words = useWords()
  const numbers = useNumbers()
  const people = (value: number, share?: ReportedShare): ReactNode => {
    const href = value === 0 ? undefined : leads(share)
    return href === undefined ? numbers(value) : <Link href={href}>{numbers(value)}</Link>
  }
  const rate = (part: number, whole: number) =>
    whole === 0 ? "" : words("part.share", { share: numbers((part / whole) * 100, 1) })
  const cells: ReadonlyArray<readonly [content: ReactNode, isNarrow: boolean]> = [
    [people(of.people), true],
    [people(of.sent, "sent"), false],
    [people(of.delivered, "delivered"), false],
    [rate(of.delivered, of.sent), true],
    [people(of.replied, "replied"), false],
    [rate(of.replied, of.delivered), false],
    [people(of.optedOut, "optedOut"), false],
    [people(of.notDelivered, "notDelivered"), false],
  ]
  return cells.map(([content, isNarrow], index) => (
    <td key={index} className={isNarrow ? "cell-end" : "cell-end hide-below-600"}>
      {content}
    </td>
  ))
}

const leadsOf =
  ({ campaignHashedId }: CampaignFigures, hrefOf: ReturnType<typeof peopleHref>): Leads =>
  (share) =>
    campaignHashedId === null ? undefined : hrefOf({ share, campaignHashedId })

type Props = { readonly report: Report; readonly rights: Rights; readonly url: PageUrl }

/** The campaigns of a report, each with the way to its own; the rows add up to the report's figures. */
export const CampaignTable = ({ report, rights, url }: Props) => {
  const words = useWords()
  const campaigns = report.byCampaign
  const first = url.search["campaigns"] === "all" ? campaigns.length : shown
  const others = campaigns.slice(first)
  const hrefOf = peopleHref(report, rights)
  const heads = [
    ["campaigns.people", true],
    ["report.column.sent", false],
    ["report.column.delivered", false],
    ["report.column.rate", true],
    ["report.column.replied", false],
    ["report.column.replyRate", false],
    ["report.column.optedOut", false],
    ["report.column.notDelivered", false],
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
            {campaigns.slice(0, first).map((campaign, index) => (
              <tr key={campaign.campaignHashedId ?? index}>
                <td>
                  {campaign.campaignHashedId === null ? (
                    campaign.name
                  ) : (
                    <Link
                      href={reportHref(addressOf({ campaignHashedId: campaign.campaignHashedId, ...report.filters }))}
                      className="row-link"
                    >
                      {campaign.name}
                    </Link>
                  )}
                </td>
                <NumberCells of={campaign} leads={leadsOf(campaign, hrefOf)} />
              </tr>
            ))}
            {others.length > 0 && (
              <tr>
                <td>
                  <Link href={url.href({ campaigns: "all" })}>{words("report.others", { count: others.length })}</Link>
                </td>
                <NumberCells of={sumOf(others)} leads={() => undefined} />
              </tr>
            )}
            <tr className="row-sum">
              <td>{words("report.all")}</td>
              <NumberCells of={sumOf(campaigns)} leads={(share) => hrefOf({ share })} />
            </tr>
          </tbody>
        </table>
      </TableScroll>
    </Section>
  )
}
