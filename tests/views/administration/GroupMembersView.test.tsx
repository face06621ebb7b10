import "#views/administration/global.css"
import "#views/administration/users.css"
import { describe, expect, it } from "vitest"
import {
  groupMembersMachine,
  type GroupMembersEvent,
  type GroupMembersSnapshot,
} from "#machines/administration/groupMembers.machine.ts"
import type { UserSummary } from "#schemas/administration/user.ts"
import { CompanyId, UserId } from "#schemas/ids.ts"
import { usualPreferences } from "#schemas/preferences.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { GroupMembersView } from "#views/administration/GroupMembersView.tsx"
import { groupMembersWalk, sampleMembersValues } from "#tests/machines/administration/groupMembers.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, press, render } from "#tests/support/render.tsx"
import { recorder, seenForm, seenReading } from "#tests/support/seen.ts"
import { sampleMembers, sampleUsers } from "#tests/support/userSamples.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"

const admin: SignedInPerson = {
  userId: UserId.make(3),
  userType: 2,
  userName: "people@northwind.test",
  displayName: "Petra People",
  companyId: CompanyId.make(2),
  companyName: "Northwind Clinics",
  companyZone: "America/Los_Angeles",
  preferences: usualPreferences,
  actingCompany: null,
  accessIds: [7, 8, 11, 14],
}
const [dana, tariq] = sampleUsers as readonly [UserSummary, UserSummary]
const withoutTariq = { ...sampleMembersValues, members: sampleMembers.members.slice(0, 1) }
const writing = after(
  groupMembersMachine,
  [{ type: "xstate.done.actor.open", output: sampleMembersValues }],
  groupMembersWalk.input,
) as unknown as GroupMembersSnapshot

const show = async (
  snapshot: GroupMembersSnapshot,
  shown: {
    readonly found?: ReadonlyArray<UserSummary>
    readonly person?: SignedInPerson
    readonly dark?: boolean
  } = {},
) => {
  const { sent, send } = recorder<GroupMembersEvent>()
  const form = snapshot.matches("writing") ? seenForm(withoutTariq as never) : undefined
  const { sent: changes, send: change } = recorder<object>()
  await render(
    <GroupMembersView
      page={{ snapshot, send }}
      url={pageUrl(snapshot.context.search).url}
      person={shown.person ?? admin}
      found={seenReading<ReadonlyArray<UserSummary>>(shown.found === undefined ? "idle" : { ready: shown.found })}
      form={form === undefined ? undefined : { ...form, send: change }}
    />,
    { dark: shown.dark ?? false },
  )
  return { sent, changes }
}
const text = () => document.body.textContent ?? ""

describe("the members of a group", () => {
  it.each(pathsOf(groupMembersMachine, groupMembersWalk).places.map((place) => [titleOf(place), place] as const))(
    "keep their promise and are accessible in %s",
    async (_, { snapshot }) => {
      await show(snapshot as unknown as GroupMembersSnapshot, { found: sampleUsers })
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("are put in by what is found, and taken out by name", async () => {
    const { changes } = await show(writing, { found: [dana, tariq] })
    expect(text()).toContain("in the group")
    await press("Add Tariq Aziz")
    expect(changes).toContainEqual({
      type: "field.changed",
      field: "members",
      value: [sampleMembers.members[0], sampleMembers.members[1]],
    })
    await press("Remove Dana Whitfield")
    expect(changes).toContainEqual({ type: "field.changed", field: "members", value: [] })
  })

  it("say of whom they cannot be given the rights, or who ranks above, why", async () => {
    await show(writing, { found: [tariq], person: { ...admin, accessIds: [8, 14] } })
    expect(text()).toContain("You do not hold it yourself.")
    await show(writing, { found: [{ ...tariq, userType: 1 }] })
    expect(text()).toContain("ranks above you")
  })

  it("say that no one was found, in the dark as well", async () => {
    await show(writing, { found: [], dark: true })
    expect(text()).toContain("No user matches.")
    expect(await accessibilityFaults()).toEqual([])
  })
})
