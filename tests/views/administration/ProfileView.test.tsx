import "#views/administration/global.css"
import "#views/administration/profile.css"
import { describe, expect, it } from "vitest"
import { profileMachine, valuesIn, type ProfileSnapshot } from "#machines/administration/profile.machine.ts"
import type { FormEvent } from "#machines/session/form.machine.ts"
import { ProfileView } from "#views/administration/ProfileView.tsx"
import { profileWalk } from "#tests/machines/administration/profile.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { sampleProfile } from "#tests/support/profileSamples.ts"
import { accessibilityFaults, render } from "#tests/support/render.tsx"
import { recorder, seenForm } from "#tests/support/seen.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"

const rightsOfDana = { userType: 3, accessIds: [1, 11, 14, 15] } as const
const { places, untaken } = pathsOf(profileMachine, profileWalk)
const show = (snapshot: ProfileSnapshot) =>
  render(
    <ProfileView
      page={{ snapshot, send: recorder().send }}
      form={snapshot.matches("writing") ? seenForm(valuesIn(sampleProfile)) : undefined}
      rights={rightsOfDana}
      accountUrl="/idp/account"
      signIns={null}
      card={null}
    />,
  )
const opened = { type: "xstate.done.actor.open", output: sampleProfile }
const writing = after(profileMachine, [opened], profileWalk.input) as unknown as ProfileSnapshot
const rights = () => [...document.querySelectorAll(".own-access > li")].map((row) => row.textContent ?? "")

describe("one's own profile", () => {
  it("takes every transition", () => {
    expect(untaken).toEqual([])
  })

  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, { snapshot }) => {
      await show(snapshot as unknown as ProfileSnapshot)
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("says of each right who gave it and by which group, and which rights are lacking", async () => {
    await show(writing)
    const [texts, booking, own, patients, lacking] = rights()
    expect(texts).toMatch(/see texts and templates.*from Outreach, given by Elaine Porter, .*Sep 14/)
    expect(booking).toMatch(/from Front desk.*from Outreach/)
    expect(own).toContain("given to you alone")
    expect(patients).toContain("given to you alone by Nora Reyes")
    expect(lacking).toContain("manage all companies")
    expect(lacking).not.toContain("see texts")
  })

  it("has the notices next to the details where there is room", async () => {
    await show(writing)
    const top = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().top ?? 0
    expect(innerWidth).toBeGreaterThanOrEqual(1200)
    expect(top("fieldset:has(.notice-choices)")).toBeLessThan(top("[id$=signature]"))
  })

  it("leads to where password and second factor are changed, or says that it is elsewhere", async () => {
    const link = () => document.querySelector<HTMLAnchorElement>('a[href="/idp/account"]')
    await show(writing)
    expect(link()?.textContent).toBe("Change how I sign in")
    expect(link()?.getBoundingClientRect().height).toBeGreaterThanOrEqual(24)
    await render(
      <ProfileView
        page={{ snapshot: writing, send: recorder().send }}
        form={undefined}
        rights={rightsOfDana}
        accountUrl={undefined}
        signIns={null}
        card={null}
      />,
    )
    expect(link()).toBeNull()
    expect(document.body.textContent).toContain("Change them there.")
  })

  it("shows the zone of the company where no other was chosen", async () => {
    await show(writing)
    expect(document.querySelector<HTMLInputElement>("#profile-timezone")?.value).toBe("As my company: Eastern Time")
  })

  it("lets choose the notices that one's rights cover, and says which are always told", async () => {
    const { send, sent } = recorder<FormEvent>()
    await render(
      <ProfileView
        page={{ snapshot: writing, send: recorder().send }}
        form={seenForm(valuesIn(sampleProfile), [], undefined, send)}
        rights={rightsOfDana}
        accountUrl="/idp/account"
        signIns={null}
        card={null}
      />,
    )
    const rows = [...document.querySelectorAll<HTMLElement>(".notice-choices tbody tr")]
    const said = rows.map((row) => [row.querySelector("th")?.textContent ?? "", row.querySelectorAll("input").length])
    expect(said).toEqual([
      ["A reply waits for a decision it may be an opt-out", 2],
      ["An import of mine ends done, or failed", 2],
      ["My access changes always told", 0],
      ["A new browser or device signs in always told", 0],
      ["My password or second factor changes always told", 0],
    ])
    rows[1]?.querySelectorAll("input")[1]?.click()
    expect(sent).toContainEqual(
      expect.objectContaining({ field: "noticesByEmail", value: expect.arrayContaining(["card", "import"]) }),
    )
    expect(await accessibilityFaults()).toEqual([])
  })
})
