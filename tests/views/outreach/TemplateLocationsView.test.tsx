import "#views/outreach/outreach.css"
import { act } from "react"
import { describe, expect, it } from "vitest"
import { page } from "vitest/browser"
import {
  templateLocationsMachine,
  type TemplateLocationsEvent,
  type TemplateLocationsSnapshot,
} from "#machines/outreach/templateLocations.machine.ts"
import type { FormEvent, FormValues } from "#machines/session/form.machine.ts"
import type { TemplateLocationsValues } from "#schemas/outreach/locationMapping.ts"
import { TemplateLocationsView } from "#views/outreach/TemplateLocationsView.tsx"
import { templateLocationsWalk } from "#tests/machines/outreach/templateLocations.walk.ts"
import { pathsOf, titleOf } from "#tests/paths/paths.ts"
import { sampleTemplateLocations } from "#tests/support/mappingSamples.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, buttonNamed, press, reasonOf, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenForm } from "#tests/support/seen.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"

const { places } = pathsOf(templateLocationsMachine, templateLocationsWalk)
const writing = places.find(({ snapshot }) => snapshot.value === "writing")
  ?.snapshot as unknown as TemplateLocationsSnapshot

type Shown = { readonly accessIds?: ReadonlyArray<number> } & Partial<TemplateLocationsValues>

const show = async (snapshot: TemplateLocationsSnapshot, { accessIds = [16], ...more }: Shown = {}) => {
  const { send } = recorder<TemplateLocationsEvent>()
  const { sent, send: change } = recorder<FormEvent>()
  const values = { ...sampleTemplateLocations, ...more } as unknown as FormValues
  const form = seenForm(values, [], () => [], change)
  const rendered = await render(
    <TemplateLocationsView
      page={{ snapshot, send }}
      url={pageUrl({ id: "t", tab: "locations" }).url}
      rights={{ userType: 2, accessIds }}
      form={snapshot.matches("writing") ? form : undefined}
    />,
  )
  return { ...rendered, sent }
}

describe("the locations of a template", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keep their promise and are accessible in %s",
    async (_, place) => {
      const snapshot = place.snapshot as unknown as TemplateLocationsSnapshot
      await show(snapshot)
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("stand as a list; all, none, one and one less can be chosen", async () => {
    const { container, sent } = await show(writing)
    expect([...container.querySelectorAll(".mapping-chosen li")].map(textOf)).toEqual(["Midtown New York · New York"])
    await press("Choose all")
    await press("Choose none")
    await press("Remove Midtown")
    const changes = sent.map((event) => ("value" in event ? event.value : null))
    expect(changes).toEqual([[1, 2, 3], [], []])
  })

  it("say why all or none cannot be chosen once they are", async () => {
    const { container, sent } = await show(writing, { locationIds: [] })
    const none = buttonNamed("Choose none", container)
    expect([none?.ariaDisabled, reasonOf(none)]).toEqual(["true", "None is chosen."])
    expect(reasonOf(buttonNamed("Choose all", container))).toBe("")
    const whole = await show(writing, { locationIds: sampleTemplateLocations.locations.map((one) => one.locationId) })
    expect(reasonOf(buttonNamed("Choose all", whole.container))).toBe("Each location is chosen.")
    await press("Choose all", whole.container)
    expect([...sent, ...whole.sent]).toEqual([])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("are found by name, city and group, and a group is added at once", async () => {
    const { container, sent } = await show(writing, { locationIds: [] })
    expect(textOf(container)).toContain("None is chosen: the link offers the one public location.")
    await act(() => page.getByRole("combobox").fill("new york"))
    const options = [...document.querySelectorAll<HTMLElement>("[role=option]")]
    expect(options.map(textOf)).toEqual(["All of New York2 locations", "MidtownNew York", "HarlemNew York"])
    await act(async () => options[0]?.click())
    expect(sent.at(-1)).toMatchObject({ field: "locationIds", value: [1, 2] })
  })

  it("say why they cannot be changed, and where to set one up", async () => {
    const { container } = await show(writing, { accessIds: [1] })
    expect(container.querySelector<HTMLButtonElement>("button[type=submit]")?.ariaDisabled).toBe("true")
    const none = await show(writing, { locations: [], locationIds: [] })
    expect(textOf(none.container)).toContain("There are no locations yet")
  })
})
