import { roleList, userTypes, type UserType } from "#schemas/access.ts"
import { whyNotChanged } from "#schemas/administration/givenRights.ts"
import { InvitationDraft } from "#schemas/administration/invitation.ts"
import { UserDraft, type Rank, type User } from "#schemas/administration/user.ts"
import type { UserFileRow } from "#schemas/administration/userFile.ts"
import type { UserId } from "#schemas/ids.ts"
import type { Person } from "#schemas/caller.ts"
import { userTypeNames } from "#schemas/userTypeNames.ts"
import { validatorOf } from "#schemas/validate.ts"
import { rankFault } from "./givenRank.rule.ts"

/** A user of the company whom a file names. */
export type NamedUser = Rank & {
  readonly email: string
  readonly userId: UserId
  readonly hashedId: string
  readonly version: number
  readonly displayName: string
}

/** What is known of the addresses of a file, in their normal form. */
export type Named = {
  readonly users: ReadonlyMap<string, NamedUser>
  /** Who holds an invitation of the company that can be taken. */
  readonly invited: ReadonlySet<string>
  /** Who signs in, in whatever company. */
  readonly signingIn: ReadonlySet<string>
}

/** What a row is judged by: who asks, what their company has to give, and whom the file names. */
export type Judged = Pick<User, "companyId" | "features" | "companyGroups"> & {
  readonly person: Person
  readonly named: Named
  /** In which row an address stands first. */
  readonly first: ReadonlyMap<string, number>
}

/** The cells of a row, and its address in normal form. */
export type ReadRow = {
  readonly line: number
  readonly cells: readonly [name: string, email: string, type: string, groups: string, rights: string]
  readonly email: string
  readonly isBroken: boolean
}

type Verdict = Pick<UserFileRow, "outcome" | "reason" | "invitation" | "change">

const nothing = { invitation: null, change: null, reason: "" } as const
const refused = (reason: string): Verdict => ({ ...nothing, outcome: "refused", reason })

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
const listIn = (cell: string): ReadonlyArray<string> => [
  ...new Set(
    cell
      .split(";")
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  ),
]

const typeIn = (cell: string): UserType | string => {
  if (cell === "") return userTypes.User
  const found = Object.entries(userTypeNames).find(([, name]) => same(name, cell))
  return found === undefined
    ? `There is no type “${cell}”. Write ${Object.values(userTypeNames).join(", ")}.`
    : (Number(found[0]) as UserType)
}

/** The ids behind the names of a cell, or the sentence about the first that is none. */
const idsIn = <Id>(
  cell: string,
  what: string,
  all: ReadonlyArray<{ readonly id: Id; readonly name: string }>,
): ReadonlyArray<Id> | string => {
  const ids: Array<Id> = []
  for (const name of listIn(cell)) {
    const found = all.find((one) => same(one.name, name))
    if (found === undefined) return `There is no ${what} “${name}”.`
    ids.push(found.id)
  }
  return ids
}

const rankIn = ({ cells: [, , type, groups, rights] }: ReadRow, { companyGroups }: Judged): Rank | string => {
  const userType = typeIn(type)
  if (typeof userType === "string") return userType
  const groupIds = idsIn(
    groups,
    "group",
    companyGroups.map(({ groupId, name }) => ({ id: groupId, name })),
  )
  if (typeof groupIds === "string") return groupIds
  const accessIds = idsIn(rights, "right", roleList)
  return typeof accessIds === "string" ? accessIds : { userType, groupIds, accessIds }
}

const inOrder = (ids: ReadonlyArray<number>): string => ids.toSorted((one, other) => one - other).join()
const faultsOfUser = validatorOf(UserDraft)
const faultsOfInvitation = validatorOf(InvitationDraft)

/** A user keeps their type and rights, and what the file leaves empty. */
const changing = ({ cells: [name, , , groups] }: ReadRow, stored: NamedUser, rank: Rank, judged: Judged): Verdict => {
  const { userType, accessIds } = stored
  const groupIds = groups === "" ? stored.groupIds : rank.groupIds
  const user = { displayName: name === "" ? stored.displayName : name, userType, accessIds, groupIds }
  if (user.displayName === stored.displayName && inOrder(groupIds) === inOrder(stored.groupIds))
    return { ...nothing, outcome: "same" }
  const reason =
    whyNotChanged(judged.person, stored) ??
    faultsOfUser(user)[0]?.message ??
    rankFault(judged.person, { ...judged, before: stored }, user)?.message
  if (reason !== undefined) return refused(reason)
  const { hashedId, version } = stored
  return { ...nothing, outcome: "change", change: { hashedId, version, user } }
}

const inviting = (row: ReadRow, rank: Rank, judged: Judged): Verdict => {
  const invitation = { email: row.email, displayName: row.cells[0], ...rank }
  const reason =
    faultsOfInvitation(invitation)[0]?.message ??
    rankFault(judged.person, { ...judged, before: undefined }, rank)?.message
  return reason === undefined ? { ...nothing, outcome: "invite", invitation } : refused(reason)
}

const verdictOf = (row: ReadRow, judged: Judged): Verdict => {
  const { email, line } = row
  if (row.isBroken) return refused("The quotes of this row do not match.")
  if (email === "") return refused("The e-mail address is missing.")
  const before = judged.first.get(email)
  if (before !== undefined && before !== line) return refused(`Row ${before} has this e-mail address already.`)
  const rank = rankIn(row, judged)
  if (typeof rank === "string") return refused(rank)
  const stored = judged.named.users.get(email)
  if (stored !== undefined) return changing(row, stored, rank, judged)
  if (judged.named.signingIn.has(email)) return refused("Someone signs in with this e-mail address already.")
  if (judged.named.invited.has(email)) return { ...nothing, outcome: "invited" }
  return inviting(row, rank, judged)
}

/** What a row of a file of users would do, in the same bounds as the commands that do it (docs/policy.md#users). */
export const judgeRow = (row: ReadRow, judged: Judged): UserFileRow => ({
  line: row.line,
  cells: row.cells,
  ...verdictOf(row, judged),
})
