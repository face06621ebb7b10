import { Result } from "effect"
import { describe, expect, it } from "vitest"
import type { UserAction } from "#schemas/administration/user.ts"
import { UserId } from "#schemas/ids.ts"
import { userDecider, type UserCommand, type UserFold } from "#server/administration/users/user.decider.ts"

const userId = UserId.make(7)
const rank = { userId, userType: 3, accessIds: [14], groupIds: [] } as const
const add: UserCommand = { _tag: "AddUser", ...rank }
const save = (changed: ReadonlyArray<string>): UserCommand => ({ _tag: "SaveUser", ...rank, changed })
const change = (action: UserAction): UserCommand => ({ _tag: "ChangeUserState", userId, action })

/** The fold after some commands, none of which is refused. */
const after = (...commands: ReadonlyArray<UserCommand>): UserFold =>
  commands.reduce(
    (fold, command) => Result.getOrThrow(userDecider.decide(fold, command)).reduce(userDecider.evolve, fold),
    userDecider.initialState,
  )
const tagsOf = (fold: UserFold, command: UserCommand) =>
  Result.match(userDecider.decide(fold, command), {
    onSuccess: (events) => events.map(({ _tag }) => _tag),
    onFailure: ({ message }) => message,
  })

describe("the user decider", () => {
  it("numbers what is set up, and says nothing where nothing changed", () => {
    expect(after(add)).toEqual({ state: "active", revision: 1 })
    expect(after(add, save(["displayName"]))).toEqual({ state: "active", revision: 2 })
    expect(tagsOf(after(add), save([]))).toEqual([])
  })

  it("changes an account that is locked or not active, and leaves it so", () => {
    expect(after(add, change("lock"), save(["accessIds"])).state).toBe("locked")
    expect(after(add, change("deactivate"), save(["accessIds"])).state).toBe("inactive")
  })

  it("brings a locked account that was deactivated back unlocked", () => {
    expect(after(add, change("lock"), change("deactivate"), change("reactivate")).state).toBe("active")
  })

  it("refuses with what can be done instead", () => {
    expect(tagsOf(userDecider.initialState, save(["displayName"]))).toBe("This person has not joined yet.")
    expect(tagsOf(after(add), change("unlock"))).toContain("is active")
    expect(tagsOf(after(add, change("deactivate")), change("signOut"))).toContain("not active")
    expect(tagsOf(after(add), add)).toContain("is active")
  })
})
