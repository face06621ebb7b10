import { usualPreferences } from "#schemas/preferences.ts"
import "#views/administration/global.css"
import "#views/administration/users.css"
import { describe, expect, it } from "vitest"
import { groupEditorMachine, type GroupEditorSnapshot } from "#machines/administration/groupEditor.machine.ts"
import {
  invitationEditorMachine,
  type InvitationEditorSnapshot,
} from "#machines/administration/invitationEditor.machine.ts"
import { userEditorMachine, type UserEditorSnapshot } from "#machines/administration/userEditor.machine.ts"
import { CompanyId, UserId } from "#schemas/ids.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { GroupEditorView } from "#views/administration/GroupEditorView.tsx"
import { InvitationEditorView } from "#views/administration/InvitationEditorView.tsx"
import { UserEditorView } from "#views/administration/UserEditorView.tsx"
import { groupEditorWalk, sampleGroupValues } from "#tests/machines/administration/groupEditor.walk.ts"
import { invitationEditorWalk, sampleInvitationValues } from "#tests/machines/administration/invitationEditor.walk.ts"
import { sampleUserValues, userEditorWalk } from "#tests/machines/administration/userEditor.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, render } from "#tests/support/render.tsx"
import { recorder, seenForm } from "#tests/support/seen.ts"
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
  accessIds: [1, 7, 8, 14],
}
const places = {
  user: pathsOf(userEditorMachine, userEditorWalk).places,
  group: pathsOf(groupEditorMachine, groupEditorWalk).places,
}
const input = (id: number) => document.querySelector<HTMLInputElement>(`[id$="accessIds-${id}"]`)
const said = (id: number) => document.querySelector(`[id$="accessIds-${id}-said"]`)?.textContent

const formOf = (isWriting: boolean, values: object) => (isWriting ? seenForm(values as never) : undefined)
const showUser = (snapshot: UserEditorSnapshot) =>
  render(
    <UserEditorView
      page={{ snapshot, send: recorder().send }}
      url={pageUrl(snapshot.context.search).url}
      person={admin}
      form={formOf(snapshot.matches("writing"), sampleUserValues)}
    />,
  )
const showGroup = (snapshot: GroupEditorSnapshot) =>
  render(
    <GroupEditorView
      page={{ snapshot, send: recorder().send }}
      url={pageUrl(snapshot.context.search).url}
      person={admin}
      form={formOf(snapshot.matches("writing"), sampleGroupValues)}
    />,
  )
const opened = { type: "xstate.done.actor.open", output: sampleUserValues }
const writing = after(userEditorMachine, [opened], userEditorWalk.input) as unknown as UserEditorSnapshot

describe("the editor of a user", () => {
  it.each(places.user.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, { snapshot }) => {
      await showUser(snapshot as unknown as UserEditorSnapshot)
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("shows the menu and the pages the person will have with what is chosen, before it is saved", async () => {
    const menu = async (values: object) => {
      const page = { snapshot: writing, send: recorder().send }
      const url = pageUrl(writing.context.search).url
      await render(<UserEditorView page={page} url={url} person={admin} form={formOf(true, values)} />)
      return document.querySelector(".view-menu")?.textContent
    }
    expect(await menu(sampleUserValues)).toContain("campaign")
    expect(document.body.textContent).toContain("What they will see once this is saved.")
    const fewer = await menu({ ...sampleUserValues, accessIds: [1], groupIds: [] })
    expect(fewer).toContain("sms")
    expect(fewer).not.toContain("campaign")
  })

  it("shows what an invitation would give while it is written", async () => {
    const values = { ...sampleInvitationValues, displayName: "", accessIds: [1], groupIds: [] }
    const snapshot = after(
      invitationEditorMachine,
      [{ type: "xstate.done.actor.open", output: values }],
      invitationEditorWalk.input,
    ) as unknown as InvitationEditorSnapshot
    const page = { snapshot, send: recorder().send }
    const url = pageUrl(snapshot.context.search).url
    await render(<InvitationEditorView page={page} url={url} person={admin} form={formOf(true, values)} />)
    expect(document.body.textContent).toContain("What they will see once they have joined.")
    expect(document.querySelector(".view-menu")?.textContent).toContain("sms")
    expect(document.querySelector(".view-menu")?.textContent).not.toContain("campaign")
  })

  it("says at each right why it cannot be given, or through which group it is there", async () => {
    await showUser(writing)
    expect(input(4)?.disabled).toBe(true)
    expect(said(4)).toBe("You do not hold it yourself.")
    expect(said(9)).toBe("The company has not bought it.")
    expect(said(7)).toBe("through Front desk")
    expect(input(7)?.disabled).toBe(false)
    // What they hold may be taken away, though the administrator does not hold it.
    expect(input(15)).toMatchObject({ disabled: false, checked: true })
  })

  it("offers no type above the administrator's own", async () => {
    await showUser(writing)
    const options = [...document.querySelectorAll("#user-userType option")].map(({ textContent }) => textContent)
    expect(options).toEqual(["Admin", "User"])
  })
})

describe("the editor of a group", () => {
  it("shows what the group alone gives, as far as the company has bought it", async () => {
    const values = { ...sampleGroupValues, accessIds: [3, 16] }
    const snapshot = after(
      groupEditorMachine,
      [{ type: "xstate.done.actor.open", output: values }],
      groupEditorWalk.input,
    ) as unknown as GroupEditorSnapshot
    const page = { snapshot, send: recorder().send }
    const url = pageUrl(snapshot.context.search).url
    await render(<GroupEditorView page={page} url={url} person={admin} form={formOf(true, values)} />)
    expect(document.querySelector(".view-pages")?.textContent).toBe("/dashboard/campaign")
  })

  it.each(places.group.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, { snapshot }) => {
      await showGroup(snapshot as unknown as GroupEditorSnapshot)
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )
})
