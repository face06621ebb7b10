import { describe, expect, it } from "vitest"
import { GroupId } from "#schemas/administration/group.ts"
import type { GroupEvent, UserEvent } from "#schemas/administration/userEvents.ts"
import { UserId } from "#schemas/ids.ts"
import { usualPreferences } from "#schemas/preferences.ts"
import { ownAccess, type OwnGroup, type Recorded } from "#server/administration/users/ownAccess.rule.ts"

const userId = UserId.make(7)
const desk = GroupId.make(1)
const told = <Event>(event: Event, by: string | null, day: string): Recorded<Event> => ({
  event,
  by,
  at: `2026-${day}T12:00:00.000Z`,
})
const rank = (accessIds: ReadonlyArray<number>, groupIds: ReadonlyArray<GroupId> = []) => ({
  userId,
  userType: 3 as const,
  accessIds,
  groupIds,
  revision: 1,
})
const added = (accessIds: ReadonlyArray<number>, by: string | null, day: string) =>
  told<UserEvent>({ _tag: "UserAdded", ...rank(accessIds) }, by, day)
const revised = (accessIds: ReadonlyArray<number>, groupIds: ReadonlyArray<GroupId>, by: string, day: string) =>
  told<UserEvent>({ _tag: "UserRevised", ...rank(accessIds, groupIds), changed: [] }, by, day)
const deskWith = (...history: OwnGroup["history"]): OwnGroup => ({
  groupId: desk,
  name: "Front desk",
  accessIds: [1, 4],
  history,
})
const made = (accessIds: ReadonlyArray<number>, by: string, day: string) =>
  told<GroupEvent>({ _tag: "GroupCreated", groupId: desk, name: "Front desk", accessIds }, by, day)
const regrouped = (accessIds: ReadonlyArray<number>, by: string, day: string) =>
  told<GroupEvent>({ _tag: "GroupRevised", name: "Front desk", accessIds, changed: [] }, by, day)
const at = (day: string) => `2026-${day}T12:00:00.000Z`

describe("where a right comes from", () => {
  it("is whoever gave it last: what was taken away between counts no more", () => {
    const history = [
      added([1, 14], null, "01-01"),
      revised([14], [], "Elaine", "02-01"),
      revised([1, 14], [], "Nora", "03-01"),
      told<UserEvent>(
        { _tag: "ProfileSaved", userId, ...usualPreferences, revision: 4, changed: ["density"] },
        "Dana",
        "04-01",
      ),
      revised([1, 4, 14], [], "Elaine", "05-01"),
    ]
    expect(ownAccess([1, 14], history, [])).toEqual([
      { accessId: 1, sources: [{ group: null, by: "Nora", at: at("03-01") }] },
      { accessId: 14, sources: [{ group: null, by: null, at: at("01-01") }] },
    ])
  })

  it("is the later of two: who gave it to the group, and who put the person in", () => {
    const history = [added([14], null, "01-01"), revised([14], [desk], "Elaine", "03-01")]
    const groups = [deskWith(made([1], "Nora", "02-01"), regrouped([1, 4], "Mei", "04-01"))]
    expect(ownAccess([1, 4], history, groups)).toEqual([
      { accessId: 1, sources: [{ group: "Front desk", by: "Elaine", at: at("03-01") }] },
      { accessId: 4, sources: [{ group: "Front desk", by: "Mei", at: at("04-01") }] },
    ])
  })

  it("may be two places, and is not told of rights that are not in force", () => {
    const history = [added([1, 2], "Nora", "01-01"), revised([1, 2], [desk], "Elaine", "03-01")]
    const access = ownAccess([1], history, [deskWith(made([1, 4], "Nora", "02-01"))])
    expect(access.map(({ accessId, sources }) => [accessId, sources.map(({ group }) => group)])).toEqual([
      [1, [null, "Front desk"]],
    ])
  })
})
