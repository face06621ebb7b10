import type { OwnRight } from "#schemas/administration/profile.ts"
import type { GroupId } from "#schemas/administration/group.ts"
import type { GroupEvent, UserEvent } from "#schemas/administration/userEvents.ts"

/** A fact with who brought it about, and when; null where the product did. */
export type Told<Event> = { readonly event: Event; readonly by: string | null; readonly at: string }

/** What someone has been given, by id, with the fact that gave it. */
type Given<Id extends number> = ReadonlyMap<Id, Told<unknown>>

const afterwards = <Id extends number>(before: Given<Id>, ids: ReadonlyArray<Id>, told: Told<unknown>): Given<Id> =>
  new Map(ids.map((id) => [id, before.get(id) ?? told]))

/** A group that someone is in. */
export type OwnGroup = {
  readonly groupId: GroupId
  readonly name: string
  readonly accessIds: ReadonlyArray<number>
  readonly history: ReadonlyArray<Told<GroupEvent>>
}

const given = (history: ReadonlyArray<Told<UserEvent>>) => {
  let rights: Given<number> = new Map()
  let groups: Given<GroupId> = new Map()
  for (const told of history) {
    const { event } = told
    if (!("accessIds" in event)) continue
    rights = afterwards(rights, event.accessIds, told)
    groups = afterwards(groups, event.groupIds, told)
  }
  return { rights, groups }
}

const givenToGroup = (history: ReadonlyArray<Told<GroupEvent>>): Given<number> =>
  history.reduce<Given<number>>(
    (rights, told) => ("accessIds" in told.event ? afterwards(rights, told.event.accessIds, told) : rights),
    new Map(),
  )

const later = (one: Told<unknown> | undefined, other: Told<unknown> | undefined) =>
  one !== undefined && (other === undefined || one.at >= other.at) ? one : other

const source = (group: string | null, told: Told<unknown> | undefined) => ({
  group,
  by: told?.by ?? null,
  at: told?.at ?? null,
})

/**
 * Where each right in force comes from. A right of a group was given by who did the later of two things: gave it to the
 * group, or put the person in.
 * @param inForce the rights that a person has, own and of groups, as far as the company has bought them
 */
export const ownAccess = (
  inForce: ReadonlyArray<number>,
  history: ReadonlyArray<Told<UserEvent>>,
  groups: ReadonlyArray<OwnGroup>,
): ReadonlyArray<OwnRight> => {
  const own = given(history)
  const shared = groups.map((group) => ({ ...group, rights: givenToGroup(group.history) }))
  return inForce.map((accessId) => ({
    accessId,
    sources: [
      ...(own.rights.has(accessId) ? [source(null, own.rights.get(accessId))] : []),
      ...shared
        .filter(({ accessIds }) => accessIds.includes(accessId))
        .map(({ groupId, name, rights }) => source(name, later(rights.get(accessId), own.groups.get(groupId)))),
    ],
  }))
}
