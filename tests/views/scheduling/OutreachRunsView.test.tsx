import { usualPreferences } from "#schemas/preferences.ts"
import { describe, expect, it } from "vitest"
import {
  outreachRunsMachine,
  type OutreachRunsEvent,
  type OutreachRunsSnapshot,
} from "#machines/scheduling/outreachRuns.machine.ts"
import { CompanyId, UserId } from "#schemas/ids.ts"
import type { OutreachCalendar, OutreachRunDetail } from "#schemas/scheduling/outreachRun.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { Now } from "#views/parts/Time.tsx"
import { OutreachRunsView } from "#views/scheduling/OutreachRunsView.tsx"
import "#views/scheduling/outreachRuns.css"
import { outreachRunsWalk, runEnded } from "#tests/machines/scheduling/outreachRuns.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { pausedRunDetail, runReadAgain, sampleCalendar, sampleRunDetail } from "#tests/support/outreachRunSamples.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenCommand, seenReading } from "#tests/support/seen.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"

const admin: SignedInPerson = {
  ...{ userId: UserId.make(2), userType: 2, userName: "admin@northwind.test", displayName: "Nora Admin" },
  ...{ companyId: CompanyId.make(2), companyName: "Northwind Clinics", companyZone: "America/New_York" },
  preferences: usualPreferences,
  ...{ actingCompany: null, accessIds: [3, 11, 17] },
}
const { places } = pathsOf(outreachRunsMachine, outreachRunsWalk)
const search = { view: "runs", id: sampleRunDetail.hashedId }
const at = (events: Parameters<typeof after>[1], id: object = search) =>
  after(outreachRunsMachine, events, { search: id }) as unknown as OutreachRunsSnapshot

type Shown = {
  readonly snapshot?: OutreachRunsSnapshot
  readonly search?: Readonly<Record<string, string>>
  readonly calendar?: Parameters<typeof seenReading<OutreachCalendar>>[0]
  readonly run?: OutreachRunDetail
  readonly accessIds?: ReadonlyArray<number>
  readonly dark?: boolean
}
const show = async (shown: Shown = {}) => {
  const address = pageUrl(shown.search ?? { view: "runs" })
  const { sent, send } = recorder<OutreachRunsEvent>()
  const snapshot = shown.snapshot ?? at([], shown.search ?? { view: "runs" })
  const rendered = await render(
    <Now value={Date.parse("2026-11-20T15:00:00Z")}>
      <OutreachRunsView
        page={{ snapshot, send }}
        url={address.url}
        person={{ ...admin, accessIds: shown.accessIds ?? admin.accessIds }}
        calendar={seenReading<OutreachCalendar>(shown.calendar ?? { ready: sampleCalendar })}
        run={seenReading<OutreachRunDetail>(shown.run === undefined ? "idle" : { ready: shown.run })}
        command={seenCommand(snapshot)}
      />
    </Now>,
    { dark: shown.dark ?? false, zone: "America/New_York" },
  )
  return { ...rendered, ...address, sent }
}
const day = (container: Element, date: string): string =>
  textOf(container.querySelector(`.run-month time[datetime="${date}"]`)?.closest("td") ?? null)

