import { Schema } from "effect"
import { UserState } from "#schemas/administration/user.ts"
import type { UserEvent } from "#schemas/administration/userEvents.ts"
import type { Projection } from "#server/decider.ts"
import { userDecider } from "./user.decider.ts"

/** The read model of a user: where the account stands. What is set up for them stands in `accounts`. */
export const UserRow = Schema.Struct({
  state: Schema.Union([UserState, Schema.Literal("reserved")]),
  revision: Schema.Int,
})
export type UserRow = typeof UserRow.Type

/** Users by id. */
export const userProjection: Projection<UserRow, UserEvent> = {
  category: "user",
  version: 1,
  row: UserRow,
  initialRow: userDecider.initialState,
  evolve: userDecider.evolve,
  keys: ({ state }) => ({ state, uniqueKey: null }),
}
