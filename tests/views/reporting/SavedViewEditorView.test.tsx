import { describe, expect, it } from "vitest"
import type { FormEvent } from "#machines/session/form.machine.ts"
import {
  savedViewEditorMachine,
  type SavedViewEditorEvent,
  type SavedViewEditorSnapshot,
} from "#machines/reporting/savedViewEditor.machine.ts"
import { checkSavedView, newSavedView, savedViewDraft, type SavedViewValues } from "#schemas/reporting/savedViewForm.ts"
import { SavedViewEditorView } from "#views/reporting/SavedViewEditorView.tsx"
import { savedViewEditorWalk } from "#tests/machines/reporting/savedViewEditor.walk.ts"
import { pathsOf, titleOf } from "#tests/paths/paths.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { sampleReaders, sampleViewValues } from "#tests/support/savedViewSamples.ts"
import { recorder, seenForm } from "#tests/support/seen.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"

const { places } = pathsOf(savedViewEditorMachine, savedViewEditorWalk)
const writing = places.find(({ snapshot }) => snapshot.value === "writing")
  ?.snapshot as unknown as SavedViewEditorSnapshot

const show = async (
  values: Partial<SavedViewValues> = {},
  snapshot = writing,
  events: Parameters<typeof seenForm>[1] = [],
) => {
  const { send } = recorder<SavedViewEditorEvent>()
  const { sent, send: change } = recorder<FormEvent>()
  const validate = checkSavedView as unknown as Parameters<typeof seenForm>[2]
  const form = seenForm({ ...sampleViewValues, ...values }, events, validate, change)
  const { container } = await render(
    <SavedViewEditorView
      page={{ snapshot, send }}
      form={snapshot.matches("writing") ? form : undefined}
      zone="America/New_York"
    />,
  )
  const labels = [...container.querySelectorAll("form label, form legend")].map(textOf)
  return { container, labels, sent }
}

describe("the form of a saved view", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, place) => {
      const snapshot = place.snapshot as unknown as SavedViewEditorSnapshot
      await show({}, snapshot)
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("asks for what its days and its schedule need, and no more", async () => {
    const never = await show({ frequency: "never" })
    expect(never.labels).toEqual(["Name", "Days", "Mail it"])
    const chosen = await show({ frequency: "monthly", days: "chosen" })
    expect(chosen.labels).toEqual([
      ...["Name", "Days", "First day", "Last day", "Mail it", "Day of the month", "Time", "Recipients"],
      ...["Nora Admin", "Elaine Porter"],
    ])
    expect((await show()).labels).toContain("Monday")
  })

  it("offers a whole campaign only for a report on one", async () => {
    const optionsOf = async (search: Readonly<Record<string, string>>) => {
      const { container } = await show({ search })
      return [...container.querySelectorAll("#saved-view-days option")].map(textOf)
    }
    expect(await optionsOf({})).not.toContain("Since the campaign began")
    expect(await optionsOf({ campaign: "c".repeat(20) })).toContain("Since the campaign began")
  })

  it("chooses recipients of those who may see reports, and says what is missing", async () => {
    const { container, sent } = await show({ recipients: [] })
    expect(textOf(container)).toContain("needs sign-in. The mail has no figures.")
    await press("Save view", container)
    container.querySelector<HTMLInputElement>("#saved-view-recipients-3")?.click()
    expect(sent).toEqual([{ type: "submit.pressed" }, { type: "field.changed", field: "recipients", value: [3] }])
    const refused = await show({ recipients: [], weekdays: [] }, writing, [{ type: "submit.pressed" }])
    expect(textOf(refused.container)).toContain("Choose who receives it.")
    expect(textOf(refused.container)).toContain("Choose one weekday or more.")
  })
})

describe("what a form of a saved view begins with", () => {
  const search = { tab: "saved", new: "", campaign: "c".repeat(20), language: "es" }

  it("is the report as its address has it", () => {
    expect(newSavedView({ tab: "saved", new: "" }, sampleReaders)).toMatchObject({ days: "last30", search: {} })
    expect(newSavedView(search, sampleReaders)).toMatchObject({
      ...{ days: "whole", from: null, to: null },
      search: { campaign: "c".repeat(20), language: "es" },
    })
    expect(newSavedView({ ...search, from: "2026-11-01" }, [])).toMatchObject({ days: "chosen", from: "2026-11-01" })
  })

  it("comes back without what its fields do not show", () => {
    const values = { ...newSavedView({ ...search, to: "2026-11-01" }, sampleReaders), name: "Flu shots" }
    expect(checkSavedView(values)).toEqual([
      { field: "from", message: "Enter the first day, for example Nov 23, 2026." },
    ])
    expect(savedViewDraft({ ...values, days: "last7", recipients: [sampleReaders[0]!.userId] })).toMatchObject({
      ...{ from: null, to: null, recipients: [] },
    })
  })
})
