import { CompanyId, InvitationId, UserId } from "#schemas/ids.ts"
import { GroupId, type Group, type GroupList } from "#schemas/administration/group.ts"
import type { GroupMembers } from "#schemas/administration/groupMembers.ts"
import type { Invitation } from "#schemas/administration/invitation.ts"
import type { User, UserCompany, UserSummary } from "#schemas/administration/user.ts"

const frontDesk = GroupId.make(1)
const outreach = GroupId.make(2)
/** All but those of Super Admins. */
const features = [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 14, 15, 17]

/** A user of a clinic with two groups and a right of their own. */
export const sampleUser: User = {
  userId: UserId.make(31),
  hashedId: "userDanaWhitfield00001",
  userName: "dana@northwind.test",
  displayName: "Dana Whitfield",
  userType: 3,
  companyName: "Northwind Clinics",
  state: "active",
  groups: ["Front desk", "Outreach"],
  accessIds: [1, 3, 7, 11, 14, 15],
  lastSeen: "2026-11-21T14:58:00.000Z",
  version: 4,
  companyId: CompanyId.make(2),
  companyHashedId: "northwindNorthwind0001",
  features,
  companyGroups: [
    { groupId: frontDesk, name: "Front desk", accessIds: [7, 11, 14] },
    { groupId: outreach, name: "Outreach", accessIds: [1, 3, 14] },
  ],
  user: { displayName: "Dana Whitfield", userType: 3, accessIds: [15], groupIds: [frontDesk, outreach] },
}

/** The same user, locked and not active any more. */
export const lockedUser: User = { ...sampleUser, state: "locked" }
export const inactiveUser: User = { ...sampleUser, state: "inactive" }

const summaryOf = ({ userId, hashedId, userName, displayName, userType, companyName, ...rest }: User): UserSummary => ({
  ...{ userId, hashedId, userName, displayName, userType, companyName },
  ...{ state: rest.state, groups: rest.groups, accessIds: rest.accessIds, lastSeen: rest.lastSeen },
})

/** Users in a list: one active, one locked who never came. */
export const sampleUsers: ReadonlyArray<UserSummary> = [
  summaryOf(sampleUser),
  {
    ...summaryOf(lockedUser),
    userId: UserId.make(32),
    hashedId: "userTariqAziz000000001",
    displayName: "Tariq Aziz",
    userName: "tariq@northwind.test",
    groups: [],
    lastSeen: null,
  },
]

/** The companies of a Super Admin's users. */
export const sampleUserCompanies: ReadonlyArray<UserCompany> = [
  { hashedId: "harborDental0000000001", name: "Harbor Dental" },
  { hashedId: sampleUser.companyHashedId, name: sampleUser.companyName },
]

/** A group of two, and one without members. */
export const sampleGroup: Group = {
  groupId: frontDesk,
  hashedId: "groupFrontDesk00000001",
  version: 2,
  members: 2,
  group: { name: "Front desk", accessIds: [7, 11, 14] },
}
export const sampleGroups: GroupList = {
  features,
  groups: [
    sampleGroup,
    {
      groupId: outreach,
      hashedId: "groupOutreach000000001",
      version: 1,
      members: 0,
      group: { name: "Outreach", accessIds: [1, 3, 14] },
    },
  ],
}

/** Who is in the group of two. */
export const sampleMembers: GroupMembers = {
  ...{ hashedId: sampleGroup.hashedId, name: sampleGroup.group.name, accessIds: sampleGroup.group.accessIds, features },
  seen: "d41d8cd98f00b204e9800998ecf8427e",
  members: sampleUsers.map(({ userId, hashedId, userName, displayName, userType, state }) => ({
    ...{ userId, hashedId, userName, displayName, userType, state },
  })),
}

/** An invitation that can still be taken, and one whose time is over. */
export const sampleInvitation: Invitation = {
  invitationId: InvitationId.make(1),
  hashedId: "invitationNora00000001",
  version: 1,
  email: "nora.quinn@northwind.test",
  displayName: "Nora Quinn",
  userType: 3,
  groups: ["Front desk"],
  accessIds: [7, 11, 14],
  expiresAt: "2026-11-28T16:00:00.000Z",
  isExpired: false,
}
export const sampleInvitations: ReadonlyArray<Invitation> = [
  sampleInvitation,
  {
    ...sampleInvitation,
    ...{ invitationId: InvitationId.make(2), hashedId: "invitationOtto00000002", version: 2 },
    ...{ email: "otto.reyes@northwind.test", displayName: "Otto Reyes", groups: [], accessIds: [14] },
    ...{ expiresAt: "2026-11-18T09:00:00.000Z", isExpired: true },
  },
]
