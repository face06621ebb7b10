import { Result } from "effect"
import { userTable } from "#machines/lifecycles/user.lifecycle.ts"
import type { Rank, UserAction, UserState } from "#schemas/administration/user.ts"
import type { UserEvent } from "#schemas/administration/userEvents.ts"
import type { NoticeChoices } from "#schemas/administration/notice.ts"
import type { Preferences } from "#schemas/preferences.ts"
import type { UserId } from "#schemas/ids.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import type { Decider } from "#server/decider.ts"

/** A user as decisions need them; `revision` numbers what was set up. */
export type UserFold = { readonly state: UserState | "reserved"; readonly revision: number }

/** What may be asked of an account; `act` names what is done to it as a whole. */
export type UserCommand =
  | (Rank & { readonly _tag: "AddUser"; readonly userId: UserId })
  | (Rank & {
      readonly _tag: "SaveUser"
      readonly userId: UserId
      /** Fields that differ from what is stored. */
      readonly changed: ReadonlyArray<string>
    })
  | (Preferences &
      NoticeChoices & {
        readonly _tag: "SaveProfile"
        readonly userId: UserId
        readonly changed: ReadonlyArray<string>
      })
  | { readonly _tag: "EndOtherSignIns"; readonly userId: UserId }
  | { readonly _tag: "ChangeUserState"; readonly userId: UserId; readonly action: UserAction }

const sentences: Readonly<Record<UserFold["state"], string>> = {
  reserved: "This person has not joined yet.",
  active: "This account is active. It can be changed, locked, deactivated or signed out.",
  locked: "This account is locked. It can be changed, unlocked, deactivated or signed out.",
  inactive: "This account is not active. It can be changed or reactivated.",
}

const happen = ({ state }: UserFold, event: UserEvent): Result.Result<ReadonlyArray<UserEvent>, Problem> =>
  userTable.next(state, event._tag) === undefined
    ? Result.fail(problem("NotAllowedNow", sentences[state], { allowed: userTable.allowed(state) }))
    : Result.succeed([event])

/** What each action brings about. */
const outcomes = {
  lock: "UserLocked",
  unlock: "UserUnlocked",
  deactivate: "UserDeactivated",
  reactivate: "UserReactivated",
  signOut: "UserSignedOut",
} as const satisfies Record<UserAction, UserEvent["_tag"]>

const decide: Decider<UserFold, UserCommand, UserEvent>["decide"] = (fold, command) => {
  const { userId } = command
  const revision = fold.revision + 1
  switch (command._tag) {
    case "AddUser": {
      const { userType, accessIds, groupIds } = command
      return happen(fold, { _tag: "UserAdded", userId, userType, accessIds, groupIds, revision })
    }
    case "SaveUser": {
      const { userType, accessIds, groupIds, changed } = command
      return changed.length === 0
        ? Result.succeed([])
        : happen(fold, { _tag: "UserRevised", userId, userType, accessIds, groupIds, revision, changed })
    }
    case "SaveProfile": {
      return command.changed.length === 0
        ? Result.succeed([])
        : happen(fold, { ...command, _tag: "ProfileSaved", revision })
    }
    case "EndOtherSignIns":
      return happen(fold, { _tag: "OtherSignInsEnded", userId })
    case "ChangeUserState":
      return happen(fold, { _tag: outcomes[command.action], userId })
  }
}

const evolve = (fold: UserFold, event: UserEvent): UserFold => ({
  state: userTable.next(fold.state, event._tag) ?? fold.state,
  revision: "revision" in event ? event.revision : fold.revision,
})

/** Users: changed at any time, locked and unlocked, deactivated and reactivated, never deleted (docs/policy.md#users). */
export const userDecider: Decider<UserFold, UserCommand, UserEvent> = {
  initialState: { state: "reserved", revision: 0 },
  decide,
  evolve,
}
