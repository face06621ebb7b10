import { describe, expect, it } from "vitest"
import type { ReportedCampaign } from "#schemas/reporting/report.ts"
import type { ReportedPerson } from "#schemas/reporting/reportedPeople.ts"
import { ReportedPeopleView } from "#views/reporting/ReportedPeopleView.tsx"
import type { ReportChoices } from "#schemas/reporting/reportChoices.ts"
import { sampleCampaign } from "#tests/support/outreachSamples.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { sampleChoices, sampleReportedPeople } from "#tests/support/reportSamples.ts"
import { seenReading } from "#tests/support/seen.ts"

const show = async (
  search: Readonly<Record<string, string>>,
  rows: ReadonlyArray<ReportedPerson> = sampleReportedPeople,
) => {
  const { url, changed } = pageUrl(search)
  await render(
    <ReportedPeopleView
      url={url}
      rights={{ userType: 2, accessIds: [3, 4] }}
      people={seenReading<ReadonlyArray<ReportedPerson>>({ ready: rows })}
      choices={seenReading<ReportChoices>({ ready: sampleChoices })}
      campaigns={seenReading<ReadonlyArray<ReportedCampaign>>({ ready: [{ ...sampleCampaign, responseFile: null }] })}
      look={null}
    />,
  )
  return changed
}

const page = () => textOf(document.body)

describe("the people behind a number of the report", () => {
  it("say what they are counted as, in which campaign, and why, with the way back to the same report", async () => {
    await show({ people: "notDelivered", reason: "30003", from: "2026-03-01" })
    expect(textOf(document.querySelector("h1"))).toBe("Not delivered")
    expect(document.querySelector('.breadcrumb a[href$="?from=2026-03-01"]')).not.toBeNull()
    expect(document.querySelectorAll("tbody tr")).toHaveLength(sampleReportedPeople.length)
    expect(document.querySelector(`a[href="/campaign?id=${"c".repeat(20)}"]`)).not.toBeNull()
    for (const text of ["YES, please", "Old survey", "The phone was switched off or out of reach"])
      expect(page()).toContain(text)
    expect(await accessibilityFaults()).toEqual([])
  })

  it("show what became of their calls in the words of calls", async () => {
    const [someone] = sampleReportedPeople
    const call = { attempt: 1, status: "completed", isOver: true, seconds: 24, leftMessage: false, recordings: [] }
    const called = { ...call, pressed: [{ step: "Main menu", key: "1" }] }
    await show({}, [{ ...someone!, channel: "IVR", state: "replied", replies: [], calls: [called] }])
    for (const text of ["Pressed a key", "Answered 24 seconds", "Pressed 1 in “Main menu”"])
      expect(page()).toContain(text)
    expect(textOf(document.querySelector("tbody"))).not.toContain("Replied")
  })

  it("lose the reason with what it was counted in, and stay a list where everyone is asked for", async () => {
    const changed = await show({ people: "failed", reason: "30003" })
    await press("Everyone")
    expect(changed.at(-1)).toMatchObject({ people: "all", reason: null })
  })

  it("say when there is no one", async () => {
    await show({ people: "held" }, [])
    expect(page()).toContain("No one is counted here")
    expect(await accessibilityFaults()).toEqual([])
  })
})
