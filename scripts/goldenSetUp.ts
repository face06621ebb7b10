import { GroupId } from "#schemas/administration/group.ts"
import { type CompanyId, InvitationId, UserId } from "#schemas/ids.ts"
import { usualNoticeChoices } from "#schemas/administration/notice.ts"
import { usualPreferences } from "#schemas/preferences.ts"
import { LocationId } from "#schemas/scheduling/location.ts"
import { cardStream } from "#server/administration/cards/card.commands.ts"
import { companyStream } from "#server/administration/companies/company.commands.ts"
import { globalSettingsStream } from "#server/administration/globalSettings/globalSettings.commands.ts"
import { invitationStream } from "#server/administration/users/invitation.commands.ts"
import { groupStream } from "#server/administration/users/group.commands.ts"
import { userStream } from "#server/administration/users/user.commands.ts"
import { playCommands, type StreamRows } from "#server/demo/streams.ts"
import { locationStream } from "#server/scheduling/locations/location.commands.ts"

/** A command by a person, so many minutes after the corpus begins. */
export type By = <A>(
  minutes: number,
  command: A,
) => { readonly at: number; readonly actorId: UserId; readonly command: A }

const dates = { contractStart: "2026-01-01", contractEnd: "2026-12-31" }
const place = {
  ...{ group: "East", city: "Oakland", state: "CA", zip: "94605", country: "US" },
  timezone: "America/Los_Angeles",
}
const setUpPlace = (name: string, changed: ReadonlyArray<string>) =>
  ({ _tag: "SaveLocation", locationId: LocationId.make(1), facts: { name, ...place }, changed }) as const

const userId = UserId.make(11)
const groupId = GroupId.make(1)
const offered = {
  userType: 3,
  accessIds: [14],
  groupIds: [GroupId.make(1)],
  expiresAt: "2026-12-01T09:00:00.000Z",
} as const
const rank = { userId, userType: 3, accessIds: [14], groupIds: [groupId] } as const

/** A company and its card, the rules for all, a location, a user, a group and invitations, with each of their events: what people set up, for the corpus of a release. */
export const playSetUp = (companyId: CompanyId, by: By, at: (minutes: number) => number): ReadonlyArray<StreamRows> => {
  const setUp = (changed: ReadonlyArray<string>, today: string) =>
    ({ _tag: "SaveCompany", companyId, changed, today, ...dates }) as const
  return [
    playCommands(locationStream, companyId, 1, [
      by(20, setUpPlace("Eastmont", [])),
      by(21, setUpPlace("Oakland Eastmont", ["name"])),
      by(22, { _tag: "DisableLocation" }),
      by(23, { _tag: "EnableLocation" }),
      by(24, { _tag: "MakeFeed", naming: "name" }),
      by(25, { _tag: "WithdrawFeed" }),
    ]),
    playCommands(companyStream, companyId, companyId, [
      by(1, setUp([], "2025-12-01")),
      { at: at(2), actorId: null, command: { _tag: "JudgeContract", today: "2026-01-01" } },
      by(3, setUp(["timezone", "senders"], "2026-02-01")),
      by(4, { ...setUp(["contractStart"], "2026-02-01"), contractStart: "2026-03-01" }),
      { at: at(5), actorId: null, command: { _tag: "JudgeContract", today: "2026-03-01" } },
      by(6, { _tag: "SuspendCompany" }),
      by(7, { _tag: "ReinstateCompany", today: "2027-01-01" }),
      by(8, { _tag: "RetireCompany", openCampaigns: 0 }),
    ]),
    playCommands(userStream, companyId, 11, [
      by(26, { _tag: "AddUser", ...rank }),
      by(27, { _tag: "SaveUser", ...rank, userType: 2, changed: ["userType"] }),
      by(27, {
        _tag: "SaveProfile",
        userId,
        ...usualPreferences,
        ...usualNoticeChoices,
        timeFormat: "24",
        changed: ["timeFormat"],
      }),
      by(27, { _tag: "EndOtherSignIns", userId }),
      ...(["lock", "unlock", "signOut", "deactivate", "reactivate"] as const).map((action, place) =>
        by(28 + place, { _tag: "ChangeUserState", userId, action } as const),
      ),
    ]),
    playCommands(groupStream, companyId, 1, [
      by(33, { _tag: "SaveGroup", groupId, name: "Front desk", accessIds: [7, 14] }),
      by(34, { _tag: "SaveGroup", groupId, name: "Front desk", accessIds: [7, 11, 14] }),
      by(35, { _tag: "DeleteGroup" }),
    ]),
    playCommands(invitationStream, companyId, 1, [
      by(36, { _tag: "Invite", invitationId: InvitationId.make(1), ...offered }),
      by(37, { _tag: "Invite", invitationId: InvitationId.make(1), ...offered }),
      by(38, { _tag: "TakeInvitation", userId }),
    ]),
    playCommands(invitationStream, companyId, 2, [
      by(36, { _tag: "Invite", invitationId: InvitationId.make(2), ...offered }),
      by(37, { _tag: "ReviseInvitation", userType: 3, accessIds: [14], groupIds: [], changed: ["groupIds"] }),
      by(38, { _tag: "WithdrawInvitation" }),
    ]),
    playCommands(cardStream, companyId, companyId, [
      by(40, { _tag: "SaveCard", cardId: "pm_00000001", lastMonth: "2026-12", changed: ["last4"] }),
      by(41, { _tag: "SaveCard", cardId: "pm_00000002", lastMonth: "2029-09", changed: ["last4", "lastMonth"] }),
      by(42, { _tag: "RemoveCard", changed: ["last4", "lastMonth"] }),
    ]),
    playCommands(globalSettingsStream, companyId, 1, [
      by(9, { _tag: "SaveSettings", changed: ["capTexts", "quietHours"] } as const),
    ]),
  ]
}
