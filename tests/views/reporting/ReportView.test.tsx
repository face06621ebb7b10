import { describe, expect, it } from "vitest"
import type { AnyEventObject } from "xstate"
import type { ExportEvent } from "#machines/session/export.machine.ts"
import { reportMachine, type ReportEvent, type ReportSnapshot } from "#machines/reporting/report.machine.ts"
import { problem } from "#schemas/problem.ts"
import type { Report, ReportedCampaign } from "#schemas/reporting/report.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { ReportView } from "#views/reporting/ReportView.tsx"
import type { ReportChoices } from "#schemas/reporting/reportChoices.ts"
import { sampleCampaign } from "#tests/support/outreachSamples.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { reportWalk } from "#tests/machines/reporting/report.walk.ts"
import { queued, queuedEvent } from "#tests/machines/session/export.walk.ts"
import { emptyReport, sampleChoices, sampleReport } from "#tests/support/reportSamples.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenExport, seenReading } from "#tests/support/seen.ts"

const noChoices: ReportChoices = { languages: [], templates: [], multiCampaigns: [], locations: [] }
const admin = { userType: 2 as const, accessIds: [4, 17] }
const reader = { userType: 3 as const, accessIds: [4] }
const { places } = pathsOf(reportMachine, reportWalk)
const reading = after(reportMachine, [], reportWalk.input) as unknown as ReportSnapshot

const show = async (
  shown: {
    readonly snapshot?: ReportSnapshot
    /** What happens to the file that is asked for. */
    readonly file?: ReadonlyArray<AnyEventObject>
    readonly report?: Parameters<typeof seenReading<Report>>[0]
    readonly choices?: ReportChoices
    readonly rights?: typeof admin | typeof reader
    readonly search?: Readonly<Record<string, string>>
  } = {},
) => {
  const { sent, send } = recorder<ReportEvent>()
  const { sent: sentToFile, send: sendToFile } = recorder<ExportEvent>()
  const printed: Array<"print"> = []
  const { url, changed } = pageUrl(shown.search ?? {})
  const snapshot = shown.snapshot ?? reading
  const rendered = await render(
    <ReportView
      page={{ snapshot, send }}
      url={url}
      rights={shown.rights ?? admin}
      company="Northwind Clinics"
      onPrint={() => void printed.push("print")}
      report={seenReading<Report>(shown.report ?? { ready: sampleReport })}
      file={seenExport(snapshot, sendToFile, shown.file)}
      choices={seenReading<ReportChoices>({ ready: shown.choices ?? noChoices })}
      campaigns={seenReading<ReadonlyArray<ReportedCampaign>>({
        ready: [{ ...sampleCampaign, responseFile: "txt" }],
      })}
    />,
  )
  return { ...rendered, sent, sentToFile, printed, changed }
}

const page = () => textOf(document.body)

