import { useReducer } from "react"
import { describe, expect, it } from "vitest"
import type { FormEvent } from "#machines/session/form.machine.ts"
import { problem } from "#schemas/problem.ts"
import { foreignAnswer, unreachable } from "#schemas/session/problems.ts"
import { Actions } from "#views/parts/Actions.tsx"
import { CheckField, ChoiceField, SelectField, TextAreaField, TextField } from "#views/parts/Field.tsx"
import { ChoiceFilter, DateFilter, SearchFilter } from "#views/parts/Filter.tsx"
import { Form } from "#views/parts/Form.tsx"
import { Facts, Page, Section } from "#views/parts/Page.tsx"
import { Notice, ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import { Progress } from "#views/parts/Progress.tsx"
import { StateTag } from "#views/parts/StateTag.tsx"
import { Steps } from "#views/parts/Steps.tsx"
import { Tabs } from "#views/parts/Tabs.tsx"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenForm } from "#tests/support/seen.ts"

const show = async (view: Parameters<typeof render>[0], dark = false) => (await render(view, { dark })).container

const Closing = () => {
  const [isOpen, close] = useReducer(() => false, true)
  return (
    <Page title="Lists">
      {isOpen && (
        <Section title="One" arrives>
          <button type="button" onClick={close}>
            Close
          </button>
        </Section>
      )}
    </Page>
  )
}

describe("a section that a button opened", () => {
  it("takes the focus, and gives it to the page's heading when it goes", async () => {
    const container = await show(<Closing />)
    expect(document.activeElement).toBe(container.querySelector("h2"))
    container.querySelector<HTMLButtonElement>("section button")?.focus()
    await press("Close", container)
    expect(container.querySelector("section")).toBeNull()
    expect(document.activeElement).toBe(container.querySelector("h1"))
  })
})

describe("the tabs of a thing", () => {
  const tabs = [
    { id: "message", label: "Message" },
    { id: "history", label: "History" },
  ]
  it.each([
    ["Message", {}],
    ["History", { tab: "history" }],
    ["Message", { tab: "gone" }],
  ])("mark the one that is shown: %s", async (label, search: Readonly<Record<string, string>>) => {
    const container = await show(<Tabs url={pageUrl(search).url} name="tab" label="Parts" tabs={tabs} />)
    expect([...container.querySelectorAll("a[aria-current]")].map(textOf)).toEqual([label])
  })
})

describe("the steps of a piece of work", () => {
  const steps = ["File", "Columns", "Check"].map((label) => ({ id: label.toLowerCase(), label }))
  it.each([
    ["columns", ["File(done)", "2Columns", "3Check"], ["2Columns"]],
    [undefined, ["File(done)", "Columns(done)", "Check(done)"], []],
  ])("say what is done and what is open: %s", async (current, said, here) => {
    const container = await show(<Steps label="Steps" steps={steps} current={current} note="Checked" />)
    expect([...container.querySelectorAll("li")].map(({ textContent }) => textContent)).toEqual(said)
    expect([...container.querySelectorAll("[aria-current=step]")].map(({ textContent }) => textContent)).toEqual(here)
    expect(await accessibilityFaults(container)).toEqual([])
  })
})

const validate = (values: { readonly [field: string]: unknown }) =>
  values["name"] === "" ? [{ field: "name", message: "Enter a name of 3 to 80 characters." }] : []
const form = (events: Parameters<typeof seenForm>[1], send?: (event: FormEvent) => void, name = "") => {
  const seen = seenForm({ name, text: "", list: null, kind: "Survey", now: true }, events, validate, send)
  const of = { form: seen, id: "new" }
  return (
    <Form form={seen} id="new" labels={{ name: "Name" }}>
      <TextField {...of} name="name" label="Name" hint="Staff see it, patients do not." />
      <TextAreaField {...of} name="text" label="Text" optional />
      <SelectField
        {...of}
        name="list"
        label="List"
        numeric
        none="Choose a list"
        options={[{ value: 4, label: "Recalls" }]}
      />
      <ChoiceField
        {...of}
        name="kind"
        label="Purpose"
        options={[
          { value: "Survey", label: "Survey" },
          { value: "Reminder", label: "Reminder" },
        ]}
      />
      <CheckField {...of} name="now" label="Start at once" />
    </Form>
  )
}
const refusal = (error: unknown) => ({ type: "xstate.error.actor.submit", error, actorId: "submit" })

