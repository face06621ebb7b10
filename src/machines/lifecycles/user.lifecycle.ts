import { setup } from "xstate"
import type { UserState } from "#schemas/administration/user.ts"
import type { UserEvent } from "#schemas/administration/userEvents.ts"
import { compileLifecycle, type LifecycleTable } from "./table.ts"

/**
 * The life of a user's account. Event types are the `_tag`s of stored events
 * (docs/architecture.md#lifecycles). It is never deleted: what the person did keeps its author.
 */
export const userLifecycle = setup({
  types: { events: {} as { type: UserEvent["_tag"] } },
}).createMachine({
  id: "user",
  initial: "reserved",
  states: {
    reserved: {
      description: "It has a number; the person has not joined yet.",
      on: { UserAdded: "active" },
    },
    active: {
      description: "The person may come in, while their company's contract runs.",
      on: {
        UserRevised: "active",
        ProfileSaved: "active",
        OtherSignInsEnded: "active",
        UserLocked: "locked",
        UserDeactivated: "inactive",
        UserSignedOut: "active",
      },
    },
    locked: {
      description: "The person is told that their account is locked.",
      on: {
        UserRevised: "locked",
        UserUnlocked: "active",
        UserDeactivated: "inactive",
        UserSignedOut: "locked",
      },
    },
    inactive: {
      description: "The person has left; a sign-in is refused as an unknown one is.",
      on: { UserRevised: "inactive", UserReactivated: "active" },
    },
  },
})

/** The same as a table, for folds on the server and buttons in views. */
export const userTable: LifecycleTable<UserState | "reserved", UserEvent["_tag"]> = compileLifecycle(userLifecycle)
