import { usualPreferences } from "#schemas/preferences.ts"
import "#views/administration/global.css"
import "#views/administration/users.css"
import { describe, expect, it } from "vitest"
import { usersMachine, type UsersEvent, type UsersSnapshot } from "#machines/administration/users.machine.ts"
import { mayCall, policy, roleList, type Call } from "#schemas/access.ts"
import type { ActivityEntry } from "#schemas/administration/activity.ts"
import type { Invitation } from "#schemas/administration/invitation.ts"
import type { GroupList } from "#schemas/administration/group.ts"
import type { User, UserCompany, UserSummary } from "#schemas/administration/user.ts"
import { CompanyId, UserId } from "#schemas/ids.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import type { SeenExport } from "#views/parts/Exporting.tsx"
import { UsersView } from "#views/administration/UsersView.tsx"
import { usersWalk } from "#tests/machines/administration/users.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { sampleActivity } from "#tests/support/activitySamples.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenCommand, seenReading } from "#tests/support/seen.ts"
import {
  inactiveUser,
  lockedUser,
  sampleGroups,
  sampleInvitation,
  sampleInvitations,
  sampleUser,
  sampleUserCompanies,
  sampleUsers,
} from "#tests/support/userSamples.ts"
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
  accessIds: [1, 8, 14],
}
/** Who is signed in and may do no more than everyone. */
const nobody = { userType: 3, accessIds: [] } as const
const { places } = pathsOf(usersMachine, usersWalk)
const at = (search: Readonly<Record<string, string>>) => after(usersMachine, [], { search }) as unknown as UsersSnapshot

type Shown = {
  readonly snapshot?: UsersSnapshot
  readonly search?: Readonly<Record<string, string>>
  readonly users?: Parameters<typeof seenReading<ReadonlyArray<UserSummary>>>[0]
  readonly user?: Parameters<typeof seenReading<User>>[0]
  readonly groups?: GroupList
  readonly invitations?: ReadonlyArray<Invitation>
  readonly history?: Parameters<typeof seenReading<ReadonlyArray<ActivityEntry>>>[0]
  readonly person?: SignedInPerson
  readonly file?: SeenExport
  readonly dark?: boolean
}
const show = async (shown: Shown = {}) => {
  const address = pageUrl(shown.search ?? {})
  const { sent, send } = recorder<UsersEvent>()
  const snapshot = shown.snapshot ?? at(shown.search ?? {})
  const rendered = await render(
    <UsersView
      page={{ snapshot, send }}
      url={address.url}
      person={shown.person ?? admin}
      users={seenReading<ReadonlyArray<UserSummary>>(shown.users ?? { ready: sampleUsers })}
      user={seenReading<User>(shown.user ?? "idle")}
      history={seenReading<ReadonlyArray<ActivityEntry>>(shown.history ?? "idle")}
      groups={seenReading<GroupList>({ ready: shown.groups ?? sampleGroups })}
      invitations={seenReading<ReadonlyArray<Invitation>>({ ready: shown.invitations ?? sampleInvitations })}
      companies={seenReading<ReadonlyArray<UserCompany>>({ ready: sampleUserCompanies })}
      file={shown.file}
      command={seenCommand(snapshot)}
      directory={null}
    />,
    { dark: shown.dark ?? false },
  )
  return { ...rendered, ...address, sent }
}
const chosen = { id: sampleUser.hashedId }
const ofUser = (user: User, more: Shown = {}) => show({ search: chosen, user: { ready: user }, ...more })
const textIn = (selector: string) => textOf(document.querySelector(selector))
const named = (name: string) => document.querySelector(`button[aria-label="${name}"]`)

