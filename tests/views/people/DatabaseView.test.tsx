import { Result } from "effect"
import { act } from "react"
import { userEvent } from "vitest/browser"
import { afterEach, describe, expect, it } from "vitest"
import type { CommandEvent } from "#machines/session/command.machine.ts"
import type { FormEvent } from "#machines/session/form.machine.ts"
import { databaseMachine, type DatabaseEvent, type DatabaseSnapshot } from "#machines/people/database.machine.ts"
import { CheckImport, type Import } from "#schemas/people/import.ts"
import type { Patient, PatientList } from "#schemas/people/patient.ts"
import type { UnclearReply } from "#schemas/people/unclearReply.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { validatorOf } from "#schemas/validate.ts"
import { judgeMapping } from "#server/people/imports/columns.rule.ts"
import { settleDateOrders } from "#server/people/imports/dateOrders.rule.ts"
import { DatabaseView } from "#views/people/DatabaseView.tsx"
import type { ImportWithRejections } from "#views/people/ImportPanel.tsx"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { databaseWalk } from "#tests/machines/people/database.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import {
  importIn,
  sampleList,
  samplePatient,
  sampleRejection,
  sampleReply,
  uploadedImport,
} from "#tests/support/peopleSamples.ts"
import { brokenPromises } from "#tests/support/promises.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenCommand, seenForm, seenReading } from "#tests/support/seen.ts"

const admin = { userType: 2 as const, accessIds: [3, 15, 17] }
const stranger = { userType: 3 as const, accessIds: [1] }
const { places } = pathsOf(databaseMachine, databaseWalk)
const browsing = after(databaseMachine, [], databaseWalk.input) as unknown as DatabaseSnapshot
const mappingValues = { importId: 7, listName: "Spring list", mapping: uploadedImport.mapping }

let unmount: () => void = () => undefined
afterEach(() => unmount())

const show = async (
  shown: {
    readonly snapshot?: DatabaseSnapshot
    readonly search?: Readonly<Record<string, string>>
    readonly patients?: Parameters<typeof seenReading<ReadonlyArray<Patient>>>[0]
    readonly replies?: ReadonlyArray<UnclearReply> | { readonly failed: unknown }
    readonly one?: Import
    readonly rejections?: ImportWithRejections["rejections"]
    readonly rights?: typeof admin | typeof stranger
    readonly mapping?: ReturnType<typeof seenForm>
  } = {},
) => {
  const { sent, send } = recorder<DatabaseEvent>()
  const address = pageUrl(shown.search ?? {})
  const one = shown.one ?? importIn("checked")
  const rejections = shown.rejections ?? (one.progress.rejected > 0 ? [sampleRejection] : [])
  const { sent: answered, send: answer } = recorder<CommandEvent>()
  const rendered = await render(
    <DatabaseView
      page={{ snapshot: shown.snapshot ?? browsing, send }}
      url={address.url}
      rights={shown.rights ?? admin}
      patients={seenReading<ReadonlyArray<Patient>>(shown.patients ?? { ready: [samplePatient] })}
      replies={seenReading<ReadonlyArray<UnclearReply>>(
        shown.replies !== undefined && "failed" in shown.replies ? shown.replies : { ready: shown.replies ?? [] },
      )}
      lists={seenReading<ReadonlyArray<PatientList>>({ ready: [sampleList] })}
      imports={seenReading<ReadonlyArray<Import>>({ ready: [one] })}
      import={seenReading<ImportWithRejections>({ ready: { import: one, rejections } })}
      mapping={shown.mapping ?? seenForm(mappingValues)}
      command={seenCommand(shown.snapshot ?? browsing, answer)}
    />,
  )
  unmount = rendered.unmount
  return { ...rendered, sent, answered, address }
}

const page = () => textOf(document.body)

