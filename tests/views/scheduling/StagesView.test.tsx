import { describe, expect, it } from "vitest"
import { stagesMachine, type StagesEvent, type StagesSnapshot } from "#machines/scheduling/stages.machine.ts"
import { StagesView } from "#views/scheduling/StagesView.tsx"
import { sampleStagesValues, stagesWalk } from "#tests/machines/scheduling/stages.walk.ts"
import { pathsOf, titleOf } from "#tests/paths/paths.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, press, reasonOf, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenForm } from "#tests/support/seen.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"

const { places } = pathsOf(stagesMachine, stagesWalk)
const writing = places.find(({ snapshot }) => snapshot.value === "writing")?.snapshot as unknown as StagesSnapshot

const show = async (snapshot: StagesSnapshot, values: object = sampleStagesValues) => {
  const { send } = recorder<StagesEvent>()
  const form = seenForm(values as Record<string, unknown>)
  const rendered = await render(
    <StagesView
      page={{ snapshot, send }}
      url={pageUrl({ view: "stages" }).url}
      form={snapshot.matches("writing") ? form : undefined}
    />,
  )
  return { ...rendered, form }
}

describe("the stages of visits", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keep their promise and are accessible in %s",
    async (_, place) => {
      const snapshot = place.snapshot as unknown as StagesSnapshot
      await show(snapshot)
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("stand in their order; only one that is not used can be removed", async () => {
    const { container } = await show(writing)
    const rows = [...container.querySelectorAll("tbody tr")]
    expect(rows.map((row) => row.querySelector<HTMLInputElement>("input")?.value)).toEqual(["First visit", "Follow-up"])
    expect(textOf(rows[0] ?? null)).toContain("comes first")
    const remove = [...container.querySelectorAll<HTMLButtonElement>("button[aria-label^=Remove]")]
    expect(remove.map(reasonOf)).toEqual(["In use: it can be disabled, not removed.", ""])
    const up = [...container.querySelectorAll("button[aria-label^=Move][aria-label$=up]")]
    expect(up.map(reasonOf)).toEqual(["It is the first stage.", ""])
  })

  it("say what they are for where there are none", async () => {
    const { container } = await show(writing, { streamVersion: 0, stages: [] })
    expect(textOf(container)).toContain("Visits are booked without a stage.")
    await press("Add a stage")
  })
})
