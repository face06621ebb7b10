import "#views/outreach/outreach.css"
import { afterEach, describe, expect, it } from "vitest"
import type { AnyEventObject } from "xstate"
import type { FormEvent } from "#machines/session/form.machine.ts"
import {
  newCampaignMachine,
  type NewCampaignEvent,
  type NewCampaignSnapshot,
} from "#machines/outreach/newCampaign.machine.ts"
import { checkCampaignForm, type CampaignFormValues } from "#schemas/outreach/campaignForm.ts"
import { problem } from "#schemas/problem.ts"
import { NewCampaignView } from "#views/outreach/NewCampaignView.tsx"
import { sampleCheck, sampleChoices } from "#tests/support/outreachSamples.ts"
import { namedCampaign, newCampaignWalk } from "#tests/machines/outreach/newCampaign.walk.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { brokenPromises } from "#tests/support/promises.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenForm } from "#tests/support/seen.ts"

const { places } = pathsOf(newCampaignMachine, newCampaignWalk)
const prepared = { type: "xstate.done.actor.prepare", output: sampleChoices }
const filled = {
  type: "xstate.snapshot.form",
  snapshot: {
    context: {
      values: {
        ...namedCampaign,
        templateId: 41,
        listId: 5,
        senderId: 1,
        when: "later",
        startOn: "2026-11-24T09:00",
        zone: "America/New_York",
      },
    },
  },
}
const checked = { type: "xstate.done.actor.form", output: { discarded: false, value: sampleCheck } }

let unmount: () => void = () => undefined
afterEach(() => unmount())

const show = async (
  events: ReadonlyArray<AnyEventObject>,
  formEvents: ReadonlyArray<AnyEventObject> = [],
  dark = false,
  given?: NewCampaignSnapshot,
) => {
  const snapshot = given ?? (after(newCampaignMachine, events, newCampaignWalk.input) as unknown as NewCampaignSnapshot)
  const page = recorder<NewCampaignEvent>()
  const form = recorder<FormEvent>()
  const isOpen = snapshot.matches("drafting")
  const validate = (values: object) => checkCampaignForm(values as CampaignFormValues)
  const rendered = await render(
    <NewCampaignView
      page={{ snapshot, send: page.send }}
      url={pageUrl({ new: "" }).url}
      form={isOpen ? seenForm({ ...snapshot.context.values }, formEvents, validate, form.send) : undefined}
    />,
    { dark },
  )
  unmount = rendered.unmount
  return { ...rendered, toPage: page.sent, toForm: form.sent }
}

describe("the new campaign", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, { snapshot }) => {
      await show([], [], false, snapshot as unknown as NewCampaignSnapshot)
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("says what is missing, each with a link to its field", async () => {
    const { container } = await show(
      [prepared],
      [{ type: "field.changed", field: "templateId", value: null }, { type: "submit.pressed" }],
    )
    expect(textOf(container.querySelector(".form .notice-danger"))).toContain("There are 3 problems")
    expect(container.querySelector('a[href="#campaign-listId"]')).not.toBeNull()
    expect(textOf(container.querySelector("#campaign-templateId-error"))).toBe("Choose a template.")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("asks for date and zone only when it starts later", async () => {
    const { container } = await show([prepared])
    expect(container.querySelector("#campaign-startOn")).toBeNull()
    unmount()
    const later = await show([prepared, filled])
    expect(later.container.querySelector<HTMLInputElement>("#campaign-startOn")?.value).toBe("2026-11-24T09:00")
    expect(later.container.querySelector<HTMLSelectElement>("#campaign-zone")?.value).toBe("America/New_York")
  })

  it("leads to what is missing when there is nothing to choose from", async () => {
    const { container } = await show([
      { ...prepared, output: { ...sampleChoices, templates: [], lists: [], senders: [] } },
    ])
    expect(container.querySelector('a[href="/sms?new="]')).not.toBeNull()
    expect(container.querySelector('a[href="/database"]')).not.toBeNull()
    expect(textOf(container)).toContain("The company has no sending number.")
  })

  it.each([
    ["light", false],
    ["dark", true],
  ] as const)("shows the dry run next to the choices, in the %s", async (_, dark) => {
    const { container, toPage } = await show([prepared, filled, checked], [], dark)
    const page = textOf(container)
    expect(page).toContain("Would get it1,235Left out65Held at first150Segments in all1,270")
    expect(page).toContain("Opted out of texts40")
    expect(page).toContain("Nov 21, 2026, 8:00 AM Pacific Time Los Angeles60")
    expect(page).toContain("2 segments35")
    expect(page).toContain("Nov 24, 2026, 9:00 AM Eastern Time")
    await press("Create campaign")
    await press("Change something")
    expect(toPage).toEqual([{ type: "create.pressed" }, { type: "change.pressed" }])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("cannot create a campaign that reaches no one, and says what to change", async () => {
    const noOne = { ...checked, output: { discarded: false, value: { ...sampleCheck, eligible: 0 } } }
    const { container } = await show([prepared, filled, noOne])
    expect(textOf(container.querySelector(".menu-reasons"))).toContain("No one on this list would get the message.")
  })

  it("asks the person before checked choices are lost, too", async () => {
    const changed = { type: "field.changed", field: "name", value: "Recall, spring" }
    const { container, toForm } = await show(
      [prepared, filled, checked],
      [changed, { type: "leave.asked", to: "/sms" }],
    )
    expect(container.querySelector(".form")).toBeNull()
    expect(textOf(document.querySelector(".confirm-dialog"))).toContain("Leave without saving?")
    await press("Stay here")
    expect(toForm).toEqual([{ type: "leave.cancelled" }])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("keeps the choices and the server's reason when creating fails", async () => {
    const refused = {
      type: "xstate.error.actor.create",
      error: problem("AlreadyExists", "A campaign with this name already exists."),
    }
    const { container } = await show([prepared, filled, checked, { type: "create.pressed" }, refused])
    expect(textOf(container.querySelector(".notice-danger"))).toBe(
      "Unable to Create CampaignA campaign with this name already exists.Choose another name.",
    )
    expect(textOf(container)).toContain("Recall")
  })
})
