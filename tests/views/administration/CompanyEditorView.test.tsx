import "#views/administration/global.css"
import { act } from "react"
import { describe, expect, it } from "vitest"
import { page as shown } from "vitest/browser"
import type { FormEvent } from "#machines/session/form.machine.ts"
import {
  companyEditorMachine,
  type CompanyEditorEvent,
  type CompanyEditorSnapshot,
} from "#machines/administration/companyEditor.machine.ts"
import { roleList } from "#schemas/access.ts"
import { type Role } from "#schemas/administration/company.ts"
import { CompanyDraft } from "#schemas/administration/companyDraft.ts"
import { validatorOf } from "#schemas/validate.ts"
import { problem } from "#schemas/problem.ts"
import { CompanyEditorView } from "#views/administration/CompanyEditorView.tsx"
import { companyEditorWalk } from "#tests/machines/administration/companyEditor.walk.ts"
import { sampleValues } from "#tests/support/companySamples.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenForm, seenReading } from "#tests/support/seen.ts"
import type { AnyEventObject } from "xstate"

const { places } = pathsOf(companyEditorMachine, companyEditorWalk)
const opened = { type: "xstate.done.actor.open", output: sampleValues }
const writing = after(companyEditorMachine, [opened], companyEditorWalk.input) as unknown as CompanyEditorSnapshot

const show = async (
  snapshot: CompanyEditorSnapshot,
  formEvents: ReadonlyArray<AnyEventObject> = [],
  values: object = sampleValues,
  dark = false,
) => {
  const page = recorder<CompanyEditorEvent>()
  const form = recorder<FormEvent>()
  const rendered = await render(
    <CompanyEditorView
      page={{ snapshot, send: page.send }}
      url={pageUrl({ new: "" }).url}
      roles={seenReading<ReadonlyArray<Role>>({ ready: roleList })}
      form={
        snapshot.matches("writing")
          ? seenForm(values as never, formEvents, validatorOf(CompanyDraft), form.send)
          : undefined
      }
    />,
    { dark },
  )
  return { ...rendered, toPage: page.sent, toForm: form.sent }
}

