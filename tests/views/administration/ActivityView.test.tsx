import "#views/administration/activity.css"
import { describe, expect, it, vi } from "vitest"
import { createActor } from "xstate"
import { activityMachine, type ActivityEvent } from "#machines/administration/activity.machine.ts"
import { accessIds, type Rights } from "#schemas/access.ts"
import type { ActivityEntry, ActivityPerson, LogProof } from "#schemas/administration/activity.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { ActivityView } from "#views/administration/ActivityView.tsx"
import { sampleActivity, sampleActivityPeople, sampleProof } from "#tests/support/activitySamples.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { seenReading } from "#tests/support/seen.ts"

const send = vi.fn<(event: ActivityEvent) => void>()

const show = async (
  shown: {
    readonly entries?: Parameters<typeof seenReading<ReadonlyArray<ActivityEntry>>>[0]
    readonly search?: Readonly<Record<string, string>>
    readonly rights?: Rights
    readonly dark?: boolean
    readonly proof?: LogProof
  } = {},
) => {
  const address = pageUrl(shown.search ?? {})
  const rendered = await render(
    <ActivityView
      page={{ snapshot: createActor(activityMachine, { input: { search: {} } }).getSnapshot(), send }}
      url={address.url}
      rights={shown.rights ?? { userType: 1, accessIds: [10, 13] }}
      people={seenReading<ReadonlyArray<ActivityPerson>>({ ready: sampleActivityPeople })}
      proof={seenReading<LogProof>(shown.proof === undefined ? "idle" : { ready: shown.proof })}
      entries={seenReading<ReadonlyArray<ActivityEntry>>(shown.entries ?? { ready: sampleActivity })}
    />,
    { dark: shown.dark ?? false },
  )
  return { ...rendered, ...address }
}

describe("the log of activity", () => {
  it.each([
    ["light", false],
    ["dark", true],
  ] as const)("says who did what, with before and after, and what was refused, in the %s", async (_, dark) => {
    const { container } = await show({ search: { scope: "all", entry: "12" }, dark })
    const rows = [
      ...container.querySelectorAll(".data-table > .table-scroll > table > tbody > tr:not(.row-group)"),
    ].map(textOf)
    expect(rows[0]).toContain("Sam Super changed the company Harbor Dental")
    expect(rows[0]).toContain("Time zoneAmerica/New_YorkAmerica/Chicago")
    expect(rows[0]).toContain("203.0.113.7")
    expect(rows[1]).toContain("Sam Super tried to delete a template: Flu shot")
    expect(rows[1]).toContain("RefusedNeeds Template or SuperAdminGlobal, and Actions.")
    expect(rows[2]).toContain("The contract of Harbor Dental began")
    expect(container.querySelector('a[href="/global?id=harborDental00001"]')).not.toBeNull()
    expect(container.querySelector('a[href="?scope=all&actor=1"]')).not.toBeNull()
    expect(await accessibilityFaults()).toEqual([])
  })

  it("is exported as it is narrowed, or says which right is missing", async () => {
    send.mockClear()
    const mayExport = { userType: 1, accessIds: [accessIds.Console, accessIds.Actions] } as const
    await show({ rights: mayExport })
    await press("Export as CSV")
    expect(send.mock.calls).toEqual([[{ type: "export.pressed" }]])
    const { container } = await show()
    expect(textOf(container.querySelector(".menu-reasons"))).toContain("Export as CSV")
    expect([...container.querySelectorAll("button")].map(textOf)).not.toContain("Export as CSV")
  })

  it("calls a swap a swap, and a move a move", async () => {
    const [change] = sampleActivity
    const moved = {
      ...change!,
      ...{ type: "AppointmentRescheduled", kind: "appointment" as const, changes: [], actor: "Nora Admin" },
      thing: { kind: "appointment" as const, id: 7, name: "Midtown, Nov 20, 10:00 AM", opens: null },
    }
    const swapped = { ...moved, pos: "11", facts: [{ name: "swappedWith", value: "8" }] }
    const { container } = await show({ entries: { ready: [moved, swapped] } })
    expect([...container.querySelectorAll(".activity-what")].map(textOf)).toEqual([
      "Nora Admin moved an appointment, now Midtown, Nov 20, 10:00 AM",
      "Nora Admin swapped the times of two appointments, of which one is now Midtown, Nov 20, 10:00 AM",
    ])
  })

  it("leads from a text and from a call flow to the page that writes each", async () => {
    const [change] = sampleActivity
    const written = { ...change!, ...{ type: "TemplateRevised", kind: "template" as const, changes: [] } }
    const of = (channel: "SMS" | "IVR", pos: string) => ({
      ...written,
      pos,
      thing: { kind: "template" as const, id: 7, name: "Flu shot", opens: "a".repeat(22), channel },
    })
    const rights: Rights = { userType: 2, accessIds: [accessIds.SMS, accessIds.IVR, accessIds.Report] }
    const { container } = await show({ rights, entries: { ready: [of("SMS", "11"), of("IVR", "12")] } })
    expect([...container.querySelectorAll(".activity-what a")].map((one) => one.getAttribute("href"))).toEqual(
      expect.arrayContaining([`/sms?id=${"a".repeat(22)}`, `/ivr?id=${"a".repeat(22)}`]),
    )
  })

  it("has no link to what the person may not open", async () => {
    const { container } = await show({ rights: { userType: 2, accessIds: [10] } })
    expect(container.querySelector('a[href^="/global"]')).toBeNull()
  })

  it("says whether the chain holds once it is asked, and asks again", async () => {
    const { container } = await show({ proof: sampleProof })
    expect(textOf(container.querySelector("[role=status]"))).toContain("all 48,213 entries of all companies")
    await press("Check the chain")
    expect(send).toHaveBeenCalledWith({ type: "check.pressed" })
    const broken = await show({ proof: { ...sampleProof, broken: { pos: 7, reason: "removed" } } })
    expect(textOf(broken.container.querySelector("[role=status]"))).toContain("entry 7, or one before it, was removed")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("offers the log of all companies to those who administer them all", async () => {
    const labels = ({ container }: { readonly container: Element }) =>
      [...container.querySelectorAll(".chip-name")].map(textOf)
    const all = await show()
    expect(labels(all)).toContain("Company")
    expect(labels(await show({ rights: { userType: 2, accessIds: [10] } }))).not.toContain("Company")
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
    expect(changed).toEqual([
      {
        from: null,
        to: null,
        kind: null,
        thing: null,
        search: null,
        actor: null,
        scope: null,
        outcome: null,
        entry: null,
      },
    ])
    expect(await accessibilityFaults()).toEqual([])
  })
})
