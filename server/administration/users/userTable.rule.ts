import { describeAccess } from "#schemas/access.ts"
import type { UserSummary } from "#schemas/administration/user.ts"
import { listSeparator } from "#schemas/administration/userFile.ts"
import { userTypeNames } from "#schemas/userTypeNames.ts"
import { wallTime, type Cells } from "#server/reporting/exports/exportTable.rule.ts"

/** The column headers of a file of users; the times are in the zone that the last one names. */
export const userHeader = (zone: string): ReadonlyArray<string> => [
  "Name",
  "E-mail",
  "Type",
  "Company",
  "Groups",
  "Rights",
  "Active",
  "Locked",
  `Last seen (${zone})`,
]

const yesNo = (is: boolean): string => (is ? "yes" : "no")

/** The cells of a user under `userHeader`; rights are those in force, by their names. */
export const userCells = (user: UserSummary, zone: string): Cells => [
  user.displayName,
  user.userName,
  userTypeNames[user.userType],
  user.companyName,
  user.groups.join(listSeparator),
  user.accessIds.map((id) => describeAccess(id)?.name ?? String(id)).join(listSeparator),
  yesNo(user.state !== "inactive"),
  yesNo(user.state === "locked"),
  wallTime(user.lastSeen === null ? null : Date.parse(user.lastSeen), zone),
]
