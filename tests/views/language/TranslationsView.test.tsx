import "#views/outreach/outreach.css"
import "#views/language/language.css"
import { describe, expect, it } from "vitest"
import { translationsMachine, type TranslationsSnapshot } from "#machines/language/translations.machine.ts"
import type { PageEvent } from "#machines/session/page.ts"
import type { Coverage, Languages } from "#schemas/language/translation.ts"
import { TranslationsView } from "#views/language/TranslationsView.tsx"
import { translationsWalk } from "#tests/machines/language/translations.walk.ts"
import { after } from "#tests/paths/paths.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenReading } from "#tests/support/seen.ts"
import { sampleCoverage, sampleLanguages } from "#tests/support/translationSamples.ts"

const show = (languages: Languages, rows: ReadonlyArray<Coverage>, search = {}) =>
  render(
    <TranslationsView
      page={{
        snapshot: after(translationsMachine, [], translationsWalk.input) as unknown as TranslationsSnapshot,
        send: recorder<PageEvent>().send,
      }}
      url={pageUrl(search).url}
      languages={seenReading<Languages>({ ready: languages })}
      rows={seenReading<ReadonlyArray<Coverage>>({ ready: rows })}
    />,
  )

describe("the table of translations", () => {
  it("says for each template and language how far it is, and leads there", async () => {
    const { container } = await show(sampleLanguages, [sampleCoverage])
    const cells = [...container.querySelectorAll<HTMLAnchorElement>(".coverage-cell")]
    expect(cells.map((cell) => cell.getAttribute("aria-label"))).toEqual([
      "Flu shot reminder, Spanish: Stale",
      "Flu shot reminder, Arabic: Missing",
    ])
    expect(cells[1]?.getAttribute("href")).toContain("language=ar")
    expect(textOf(container)).toContain("Translate what is missing")
    const { container: without } = await show({ ...sampleLanguages, service: null }, [sampleCoverage])
    expect(textOf(without)).not.toContain("Translate what is missing")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("of call flows leaves out what the carrier does not speak, and says so", async () => {
    const languages = [...sampleLanguages.languages, { language: "vi" as const, people: 12 }]
    const { container } = await show({ ...sampleLanguages, languages }, [sampleCoverage], { channel: "IVR" })
    expect([...container.querySelectorAll("th")].map(textOf)).not.toContain("Vietnamese")
    expect(textOf(container)).toContain("Calls cannot be said in Vietnamese: the carrier has no voice that speaks it.")
    const [cell] = container.querySelectorAll<HTMLAnchorElement>(".coverage-cell")
    expect(cell?.getAttribute("href")).toContain("channel=IVR")
    expect(await accessibilityFaults()).toEqual([])
    const empty = await show(sampleLanguages, [], { channel: "IVR" })
    expect(textOf(empty.container)).toContain("Write a call flow first.")
  })

  it("says why it is empty, and whom to ask where the company has one language", async () => {
    const { container } = await show({ from: "en", service: null, languages: [] }, [])
    expect(textOf(container)).toContain("Write a template first.")
    expect(textOf(container)).toContain("A Super Admin adds languages to the company.")
    expect(await accessibilityFaults()).toEqual([])
  })
})
