import "#views/administration/flows.css"
import "#views/administration/gallery.css"
import { describe, expect, it } from "vitest"
import { galleryMachine } from "#machines/administration/gallery.machine.ts"
import type { GalleryFile } from "#schemas/administration/gallery.ts"
import { partGroups, partsFile, partsOfPages } from "#schemas/administration/galleryParts.ts"
import { GalleryView } from "#views/administration/GalleryView.tsx"
import { galleryWalk } from "#tests/machines/administration/gallery.walk.ts"
import { pathsOf } from "#tests/paths/paths.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { seenReading } from "#tests/support/seen.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"
import { Page } from "#views/parts/Page.tsx"
import { words } from "#schemas/words.ts"

const show = async (search: Readonly<Record<string, string>> = {}, file: GalleryFile = partsFile) => {
  const address = pageUrl({ view: "gallery", chart: partsOfPages, ...search })
  const rendered = await render(
    <Page title={words["flows.title"]}>
      <GalleryView
        url={address.url}
        chosen={{ id: file.chart, states: [], everywhere: [] }}
        states={seenReading<GalleryFile>({ ready: file })}
        frame={(_, __, { dark, width }) => <p className="drawn">{`${dark ? "dark" : "light"} ${width}`}</p>}
      />
    </Page>,
  )
  return { ...rendered, ...address }
}

describe("the gallery", () => {
  it("keeps the promise of each state of its chart", async () => {
    for (const { snapshot } of pathsOf(galleryMachine, galleryWalk).places) {
      await show()
      expect(brokenPromises(snapshot)).toEqual([])
    }
  })

  it("shows each group of parts in both lights and at both widths, with an index that leads to one alone", async () => {
    const { container } = await show()
    expect([...container.querySelectorAll("h2")].map(textOf)).toEqual(partGroups)
    expect(container.querySelectorAll(".drawn")).toHaveLength(partGroups.length * 4)
    const index = [...container.querySelectorAll(".gallery-index a")]
    expect(index.map(textOf)).toEqual(partGroups)
    expect(index[2]?.getAttribute("href")).toBe("?view=gallery&chart=parts&state=2")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("shows one group alone on one paper, with the way back to all", async () => {
    const { container, changed } = await show({ state: "2", theme: "dark", width: "390" })
    expect([...container.querySelectorAll(".drawn")].map(textOf)).toEqual(["dark 390"])
    await press("Show all states", container)
    expect(changed).toEqual([{ state: null }])
  })

  it("says where a chart has none yet", async () => {
    const { container } = await show({}, { chart: "new", children: [], states: [] })
    expect(textOf(container)).toContain("This chart has no gallery yet")
  })
})
