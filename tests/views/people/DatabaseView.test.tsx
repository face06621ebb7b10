import { act } from "react"
import { userEvent } from "vitest/browser"
import { describe, expect, it } from "vitest"
import { databaseMachine, type DatabaseSnapshot } from "#machines/people/database.machine.ts"
import type { Appointment } from "#schemas/scheduling/appointment.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { databaseWalk } from "#tests/machines/people/database.walk.ts"
import { pathsOf, titleOf } from "#tests/paths/paths.ts"
import { bookedAppointment } from "#tests/support/bookingSamples.ts"
import { samplePatient, sampleReply } from "#tests/support/peopleSamples.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"
import { accessibilityFaults, press, textOf } from "#tests/support/render.tsx"
import { at, page, show, stranger } from "./shownDatabase.tsx"

const { places } = pathsOf(databaseMachine, databaseWalk)

describe("the database page", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, { snapshot }) => {
      await show({ snapshot: snapshot as unknown as DatabaseSnapshot })
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it.each([
    ["Patients", {}],
    ["Imports", { tab: "imports" }],
  ])("marks the tab that is open: %s", async (label, search) => {
    const { container } = await show({ search })
    expect([...container.querySelectorAll(".tabs [aria-current=page]")].map(textOf)).toEqual([label])
  })

  it("shows the appointments of a patient who was pressed, what is ahead first, for those who may see them", async () => {
    const visit = (date: string, status: Appointment["status"], hashedId: string): Appointment => ({
      ...bookedAppointment,
      ...{ date, status, hashedId, startsAt: `${date}T14:30:00.000Z`, endsAt: `${date}T15:00:00.000Z` },
    })
    const visits = [
      visit("2026-11-02", "fulfilled", "a".repeat(20)),
      visit("2026-11-20", "booked", "b".repeat(20)),
      visit("2099-11-27", "cancelled", "c".repeat(20)),
    ]
    const search = { patient: samplePatient.hashedId }
    const scheduler = { userType: 2 as const, accessIds: [7, 15] }
    const { container } = await show({ search, visits, rights: scheduler })
    const parts = [...container.querySelectorAll("section.patient-visits")].map(textOf)
    expect(parts).toEqual([
      "UpcomingFri, Nov 20, 2026, 9:30 AMMidtownBooked",
      "EarlierFri, Nov 27, 2099, 9:30 AMMidtownCancelledMon, Nov 2, 2026, 9:30 AMMidtownCompleted",
    ])
    expect(container.querySelector(".patient-visits a")?.getAttribute("href")).toBe(
      `/appointment?day=2026-11-20&id=${"b".repeat(20)}`,
    )
    expect(textOf(document.activeElement)).toBe(`Appointments of ${samplePatient.firstName} ${samplePatient.lastName}`)
    expect(await accessibilityFaults()).toEqual([])
    const other = await show({ search, visits })
    expect(other.container.querySelector(".patient-visits")).toBeNull()
  })

  it("puts replies that may be opt-outs before staff, to decide each", async () => {
    const { sent } = await show({ replies: [sampleReply, { ...sampleReply, replyId: 13, people: "" }] })
    expect(page()).toContain("please stop it")
    expect(await accessibilityFaults()).toEqual([])
    await press("Opt out Maria Lopez")
    await press("Keep texting (415) 555-0190")
    expect(sent).toEqual([
      { type: "reply.decided", decided: { replyId: 12, decision: "optOut" } },
      { type: "reply.decided", decided: { replyId: 13, decision: "keep" } },
    ])
    await show()
    expect(page()).not.toContain("Replies to decide")
  })

  it("offers to say that a reply which a rule handed over is seen to, and nothing about texts", async () => {
    const { sent } = await show({ replies: [{ ...sampleReply, replyId: null }] })
    expect(page()).toContain("A reply rule left this to a person.")
    expect(page()).not.toContain("Keep texting")
    expect(await accessibilityFaults()).toEqual([])
    await press("Done with Maria Lopez")
    expect(sent).toEqual([{ type: "reply.decided", decided: { replyId: sampleReply.messageId, decision: "done" } }])
  })

  it("says that the replies could not be read, and offers to read them again", async () => {
    await show({ replies: { failed: unreachable() } })
    for (const text of ["Replies to decide", "Could not load", "Try now"]) expect(page()).toContain(text)
    expect(await accessibilityFaults()).toEqual([])
  })

  it("stops an upload on request", async () => {
    const file = Object.assign(new Blob([]), { name: "a.csv" })
    const { sent } = await show({ snapshot: at({}, [{ type: "file.chosen", file }]) })
    expect(page()).toContain("Uploading a.csv")
    await press("Cancel the upload")
    expect(sent).toEqual([{ type: "upload.cancelled" }])
  })

  it("shows a list alone with its people, the import that filled it, and what it is for", async () => {
    const { container } = await show({ search: { tab: "lists", list: "3" } })
    expect(textOf(container.querySelector("h1"))).toBe("Spring list")
    for (const text of ["18 people", "spring.csv", "Lopez, Maria", "Use in a campaign"]) expect(page()).toContain(text)
    expect(await accessibilityFaults()).toEqual([])
    await show({ search: { tab: "lists" } })
    expect(document.querySelector(".row-link")?.getAttribute("href")).toContain("list=3")
  })

  it("says which right is missing for an upload", async () => {
    await show({ rights: stranger })
    expect(page()).toContain("You need the right to see and import patients (DatabaseSetup)")
    expect(document.querySelector<HTMLInputElement>("input[type=file]")?.disabled).toBe(true)
  })

  it("teaches when there is no one, and offers Retry when nothing could be read", async () => {
    await show({ patients: { ready: [] } })
    expect(page()).toContain("Upload a CSV file with one patient a row.")
    await show({ patients: { failed: unreachable() } })
    expect(page()).toContain("Could not load")
  })

  it("keeps who is looked for out of the address", async () => {
    const { sent, address } = await show({
      snapshot: at({}, [{ type: "search.changed", search: "Lopez" }]),
      patients: { ready: [] },
    })
    const box = document.querySelector<HTMLInputElement>("input[type=search]")
    expect(box?.value).toBe("Lopez")
    expect(page()).toContain("No patient matches this search.")
    await act(() => userEvent.fill(box as HTMLInputElement, "Lope"))
    expect(sent).toEqual([{ type: "search.changed", search: "Lope" }])
    expect([address.went, address.changed]).toEqual([[], []])
  })

  it("writes phones, languages and zones as people do", async () => {
    await show()
    const cells = [...document.querySelectorAll("tbody td:not(.cell-check)")].map(textOf)
    expect(cells.slice(2, 6)).toEqual(["(415) 555-0190", "Mobile", "Spanish", "Pacific Time (from the ZIP code)"])
    const abroad = { ...samplePatient, phone: "+493012345678", language: "", zones: ["Europe/Berlin"] }
    await show({ patients: { ready: [{ ...abroad, phoneKind: "unknown" }] } })
    expect([...document.querySelectorAll("tbody td:not(.cell-check)")].map(textOf).slice(2, 6)).toEqual([
      "+493012345678",
      "Mobile or landline",
      "–",
      "Central European Time (from the ZIP code)",
    ])
  })
})
