import { Lock, SmallTick } from "@blueprintjs/icons"
import { useIntl } from "react-intl"
import { roleList } from "#schemas/access.ts"
import type { UserSummary } from "#schemas/administration/user.ts"
import type { Column } from "#views/parts/Column.ts"
import { useWords } from "#views/parts/Words.tsx"

/**
 * The list of users as a table of rights: who they are, their groups, and a column for each right. No one has one that
 * is not among the `bought`, where those are known.
 */
export const useRightColumns = (
  facts: ReadonlyArray<Column<UserSummary>>,
  bought?: ReadonlyArray<number>,
): ReadonlyArray<Column<UserSummary>> => {
  const words = useWords()
  const intl = useIntl()
  const mark = (id: number, { accessIds }: UserSummary) => {
    if (accessIds.includes(id)) return <SmallTick title={words("user.holds")} htmlTitle="" />
    if (bought?.includes(id) === false) return <Lock size={12} title={words("user.why.notBought")} />
    return <span className="visually-hidden">{words("user.lacks")}</span>
  }
  const rights = roleList.map(({ id, name }): Column<UserSummary> => ({
    ...{ id: `right-${id}`, header: name, isMark: true, hideBelow: 900 },
    cell: (user) => mark(id, user),
  }))
  // Where there is no room for a column a right, their names stand in the second line of the row.
  const names: Column<UserSummary> = {
    ...{ id: "rights", header: words("user.right"), showBelow: 900 },
    cell: ({ accessIds }) =>
      intl.formatList(roleList.filter(({ id }) => accessIds.includes(id)).map(({ name }) => name)),
  }
  return facts
    .filter(({ id }) => ["name", "groups", "access"].includes(id))
    .flatMap((one) => (one.id === "groups" ? [one, ...rights, names] : [one]))
}
