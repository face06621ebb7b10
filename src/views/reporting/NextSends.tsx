import { memo } from "react"
import { Link } from "wouter"
import type { Rights } from "#schemas/access.ts"
import type { NextSend } from "#schemas/reporting/report.ts"
import { isLinked } from "#schemas/routes.ts"
import { sameContent } from "#schemas/sameContent.ts"
import { Section } from "#views/parts/Page.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useNumbers, useWords } from "#views/parts/Words.tsx"
import { TableScroll } from "#views/parts/TableScroll.tsx"

/** The scheduled campaigns that start next. */
export const NextSends = memo(
  ({ sends, rights }: { readonly sends: ReadonlyArray<NextSend>; readonly rights: Rights }) => {
    const words = useWords()
    const numbers = useNumbers()
    const linked = isLinked("/campaign", rights)
    return (
      <Section
        title={words("dashboard.next")}
        aside={linked && <Link href="/campaign?state=scheduled">{words("dashboard.next.all")}</Link>}
      >
        {sends.length === 0 ? (
          <p className="section-none">{words("dashboard.next.none")}</p>
        ) : (
          <TableScroll label={words("dashboard.next")}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{words("dashboard.next.when")}</th>
                  <th scope="col">{words("report.campaign")}</th>
                  <th scope="col" className="cell-end">
                    {words("campaigns.people")}
                  </th>
                  <th scope="col" className="hide-below-600">
                    {words("dashboard.next.done")}
                  </th>
                </tr>
              </thead>
              <tbody>
                {sends.map(({ campaignHashedId, name, startAt, people, endsAt }) => (
                  <tr key={campaignHashedId}>
                    <td>
                      <Time at={startAt} />
                    </td>
                    <td>
                      {linked ? (
                        <Link href={`/campaign?id=${campaignHashedId}`} className="row-link">
                          {name}
                        </Link>
                      ) : (
                        name
                      )}
                    </td>
                    <td className="cell-end">{numbers(people)}</td>
                    <td className="hide-below-600">
                      <Time at={endsAt} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableScroll>
        )}
      </Section>
    )
  },
  sameContent,
)