describe("the report page", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, { snapshot }) => {
      await show({ snapshot: snapshot as unknown as ReportSnapshot })
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("shows each number with its definition and its share's parts", async () => {
    await show()
    for (const text of ["120", "People whose phone confirmed the message.", "2.5%", "3 of 120."]) {
      expect(page()).toContain(text)
    }
  })

  it("counts appointments by location and by stage, and saves both as a file", async () => {
    const none = { booked: 0, confirmed: 0, arrived: 0, fulfilled: 0, noshow: 0, cancelled: 0 }
    const appointments = {
      byLocation: [{ locationHashedId: "l".repeat(20), stageId: null, name: "Midtown", ...none, booked: 2, noshow: 1 }],
      byStage: [{ locationHashedId: null, stageId: null, name: "", ...none, booked: 2, noshow: 1 }],
    }
    const report = { ready: { ...sampleReport, campaignHashedId: null, campaignName: null, appointments } }
    const { container, sent } = await show({ report, rights: { ...admin, accessIds: [4, 7, 17] } })
    const table = (name: string) => [...container.querySelectorAll(`[aria-label="${name}"] tbody tr`)].map(textOf)
    expect(table("Appointments by location")).toEqual(["Midtown3200010"])
    expect(table("Appointments by stage")).toEqual(["Without a stage3200010"])
    const leads = [...container.querySelectorAll('[aria-label="Appointments by location"] td.cell-end a')]
    const { startDate, endDate } = sampleReport
    expect(leads.map((link) => link.getAttribute("href"))).toEqual(
      ["booked", "noshow"].map(
        (state) => `/appointment?view=list&day=${startDate}&until=${endDate}&at=${"l".repeat(20)}&state=${state}`,
      ),
    )
    // No list is narrowed to visits without a stage.
    expect(container.querySelector('[aria-label="Appointments by stage"] td.cell-end a')).toBeNull()
    expect(await accessibilityFaults()).toEqual([])
    await press("Export")
    await press("Appointments as CSV")
    expect(sent).toEqual([{ type: "export.pressed", fileType: "csv", layout: "appointments" }])
    await show()
    expect(page()).not.toContain("Appointments by")
  })

  it("has the chart's data as a table", async () => {
    await show()
    const cells = [...document.querySelectorAll(".chart-data tbody tr")].map((row) => textOf(row))
    expect(cells).toHaveLength(2)
    expect(cells[0]).toContain("1079193")
  })

  it("shows a rate next to the days before, campaigns that add up, and why texts failed", async () => {
    await show()
    expect(page()).toContain("0.4 points up from 2.1%, Feb 27")
    const [rate, ...others] = sampleReport.figures
    const fell = { ...rate!, unit: "percent" as const, value: 2.5, previous: 3.5 }
    await show({ report: { ready: { ...sampleReport, figures: [fell, ...others] } } })
    expect(page()).toContain("1 point down from 3.5%")
    const rows = [...document.querySelectorAll(".table-scroll:has(.row-sum) tbody tr")].map((row) =>
      [...row.children].map((cell) => textOf(cell)),
    )
    expect(rows.map(([name, people, , delivered]) => [name, people, delivered])).toEqual([
      ["Flu shots", "100", "91"],
      ["Old survey", "30", "29"],
      ["All", "130", "120"],
    ])
    expect(document.querySelector(`a[href="/report?campaign=${"c".repeat(20)}"]`)).not.toBeNull()
    expect(page()).toContain("The phone is switched off (30003)")
  })

  it("leads from each number of people to those it counts, for who may see them", async () => {
    await show({ rights: { userType: 2, accessIds: [3, 4] } })
    const days = "from=2026-03-01&to=2026-03-02"
    const of = `campaign=${"c".repeat(20)}`
    const leads = [...document.querySelectorAll('a[href^="/report?people="]')].map((link) => [
      textOf(link),
      link.getAttribute("href"),
    ])
    expect(leads).toEqual(
      expect.arrayContaining([
        ["130", `/report?people=all&${days}`],
        ["127", `/report?people=sent&${days}`],
        ["3", `/report?people=notDelivered&${days}`],
        ["91", `/report?people=delivered&${of}&${days}`],
        ["4", `/report?people=failed&reason=30003&${days}`],
        ["2", `/report?people=optedOut&reason=STOP&${days}`],
      ]),
    )
    await show({ report: { ready: { ...sampleReport, campaignHashedId: "c".repeat(20), previous: null } } })
    expect(document.querySelector('a[href^="/report?people="]')).toBeNull()
    await show({
      rights: { userType: 2, accessIds: [3, 4] },
      report: { ready: { ...sampleReport, campaignHashedId: "c".repeat(20), previous: null } },
    })
    expect(document.querySelector(`a[href="/report?people=sent&${of}"]`)).not.toBeNull()
  })

  it("carries what it is narrowed to from each number to those it counts, and names it", async () => {
    const filters = { language: "es", templateHashedId: "t".repeat(20), templateVersion: "2" } as const
    const narrowed = [
      { by: "language", name: "es" },
      { by: "template", name: "Flu shot recall", number: 2 },
    ] as const
    await show({
      rights: { userType: 2, accessIds: [3, 4] },
      report: { ready: { ...sampleReport, filters, narrowed } },
    })
    const of = `language=es&template=${"t".repeat(20)}&version=2`
    const leads = [...document.querySelectorAll("main a, .page a")].map((link) => link.getAttribute("href") ?? "")
    const counted = leads.filter((href) => href.startsWith("/report?") && !href.includes("tab="))
    expect(counted.length).toBeGreaterThan(10)
    expect(counted.filter((href) => !href.endsWith(of))).toEqual([])
    expect(textOf(document.querySelector(".page-lead"))).toContain(
      "Narrowed to texts in Spanish and version 2 of the template “Flu shot recall”.",
    )
  })

  it("offers versions of the chosen template and steps of the chosen multi-campaign, and clears them with it", async () => {
    const { changed, container } = await show({
      choices: sampleChoices,
      search: { template: "t".repeat(20), version: "2", multi: "m".repeat(20), location: "l".repeat(20) },
    })
    const options = (label: string) => [...container.querySelectorAll(`[aria-label="${label}"] button`)].map(textOf)
    expect(options("Version")).toEqual(["All versions", "2", "1"])
    expect(options("Step")).toEqual(["All steps", "Recall: step 1", "Recall: step 2"])
    expect(options("Language")).toEqual(["All languages", "English", "Spanish"])
    await press("Remove the filter Template")
    await press("Remove the filter Multi-campaign")
    await press("Remove the filter Location")
    expect(changed).toEqual([{ template: null, version: null }, { multi: null, step: null }, { location: null }])
    const other = await show({ choices: sampleChoices })
    expect(other.container.querySelector('[aria-label="Version"]')).toBeNull()
    expect(await accessibilityFaults()).toEqual([])
  })

  it("becomes the report of one day by one press", async () => {
    const { changed } = await show()
    await press(/^Only .*Mar 2/)
    const { changed: ofChosen } = await show({ search: { from: "2026-03-01" } })
    await press(/^Only .*Mar 1/)
    expect([changed, ofChosen]).toEqual([
      [{ from: "2026-03-02", to: "2026-03-02" }],
      [{ from: "2026-03-01", to: "2026-03-01" }],
    ])
  })

  it("exports what is shown", async () => {
    const { sent } = await show()
    await press("Excel")
    expect(sent).toEqual([{ type: "export.pressed", fileType: "xlsx", layout: null }])
  })

  it("says the file's place in the queue, and a way not to wait for it", async () => {
    const asked = after(reportMachine, [{ type: "export.pressed", fileType: "csv", layout: null }], reportWalk.input)
    const { sentToFile } = await show({ snapshot: asked as unknown as ReportSnapshot, file: [queuedEvent] })
    expect(textOf(document.querySelector("[role=status]"))).toBe(queued.message)
    await press("Do not wait")
    expect(sentToFile).toEqual([{ type: "export.left" }])
  })

  it("says why someone may not export", async () => {
    await show({ rights: reader })
    expect(page()).toContain("You need the right to publish, launch, delete and export (Actions)")
  })

  it("is printed from the menu of its files", async () => {
    const { printed, sent } = await show()
    await press("Export")
    await press("Print")
    expect([printed, sent]).toEqual([["print"], []])
  })

  it("leads to past exports who may export", async () => {
    const link = 'a[href="/report?tab=exports"]'
    const { container } = await show()
    expect(textOf(container.querySelector(link))).toBe("Past exports")
    const other = await show({ rights: reader })
    expect(other.container.querySelector(link)).toBeNull()
  })

  it("offers the campaigns, and shows the days in effect", async () => {
    await show()
    expect([...document.querySelectorAll(".menu-choices button")].map((option) => option.textContent)).toEqual([
      "All campaigns",
      sampleCampaign.name,
    ])
    const dates = [...document.querySelectorAll<HTMLInputElement>(".chip input")].map(({ value }) => value)
    expect(dates).toEqual(["Sun, Mar 1, 2026", "Mon, Mar 2, 2026"])
  })

  it("says at the date what is wrong with it, without numbers of other days and without Retry", async () => {
    const message = "The start date lies after the end date. Swap them or choose others."
    const reversed = problem("Invalid", message, { errors: [{ field: "startDate", message }] })
    await show({ report: { stale: sampleReport, problem: reversed } })
    expect(textOf(document.querySelector(".page-filters .field-error"))).toBe(message)
    expect(document.querySelectorAll(".figure")).toHaveLength(0)
    expect(page()).not.toContain("Retry")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("says when nothing was sent, and offers Retry when nothing could be read", async () => {
    await show({ report: { ready: emptyReport } })
    expect(page()).toContain("Nothing was sent in these days")
    await show({ report: { failed: unreachable() } })
    expect(page()).toContain("Could not load")
  })

  it("offers the response file of a campaign whose template has one", async () => {
    const { container, sent } = await show({ search: { campaign: sampleCampaign.campaignHashedId } })
    await press("Response file", container)
    expect(sent).toEqual([{ type: "export.pressed", fileType: "txt", layout: "responseFile" }])
    await show()
    expect(page()).not.toContain("Response file")
  })
})
