import { Effect } from "effect"
import type { Group, GroupId } from "#schemas/administration/group.ts"
import { mostMoves, type SaveGroupMembers } from "#schemas/administration/groupMembers.ts"
import type { Person } from "#schemas/caller.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import type { CommandOptions } from "#server/handle.ts"
import { staleVersion } from "#server/store/append.ts"
import { Database } from "#server/store/Database.ts"
import { groupOf } from "./group.commands.ts"
import { lockGroup, readGroupMembers } from "./groupMembers.queries.ts"
import { saveUser } from "./user.commands.ts"
import { foundUser, type StoredUser } from "./user.queries.ts"

const refuse = (message: string): Problem => problem("Invalid", message, { errors: [{ field: "members", message }] })

/** Why this one person cannot be put in or taken out, with their name: many are saved at once. */
const naming =
  ({ displayName }: StoredUser) =>
  (failure: Problem): Problem =>
    failure.problem === "Forbidden" || failure.problem === "Invalid"
      ? refuse(`${displayName}: ${failure.message}`)
      : failure

const gone = refuse("One of these people is no user of the company any more. Search again.")

const tooMany = refuse(`At most ${mostMoves} people can be put in or taken out at once. Save some of them first.`)

/** Saves a person as they stand, in the group or out of it: the same command and the same bounds as in their own editor. */
const move = Effect.fnUntraced(function* (
  person: Person,
  { hashedId, groupId, joins }: { readonly hashedId: string; readonly groupId: GroupId; readonly joins: boolean },
  options: CommandOptions,
) {
  const stored = yield* Effect.mapError(foundUser(person, hashedId), () => gone)
  if (stored.companyId !== person.actingCompanyId) return yield* Effect.fail(gone)
  const others = stored.user.groupIds.filter((one) => one !== groupId)
  const user = { ...stored.user, groupIds: joins ? [...others, groupId] : others }
  yield* Effect.mapError(
    saveUser(person, { hashedId, user }, { ...options, expectedVersion: stored.version }),
    naming(stored),
  )
})

const change = Effect.fnUntraced(function* (
  person: Person,
  group: Group,
  { seen, members }: SaveGroupMembers,
  options: CommandOptions,
) {
  const { groupId } = group
  yield* Effect.orDie(lockGroup(person.actingCompanyId, groupId))
  const now = yield* readGroupMembers(person.actingCompanyId, group)
  if (now.seen !== seen) return yield* Effect.fail(staleVersion())
  const before = now.members.map(({ hashedId }) => hashedId)
  const inside = new Set(before)
  const wanted = new Set(members)
  const joining = [...wanted].filter((one) => !inside.has(one))
  const leaving = before.filter((one) => !wanted.has(one))
  if (joining.length + leaving.length > mostMoves) return yield* Effect.fail(tooMany)
  for (const hashedId of leaving) yield* move(person, { hashedId, groupId, joins: false }, options)
  for (const hashedId of joining) yield* move(person, { hashedId, groupId, joins: true }, options)
})

/**
 * Says who is in a group: people are put into it and taken out, all or no one. Fails with NotFound for a group that the
 * company does not have, with Invalid that names who cannot be changed or given its rights, and with StaleVersion where
 * others are in it by now than were read.
 */
export const saveGroupMembers = Effect.fn("saveGroupMembers")(function* (
  person: Person,
  payload: SaveGroupMembers,
  options: CommandOptions,
) {
  const { everyCompany } = yield* Database
  const group = yield* groupOf(person, payload.hashedId)
  yield* everyCompany(change(person, group, payload, options))
  return yield* readGroupMembers(person.actingCompanyId, group)
})
