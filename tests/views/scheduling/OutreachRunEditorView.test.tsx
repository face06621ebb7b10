import { describe, expect, it } from "vitest"
import {
  outreachRunEditorMachine,
  type OutreachRunEditorEvent,
  type OutreachRunEditorSnapshot,
} from "#machines/scheduling/outreachRunEditor.machine.ts"
import type { PlannedDate } from "#schemas/scheduling/outreachRun.ts"
import { checkOutreachRun, type OutreachRunValues } from "#schemas/scheduling/outreachRunForm.ts"
import { Now } from "#views/parts/Time.tsx"
import { OutreachRunEditorView } from "#views/scheduling/OutreachRunEditorView.tsx"
import "#views/scheduling/scheduler.css"
import { outreachRunEditorWalk } from "#tests/machines/scheduling/outreachRunEditor.walk.ts"
import { pathsOf, titleOf } from "#tests/paths/paths.ts"
import { openedRun, sampleRunDetail } from "#tests/support/outreachRunSamples.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenForm, seenReading } from "#tests/support/seen.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"
import type { FormEvent } from "#machines/session/form.machine.ts"

const { places } = pathsOf(outreachRunEditorMachine, outreachRunEditorWalk)
const writing = places.find(({ snapshot }) => snapshot.value === "writing")
  ?.snapshot as unknown as OutreachRunEditorSnapshot

type Shown = {
  readonly snapshot?: OutreachRunEditorSnapshot
  readonly values?: Partial<OutreachRunValues>
  readonly preview?: Parameters<typeof seenReading<ReadonlyArray<PlannedDate>>>[0]
  readonly events?: Parameters<typeof seenForm>[1]
  readonly accessIds?: ReadonlyArray<number>
}
const show = async ({ snapshot = writing, values = {}, events = [], ...shown }: Shown = {}) => {
  const { send } = recorder<OutreachRunEditorEvent>()
  const { sent, send: change } = recorder<FormEvent>()
  const validate = checkOutreachRun as unknown as Parameters<typeof seenForm>[2]
  const form = seenForm({ ...openedRun.values, ...values }, events, validate, change)
  const rendered = await render(
    <Now value={Date.parse("2026-11-20T15:00:00Z")}>
      <OutreachRunEditorView
        page={{ snapshot, send }}
        url={pageUrl({ view: "runs", edit: sampleRunDetail.hashedId }).url}
        rights={{ userType: 2, accessIds: shown.accessIds ?? [3, 11, 17] }}
        form={snapshot.matches("writing") ? form : undefined}
        preview={seenReading<ReadonlyArray<PlannedDate>>(shown.preview ?? { ready: sampleRunDetail.coming })}
      />
    </Now>,
    { zone: "America/New_York" },
  )
  return { ...rendered, sent }
}
const labels = (container: Element): ReadonlyArray<string> =>
  [...container.querySelectorAll("form label")].map(textOf).slice(5)

describe("the editor of an outreach run", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, place) => {
      const snapshot = place.snapshot as unknown as OutreachRunEditorSnapshot
      await show({ snapshot })
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it.each([
    ["once", { frequency: "once" }, ["How often", "Date", "Time", "Zone"]],
    [
      "daily",
      { frequency: "daily", ends: "after" },
      ["How often", "Every so many days", "First date", "Time", "Zone", "Ends", "How many dates"],
    ],
    [
      "weekly",
      { ends: "on" },
      ["How often", "Every so many weeks", "On", "First date", "Time", "Zone", "Ends", "Last date"],
    ],
    [
      "monthly on a day",
      { frequency: "monthly" },
      ["How often", "Every so many months", "On", "Day", "First date", "Time", "Zone", "Ends"],
    ],
    [
      "monthly on a weekday",
      { frequency: "monthly", monthlyBy: "weekday" },
      ["How often", "Every so many months", "On", "Which", "Weekday", "First date", "Time", "Zone", "Ends"],
    ],
  ] as const)("asks for what a run needs that happens %s", async (_, values, wanted) => {
    const { container } = await show({ values })
    expect(labels(container)).toEqual(wanted)
    expect(await accessibilityFaults()).toEqual([])
  })

  it("takes weekdays by their buttons", async () => {
    const { sent } = await show()
    await press("Friday")
    expect(sent).toEqual([{ type: "field.changed", field: "weekdays", value: [3, 5] }])
  })

  it("shows the next dates beside the fields, and says what the clock does to them", async () => {
    const { container } = await show()
    expect([...container.querySelectorAll(".run-dates li")].map(textOf)).toEqual([
      "Wed, Nov 25 9:00 AM",
      "Wed, Dec 2 9:00 AM",
      "Sun, Mar 14, 2027 3:00 AMThe clock skips 9:00 AM that day, so it sends at 3:00 AM.",
    ])
    expect(textOf(container)).toContain("Times in Eastern Time")
  })

  it("says that no date is to come, and what is missing before there can be any", async () => {
    const none = await show({ preview: { ready: [] } })
    expect(textOf(none.container)).toContain("There is no date to come. Choose other dates.")
    const idle = await show({ preview: "idle" })
    expect(textOf(idle.container)).toContain("The next dates stand here once the fields say when it sends.")
  })

  it("keeps each error at its field, and lists them when it was to be saved", async () => {
    const { container } = await show({
      values: { name: "", templateId: null, weekdays: [], ends: "on" },
      events: [{ type: "submit.pressed" }],
    })
    expect(textOf(container.querySelector("#run-name-error"))).toBe("Enter a name of 3 to 60 characters.")
    expect(textOf(container.querySelector("#run-templateId-error"))).toBe("Choose a template.")
    const links = [...container.querySelectorAll<HTMLAnchorElement>(".notice-danger a")]
    expect(links.map((link) => document.querySelector(link.hash) !== null)).toEqual(links.map(() => true))
    const { container: later } = await show({
      values: { weekdays: [], ends: "on" },
      events: [{ type: "submit.pressed" }],
    })
    expect(textOf(later.querySelector("#run-weekdays-error"))).toBe("Choose one weekday or more.")
    expect(textOf(later.querySelector("#run-untilDate-error"))).toContain("Enter the last date")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("cannot be saved without the right to launch, and says so", async () => {
    const { container } = await show({ accessIds: [11] })
    expect(container.querySelector<HTMLButtonElement>("[type=submit]")?.ariaDisabled).toBe("true")
    expect(textOf(container.querySelector(".reason"))).toContain("Please ask your site administrator.")
  })
})