describe("the outreach runs", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keep their promise and are accessible in %s",
    async (_, place) => {
      const snapshot = place.snapshot as unknown as OutreachRunsSnapshot
      const { search: shown } = snapshot.context
      await show({ snapshot, search: shown, ...("id" in shown ? { run: sampleRunDetail } : {}) })
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("stand on their days of the month, each with what became of it and its campaign", async () => {
    const { container } = await show()
    expect(textOf(container.querySelector("h2"))).toBe("November 2026")
    expect(day(container, "2026-11-18")).toBe("189:00 AM · Sent Weekly survey")
    expect(day(container, "2026-11-11")).toBe("119:00 AM · Failed Weekly survey")
    expect(day(container, "2026-11-25")).toBe("259:00 AM Weekly survey")
    expect(day(container, "2026-11-23")).toBe("2310:30 AM · Campaign Holiday hours")
    const links = [...container.querySelectorAll<HTMLAnchorElement>(".run-month a")].map((link) =>
      link.getAttribute("href"),
    )
    expect(links).toContain(`/campaign?id=${"c".repeat(20)}`)
    expect(links).toContain(`?view=runs&id=${sampleRunDetail.hashedId}`)
    expect(container.querySelector('[aria-current="date"]')?.getAttribute("datetime")).toBe("2026-11-20")
  })

  it("are gone through by months, and shown as a list of the days on which something is", async () => {
    const { changed, container } = await show({ search: { view: "runs", month: "2026-12", show: "list" } })
    expect([...container.querySelectorAll(".run-agenda h3")].map(textOf)).toEqual(["Wed, Dec 2"])
    expect(container.querySelector(".run-month")).toBeNull()
    await press("Next month")
    await press("Previous month")
    await press("This month")
    await press("Month")
    expect(changed).toEqual([{ month: "2027-01" }, { month: "2026-11" }, { month: null }, { show: null }])
  })

  it("are listed with what each sends, when, and its state in words", async () => {
    const { container } = await show()
    expect([...container.querySelectorAll(".data-table tbody tr")].map((row) => [...row.children].map(textOf))).toEqual(
      [
        [
          "Monthly check-in",
          "Paused",
          "Flu shot recall to November recalls",
          "Every month on the last Friday at 2:30 AM, until Wed, Jun 30, 2027",
          "",
        ],
        [
          "Weekly survey",
          "Active",
          "Flu shot recall to November recalls",
          "Every week on Wednesday at 9:00 AM",
          expect.stringContaining("Nov 25, 9:00 AM"),
        ],
      ],
    )
  })

  it.each([
    ["light", false],
    ["dark", true],
  ] as const)("say what they are for where there are none, in the %s", async (_, dark) => {
    const none = { ...sampleCalendar, runs: [], occurrences: [], campaigns: [] }
    const { container, went } = await show({ calendar: { ready: none }, dark })
    expect(textOf(container)).toContain("No outreach runs yet")
    await press("New outreach run")
    expect(went).toEqual([{ new: "" }])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("say that they could not be read, and that it can be tried at once", async () => {
    const { container } = await show({ calendar: { failed: unreachable() } })
    expect(textOf(container)).toContain("Could not load")
  })

  it("can be set up by those alone who may launch", async () => {
    const { container } = await show({ accessIds: [11] })
    expect(textOf(container.querySelector(".page-actions > button"))).toBe("More")
    expect(textOf(container)).toContain("Please ask your site administrator.")
  })
})

describe("one outreach run", () => {
  it("shows its dates: those to come with what the clock does, those past with why or with their campaign", async () => {
    const { container } = await show({ search, run: sampleRunDetail })
    expect([...container.querySelectorAll(".run-dates li")].map(textOf)).toEqual([
      "Wed, Nov 25 9:00 AMSkip",
      "Wed, Dec 2 9:00 AMSkippedDo not skip",
      "Sun, Mar 14, 2027 3:00 AMThe clock skips 9:00 AM that day, so it sends at 3:00 AM.Skip",
    ])
    expect([...container.querySelectorAll("tbody tr")].map(textOf)).toEqual([
      "Wed, Nov 18, 9:00 AMSentWeekly survey, Nov 18 Completed",
      "Wed, Nov 11, 9:00 AMFailedThe text could reach no one on the list.",
      "Wed, Nov 4, 9:00 AMMissedThe program was down for more than a day.",
    ])
  })

  it("is paused, and a date skipped or taken back, by a press", async () => {
    const { sent } = await show({ search, run: sampleRunDetail })
    await press("Pause")
    await press("Skip Wed, Nov 25")
    await press("Do not skip Wed, Dec 2")
    expect(sent).toEqual([
      { type: "pause.pressed", run: sampleRunDetail, date: null },
      { type: "skip.pressed", run: sampleRunDetail, date: "2026-11-25" },
      { type: "unskip.pressed", run: sampleRunDetail, date: "2026-12-02" },
    ])
  })

  it("is resumed while it is paused, and has no date to come", async () => {
    const { container, sent } = await show({ search, run: pausedRunDetail })
    expect(textOf(container)).toContain("None while it is paused.")
    await press("Resume")
    expect(sent).toEqual([{ type: "resume.pressed", run: pausedRunDetail, date: null }])
    await expect(press("Pause")).rejects.toThrow("0 buttons or links")
  })

  it("offers nothing to someone without the right, and says which is missing", async () => {
    const { container } = await show({ search, run: sampleRunDetail, accessIds: [11] })
    for (const name of ["Pause", "Change", "End run", "Delete", "Skip Wed, Nov 25"])
      await expect(press(name)).rejects.toThrow("0 buttons or links")
    expect(textOf(container.querySelector(".menu-reasons"))).toContain("Change, Pause, End run, Delete, Skip a date")
  })

  it("says once it has ended why it cannot be paused", async () => {
    const { container } = await show({ search, run: { ...pausedRunDetail, state: "ended" } })
    expect(textOf(container.querySelector(".menu-reasons"))).toBe("Pause It has ended, so there is nothing to pause.")
    expect(textOf(container)).toContain("None: the run has ended.")
  })

  it("takes no press on what the person changed until it is read again", async () => {
    const changed = at([
      { type: "pause.pressed", run: sampleRunDetail, date: null },
      { type: "xstate.done.actor.command", actorId: "command", ...runEnded("pause", "done") },
    ])
    const waiting = await show({ snapshot: changed, search, run: sampleRunDetail })
    await press("Pause")
    await press("Skip Wed, Nov 25")
    expect(waiting.sent).toEqual([])
    const { sent } = await show({ snapshot: changed, search, run: runReadAgain })
    await press("Pause")
    expect(sent).toHaveLength(1)
  })

  it("says why something was refused, and what deleting does before it does it", async () => {
    const refused = at([
      { type: "pause.pressed", run: sampleRunDetail, date: null },
      { type: "xstate.done.actor.command", actorId: "command", ...runEnded("pause", "refused") },
    ])
    const { container } = await show({ snapshot: refused, search, run: sampleRunDetail })
    expect(textOf(container)).toContain("Someone changed this first. Look again and retry.")
    await show({
      snapshot: at([{ type: "delete.pressed", run: sampleRunDetail, date: null }]),
      search,
      run: sampleRunDetail,
    })
    expect(textOf(document.querySelector('[role="dialog"]'))).toContain("The campaigns that it made stay.")
  })
})
