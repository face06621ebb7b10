import "#views/outreach/outreach.css"
import { describe, expect, it } from "vitest"
import {
  linkParametersMachine,
  type LinkParametersEvent,
  type LinkParametersSnapshot,
} from "#machines/outreach/linkParameters.machine.ts"
import { LinkParameterDraft, type LinkPreview, type SeenLinkParameter } from "#schemas/outreach/linkParameter.ts"
import type { ReadingEvent } from "#machines/session/reading.machine.ts"
import type { Template } from "#schemas/outreach/template.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { validatorOf } from "#schemas/validate.ts"
import { LinkParametersView } from "#views/outreach/LinkParametersView.tsx"
import { linkParametersWalk } from "#tests/machines/outreach/linkParameters.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { sampleLink, sampleParameters, sampleTemplate } from "#tests/support/outreachSamples.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"
import { accessibilityFaults, press, reasonOf, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenCommand, seenForm, seenReading } from "#tests/support/seen.ts"

const { places } = pathsOf(linkParametersMachine, linkParametersWalk)
const browsing = after(linkParametersMachine, [], linkParametersWalk.input) as unknown as LinkParametersSnapshot
const admin = { userType: 2 as const, accessIds: [1, 5, 17] }

const show = async (
  snapshot: LinkParametersSnapshot = browsing,
  parameters: ReadonlyArray<SeenLinkParameter> = sampleParameters,
  rights: { readonly userType: 2 | 3; readonly accessIds: ReadonlyArray<number> } = admin,
  template = seenReading<Template>({ ready: sampleTemplate }),
) => {
  const { sent, send } = recorder<LinkParametersEvent>()
  const values = snapshot.context.draft
  const rendered = await render(
    <LinkParametersView
      page={{ snapshot, send }}
      rights={rights}
      form={values === null ? undefined : seenForm(values, [], validatorOf(LinkParameterDraft))}
      template={template}
      parameters={seenReading<ReadonlyArray<SeenLinkParameter>>({ ready: parameters })}
      preview={seenReading<LinkPreview>({ ready: sampleLink })}
      command={seenCommand(snapshot)}
    />,
  )
  return { ...rendered, sent }
}

const addButton = () => document.querySelector<HTMLButtonElement>(".section-aside button")

describe("the tab of a link's parameters", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, { snapshot }) => {
      await show(snapshot as unknown as LinkParametersSnapshot)
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("lists the parameters in their order and moves them by buttons", async () => {
    const { container, sent } = await show()
    expect([...container.querySelectorAll("tbody tr")].map((row) => textOf(row.querySelector("code")))).toEqual([
      "patient",
      "clinic",
    ])
    await press("Move down: patient", container)
    expect(sent).toEqual([{ type: "move.pressed", parameter: sampleParameters[0], by: 1 }])
    await press("Move up: patient", container)
    expect(sent).toHaveLength(1)
  })

  it("keeps the keyboard's focus where a press comes to nothing for now", async () => {
    const { container, sent } = await show(
      after(
        linkParametersMachine,
        [{ type: "delete.pressed", parameter: sampleParameters[0] }],
        linkParametersWalk.input,
      ) as unknown as LinkParametersSnapshot,
    )
    const buttons = [...container.querySelectorAll<HTMLButtonElement>("tbody button")]
    expect(buttons.map(({ disabled, ariaDisabled }) => [disabled, ariaDisabled])).toEqual(
      buttons.map(() => [false, "true"]),
    )
    for (const button of buttons) button.click()
    addButton()?.click()
    expect(sent).toEqual([])
    expect(addButton()?.ariaDisabled).toBe("true")
  })

  it("shows each patient's link with a command to try it, and what is wrong with it", async () => {
    const { container } = await show()
    expect(textOf(container.querySelector(".link-samples"))).toContain("https://clinic.example/north?patient=N-1")
    expect(textOf(container)).toContain("is not a known variable")
    expect(textOf(container)).toContain("Value missing: externalId")
    expect(container.querySelector('[aria-label="Copy as cURL: Maria Lopez"]')).not.toBeNull()
  })

  it("takes no press while the template it would go into is read, and says so where that failed", async () => {
    await show(browsing, sampleParameters, admin, seenReading<Template>("loading"))
    expect(reasonOf(addButton())).toBe("The newest version of the template is being read: wait a moment.")
    expect(textOf(document.body)).not.toContain("could not be read")
    const { sent: asked, send } = recorder<ReadingEvent>()
    await show(browsing, sampleParameters, admin, seenReading<Template>({ failed: unreachable() }, send))
    expect(reasonOf(addButton())).toBe("The template could not be read.")
    expect(textOf(document.body)).toContain("The template could not be read.")
    await press("Try now")
    expect(asked).toEqual([{ type: "retry.pressed" }])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("teaches what a parameter is for where there is none, and says who may not add one", async () => {
    const { container, sent } = await show(browsing, [])
    expect(textOf(container)).toContain("No parameters yet")
    await press("Add a parameter", container)
    expect(sent).toEqual([{ type: "add.pressed", template: sampleTemplate }])
    const reader = await show(browsing, sampleParameters, { userType: 3, accessIds: [1] })
    expect(textOf(reader.container)).toContain("You need the right to edit templates")
    expect(reader.container.querySelector("tbody button")).toBeNull()
    expect(addButton()).toBeNull()
  })
})