describe("the users page", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, { snapshot }) => {
      const seen = snapshot as unknown as UsersSnapshot
      await show({ snapshot: seen, search: seen.context.search, user: { ready: sampleUser } })
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("lists who they are, what they may do, and who never came", async () => {
    await show()
    expect(textIn("tbody")).toContain("Front desk, Outreach")
    expect(textIn("tbody")).toContain("never")
    expect(textIn("tbody")).toContain("Locked")
  })

  it("shows the rights of each user next to each other, and which of them the company has not bought", async () => {
    await show({ search: { tab: "rights" } })
    const heads = [...document.querySelectorAll(".user-matrix thead th")].map(textOf)
    // The names of the rights stand in where there is no room for a column of each.
    expect(heads).toEqual(["Name", "Groups", ...roleList.map(({ name }) => name), "Right", "Rights"])
    const [first] = sampleUsers
    const cells = [...document.querySelectorAll(".user-matrix tbody tr:first-child td")].slice(-19, -2)
    const said = (name: string) => cells[roleList.findIndex((role) => role.name === name)]
    const marks = roleList.filter((role) => said(role.name)?.querySelector("title")?.textContent === "has it")
    expect(marks.map(({ id }) => id)).toEqual(first?.accessIds)
    expect(said("Translate")?.textContent).toContain("The company has not bought it.")
    expect(said("Rules")?.textContent).toContain("does not have it")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("says of no other company's users what their company has not bought", async () => {
    await show({ search: { tab: "rights", scope: "all" }, person: { ...admin, userType: 1, accessIds: [8, 13] } })
    expect(document.body.textContent).not.toContain("has not bought")
  })

  it("offers all companies to those alone who administer them", async () => {
    await show()
    expect(document.body.textContent).not.toContain("all companies")
    await show({ person: { ...admin, userType: 1, accessIds: [8, 13] } })
    expect(document.body.textContent).toContain("the one you work for")
    expect([...document.querySelectorAll("#filter-scope button")].map(textOf)).toEqual([
      "the one you work for",
      "all companies",
      "Harbor Dental",
      "Northwind Clinics",
    ])
  })

  it("exports who is listed, or says which right that takes", async () => {
    await show()
    expect(textIn("#users-export")).toContain("Actions")
    const { sent } = await show({ person: { ...admin, accessIds: [8, 17] } })
    await press("Export as CSV")
    expect(sent).toEqual([{ type: "export.pressed" }])
  })

  it("says that no one matches, and shows everyone again", async () => {
    const { changed } = await show({ users: { ready: [] }, search: { search: "zz" } })
    await press("Show everyone")
    expect(changed.at(-1)).toMatchObject({ search: null, state: null, of: null })
  })
})

describe("the page of a user", () => {
  it("says of each right whether they have it, and where it comes from", async () => {
    await ofUser(sampleUser)
    const row = (name: string) =>
      [...document.querySelectorAll(".rights tbody tr")].find((one) => one.textContent?.includes(name))?.textContent
    expect(row("Campaign")).toContain("Outreach")
    expect(row("Profile")).toContain("Front desk, Outreach")
    expect(row("DatabaseSetup")).toContain("given to them")
    expect(row("SuperAdminGlobal")).toContain("The company has not bought it.")
    expect(row("Report")).toContain("does not have it")
  })

  it("shows the menu and pages that they have, and what the others need", async () => {
    await ofUser(sampleUser)
    expect(textIn(".view-menu")).toContain("campaign")
    expect(textIn(".view-menu")).not.toContain("report")
    expect(textIn(".view-pages")).toContain("/database")
    expect(textIn(".view-refused")).toContain("/report needs Report")
    expect(textIn(".view-refused")).toContain("/global needs a Super Admin")
  })

  it("names every action that the policy gives them, and what the others need", async () => {
    await ofUser(sampleUser)
    const [may, lacks] = [...document.querySelectorAll(".view-deeds")]
    const said = (calls: Element | undefined) => [...(calls?.querySelectorAll("li") ?? [])].map(textOf)
    const deeds = (Object.keys(policy) as ReadonlyArray<Call>).filter((call) => !mayCall(nobody, call))
    expect(said(may)).toHaveLength(deeds.filter((call) => mayCall(sampleUser, call)).length)
    expect(said(lacks)).toHaveLength(deeds.filter((call) => !mayCall(sampleUser, call)).length)
    expect(textOf(may?.querySelector("summary") ?? null)).toBe(`${said(may).length} actions are allowed`)
    expect(said(may)).toContain("create a campaign")
    expect(said(lacks)).toContain(
      "launch, pause, resume or cancel a campaign needs Campaign or MultiCampaign, and Actions",
    )
  })

  it("offers what the account's state allows", async () => {
    const { sent } = await ofUser(lockedUser)
    await press("Unlock")
    expect(sent).toEqual([{ type: "unlock.pressed", user: lockedUser }])
    await ofUser(inactiveUser)
    expect(document.body.textContent).toContain("Reactivate")
    expect(document.body.textContent).not.toContain("Sign out everywhere")
    expect(document.body.textContent).toContain("They cannot come in now.")
  })

  it("is accessible in the dark", async () => {
    await ofUser(sampleUser, { dark: true })
    expect(await accessibilityFaults()).toEqual([])
  })
})

describe("the invitations", () => {
  it("say until when each can be taken, and are sent again and withdrawn by name", async () => {
    const { sent } = await show({ search: { tab: "invitations" } })
    expect(textIn("tbody")).toContain("Its time is over")
    named("Send again to Nora Quinn")?.dispatchEvent(new MouseEvent("click", { bubbles: true }))
    named("Withdraw the invitation of Nora Quinn")?.dispatchEvent(new MouseEvent("click", { bubbles: true }))
    expect(sent).toEqual([
      { type: "invitation.resend.pressed", invitation: sampleInvitation },
      { type: "invitation.withdraw.pressed", invitation: sampleInvitation },
    ])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("say what an invitation is while there is none", async () => {
    await show({ search: { tab: "invitations" }, invitations: [] })
    expect(document.body.textContent).toContain("No one is invited")
  })
})

describe("the groups", () => {
  it("stand next to each other with what each gives, and are deleted by name", async () => {
    const { sent } = await show({ search: { tab: "groups" } })
    expect(textIn("thead")).toContain("Front desk")
    expect(textIn("thead")).toContain("2 members")
    named("Delete Outreach")?.dispatchEvent(new MouseEvent("click", { bubbles: true }))
    expect(sent).toEqual([{ type: "group.delete.pressed", group: sampleGroups.groups[1] }])
  })

  it("say what a group is for while there is none", async () => {
    await show({ search: { tab: "groups" }, groups: { ...sampleGroups, groups: [] } })
    expect(document.body.textContent).toContain("There are no groups yet")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("shows what was done to a user, to those who may read the log", async () => {
    const history = { ready: sampleActivity }
    const search = { ...chosen, tab: "history" }
    await ofUser(sampleUser, { search, history })
    expect([document.querySelector(".activity"), document.querySelector(".tabs")]).toEqual([null, null])
    await ofUser(sampleUser, { search, history, person: { ...admin, accessIds: [1, 8, 10, 14] } })
    expect(textIn(".tabs")).toBe("Access History")
    expect(textIn("tbody")).toContain("changed")
    expect(await accessibilityFaults()).toEqual([])
  })
})
