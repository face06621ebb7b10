import { Effect, Schema } from "effect"
import { GroupDraft, type GroupId } from "#schemas/administration/group.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { notFound } from "#schemas/problem.ts"
import { deleteGroup, saveGroup } from "#server/administration/users/group.commands.ts"
import { foundGroup } from "#server/administration/users/group.queries.ts"
import { lockGroup } from "#server/administration/users/groupMembers.queries.ts"
import { readPeople } from "./directoryPerson.queries.ts"
import { keepGroup, readDirectoryGroups } from "./directoryGroup.queries.ts"
import { groupPerson, invalid, type DirectoryCaller } from "./directoryPerson.commands.ts"

/** What a directory says of a group: its name, and the ids of who is in it. */
export type DirectoryGroupDraft = {
  readonly externalId: string | null
  readonly name: string
  readonly memberIds: ReadonlyArray<string>
}

/** One group of the company by its id; fails with NotFound. */
export const foundDirectoryGroup = Effect.fnUntraced(function* (companyId: CompanyId, id: string) {
  const [group] = yield* readDirectoryGroups(companyId, id)
  return group ?? (yield* Effect.fail(notFound()))
})

/** Keeps the editor of a group's members and other requests out until the open transaction ends; a group that is absent needs it not. */
export const lockDirectoryGroup = Effect.fnUntraced(function* (companyId: CompanyId, id: string) {
  const [group] = yield* readDirectoryGroups(companyId, id)
  if (group !== undefined) yield* Effect.orDie(lockGroup(companyId, group.groupId))
})

const isName = Schema.is(Schema.toType(GroupDraft.fields.name))

const setMembers = Effect.fnUntraced(function* (
  caller: DirectoryCaller,
  groupId: GroupId,
  memberIds: ReadonlyArray<string>,
) {
  const companyId = caller.actingCompanyId
  const wanted = new Set(memberIds)
  const before = yield* readPeople(companyId, { groupId })
  for (const person of before.filter(({ id }) => !wanted.has(id)))
    yield* groupPerson(caller, person, { groupId, joins: false })
  for (const id of wanted) {
    if (before.some((one) => one.id === id)) continue
    const [person] = yield* readPeople(companyId, { id })
    if (person === undefined) return yield* invalid("members", `No user of this company has the id ${id}.`)
    yield* groupPerson(caller, person, { groupId, joins: true })
  }
})

/**
 * Saves a group as a directory asks, new or changed: its name and members. The rights that it gives are set in Admin
 * View alone: a new one has none. Fails with NotFound, AlreadyExists and StaleVersion, with
 * Invalid for rights that the token's maker cannot give, and with Forbidden for the maker and for people who rank above
 * them.
 */
export const saveDirectoryGroup = Effect.fn("saveDirectoryGroup")(function* (
  caller: DirectoryCaller,
  id: string | undefined,
  { externalId, name, memberIds }: DirectoryGroupDraft,
) {
  const companyId = caller.actingCompanyId
  const before = id === undefined ? undefined : yield* foundDirectoryGroup(companyId, id)
  if (!isName(name)) return yield* invalid("displayName", "Use a displayName of 2 to 60 characters.")
  const hashedId = before?.id ?? null
  const accessIds = before === undefined ? [] : (yield* foundGroup(companyId, before.groupId)).group.accessIds
  const saved = before?.name === name ? before : yield* saveGroup(caller, { hashedId, group: { name, accessIds } }, {})
  if (externalId !== (before?.externalId ?? null)) yield* keepGroup(companyId, saved.groupId, externalId)
  yield* setMembers(caller, saved.groupId, memberIds)
  return yield* foundDirectoryGroup(companyId, before?.id ?? ("hashedId" in saved ? saved.hashedId : saved.id))
})

/** Deletes a group: its members lose its rights. Fails with NotFound. */
export const removeDirectoryGroup = Effect.fn("removeDirectoryGroup")(function* (caller: DirectoryCaller, id: string) {
  yield* foundDirectoryGroup(caller.actingCompanyId, id)
  yield* deleteGroup(caller, id, {})
})
