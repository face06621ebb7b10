import { roleList } from "#schemas/access.ts"
import type { User } from "#schemas/administration/user.ts"
import { Section } from "#views/parts/Page.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { RightsTable } from "./RightsTable.tsx"

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
      <RightsTable
        label={words("user.access")}
        right={words("user.right")}
        known={words("user.from")}
        held={words("user.holds")}
        lacking={words("user.lacks")}
        holds={(id) => shown.accessIds.includes(id)}
      >
        {(id) =>
          shown.features.includes(id)
            ? sourcesOf(shown, id, words("user.from.own")).join(", ")
            : words("user.why.notBought")
        }
      </RightsTable>
    </Section>
  )
}
