import "#views/scheduling/texts.css"
import { describe, expect, it } from "vitest"
import {
  appointmentTextsMachine,
  type TextsEvent,
  type TextsSnapshot,
} from "#machines/scheduling/appointmentTexts.machine.ts"
import { textsValues } from "#schemas/scheduling/appointmentText.ts"
import { TextsView } from "#views/scheduling/TextsView.tsx"
import { appointmentTextsWalk } from "#tests/machines/scheduling/appointmentTexts.walk.ts"
import { pathsOf, titleOf } from "#tests/paths/paths.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenForm } from "#tests/support/seen.ts"
import { sampleTexts } from "#tests/support/textSamples.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"

const { places } = pathsOf(appointmentTextsMachine, appointmentTextsWalk)
const placeOf = (state: string, isSetUp: boolean): TextsSnapshot => {
  const found = places
    .map(({ snapshot }) => snapshot as unknown as TextsSnapshot)
    .find(({ value, context }) => value === state && (typeof context.opened?.senderId === "number") === isSetUp)
  if (found === undefined) throw new Error(`No path leads to ${state}`)
  return found
}

const show = async (snapshot: TextsSnapshot, more: { values?: object; accessIds?: ReadonlyArray<number> } = {}) => {
  const { sent, send } = recorder<TextsEvent>()
  const { opened } = snapshot.context
  const form = seenForm({ ...(opened === null ? {} : textsValues(opened)), ...more.values })
  const rendered = await render(
    <TextsView
      page={{ snapshot, send }}
      url={pageUrl({ view: "texts" }).url}
      person={{ userType: 2, accessIds: more.accessIds ?? [7, 17] }}
      form={snapshot.matches("writing") ? form : undefined}
    />,
  )
  return { ...rendered, form, sent }
}

describe("the texts about appointments", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keep their promise and are accessible in %s",
    async (_, place) => {
      const snapshot = place.snapshot as unknown as TextsSnapshot
      await show(snapshot)
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("stand with their template and with what they say; a kind whose campaign was stopped says so", async () => {
    const { container } = await show(placeOf("writing", true))
    const kinds = [...container.querySelectorAll(".text-kind")]
    expect(kinds.map((kind) => kind.querySelector<HTMLInputElement>("input")?.checked)).toEqual(
      sampleTexts.previews.map(({ kind }) => kind === "booked" || kind === "reminder"),
    )
    const [booked, moved] = kinds
    expect(booked?.querySelector("a")?.getAttribute("href")).toBe(`/sms?id=${"t".repeat(20)}`)
    expect(textOf(booked?.querySelector(".phone-bubble") ?? null)).toContain("booked, Thursday, December 3")
    expect(textOf(moved ?? null)).toContain("A first template is made when you save.")
    expect(kinds.filter((kind) => textOf(kind).includes("Its campaign does not run")).map(textOf)).toHaveLength(1)
  })

  it("begin with every kind, the first number and the usual reminders", () => {
    const { opened } = placeOf("writing", false).context
    expect(opened === null ? null : textsValues(opened)).toMatchObject({
      senderId: 5,
      kinds: sampleTexts.previews.map(({ kind }) => kind),
      reminders: [
        { amount: 3, unit: "days" },
        { amount: 1, unit: "days" },
        { amount: 2, unit: "hours" },
      ],
    })
  })

  it("take five reminders and no sixth", async () => {
    const reminders = Array.from({ length: 5 }, (_, at) => ({ amount: at + 1, unit: "days" }))
    const { container } = await show(placeOf("writing", true), { values: { reminders } })
    const add = [...container.querySelectorAll("button")].find((one) => textOf(one) === "Add a reminder")
    expect(add?.disabled).toBe(true)
  })

  it("can be read but not saved without the right to reach people, and say which right is missing", async () => {
    const { container } = await show(placeOf("writing", true), { accessIds: [7] })
    expect(container.querySelector<HTMLButtonElement>("button[type=submit]")?.ariaDisabled).toBe("true")
    expect(textOf(container)).toContain("You need the right to publish, launch, delete and export (Actions).")
  })

  it("are set up by one button", async () => {
    const { sent } = await show(placeOf("notSetUp", false))
    await press("Set up texts")
    expect(sent).toEqual([{ type: "begin.pressed" }])
  })
})
