import type { OwnRight } from "#schemas/administration/profile.ts"
import type { GroupId } from "#schemas/administration/group.ts"
import type { GroupEvent, UserEvent } from "#schemas/administration/userEvents.ts"

/** A fact with who brought it about, and when; null where the product did. */
export type Recorded<Event> = { readonly event: Event; readonly by: string | null; readonly at: string }

/** What someone has been given, by id, with the fact that gave it. */
type Given<Id extends number> = ReadonlyMap<Id, Recorded<unknown>>

const afterwards = <Id extends number>(
  before: Given<Id>,
  ids: ReadonlyArray<Id>,
  recorded: Recorded<unknown>,
): Given<Id> => new Map(ids.map((id) => [id, before.get(id) ?? recorded]))

/** A group that someone is in. */
export type OwnGroup = {
  readonly groupId: GroupId
  readonly name: string
  readonly accessIds: ReadonlyArray<number>
  readonly history: ReadonlyArray<Recorded<GroupEvent>>
}

const given = (history: ReadonlyArray<Recorded<UserEvent>>) => {
  let rights: Given<number> = new Map()
  let groups: Given<GroupId> = new Map()
  for (const recorded of history) {
    const { event } = recorded
    if (!("accessIds" in event)) continue
    rights = afterwards(rights, event.accessIds, recorded)
    groups = afterwards(groups, event.groupIds, recorded)
  }
  return { rights, groups }
}

const givenToGroup = (history: ReadonlyArray<Recorded<GroupEvent>>): Given<number> =>
  history.reduce<Given<number>>(
    (rights, recorded) =>
      "accessIds" in recorded.event ? afterwards(rights, recorded.event.accessIds, recorded) : rights,
    new Map(),
  )

const later = (one: Recorded<unknown> | undefined, other: Recorded<unknown> | undefined) =>
  one !== undefined && (other === undefined || one.at >= other.at) ? one : other

const source = (group: string | null, recorded: Recorded<unknown> | undefined) => ({
  group,
  by: recorded?.by ?? null,
  at: recorded?.at ?? null,
})

/**
 * Where each right in force comes from. A right of a group was given by who did the later of two things: gave it to the
 * group, or put the person in.
 * @param inForce the rights that a person has, own and of groups, as far as the company has bought them
 */
export const ownAccess = (
  inForce: ReadonlyArray<number>,
  history: ReadonlyArray<Recorded<UserEvent>>,
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
