import { Link } from "wouter"
import type { Rights } from "#schemas/access.ts"
import type { TemplateUse } from "#schemas/outreach/templateVersions.ts"
import { isLinked } from "#schemas/routes.ts"
import { Section } from "#views/parts/Page.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import { Skeleton } from "#views/parts/Skeleton.tsx"
import { useNumbers, useWords } from "#views/parts/Words.tsx"
import { CampaignStateTag } from "./CampaignStateTag.tsx"
import { TableScroll } from "#views/parts/TableScroll.tsx"

/** Which campaigns that are not over use which version of a template. */
export const TemplateUses = ({ use }: { readonly use: SeenReading<ReadonlyArray<TemplateUse>> }) => {
  const words = useWords()
  return (
    <Reading of={use} skeleton={<Skeleton lines={1} />}>
      {(rows) =>
        rows.length === 0 ? (
          <p className="muted">{words("template.use.none")}</p>
        ) : (
          <ul className="uses">
            {rows.map(({ version, state, campaigns }) => (
              <li key={`${version} ${state}`}>{words("template.use.line", { version, state, campaigns })}</li>
            ))}
          </ul>
        )
      }
    </Reading>
  )
}

const UseRows = ({
  use: { version, state, campaigns, newest },
  linked,
}: {
  readonly use: TemplateUse
  readonly linked: boolean
}) => {
  const words = useWords()
  const numbers = useNumbers()
  const more = campaigns - newest.length
  return (
    <>
      {newest.map(({ hashedId, name }) => (
        <tr key={hashedId}>
          <td>
            {linked ? (
              <Link href={`/campaign?id=${hashedId}`} className="row-link">
                {name}
              </Link>
            ) : (
              name
            )}
          </td>
          <td>
            <CampaignStateTag state={state} />
          </td>
          <td className="cell-end">{numbers(version)}</td>
        </tr>
      ))}
      {more > 0 && (
        <tr>
          <td className="muted">{words("template.use.more", { count: more })}</td>
          <td>
            <CampaignStateTag state={state} />
          </td>
          <td className="cell-end">{numbers(version)}</td>
        </tr>
      )}
    </>
  )
}

/** The campaigns that use a template and are not over, each with its version and the way to it. */
export const TemplateUseTable = ({
  use,
  rights,
}: {
  readonly use: SeenReading<ReadonlyArray<TemplateUse>>
  readonly rights: Rights
}) => {
  const words = useWords()
  return (
    <Section title={words("template.use.title")} caption={words("template.use.caption")}>
      <Reading of={use} skeleton={<Skeleton lines={3} />}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="section-none">{words("template.use.none")}</p>
          ) : (
            <TableScroll label={words("template.use.title")}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{words("campaigns.name")}</th>
                    <th scope="col">{words("campaigns.state")}</th>
                    <th scope="col" className="cell-end">
                      {words("templates.version")}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <UseRows key={`${row.version} ${row.state}`} use={row} linked={isLinked("/campaign", rights)} />
                  ))}
                </tbody>
              </table>
            </TableScroll>
          )
        }
      </Reading>
    </Section>
  )
}
