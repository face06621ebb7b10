import {
  deactivateUser,
  deleteGroup,
  downloadUsers,
  lockUser,
  reactivateUser,
  readGroups,
  readInvitations,
  readUser,
  readUserCompanies,
  readUserHistory,
  readUsers,
  resendInvitation,
  signOutUser,
  unlockUser,
  withdrawInvitation,
} from "#effects/Users.ts"
import { usersMachine, type UserVerb } from "#machines/administration/users.machine.ts"
import type { ActivityEntry } from "#schemas/administration/activity.ts"
import type { Invitation } from "#schemas/administration/invitation.ts"
import type { Group, GroupList } from "#schemas/administration/group.ts"
import type { User, UserCompany, UserSummary } from "#schemas/administration/user.ts"
import { UsersView } from "#views/administration/UsersView.tsx"
import { chunk } from "../chunks.ts"
import { command } from "../command.ts"
import { exporting } from "../export.ts"
import { lazyPart } from "../LazyPart.tsx"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { useCommand, useExport, usePage, useReading } from "../usePage.ts"
import { useThingTitle } from "../windowTitle.ts"

/** One tab of users: its code comes with it. */
const Directory = lazyPart(
  chunk(() => import("./DirectoryPart.tsx").then(({ DirectoryPart }) => DirectoryPart)),
  { within: true },
)

const nameOf = ({ displayName }: User): string => displayName
const invitedOf = ({ displayName }: Invitation): string => displayName
const failure = "user.notSaved" as const

const logic = ({ operation, reading, listReading, actingCompanyId }: Tools) =>
  usersMachine.provide({
    actors: {
      users: listReading(readUsers),
      user: reading(readUser),
      history: listReading(readUserHistory(actingCompanyId)),
      groups: reading(readGroups),
      invitations: reading(readInvitations),
      companies: reading(readUserCompanies),
      export: exporting(
        operation(downloadUsers, {
          success: "users.exported",
          failure: "users.notExported",
          shownInPlace: "Queued",
        }),
      ),
      command: command<UserVerb>({
        lock: operation(lockUser, { success: "user.locked", failure }, nameOf),
        unlock: operation(unlockUser, { success: "user.unlocked", failure }, nameOf),
        deactivate: operation(deactivateUser, { success: "user.deactivated", failure }, nameOf),
        reactivate: operation(reactivateUser, { success: "user.reactivated", failure }, nameOf),
        signOut: operation(signOutUser, { success: "user.signedOut", failure }, nameOf),
        "group.delete": operation(deleteGroup, { success: "group.deleted", failure }, ({ group }: Group) => group.name),
        "invitation.resend": operation(resendInvitation, { success: "invitation.sent", failure }, invitedOf),
        "invitation.withdraw": operation(withdrawInvitation, { success: "invitation.withdrawn", failure }, invitedOf),
      }),
    },
  })

/** `/user`: the users, one of them, or their groups. */
export const UsersPage = () => {
  const page = usePage(logic)
  const user = useReading<User>(page.actor, "user")
  useThingTitle(user.snapshot.context.data?.displayName)
  return (
    <UsersView
      page={page}
      url={page.url}
      person={usePerson()}
      users={useReading<ReadonlyArray<UserSummary>>(page.actor, "users")}
      user={user}
      history={useReading<ReadonlyArray<ActivityEntry>>(page.actor, "history")}
      groups={useReading<GroupList>(page.actor, "groups")}
      invitations={useReading<ReadonlyArray<Invitation>>(page.actor, "invitations")}
      companies={useReading<ReadonlyArray<UserCompany>>(page.actor, "companies")}
      file={useExport(page.actor)}
      command={useCommand(page.actor)}
      directory={<Directory />}
    />
  )
}
