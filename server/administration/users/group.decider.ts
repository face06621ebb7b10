import { Result, Schema } from "effect"
import { groupTable, type GroupState } from "#machines/lifecycles/group.lifecycle.ts"
import { GroupId } from "#schemas/administration/group.ts"
import type { GroupEvent } from "#schemas/administration/userEvents.ts"
import { noneOf } from "#schemas/ids.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import type { Decider, Projection } from "#server/decider.ts"

/** A group as decisions need it, and as it is read: nothing else is set up for it. */
export const GroupRow = Schema.Struct({
  groupId: GroupId,
  name: Schema.String,
  accessIds: Schema.Array(Schema.Int),
  state: Schema.Literals(["reserved", "active", "deleted"] satisfies ReadonlyArray<GroupState>),
})
export type GroupRow = typeof GroupRow.Type

/** What may be asked of a group. */
export type GroupCommand =
  | {
      readonly _tag: "SaveGroup"
      readonly groupId: GroupId
      readonly name: string
      readonly accessIds: ReadonlyArray<number>
    }
  | { readonly _tag: "DeleteGroup" }

const sentences: Readonly<Record<GroupState, string>> = {
  reserved: "This group was never saved. Save it first.",
  active: "This group can be changed or deleted.",
  deleted: "This group was deleted.",
}

const happen = ({ state }: GroupRow, event: GroupEvent): Result.Result<ReadonlyArray<GroupEvent>, Problem> =>
  groupTable.next(state, event._tag) === undefined
    ? Result.fail(problem("NotAllowedNow", sentences[state], { allowed: groupTable.allowed(state) }))
    : Result.succeed([event])

const isEqual = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): boolean =>
  one.length === other.length && one.every((id, place) => id === other[place])

const decide: Decider<GroupRow, GroupCommand, GroupEvent>["decide"] = (group, command) => {
  if (command._tag === "DeleteGroup") return happen(group, { _tag: "GroupDeleted" })
  const { groupId, name, accessIds } = command
  if (group.state === "reserved") return happen(group, { _tag: "GroupCreated", groupId, name, accessIds })
  const changed = [
    ...(name === group.name ? [] : ["name"]),
    ...(isEqual(accessIds, group.accessIds) ? [] : ["accessIds"]),
  ]
  return changed.length === 0 && group.state === "active"
    ? Result.succeed([])
    : happen(group, { _tag: "GroupRevised", name, accessIds, changed })
}

const evolve = (group: GroupRow, event: GroupEvent): GroupRow => {
  const next = { ...group, state: groupTable.next(group.state, event._tag) ?? group.state }
  switch (event._tag) {
    case "GroupCreated":
      return { ...next, groupId: event.groupId, name: event.name, accessIds: event.accessIds }
    case "GroupRevised":
      return { ...next, name: event.name, accessIds: event.accessIds }
    case "GroupDeleted":
      return next
  }
}

const initial: GroupRow = { groupId: noneOf(GroupId), name: "", accessIds: [], state: "reserved" }

/** Groups of users, whose members have their rights (docs/policy.md#users). */
export const groupDecider: Decider<GroupRow, GroupCommand, GroupEvent> = { initialState: initial, decide, evolve }

/** Groups by id; a name is taken once in its company. */
export const groupProjection: Projection<GroupRow, GroupEvent> = {
  category: "group",
  version: 1,
  row: GroupRow,
  initialRow: initial,
  evolve,
  keys: ({ state, name }) => ({ state, uniqueKey: state === "active" ? name.toLowerCase() : null }),
}
