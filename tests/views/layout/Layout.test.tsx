import { usualPreferences } from "#schemas/preferences.ts"
import { describe, expect, it } from "vitest"
import { CompanyId, UserId } from "#schemas/ids.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { screens } from "#schemas/session/words.ts"
import { AccessDeniedView, NotFoundView } from "#views/layout/DeadEnds.tsx"
import { Layout } from "#views/layout/Layout.tsx"
import { Loader } from "#views/layout/Loader.tsx"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"

const admin: SignedInPerson = {
  userId: UserId.make(3),
  userType: 2,
  userName: "admin@northwind.test",
  displayName: "Nora Winters",
  companyId: CompanyId.make(2),
  companyName: "Northwind Clinics",
  companyZone: "America/Los_Angeles",
  preferences: usualPreferences,
  actingCompany: null,
  accessIds: [1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 14, 15, 16, 17],
}
const noRights: SignedInPerson = { ...admin, userType: 3, accessIds: [] }

const show = async (person: SignedInPerson, path = "/sms", dark = false) => {
  const pressed: Array<string> = []
  const rendered = await render(
    <Layout
      person={person}
      path={path}
      past={1}
      unread={2}
      onNotifications={() => void pressed.push("notifications")}
      onSearch={() => void pressed.push("search")}
      onHelp={() => void pressed.push("help")}
      onActingEnd={() => undefined}
      onSignOut={() => void pressed.push("sign out")}
      loader={<Loader busy slow={false} onCancel={() => undefined} />}
    >
      <h1>A page</h1>
    </Layout>,
    { dark },
  )
  const bar = rendered.container.querySelector(".nav-bar")
  const links = [...(bar?.querySelectorAll("a") ?? [])]
  return { ...rendered, pressed, links }
}

describe("the layout", () => {
  it("shows user type, company and display name, and logs out", async () => {
    const { container, pressed } = await show(admin)
    const identity = textOf(container.querySelector(".letterhead"))
    for (const part of ["Admin", "Northwind Clinics", "Nora Winters"]) expect(identity).toContain(part)
    const logout = container.querySelector<HTMLElement>(".letterhead .logout")
    logout?.click()
    expect(pressed).toEqual(["sign out"])
  })

  it("says on the bell how many toasts are kept, and counts the notices that are new", async () => {
    const { container } = await show(admin)
    const bell = container.querySelector(".bell")
    expect(bell?.getAttribute("aria-label")).toBe("Notifications: 1 notification, 2 new notices")
    expect(textOf(bell)).toBe("2")
  })

  it("draws only links to pages that exist and may be seen, in the specified casing", async () => {
    const { links, container } = await show(admin)
    expect(links.map(textOf)).toEqual([
      ...["sms", "ivr", "campaign", "Schedule", "report"],
      ...["appointment", "location", "Profile", "Home"],
    ])
    expect([...container.querySelectorAll(".nav-bar .nav-group-name")].map(textOf)).toEqual(["outreach", "schedule"])
  })

  it("draws no group without links", async () => {
    const { links, container } = await show(noRights)
    expect(links.map(textOf)).toEqual(["Home"])
    expect(container.querySelectorAll(".nav-group")).toHaveLength(0)
  })

  it.each([12, 16])("draws no group for right %i alone, whose pages have no link in it yet", async (id) => {
    const { container } = await show({ ...noRights, accessIds: [id] })
    expect(container.querySelectorAll(".nav-group")).toHaveLength(0)
  })

  it.each([
    [1, "sms"],
    [3, "campaign"],
    [4, "report"],
    [11, "Schedule"],
  ] as const)("draws the group for right %i alone, with the one link %s", async (id, label) => {
    const { links, container } = await show({ ...noRights, accessIds: [id] })
    expect([...container.querySelectorAll(".nav-bar .nav-group-name")].map(textOf)).toEqual(["outreach"])
    expect(links.map(textOf)).toEqual([label, "Home"])
  })

  it("marks the active link in words for screen readers", async () => {
    const { links } = await show(admin, "/campaign")
    expect(links.filter((link) => link.getAttribute("aria-current") === "page").map(textOf)).toEqual(["campaign"])
  })

  it("leads past the bar by its first link", async () => {
    const { container } = await show(admin)
    const first = container.querySelector("a, button")
    expect(first?.getAttribute("href")).toBe("#content")
    expect(container.querySelector("main")?.id).toBe("content")
  })

  it.each([
    ["light", false],
    ["dark", true],
  ] as const)("is accessible in the %s", async (_, dark) => {
    const { container } = await show(admin, "/sms", dark)
    expect(await accessibilityFaults(container)).toEqual([])
  })

  it("opens its menu where the bar has no room, and closes it when a link is followed", async () => {
    const { container } = await show(admin)
    const menu = container.querySelector<HTMLElement>("#menu")
    container.querySelector<HTMLElement>(".menu-button")?.click()
    expect(menu?.matches(":popover-open")).toBe(true)
    await press("report", menu ?? container)
    expect(menu?.matches(":popover-open")).toBe(false)
  })
})

describe("dead ends inside the layout", () => {
  it("deny access in the specified words, and name the right that is missing", async () => {
    const rendered = await render(<AccessDeniedView page="/campaign" rights={{ userType: 3, accessIds: [1, 4] }} />)
    expect(textOf(rendered.container.querySelector("h1"))).toBe(screens.accessDenied.title)
    expect(textOf(rendered.container)).toContain(screens.accessDenied.text)
    expect(textOf(rendered.container)).toContain(screens.accessDenied.hint)
    expect(textOf(rendered.container)).toContain("It needs3 Campaign: to run campaignsYou have2 of 17 rights")
    expect(await accessibilityFaults(rendered.container)).toEqual([])
  })

  it("say that a page does not exist, with a way home", async () => {
    const rendered = await render(<NotFoundView />)
    expect(rendered.container.querySelector('a[href="/dashboard"]')).not.toBeNull()
    expect(await accessibilityFaults(rendered.container)).toEqual([])
  })
})