describe("the editor of a company", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, { snapshot }) => {
      await show(snapshot as unknown as CompanyEditorSnapshot)
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("adds a row to a list, and takes the named one away", async () => {
    const { toForm } = await show(writing)
    await press("Add a holiday")
    await press("Remove Address 1")
    expect(toForm).toEqual([
      { type: "field.changed", field: "holidays", value: [...sampleValues.holidays, { date: "", name: "" }] },
      { type: "field.changed", field: "addresses", value: [sampleValues.addresses[1]] },
    ])
  })

  it.each([
    ["US", [], "United States (own country)"],
    ["MX", [], "Mexico (own country)"],
    ["M", [], "Its own country"],
    ["US", ["CA"], null],
  ] as const)("says which country is texted without others: of %s and %j", async (country, textCountries, own) => {
    const { container } = await show(writing, [], { ...sampleValues, country, textCountries })
    expect(container.querySelector("#company-textCountries > .muted")?.textContent ?? null).toBe(own)
  })

  it("asks of a number for calls how many it begins and holds, and names what is wrong in its words", async () => {
    const [texts, calls] = sampleValues.senders
    const senders = [texts, { ...calls, segmentsPerSecond: 51 }]
    const { container } = await show(writing, [{ type: "submit.pressed" }], { ...sampleValues, senders })
    const labels = [...container.querySelectorAll("#company-senders label")].map(textOf)
    expect(labels.slice(3)).toEqual([
      "Carrier",
      "Segments a second",
      ...["Number", "Label", "Used for", "Calls a second", "Calls at once"],
    ])
    expect(textOf(container.querySelector(".notice-danger"))).toContain(
      "Number 2, Calls a second: Enter 1 to 50 calls a second.",
    )
  })

  it("offers the other text numbers to stand in for one, and names one that is gone", async () => {
    const [texts, calls] = sampleValues.senders
    const second = { ...texts, senderId: 0, e164: "+16465550177" }
    const values = { ...sampleValues, senders: [{ ...texts, standIn: "+12125550199" }, calls, second] }
    const { container, toForm } = await show(writing, [{ type: "submit.pressed" }], values)
    const choices = [...container.querySelectorAll<HTMLSelectElement>("#company-senders select[id$=standIn]")]
    expect(choices.map(({ options }) => [...options].map(({ text }) => text))).toEqual([
      ["No other number", "(646) 555-0177", "(212) 555-0199"],
      ["No other number", "(351) 555-0101"],
    ])
    expect(textOf(container.querySelector(".notice-danger"))).toContain(
      "Number 1, Stands in for it: +12125550199 is not another text number of this company.",
    )
    expect(await accessibilityFaults()).toEqual([])
    const [select] = choices
    if (select === undefined) throw new Error("nothing to choose")
    await act(() => shown.elementLocator(select).selectOptions("(646) 555-0177"))
    const sent = JSON.stringify(toForm.find(({ type }) => type === "field.changed"))
    expect(sent).toContain('"standIn":"+16465550177"')
  })

  it("names the row and field that is wrong when submitting is refused, in the dark too", async () => {
    const wrong = { ...sampleValues, holidays: [{ date: "", name: "Christmas" }], selectedRolesList: [] }
    const { container } = await show(writing, [{ type: "submit.pressed" }], wrong, true)
    const summary = textOf(container.querySelector(".notice-danger"))
    expect(summary).toContain("Holiday 1, Day: Enter a day, for example Nov 23, 2026.")
    expect(summary).toContain("Features: Choose at least one feature.")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("writes words and how they are said, and names the one that stands there twice", async () => {
    const pronunciations = [...sampleValues.pronunciations, { word: "nguyen", saidAs: "Noo yen" }]
    const { container } = await show(writing, [{ type: "submit.pressed" }], { ...sampleValues, pronunciations })
    const fields = [...container.querySelectorAll<HTMLInputElement>("#company-pronunciations input")]
    expect(fields.map(({ value }) => value)).toEqual(["Nguyen", "Win", "nguyen", "Noo yen"])
    expect(textOf(container.querySelector(".notice-danger"))).toContain("Word 2, Word: This word stands here twice.")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("says who loses a right, once its feature is taken away and not before", async () => {
    const kept = await show(writing)
    expect(textOf(kept.container.querySelector("[role=status]"))).toBe("")
    const taken = sampleValues.selectedRolesList.filter((id) => id !== 3)
    const { container } = await show(writing, [], { ...sampleValues, selectedRolesList: taken })
    expect(textOf(container.querySelector("[role=status]"))).toContain(
      "Campaign: Ana Ruiz, Dana Whitfield, Dev Malik and 2 other people",
    )
    expect(await accessibilityFaults()).toEqual([])
  })

  it("shows what someone else saved, and nothing that only the program knows", async () => {
    const [first, ...others] = sampleValues.addresses
    const theirs = {
      ...sampleValues,
      name: "Harbor Dental Group",
      addresses: [{ ...first, hashedId: "nothingAnybodyCanRead", line1: "2 Elm Street" }, ...others],
    }
    const { container } = await show(writing, [
      { type: "submit.pressed" },
      { type: "xstate.error.actor.submit", error: problem("StaleVersion", "Someone changed this first."), actorId: "" },
      { type: "xstate.done.actor.theirs", output: theirs, actorId: "" },
    ])
    expect([...container.querySelectorAll(".comparison dt")].map(textOf)).toEqual(["Name", "Addresses"])
    expect(textOf(container.querySelector(".comparison"))).not.toContain("nothingAnybodyCanRead")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("asks the form before leaving", async () => {
    const { toPage, toForm } = await show(writing)
    await press("Cancel")
    expect([toPage, toForm]).toEqual([[], [{ type: "leave.asked", to: "?" }]])
  })
})
