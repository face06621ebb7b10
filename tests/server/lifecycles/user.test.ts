import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { invitationLifecycle, invitationTable } from "#machines/lifecycles/invitation.lifecycle.ts"
import { groupLifecycle, groupTable } from "#machines/lifecycles/group.lifecycle.ts"
import { userLifecycle, userTable } from "#machines/lifecycles/user.lifecycle.ts"
import { GroupId } from "#schemas/administration/group.ts"
import type { UserAction } from "#schemas/administration/user.ts"
import type { GroupEvent, InvitationEvent, UserEvent } from "#schemas/administration/userEvents.ts"
import { InvitationId, UserId } from "#schemas/ids.ts"
import { usualNoticeChoices } from "#schemas/administration/notice.ts"
import { usualPreferences } from "#schemas/preferences.ts"
import { groupStream } from "#server/administration/users/group.commands.ts"
import type { GroupCommand } from "#server/administration/users/group.decider.ts"
import { invitationStream } from "#server/administration/users/invitation.commands.ts"
import type { InvitationCommand } from "#server/administration/users/invitation.decider.ts"
import { userStream } from "#server/administration/users/user.commands.ts"
import type { UserCommand } from "#server/administration/users/user.decider.ts"
import { handle, systemContext } from "#server/handle.ts"
import { declaredTransitions } from "#tests/paths/instrument.ts"
import { pathsOf } from "#tests/paths/paths.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { storeOn } from "#tests/support/outreach.ts"
import { freshCompany } from "#tests/support/outreachCalls.ts"
import { takenByEvents } from "./taken.ts"

const userId = UserId.make(1)
const groupId = GroupId.make(1)
const rank = { userId, userType: 3, accessIds: [14], groupIds: [] } as const
const act = (action: UserAction): UserCommand => ({ _tag: "ChangeUserState", userId, action })

const userCommands: Readonly<Record<UserEvent["_tag"], UserCommand>> = {
  UserAdded: { _tag: "AddUser", ...rank },
  UserRevised: { _tag: "SaveUser", ...rank, changed: ["displayName"] },
  ProfileSaved: { _tag: "SaveProfile", userId, ...usualPreferences, ...usualNoticeChoices, changed: ["density"] },
  OtherSignInsEnded: { _tag: "EndOtherSignIns", userId },
  UserLocked: act("lock"),
  UserUnlocked: act("unlock"),
  UserDeactivated: act("deactivate"),
  UserReactivated: act("reactivate"),
  UserSignedOut: act("signOut"),
}
const acts = ["UserLocked", "UserUnlocked", "UserDeactivated", "UserReactivated", "UserSignedOut"] as const

const groupCommands: Readonly<Record<GroupEvent["_tag"], GroupCommand>> = {
  GroupCreated: { _tag: "SaveGroup", groupId, name: "Front desk", accessIds: [14] },
  GroupRevised: { _tag: "SaveGroup", groupId, name: "Front desk", accessIds: [4, 14] },
  GroupDeleted: { _tag: "DeleteGroup" },
}

const invite: InvitationCommand = {
  _tag: "Invite",
  invitationId: InvitationId.make(1),
  ...{ userType: 3, accessIds: [14], groupIds: [], expiresAt: "2026-12-01T09:00:00.000Z" },
}
const invitationCommands: Readonly<Record<InvitationEvent["_tag"], InvitationCommand>> = {
  UserInvited: invite,
  InvitationResent: invite,
  InvitationRevised: { _tag: "ReviseInvitation", userType: 3, accessIds: [14], groupIds: [], changed: ["groupIds"] },
  InvitationWithdrawn: { _tag: "WithdrawInvitation" },
  InvitationTaken: { _tag: "TakeInvitation", userId },
}

const typesOf = <Type>(lifecycle: typeof userLifecycle | typeof groupLifecycle | typeof invitationLifecycle) =>
  pathsOf(lifecycle, {}).paths.map(({ events }) => [events.map(({ type }) => type as Type)] as const)

layer(storeOn(embeddedDatabase), { excludeTestServices: true, timeout: 60_000 })(
  "the lives of users, groups and invitations on the server",
  (it) => {
    it.effect.each(typesOf<UserEvent["_tag"]>(userLifecycle))("are those of a user: %s", ([types]) =>
      Effect.gen(function* () {
        const companyId = yield* freshCompany()
        const ask = (type: UserEvent["_tag"], id: string) =>
          handle(userStream, userId, userCommands[type], systemContext(companyId, `${companyId} ${id}`))
        let expected: ReturnType<typeof userTable.next> = userTable.initial
        for (const [index, type] of types.entries()) {
          expected = userTable.next(expected ?? "reserved", type)
          expect((yield* ask(type, `step ${index}`)).state.state).toBe(expected)
          const allowed = userTable.allowed(expected ?? "reserved")
          for (const wished of acts)
            if (!allowed.includes(wished))
              expect(yield* Effect.flip(ask(wished, `${index} ${wished}`))).toMatchObject({ problem: "NotAllowedNow" })
        }
      }),
    )

    it.effect.each(typesOf<GroupEvent["_tag"]>(groupLifecycle))("are those of a group: %s", ([types]) =>
      Effect.gen(function* () {
        const companyId = yield* freshCompany()
        const ask = (type: GroupEvent["_tag"], id: string) =>
          handle(groupStream, groupId, groupCommands[type], systemContext(companyId, `${companyId} ${id}`))
        let expected: ReturnType<typeof groupTable.next> = groupTable.initial
        for (const [index, type] of types.entries()) {
          expected = groupTable.next(expected ?? "reserved", type)
          expect((yield* ask(type, `step ${index}`)).state.state).toBe(expected)
        }
        if (expected === "deleted")
          for (const type of ["GroupRevised", "GroupDeleted"] as const)
            expect(yield* Effect.flip(ask(type, `late ${type}`))).toMatchObject({ problem: "NotAllowedNow" })
      }),
    )

    it.effect.each(typesOf<InvitationEvent["_tag"]>(invitationLifecycle))("are those of an invitation: %s", ([types]) =>
      Effect.gen(function* () {
        const companyId = yield* freshCompany()
        const ask = (type: InvitationEvent["_tag"], id: string) =>
          handle(invitationStream, 1, invitationCommands[type], systemContext(companyId, `${companyId} ${id}`))
        let expected: ReturnType<typeof invitationTable.next> = invitationTable.initial
        for (const [index, type] of types.entries()) {
          expected = invitationTable.next(expected ?? "reserved", type)
          expect((yield* ask(type, `step ${index}`)).state.state).toBe(expected)
        }
        if (expected !== "pending")
          for (const type of ["InvitationResent", "InvitationWithdrawn", "InvitationTaken"] as const)
            expect(yield* Effect.flip(ask(type, `late ${type}`))).toMatchObject({ problem: "NotAllowedNow" })
      }),
    )

    it.effect("took every transition of these charts, and no other", () =>
      Effect.gen(function* () {
        for (const lifecycle of [userLifecycle, groupLifecycle, invitationLifecycle]) {
          const { taken, strange } = yield* takenByEvents(lifecycle)
          expect(declaredTransitions(lifecycle).filter((name) => !taken.has(name))).toEqual([])
          expect(strange).toEqual([])
        }
      }),
    )
  },
)