describe("the database page", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, { snapshot }) => {
      await show({ snapshot: snapshot as unknown as DatabaseSnapshot })
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it.each(["uploaded", "checking", "checked", "running", "done", "cancelled", "failed"] as const)(
    "shows an import that is %s",
    async (state) => {
      await show({ search: { tab: "imports", import: "7" }, one: importIn(state, { done: 9 }) })
      expect(await accessibilityFaults()).toEqual([])
      expect(page()).toContain("spring.csv")
    },
  )

  it.each([
    ["Patients", {}],
    ["Imports", { tab: "imports" }],
  ])("marks the tab that is open: %s", async (label, search) => {
    const { container } = await show({ search })
    expect([...container.querySelectorAll(".tabs [aria-current=page]")].map(textOf)).toEqual([label])
  })

  it("says what became of rejected rows that are not kept any more, and offers no empty file", async () => {
    await show({ search: { tab: "imports", import: "7" }, one: importIn("done"), rejections: [] })
    expect(page()).toContain("The rejected rows of this import were removed 90 days after the upload.")
    expect(page()).not.toContain("Download all with reasons")
    unmount()
    await show({ search: { tab: "imports", import: "7" }, one: importIn("checking"), rejections: [] })
    expect(page()).not.toContain("were removed")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("puts replies that may be opt-outs before staff, to decide each", async () => {
    const { sent } = await show({ replies: [sampleReply, { ...sampleReply, replyId: 13, people: "" }] })
    expect(page()).toContain("please stop it")
    expect(await accessibilityFaults()).toEqual([])
    await press("Opt out Maria Lopez")
    await press("Keep texting (415) 555-0190")
    expect(sent).toEqual([
      { type: "reply.decided", decided: { replyId: 12, decision: "optOut" } },
      { type: "reply.decided", decided: { replyId: 13, decision: "keep" } },
    ])
    unmount()
    await show()
    expect(page()).not.toContain("Replies to decide")
  })

  it("says that the replies could not be read, and offers to read them again", async () => {
    await show({ replies: { failed: unreachable() } })
    for (const text of ["Replies to decide", "Could not load", "Retry"]) expect(page()).toContain(text)
    expect(await accessibilityFaults()).toEqual([])
  })

  it("counts at the check who can be imported and not texted", async () => {
    await show({ search: { tab: "imports", import: "7" }, one: { ...importIn("checked"), otherCountry: 4 } })
    expect(page()).toContain("4: numbers of other countries")
  })

  it("names line, column, reason and value of a rejected row", async () => {
    await show({ search: { tab: "imports", import: "7" } })
    for (const text of ["18", "Mobile", sampleRejection.reason, "ask at desk"]) expect(page()).toContain(text)
  })

  it("offers the import of exactly the valid rows", async () => {
    const { sent } = await show({ search: { tab: "imports", import: "7" } })
    await press("Import 18 rows")
    expect(sent).toEqual([{ type: "run.pressed", import: importIn("checked") }])
  })

  it("counts what is truly stored while an import runs", async () => {
    await show({ search: { tab: "imports", import: "7" }, one: importIn("running", { done: 9 }) })
    const bar = document.querySelector('[role="progressbar"]')
    expect(bar?.getAttribute("aria-valuenow")).toBe("9")
    expect(bar?.getAttribute("aria-valuemax")).toBe("18")
  })

  it("says which right is missing for an upload", async () => {
    await show({ rights: stranger })
    expect(page()).toContain("You need the right to see and import patients (DatabaseSetup)")
    expect(document.querySelector<HTMLInputElement>("input[type=file]")?.disabled).toBe(true)
  })

  it("teaches when there is no one, and offers Retry when nothing could be read", async () => {
    await show({ patients: { ready: [] } })
    expect(page()).toContain("Upload a CSV file with one patient a row.")
    unmount()
    await show({ patients: { failed: unreachable() } })
    expect(page()).toContain("Could not load")
  })

  it("says what an import that is cancelled has stored, and leads on", async () => {
    const one = importIn("cancelled", { done: 9, added: 6, changed: 1, unchanged: 1 })
    await show({ search: { tab: "imports", import: "7" }, one })
    expect(page()).toContain(
      "Cancelled by a person. 8 rows of it are stored and stay. To import the rest, upload the file again and give the list another name.",
    )
    expect(page()).toContain("Upload again")
  })

  it("says why an import failed, and leads on", async () => {
    await show({ search: { tab: "imports", import: "7" }, one: importIn("failed") })
    expect(page()).toContain("The file ends in the middle of a quoted cell.")
    expect(page()).toContain("Upload again")
  })

  it("asks before it cancels, with what is stored by now", async () => {
    const running = importIn("running", { done: 9, added: 6 })
    const { sent } = await show({ search: { tab: "imports", import: "7" }, one: running })
    await press("Cancel the import")
    expect(sent).toEqual([{ type: "cancel.pressed", import: running }])
    unmount()
    const asked = after(databaseMachine, [{ type: "cancel.pressed", import: running }], databaseWalk.input)
    const later = importIn("running", { done: 14, added: 12, changed: 2 })
    const dialog = await show({ snapshot: asked as unknown as DatabaseSnapshot, one: later })
    expect(page()).toContain("Rows that are stored stay: 14 so far.")
    await press("Go on")
    expect(dialog.answered).toEqual([{ type: "cancel.pressed" }])
  })

  it("keeps who is looked for out of the address", async () => {
    const typed = after(databaseMachine, [{ type: "search.changed", search: "Lopez" }], databaseWalk.input)
    const { sent, address } = await show({
      snapshot: typed as unknown as DatabaseSnapshot,
      patients: { ready: [] },
    })
    const box = document.querySelector<HTMLInputElement>("input[type=search]")
    expect(box?.value).toBe("Lopez")
    expect(page()).toContain("No patient matches this search.")
    await act(() => userEvent.fill(box as HTMLInputElement, "Lope"))
    expect(sent).toEqual([{ type: "search.changed", search: "Lope" }])
    expect([address.went, address.changed]).toEqual([[], []])
  })

  const mappingSnapshot = () =>
    after(
      databaseMachine,
      [{ type: "map.pressed", import: uploadedImport }],
      databaseWalk.input,
    ) as unknown as DatabaseSnapshot

  it("says at the columns how the file was read, what stands in its first rows and what templates call it", async () => {
    await show({ snapshot: mappingSnapshot() })
    expect(textOf(document.activeElement)).toBe("What is each column?")
    expect(page()).toContain("spring.csv: read as UTF-8, separated by commas")
    expect(page()).toContain("First rows: Eastside")
    const codes = [...document.querySelectorAll("code")].map(textOf)
    expect(codes).toEqual(["{{ externalId }}", "{{ clinic }}"])
  })

  it("marks both columns that are the same field, and leads to them", async () => {
    const twice = uploadedImport.mapping.map(({ header }) => ({ header, target: "phone" as const }))
    const refusal = Result.match(judgeMapping(["MRN", "Mobile", "Clinic"], twice), {
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
    const asked = after(databaseMachine, [{ type: "map.pressed", import: subject }], databaseWalk.input)
    await show({
      snapshot: asked as unknown as DatabaseSnapshot,
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
    unmount()
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

  it("moves the focus to the import when a step has ended, since its button has gone", async () => {
    const { sent } = await show({ search: { tab: "imports", import: "7" } })
    expect(sent).toEqual([])
    expect(textOf(document.activeElement)).toBe("Patients and imports")
    unmount()
    const started = after(
      databaseMachine,
      [
        { type: "run.pressed", import: importIn("checked") },
        { type: "xstate.done.actor.run", output: importIn("running"), actorId: "run" },
      ],
      databaseWalk.input,
    ) as unknown as DatabaseSnapshot
    await show({ snapshot: started, search: { tab: "imports", import: "7" } })
    expect(textOf(document.activeElement)).toBe("spring.csv")
    // What was read before the answer to the command is older than the answer.
    const panel = textOf(document.querySelector(".side-panel"))
    expect(panel).toContain("Importing")
    expect(panel).not.toContain("Import 18 rows")
  })

  it("moves the focus to the reason of a refusal", async () => {
    const refused = after(
      databaseMachine,
      [
        { type: "run.pressed", import: importIn("checked") },
        { type: "xstate.error.actor.run", error: unreachable(), actorId: "run" },
      ],
      databaseWalk.input,
    ) as unknown as DatabaseSnapshot
    await show({ snapshot: refused })
    expect(textOf(document.activeElement)).toContain(unreachable().message)
  })

  it("writes phones, languages and zones as people do", async () => {
    await show()
    const cells = [...document.querySelectorAll("tbody td")].map(textOf)
    expect(cells.slice(2, 6)).toEqual(["(415) 555-0190", "Mobile", "Spanish", "Pacific Time (from the ZIP code)"])
    unmount()
    const abroad = { ...samplePatient, phone: "+493012345678", language: "", zones: ["Europe/Berlin"] }
    await show({ patients: { ready: [{ ...abroad, phoneKind: "unknown" }] } })
    expect([...document.querySelectorAll("tbody td")].map(textOf).slice(2, 6)).toEqual([
      "+493012345678",
      "Mobile or landline",
      "–",
      "Central European Time (from the ZIP code)",
    ])
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
