import { act } from "react"
import { describe, expect, it } from "vitest"
import { page, userEvent } from "vitest/browser"
import type { AnyEventObject } from "xstate"
import {
  locationEditorMachine,
  type LocationEditorEvent,
  type LocationEditorSnapshot,
} from "#machines/scheduling/locationEditor.machine.ts"
import type { FormEvent } from "#machines/session/form.machine.ts"
import { LocationDraft } from "#schemas/scheduling/locationDraft.ts"
import type { LocationGroupCount } from "#schemas/scheduling/location.ts"
import { problem } from "#schemas/problem.ts"
import { validatorOf } from "#schemas/validate.ts"
import { LocationEditorView } from "#views/scheduling/LocationEditorView.tsx"
import { locationEditorWalk } from "#tests/machines/scheduling/locationEditor.walk.ts"
import { formShows } from "#tests/machines/session/form.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { sampleGroups, sampleLocationValues } from "#tests/support/locationSamples.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenForm, seenReading } from "#tests/support/seen.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"

const { places } = pathsOf(locationEditorMachine, locationEditorWalk)
const opened = { type: "xstate.done.actor.open", output: sampleLocationValues }
const writing = after(locationEditorMachine, [opened], locationEditorWalk.input) as unknown as LocationEditorSnapshot

const show = async (
  snapshot: LocationEditorSnapshot,
  formEvents: ReadonlyArray<AnyEventObject> = [],
  values: object = sampleLocationValues,
  dark = false,
) => {
  const { send } = recorder<LocationEditorEvent>()
  const form = recorder<FormEvent>()
  const rendered = await render(
    <LocationEditorView
      page={{ snapshot, send }}
      url={pageUrl({ new: "" }).url}
      groups={seenReading<ReadonlyArray<LocationGroupCount>>({ ready: sampleGroups })}
      form={
        snapshot.matches("writing")
          ? seenForm(values as never, formEvents, validatorOf(LocationDraft), form.send)
          : undefined
      }
    />,
    { dark },
  )
  return { ...rendered, toForm: form.sent }
}

describe("the editor of a location", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, { snapshot }) => {
      await show(snapshot as unknown as LocationEditorSnapshot)
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("offers the groups there are, takes another way to write one for it, and a new one as it is written", async () => {
    const { container, toForm } = await show(writing, [], { ...sampleLocationValues, group: "" })
    const field = container.querySelector<HTMLInputElement>("#location-group")!
    const options = () => [...container.querySelectorAll("[role=option]")].map(textOf)
    await act(() => page.elementLocator(field).click())
    expect(options()).toEqual(["Bay Area2 locations"])
    await act(() => page.elementLocator(field).fill("bay  area"))
    expect(options()).toEqual(["Bay Area2 locations"])
    await act(() => page.elementLocator(field).fill("Bay"))
    expect(options()).toEqual(["Baynew group", "Bay Area2 locations"])
    expect(await accessibilityFaults()).toEqual([])
    await act(() => userEvent.keyboard("{ArrowDown}{Enter}"))
    expect(toForm.map((event) => "value" in event && event.value)).toEqual(["Bay Area", "Bay", "Bay Area"])
  })

  it("says at the zone where it came from, and nothing once it was chosen", async () => {
    const hintAfter = async (...events: ReadonlyArray<AnyEventObject>) => {
      const all = [opened, ...events]
      const { container } = await show(
        after(locationEditorMachine, all, locationEditorWalk.input) as unknown as LocationEditorSnapshot,
      )
      return textOf(container.querySelector("#location-timezone-hint"))
    }
    const { timezone } = sampleLocationValues
    const ofZip = [
      formShows({ ...sampleLocationValues, timezone, zip: "04101" }),
      { type: "xstate.done.actor.zone", output: "America/New_York" },
    ]
    expect(await hintAfter()).toBe("Your company’s, until the ZIP code says which. You can choose another.")
    expect(await hintAfter(...ofZip)).toBe("From ZIP 04101. You can choose another.")
    expect(await hintAfter(formShows({ ...sampleLocationValues, timezone: "America/Denver" }))).toBe("")
  })

  it("opens a closed day, and takes the second shift of another away", async () => {
    const { toForm } = await show(writing)
    await press("Add hours on Sunday")
    await press("Remove Monday, shift 2")
    const { hours } = sampleLocationValues
    expect(toForm).toEqual([
      { type: "field.changed", field: "hours", value: hours.with(0, [{ from: "08:00", to: "17:00" }]) },
      { type: "field.changed", field: "hours", value: hours.with(1, [{ from: "08:00", to: "12:00" }]) },
    ])
  })

  it("offers the usual hours for a closed day, and leaves a further shift to be filled in", async () => {
    const { toForm } = await show(writing)
    await press("Add hours on Tuesday")
    const { hours } = sampleLocationValues
    const value = hours.with(2, [...(hours[2] ?? []), { from: "", to: "" }])
    expect(toForm).toEqual([{ type: "field.changed", field: "hours", value }])
  })

  it("shows what someone else saved: the day whose hours differ, and whether patients can choose it", async () => {
    const { hours } = sampleLocationValues
    const [monday = [], tuesday = []] = [hours[1], hours[2]]
    const theirs = {
      ...sampleLocationValues,
      isPublic: false,
      hours: hours.with(1, monday.slice(0, 1)).with(2, [...monday.slice(1), ...tuesday]),
    }
    const { container } = await show(writing, [
      { type: "submit.pressed" },
      { type: "xstate.error.actor.submit", error: problem("StaleVersion", "Someone changed this first."), actorId: "" },
      { type: "xstate.done.actor.theirs", output: theirs, actorId: "" },
    ])
    expect([...container.querySelectorAll(".comparison dt")].map(textOf)).toEqual([
      "Online booking",
      "Monday",
      "Tuesday",
    ])
    expect([...container.querySelectorAll(".comparison dd")].map(textOf)[1]).toContain("removed: , 1:00 PM – 5:00 PM")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("names the day and the shift that is wrong, in the dark too", async () => {
    const hours = sampleLocationValues.hours.with(2, [{ from: "17:00", to: "08:00" }])
    const closures = [{ from: "2027-01-13", to: "2027-01-11", reason: "Moving rooms" }]
    const wrong = { ...sampleLocationValues, hours, closures, city: "" }
    const { container } = await show(writing, [{ type: "submit.pressed" }], wrong, true)
    const summary = textOf(container.querySelector(".notice-danger"))
    expect(summary).toContain("City: Enter the city.")
    const ranges = { ...sampleLocationValues, hours, closures }
    const second = await show(writing, [{ type: "submit.pressed" }], ranges, true)
    const said = textOf(second.container.querySelector(".notice-danger"))
    expect(said).toContain("Tuesday, shift 1, To: The end must be after the start.")
    expect(said).toContain("Closed dates 1, Last day: The last day must not be before the first.")
    expect(await accessibilityFaults()).toEqual([])
  })
})