describe("the form", () => {
  it("says nothing before a field was left, and is accessible", async () => {
    const container = await show(form([]))
    expect(container.querySelector(".field-error")).toBeNull()
    expect(await accessibilityFaults(container)).toEqual([])
  })

  it("has each control under its own label, the choices of a group under theirs", async () => {
    const container = await show(form([]))
    const labelled = [...container.querySelectorAll("label")].map((label) => [textOf(label), label.control?.id])
    expect(labelled).toEqual([
      ["Name", "new-name"],
      ["Text (optional)", "new-text"],
      ["List", "new-list"],
      ["Survey", "new-kind-Survey"],
      ["Reminder", "new-kind-Reminder"],
      ["Start at once", "new-now"],
    ])
    expect(textOf(container.querySelector("fieldset#new-kind > legend"))).toBe("Purpose")
  })

  it("ties a violation to its field once it was left", async () => {
    const container = await show(form([{ type: "field.left", field: "name" }]))
    const input = container.querySelector("#new-name")
    expect(input?.getAttribute("aria-invalid")).toBe("true")
    expect(input?.getAttribute("aria-describedby")).toBe("new-name-hint new-name-error")
    expect(textOf(container.querySelector("#new-name-error"))).toBe("Enter a name of 3 to 80 characters.")
    expect(await accessibilityFaults(container)).toEqual([])
  })

  it("moves the focus to a summary that links to each wrong field when submitting is refused", async () => {
    const container = await show(form([{ type: "submit.pressed" }]))
    expect(textOf(document.activeElement)).toContain("There is 1 problem")
    expect(container.querySelector('a[href="#new-name"]')).not.toBeNull()
    expect(await accessibilityFaults(container)).toEqual([])
  })

  it("shows why the server refused, with a way out", async () => {
    const container = await show(form([{ type: "submit.pressed" }, refusal(unreachable())], undefined, "Recalls"))
    expect(textOf(container)).toContain("The server could not be reached.")
    expect(textOf(container)).toContain("Check your connection")
    expect(await accessibilityFaults(container)).toEqual([])
  })

  it("overwrites nothing when someone changed it first", async () => {
    const { sent, send } = recorder<FormEvent>()
    const refused = [{ type: "submit.pressed" }, refusal(problem("StaleVersion", "Someone changed this first."))]
    const events = [...refused, { type: "xstate.done.actor.theirs", output: null, actorId: "theirs" }]
    const container = await show(form(events, send, "Recalls"))
    await press("Save mine over theirs", container)
    await press("Look at theirs", container)
    expect(sent).toEqual([{ type: "overwrite.pressed" }, { type: "discard.pressed" }])
    expect(await accessibilityFaults(container)).toEqual([])
  })

  it("cannot be sent twice while the server has it", async () => {
    const container = await show(form([{ type: "submit.pressed" }], undefined, "Recalls"))
    expect(container.querySelector('form[aria-busy="true"]')).not.toBeNull()
    expect(
      [...container.querySelectorAll<HTMLInputElement>("input, select, textarea")].every(({ disabled }) => disabled),
    ).toBe(true)
  })

  it("sends what the person typed and chose, numbers as numbers", async () => {
    const { sent, send } = recorder<FormEvent>()
    const container = await show(form([], send))
    const select = container.querySelector("select")
    if (select !== null) select.value = "4"
    select?.dispatchEvent(new Event("change", { bubbles: true }))
    container.querySelector<HTMLElement>("#new-kind-Reminder")?.click()
    expect(sent).toContainEqual({ type: "field.changed", field: "list", value: 4 })
    expect(sent).toContainEqual({ type: "field.changed", field: "kind", value: "Reminder" })
  })
})

