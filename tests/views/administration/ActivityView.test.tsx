import "#views/administration/activity.css"
import { afterEach, describe, expect, it } from "vitest"
import type { Rights } from "#schemas/access.ts"
import type { ActivityEntry } from "#schemas/administration/activity.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { ActivityView } from "#views/administration/ActivityView.tsx"
import { sampleActivity } from "#tests/support/activitySamples.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { seenReading } from "#tests/support/seen.ts"

let unmount: () => void = () => undefined
afterEach(() => unmount())

const show = async (
  shown: {
    readonly entries?: Parameters<typeof seenReading<ReadonlyArray<ActivityEntry>>>[0]
    readonly search?: Readonly<Record<string, string>>
    readonly rights?: Rights
    readonly dark?: boolean
  } = {},
) => {
  const address = pageUrl(shown.search ?? {})
  const rendered = await render(
    <ActivityView
      url={address.url}
      rights={shown.rights ?? { userType: 1, accessIds: [10, 13] }}
      entries={seenReading<ReadonlyArray<ActivityEntry>>(shown.entries ?? { ready: sampleActivity })}
    />,
    { dark: shown.dark ?? false },
  )
  unmount = rendered.unmount
  return { ...rendered, ...address }
}

describe("the log of activity", () => {
  it.each([
    ["light", false],
    ["dark", true],
  ] as const)("says who did what, with before and after, and what was refused, in the %s", async (_, dark) => {
    const { container } = await show({ search: { scope: "all" }, dark })
    const rows = [...container.querySelectorAll("tbody tr")].map(textOf)
    expect(rows[0]).toContain("Sam SuperChanged a company Time zone: America/New_York → America/ChicagoHarbor Dental")
    expect(rows[0]).toContain("203.0.113.7")
    expect(rows[1]).toContain(
      "Was refused RefusedCall: Template.DeleteTemplate · Asked for: templateId 7 · Because: the right is missing",
    )
    expect(rows[2]).toContain("Admin ViewThe contract began")
    expect(container.querySelector('a[href="?scope=all&actor=1"]')).not.toBeNull()
    expect(await accessibilityFaults()).toEqual([])
  })

  it("offers the log of all companies to those who administer them all", async () => {
    const labels = ({ container }: { readonly container: Element }) =>
      [...container.querySelectorAll(".chip-name")].map(textOf)
    const all = await show()
    expect(labels(all)).toContain("Of")
    unmount()
    expect(labels(await show({ rights: { userType: 2, accessIds: [10] } }))).not.toContain("Of")
  })

  it("says which day is wrong, at its field", async () => {
    const failed = {
      ...unreachable(),
      problem: "Invalid" as const,
      errors: [{ field: "startDate", message: "This is not a day of the calendar." }],
    }
    const { container } = await show({ entries: { failed: failed as never }, search: { from: "2026-02-31" } })
    expect(textOf(container.querySelector(".field-error"))).toBe("This is not a day of the calendar.")
  })

  it("says why nothing is there, and shows everything again", async () => {
    const { changed } = await show({ entries: { ready: [] }, search: { kind: "template" } })
    await press("Show everything")
    expect(changed).toEqual([{ from: null, to: null, kind: null, actor: null, scope: null, outcome: null }])
    expect(await accessibilityFaults()).toEqual([])
  })
})
