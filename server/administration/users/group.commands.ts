import { Effect } from "effect"
import { userTypes } from "#schemas/access.ts"
import { whyNotGiven } from "#schemas/administration/givenRights.ts"
import type { GroupId, SaveGroup } from "#schemas/administration/group.ts"
import { GroupEvent } from "#schemas/administration/userEvents.ts"
import type { Person } from "#schemas/caller.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { contextOf, handle, type CommandOptions } from "#server/handle.ts"
import { foundThing } from "#server/store/hashedIds.ts"
import { rowName, rowOpens } from "#server/store/readModels.ts"
import type { Stream } from "#server/store/stream.ts"
import { groupDecider, groupProjection, type GroupCommand, type GroupRow } from "./group.decider.ts"
import { foundGroup, isMember, nextGroupId, readFeatures } from "./group.queries.ts"

/** The streams of groups: `group-7`. */
export const groupStream: Stream<GroupRow, GroupCommand, GroupEvent, GroupRow> = {
  decider: groupDecider,
  events: GroupEvent,
  projection: groupProjection,
  outside: "hashedId",
  activity: { name: rowName(groupProjection), opens: rowOpens(groupProjection), isNumbered: true },
}

const nameTaken = problem("AlreadyExists", "A group with this name already exists.", {
  errors: [{ field: "name", message: "A group with this name already exists." }],
})

/** Says which field a taken name belongs to. */
const asNameTaken = (failure: Problem): Problem => (failure.problem === "AlreadyExists" ? nameTaken : failure)

const refuse = (message: string) =>
  Effect.fail(problem("Invalid", message, { errors: [{ field: "accessIds", message }] }))

/** A group of the acting company; fails with NotFound. */
export const groupOf = Effect.fnUntraced(function* (person: Person, hashedId: string) {
  const groupId = yield* foundThing<GroupId>(person.actingCompanyId, groupProjection, hashedId)
  return yield* foundGroup(person.actingCompanyId, groupId)
})

/**
 * Saves a group, new or changed. Fails with NotFound for one that the company does not have, with AlreadyExists for a
 * taken name, with Invalid for rights that the person cannot give, or adds to a group of their own, and with StaleVersion.
 */
export const saveGroup = Effect.fn("saveGroup")(function* (
  person: Person,
  { hashedId, group }: SaveGroup,
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const before = hashedId === null ? undefined : yield* groupOf(person, hashedId)
  const groupId = before?.groupId ?? (yield* nextGroupId(companyId))
  const accessIds = [...new Set(group.accessIds)].toSorted((one, other) => one - other)
  const added = accessIds.filter((id) => before?.group.accessIds.includes(id) !== true)
  const features = yield* readFeatures(companyId)
  for (const id of added) {
    // A group may hold what only Super Admins can use: it gives it to those of them who are in it.
    const reason = whyNotGiven(person, { userType: userTypes.SuperAdmin, features }, id)
    if (reason !== undefined) return yield* refuse(`The right ${id} cannot be given. ${reason}`)
  }
  if (added.length > 0 && (yield* isMember(companyId, person.userId, groupId)))
    return yield* refuse("You are in this group. Ask another administrator to give it more rights.")
  const command = { _tag: "SaveGroup", groupId, name: group.name, accessIds } as const
  const expectedVersion = options.expectedVersion ?? before?.version
  yield* Effect.mapError(
    handle(groupStream, groupId, command, contextOf(person, { ...options, expectedVersion })),
    asNameTaken,
  )
  return yield* foundGroup(companyId, groupId)
})

/** Deletes a group: its members lose its rights at their next call. */
export const deleteGroup = Effect.fn("deleteGroup")(function* (
  person: Person,
  hashedId: string,
  options: CommandOptions,
) {
  const { groupId } = yield* groupOf(person, hashedId)
  yield* handle(groupStream, groupId, { _tag: "DeleteGroup" }, contextOf(person, options))
})