describe("the other parts", () => {
  const url = { search: { search: "ada" }, href: () => "?", change: () => undefined, go: () => undefined }
  it.each([
    ["light", false],
    ["dark", true],
  ] as const)("a page with all of its anatomy is accessible in the %s", async (_, dark) => {
    const container = await show(
      <main>
        <Page
          title="Campaigns"
          lead="All of them"
          primary={{
            label: "New campaign",
            onPress: () => undefined,
            disabledReason: "You need the right to run campaigns (Campaign).",
          }}
          filters={
            <>
              <SearchFilter url={url} label="Search" />
              <ChoiceFilter
                url={url}
                name="state"
                label="State"
                all="All states"
                options={[{ value: "draft", label: "Draft" }]}
              />
              <DateFilter url={url} name="from" label="From" inEffect="2026-03-01" />
              <DateFilter url={url} name="to" label="To" error="Choose an earlier day." />
            </>
          }
        >
          <Facts
            rows={[
              [
                "State",
                <StateTag key="state" tone="active">
                  running
                </StateTag>,
              ],
            ]}
          />
          <Section title="Progress">
            <Progress done={30} total={120} label="Texts sent" />
          </Section>
          <ProblemNotice
            problem={{ ...problem("Unexpected", "Something broke."), correlationId: "c-1" }}
            title="Could not load"
          />
          <Notice intent="warning" title="Mind">
            Quiet hours hold 12 texts.
          </Notice>
          {(["neutral", "active", "success", "warning", "danger"] as const).map((tone) => (
            <StateTag key={tone} tone={tone}>
              {tone}
            </StateTag>
          ))}
        </Page>
      </main>,
      dark,
    )
    expect(textOf(container)).toContain("30 of 120 (25 %)")
    expect(textOf(container.querySelector(".page-actions > button"))).toBe("More")
    expect(textOf(container.querySelector(".page-actions .menu-reasons"))).toBe(
      "New campaign You need the right to run campaigns (Campaign).",
    )
    expect(await accessibilityFaults(container)).toEqual([])
  })
})

describe("the way out of a problem", () => {
  const shown = async (given: Parameters<typeof ProblemNotice>[0]["problem"]) =>
    textOf(await show(<ProblemNotice problem={given} />))

  it.each([
    [429, "Too many requests came from here in a short time. Try again after 6:29 PM."],
    [
      503,
      "The server takes no requests at the moment. Try again after 6:29 PM.What was done already is not done twice.",
    ],
  ])("names one time, which the sentence says: %i", async (status, text) => {
    expect(await shown({ ...foreignAnswer(status, "6:29 PM"), retryAt: "2026-11-22T18:29:00Z" })).toBe(text)
  })

  it("names a wait where the sentence names none", async () => {
    expect(await shown(foreignAnswer(429))).toContain("Wait a minute, then try again.")
  })

  it("asks to pass on a reference only where there is one, and shows it", async () => {
    const unexpected = problem("Unexpected", "Something broke.")
    expect(await shown(unexpected)).not.toMatch(/reference/i)
    expect(await shown({ ...unexpected, correlationId: "c-1" })).toMatch(/tell .* the reference\.Reference: c-1/)
  })
})

describe("a row of actions", () => {
  it("takes the first click of a double click only: another action may stand in its place by then", async () => {
    let pressed = 0
    const container = await show(
      <Actions id="row" actions={[{ id: "pause", label: "Pause", onPress: () => (pressed += 1) }]} />,
    )
    const button = container.querySelector("button")
    for (const detail of [1, 2, 0]) button?.dispatchEvent(new MouseEvent("click", { bubbles: true, detail }))
    expect(pressed).toBe(2)
  })
})
