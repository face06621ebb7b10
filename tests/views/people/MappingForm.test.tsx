import { Result } from "effect"
import { act } from "react"
import { userEvent } from "vitest/browser"
import { describe, expect, it } from "vitest"
import type { FormEvent } from "#machines/session/form.machine.ts"
import { CheckImport, type Import } from "#schemas/people/import.ts"
import { validatorOf } from "#schemas/validate.ts"
import { judgeMapping } from "#server/people/imports/columns.rule.ts"
import { settleDateOrders } from "#server/people/imports/dateOrders.rule.ts"
import { uploadedImport } from "#tests/support/peopleSamples.ts"
import { accessibilityFaults, textOf } from "#tests/support/render.tsx"
import { recorder, seenForm } from "#tests/support/seen.ts"
import { at, mappingValues, onImport, page, show } from "./shownDatabase.tsx"

describe("the columns of an import", () => {
  const mappingSnapshot = (subject = uploadedImport) => at(onImport, [{ type: "map.pressed", import: subject }])

  it("says at the columns how the file was read, what stands in a row and what templates call it", async () => {
    await show({ snapshot: mappingSnapshot(), one: uploadedImport })
    expect(page()).toContain("Read as UTF-8, separated by commas")
    expect([...document.querySelectorAll(".column-sample")].map(textOf)).toEqual(["N-1", "+1 415 555 0190", "Eastside"])
    expect([...document.querySelectorAll("code")].map(textOf)).toEqual(["{{ clinic }}"])
    expect(document.querySelectorAll(".bp6-intent-primary, .upload-button")).toHaveLength(1)
  })

  it("marks both columns that are the same field, and leads to them", async () => {
    const twice = uploadedImport.mapping.map(({ header }) => ({ header, target: "phone" as const }))
    const refusal = Result.match(judgeMapping(twice), {
      onFailure: (found) => found,
      onSuccess: () => undefined,
    })
    const mapping = seenForm({ ...mappingValues, mapping: twice }, [
      { type: "submit.pressed" },
      { type: "xstate.error.actor.submit", error: refusal, actorId: "submit" },
    ])
    await show({ snapshot: mappingSnapshot(), mapping })
    const links = [...document.querySelectorAll(".notice-danger a")].map((link) => link.getAttribute("href") ?? "")
    expect(links).toHaveLength(3)
    for (const link of links) expect(document.querySelector(link)?.getAttribute("aria-invalid")).toBe("true")
    expect(await accessibilityFaults()).toEqual([])
  })

  const askingImport = (monthFirst: number, dayFirst: number): Import => ({
    ...uploadedImport,
    mapping: uploadedImport.mapping.map((one) => (one.header === "Clinic" ? { header: "Born", target: "dob" } : one)),
    dates: [0, 0, 1].map((of) => ({ monthFirst: of * monthFirst, dayFirst: of * dayFirst, either: of * 5 })),
  })
  /** Shows the columns of an import after some events of the form; gives what the form is sent. */
  const showMapping = async (subject: Import, events: Parameters<typeof seenForm>[1] = []) => {
    const { sent, send } = recorder<FormEvent>()
    await show({
      snapshot: mappingSnapshot(subject),
      one: subject,
      mapping: seenForm({ ...mappingValues, mapping: subject.mapping }, events, () => [], send),
    })
    return sent
  }
  const radios = () => [...document.querySelectorAll<HTMLInputElement>("input[type=radio]")]

  it.each([
    [0, 0, "Every date of this column can be read both ways."],
    [2, 1, "2 dates of this column can only have the month first, 1 only the day. Rows that do not fit"],
    [0, 1, "One date of this column can only have the day first, and none the other way round."],
  ])("asks for the order of dates of which %i need the month first and %i the day", async (month, day, hint) => {
    await showMapping(askingImport(month, day))
    const group = document.querySelector("fieldset")
    expect(textOf(group?.querySelector("legend") ?? null)).toBe(
      "Which comes first in dates like 03/04/1980: the month or the day?",
    )
    expect(textOf(group)).toContain(hint)
    expect(await accessibilityFaults()).toEqual([])
  })

  it("asks for no order where none of the dates needs one, or the column is no date", async () => {
    await showMapping({ ...askingImport(1, 1), dates: [] })
    expect(radios()).toEqual([])
    await showMapping({ ...askingImport(1, 1), mapping: uploadedImport.mapping })
    expect(radios()).toEqual([])
  })

  it("takes the order from the keyboard, and leads to the question from its refusal", async () => {
    const subject = askingImport(2, 1)
    const refusal = Result.match(settleDateOrders(subject.mapping, subject.dates), {
      onFailure: (found) => found,
      onSuccess: () => undefined,
    })
    const sent = await showMapping(subject, [
      { type: "submit.pressed" },
      { type: "xstate.error.actor.submit", error: refusal, actorId: "submit" },
    ])
    const link = document.querySelector(".notice-danger a")
    expect(textOf(link)).toBe("Order of the dates in “Born”")
    expect(document.querySelector(link?.getAttribute("href") ?? "none")?.tagName).toBe("FIELDSET")
    expect(await accessibilityFaults()).toEqual([])
    expect(radios().map(({ checked }) => checked)).toEqual([false, false])
    radios()[0]?.focus()
    await act(() => userEvent.keyboard("{ArrowDown}"))
    expect(sent).toEqual([
      {
        type: "field.changed",
        field: "mapping",
        value: [...subject.mapping.slice(0, 2), { header: "Born", target: "dob", dateOrder: "dayFirst" }],
      },
    ])
  })

  it("takes the order that its dates say when a column is named the date of birth", async () => {
    const subject = { ...askingImport(0, 3), mapping: uploadedImport.mapping }
    const sent = await showMapping(subject)
    await act(() => userEvent.selectOptions(document.querySelectorAll("select")[2] as HTMLSelectElement, "dob"))
    expect(sent).toMatchObject([{ value: [{}, {}, { target: "dob", dateOrder: "dayFirst" }] }])
  })

  it("shows what is wrong with a mapping next to its field", async () => {
    const mapping = seenForm(
      { ...mappingValues, listName: "x" },
      [{ type: "submit.pressed" }],
      validatorOf(CheckImport),
    )
    await show({ snapshot: mappingSnapshot(), mapping })
    expect(page()).toContain("Enter a list name of 3 to 80 characters.")
    expect(await accessibilityFaults()).toEqual([])
  })
})
