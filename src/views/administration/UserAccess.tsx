import { SmallTick } from "@blueprintjs/icons"
import { roleList } from "#schemas/access.ts"
import type { User } from "#schemas/administration/user.ts"
import { Section } from "#views/parts/Page.tsx"
import { TableScroll } from "#views/parts/TableScroll.tsx"
import { useWords } from "#views/parts/Words.tsx"

/** Where a user's right comes from: given to them, or the names of groups that give it; empty where they lack it. */
export const sourcesOf = ({ user, companyGroups }: User, id: number, own: string): ReadonlyArray<string> => [
  ...(user.accessIds.includes(id) ? [own] : []),
  ...companyGroups
    .filter(({ groupId, accessIds }) => user.groupIds.includes(groupId) && accessIds.includes(id))
    .map(({ name }) => name),
]

/** The seventeen rights, which of them a user has, and where each comes from. */
export const UserAccess = ({ shown }: { readonly shown: User }) => {
  const words = useWords()
  return (
    <Section
      title={words("user.access")}
      caption={words("user.access.of", { count: shown.accessIds.length, all: roleList.length })}
    >
      <TableScroll isMatrix label={words("user.access")}>
        <table className="rights">
          <thead>
            <tr>
              <th scope="col" colSpan={2}>
                {words("user.right")}
              </th>
              <th scope="col">{words("user.from")}</th>
            </tr>
          </thead>
          <tbody>
            {roleList.map(({ id, name, purpose }) => {
              const holds = shown.accessIds.includes(id)
              const isBought = shown.features.includes(id)
              return (
                <tr key={id} {...(holds ? {} : { className: "right-lacking" })}>
                  <td className="right-mark">
                    {holds ? (
                      <SmallTick title={words("user.holds")} htmlTitle="" />
                    ) : (
                      <span className="visually-hidden">{words("user.lacks")}</span>
                    )}
                  </td>
                  <th scope="row">
                    {name} <span className="muted small">{purpose}</span>
                  </th>
                  <td>
                    {isBought ? sourcesOf(shown, id, words("user.from.own")).join(", ") : words("user.why.notBought")}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </TableScroll>
    </Section>
  )
}
