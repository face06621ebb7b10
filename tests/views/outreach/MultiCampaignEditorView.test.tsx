import { describe, expect, it } from "vitest"
import {
  multiCampaignEditorMachine,
  type MultiCampaignEditorEvent,
  type MultiCampaignEditorSnapshot,
} from "#machines/outreach/multiCampaignEditor.machine.ts"
import { ListId, TemplateId } from "#schemas/ids.ts"
import type { FormEvent } from "#machines/session/form.machine.ts"
import type { LadderSimulation } from "#schemas/outreach/multiCampaign.ts"
import { withMoreTexts } from "#schemas/outreach/ladderSteps.ts"
import { checkLadder, simulationOf, type LadderValues } from "#schemas/outreach/multiCampaignForm.ts"
import { Now } from "#views/parts/Time.tsx"
import { MultiCampaignEditorView } from "#views/outreach/MultiCampaignEditorView.tsx"
import "#views/outreach/outreach.css"
import "#views/outreach/ladder.css"
import { multiCampaignEditorWalk } from "#tests/machines/outreach/multiCampaignEditor.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import {
  draftLadderDetail,
  openedLadder,
  openedRunning,
  sampleSimulation,
} from "#tests/support/multiCampaignSamples.ts"
import { sampleList } from "#tests/support/peopleSamples.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, buttonNamed, press, reasonOf, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenForm, seenReading } from "#tests/support/seen.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"

const search = { edit: draftLadderDetail.hashedId }
const { places } = pathsOf(multiCampaignEditorMachine, multiCampaignEditorWalk)
const at = (events: ReadonlyArray<{ readonly type: string }>, opened = openedLadder) =>
  after(
    multiCampaignEditorMachine,
    [{ type: "xstate.done.actor.open", output: opened, actorId: "open" } as { type: string }, ...events],
    { search },
  ) as unknown as MultiCampaignEditorSnapshot

type Shown = {
  readonly snapshot?: MultiCampaignEditorSnapshot
  readonly values?: Partial<LadderValues>
  readonly opened?: typeof openedLadder
  readonly simulation?: Parameters<typeof seenReading<LadderSimulation>>[0]
  readonly events?: Parameters<typeof seenForm>[1]
  readonly accessIds?: ReadonlyArray<number>
  readonly dark?: boolean
}
const show = async ({ opened = openedLadder, values = {}, events = [], ...shown }: Shown = {}) => {
  const { sent: asked, send } = recorder<MultiCampaignEditorEvent>()
  const { sent, send: change } = recorder<FormEvent>()
  const snapshot = shown.snapshot ?? at([], opened)
  const validate = checkLadder as unknown as Parameters<typeof seenForm>[2]
  const form = seenForm({ ...opened.values, ...values }, events, validate, change)
  const rendered = await render(
    <Now value={Date.parse("2026-11-20T15:00:00Z")}>
      <MultiCampaignEditorView
        page={{ snapshot, send }}
        url={pageUrl(search).url}
        rights={{ userType: 2, accessIds: shown.accessIds ?? [12, 17] }}
        form={snapshot.matches("writing") ? form : undefined}
        simulation={seenReading<LadderSimulation>(shown.simulation ?? "idle")}
      />
    </Now>,
    { dark: shown.dark ?? false, zone: "America/New_York" },
  )
  return { ...rendered, sent, asked }
}
const { steps } = openedLadder.values
const idsIn = (sent: ReadonlyArray<FormEvent>): ReadonlyArray<number> =>
  sent.flatMap((event) =>
    event.type === "field.changed" && event.field === "steps"
      ? (event.value as LadderValues["steps"]).map(({ stepId }) => stepId)
      : [],
  )

describe("the editor of a multi-campaign", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, place) => {
      const snapshot = place.snapshot as unknown as MultiCampaignEditorSnapshot
      await show({ snapshot })
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("has a card for each step, by its channel, with what it sends to whom it concerns", async () => {
    const { container } = await show({ dark: true })
    const cards = [...container.querySelectorAll(".ladder-card")]
    expect(cards.map((card) => [...card.querySelectorAll("label")].map(textOf))).toEqual([
      ["Template", "From", "Wait after the launch", "Unit", "If the text fails", "Minutes between tries"],
      ["Call flow", "From", "Begins", "Wait", "Unit", "Only for those who"],
      [
        "Template",
        "From",
        "Begins",
        "Wait",
        "Unit",
        "Only for those who",
        "If the text fails",
        "Minutes between tries",
      ],
    ])
    expect(textOf(cards[1] ?? null)).toContain("Calls a person up to 2 times.")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("says in which languages a step's template is, and how often its call is tried", async () => {
    const { container } = await show()
    expect(textOf(container)).toContain("Also in Spanish and Vietnamese: each person gets their language.")
    expect(textOf(container)).toContain("Calls a person up to 2 times. Also in")
  })

  it("asks for a value that rules of the texts before set, and names what they set", async () => {
    const [first, ...more] = openedLadder.parts.templates
    const sets = ["morning", "evening"].map((value) => ({ name: "time", value }))
    const parts = { ...openedLadder.parts, templates: [{ ...first!, sets }, ...more] }
    const asking = (place: number) =>
      steps.map((step, at) =>
        at === place ? { ...step, onlyIf: "valueIs" as const, ifValue: { name: "time", value: "noon" } } : step,
      )
    const { container } = await show({ opened: { ...openedLadder, parts }, values: { steps: asking(2), stops: [] } })
    const card = container.querySelectorAll(".ladder-card")[2]
    expect([...(card?.querySelectorAll("label") ?? [])].map(textOf)).toEqual(expect.arrayContaining(["Value", "Is"]))
    expect(textOf(card ?? null)).toContain("Rules set morning and evening.")
    expect(textOf(card ?? null)).toContain("the rules before it only set “morning”, “evening”")
    expect(await accessibilityFaults()).toEqual([])
    const alone = await show({ opened: { ...openedLadder, parts }, values: { steps: asking(0), stops: [] } })
    expect(textOf(alone.container.querySelector(".ladder-card"))).toContain("No rule of the texts before sets a value.")
  })

  it("moves, removes and adds steps, and keeps the focus where the button goes", async () => {
    const moved = await show()
    await press("Move step 2 up")
    expect(idsIn(moved.sent)).toEqual([2, 1, 3])
    expect(document.activeElement?.id).toBe("multi-step-2")
    const removed = await show()
    await press("Remove step 2")
    expect(idsIn(removed.sent)).toEqual([1, 3])
    expect(document.activeElement?.id).toBe("multi-step-1")
    const added = await show()
    await press("Add a call")
    expect(idsIn(added.sent)).toEqual([1, 2, 3, 4])
  })

  it("says in words what a person gets on which day, a call with its tries", async () => {
    const { container } = await show()
    const ways = [...container.querySelectorAll(".ladder-paths tbody tr")].map((row) => [...row.children].map(textOf))
    expect(ways).toContainEqual(["text on day 0, call on day 2 up to 2 times, text on day 5", "Never answered", "4"])
  })

  it("says at a step, and in the checks, what keeps it from being launched", async () => {
    const faulty = steps.map((step, place) => (place === 1 ? { ...step, templateId: null } : step))
    const { container } = await show({ values: { steps: faulty } })
    const sentence = "Step 2: choose a published template and a number of its kind."
    expect(textOf(container.querySelector(".ladder-card-faulty"))).toContain(sentence)
    expect(textOf(container.querySelector(".checks-problem"))).toContain(sentence)
    expect(container.querySelector(".checks-problem a")?.getAttribute("href")).toBe("#multi-step-2")
    expect(textOf(container)).toContain("Launching waits for 1 of them")
  })

  it("keeps each error at its field, and lists them when it was to be saved", async () => {
    const nothing = steps.map((step) => ({ ...step, templateId: null, wait: null }))
    const { container } = await show({
      values: { name: "", listId: null, steps: nothing.slice(0, 1), when: "later", startOn: "" },
      events: [{ type: "submit.pressed" }],
    })
    const summary = textOf(container.querySelector(".notice-danger"))
    for (const said of ["Choose a list.", "Step 1, Template: Choose a template.", "Enter a date and a time."])
      expect(summary).toContain(said)
    expect(await accessibilityFaults()).toEqual([])
  })

  it("changes the steps alone of one that runs, and says so", async () => {
    const { container } = await show({ opened: openedRunning })
    expect(textOf(container)).toContain("It has been launched")
    expect(container.querySelector("#multi-name")).toBeNull()
    const buttons = [...container.querySelectorAll<HTMLButtonElement>(".ladder-deeds button")]
    expect(buttons.slice(0, 9).map((button) => [button.ariaDisabled, reasonOf(button)])).toEqual(
      Array.from({ length: 9 }, () => ["true", expect.stringMatching(/^People may have come to this step/)]),
    )
    expect([...container.querySelectorAll(".ladder-card label")].map(textOf)).not.toContain("Begins")
  })

  it("says at a step's choice how many templates of its channel are not offered, and why", async () => {
    const { container } = await show()
    const hints = [...container.querySelectorAll(".ladder-card .field-hint")].map(textOf)
    const said = "3 templates are not offered: 2 drafts that no one has published and 1 retired for good."
    // Two of the three steps are texts; of call flows each is offered.
    expect(hints.filter((hint) => hint.endsWith(said))).toHaveLength(2)
    expect(hints.filter((hint) => hint.includes("call flow"))).toEqual([])
    const [first, ...others] = steps
    const tested = await show({ values: { steps: [withMoreTexts(withMoreTexts(first!)), ...others] } })
    const further = [...tested.container.querySelectorAll("[id*=test-templateIds][id$=hint]")].map(textOf)
    expect(further).toEqual([said, said])
  })

  it("says at a step's number how many others are for the other channel, and at the list when older ones are not offered", async () => {
    const { container } = await show()
    const about = (field: string) => [...container.querySelectorAll(`[id$=${field}-hint]`)].map(textOf)
    const uses = ["calls", "texts", "calls"]
    expect(about("senderId")).toEqual(uses.map((use) => `Not offered: 1 number for ${use}.`))
    expect(about("listId")).toEqual([])
    const lists = Array.from({ length: 1_000 }, (_, place) => ({ ...sampleList, listId: ListId.make(place + 1) }))
    const many = await show({ opened: { ...openedLadder, parts: { ...openedLadder.parts, lists } } })
    expect(textOf(many.container.querySelector("[id$=listId-hint]"))).toBe("Not offered: lists older than these 1,000.")
  })

  it("chooses what stops it", async () => {
    const { sent, container } = await show()
    container.querySelector<HTMLInputElement>("#multi-stops-confirmed")?.click()
    expect(sent).toEqual([{ type: "field.changed", field: "stops", value: ["replied", "booked", "confirmed"] }])
  })

  it("is simulated as it is written, and says that nothing is sent", async () => {
    const { asked, container } = await show()
    expect(textOf(container)).toContain("Nothing is sent.")
    await press("Simulate")
    expect(asked).toEqual([{ type: "simulate.pressed" }])
    const waiting = await show({ values: { listId: null } })
    expect(textOf(waiting.container)).toContain("It can be simulated once the list and every step are chosen.")
  })

  it("shows how the sample ended, what it took, and one person with the way to the others", async () => {
    const { container, asked } = await show({
      snapshot: at([{ type: "simulate.pressed" }, { type: "person.chosen", place: 1 } as { type: string }]),
      simulation: { ready: sampleSimulation },
    })
    expect(textOf(container)).toContain("10 people, drawn by chance; nothing was sent")
    const bars = [...container.querySelectorAll(".bars tr")].map((row) => [...row.children].map(textOf))
    expect(bars).toEqual([
      ["Booked", "", "6", "60%"],
      ["Never answered", "", "4", "40%"],
    ])
    expect(textOf(container)).toContain("Person 2 of 2")
    expect(textOf(container.querySelector(".ladder-happened"))).toContain("Step 1 left them out")
    await press("Next person")
    await press("Run again")
    expect(asked).toEqual([{ type: "person.chosen", place: 0 }, { type: "simulate.pressed" }])
    expect(await accessibilityFaults()).toEqual([])
  })

  it.each([
    ["better", 1, "Text B did better, beyond chance: 31 of 48. Everyone else gets it."],
    ["tooClose", null, "No winner: the texts did too much alike to tell. Everyone else gets text A."],
  ] as const)("says how a test of texts ended in the sample: %s", async (outcome, winner, sentence) => {
    const variants = [
      { variant: 0, people: 50, reached: 47, measured: 9 },
      { variant: 1, people: 50, reached: 48, measured: 31 },
    ]
    const tests = [{ stepId: 3, outcome, winner, variants, waited: 40 }]
    const { container } = await show({ simulation: { ready: { ...sampleSimulation, tests } } })
    expect(textOf(container)).toContain(`Test of step 3: ${sentence} 40 people waited for that.`)
    expect(textOf(container)).toContain("Text B: 50 given, 48 got it, 31 did what is counted.")
    expect(await accessibilityFaults()).toEqual([])
  })

  it.each([
    [200, "The sample is too small to show how it ends: in the launch everyone on the list counts"],
    [199, "No winner: too few people to tell."],
    [10, "No winner: too few people to tell."],
  ])(
    "blames the sample for a test with too few people only where the list has enough: %i",
    async (people, sentence) => {
      const asked = {
        templateIds: [TemplateId.make(43)],
        minimumPeople: 100,
        judgeBy: "replied",
        afterHours: 24,
      } as const
      const values = { steps: steps.map((step) => (step.stepId === 3 ? { ...step, test: asked } : step)) }
      const test = { stepId: 3, outcome: "tooFew", winner: null, variants: [], waited: 0 } as const
      const { container } = await show({
        values,
        simulation: { ready: { ...sampleSimulation, people, tests: [test] } },
      })
      expect(textOf(container)).toContain(`Test of step 3: ${sentence}`)
    },
  )

  it("counts the people of the sample by their paths, until the ladder is changed", async () => {
    const ready = { ready: sampleSimulation, params: simulationOf(openedLadder.values, 1) }
    const { container } = await show({ simulation: ready })
    const waysIn = (shown: Element) =>
      [...shown.querySelectorAll(".ladder-paths tbody tr")].map((row) => [...row.children].map(textOf))
    expect(waysIn(container)).toContainEqual(["text on day 0", "Booked", "1", "1"])
    expect(textOf(container)).toContain("1 person took none of these paths.")
    const changed = await show({ simulation: ready, values: { mostTouches: 3 } })
    expect(waysIn(changed.container)).toContainEqual(["text on day 0", "Booked", "1"])
  })

  it("cannot be saved by who may not", async () => {
    const { container } = await show({ accessIds: [3] })
    expect(textOf(container)).toContain("Please ask your site administrator.")
  })
})

describe("the test of a step's texts", () => {
  const test = { templateIds: [TemplateId.make(43)], minimumPeople: 100, judgeBy: "replied", afterHours: 24 } as const
  const [first, ...others] = openedLadder.values.steps
  const tested = (more: Partial<NonNullable<LadderValues["steps"][number]["test"]>> = {}) => [
    { ...first!, test: { ...test, ...more } },
    ...others,
  ]
  const changesOf = (sent: ReadonlyArray<FormEvent>) =>
    sent.flatMap((event) => (event.type === "field.changed" ? [event.value] : []))

  it("begins with a second text to be chosen, of texts alone", async () => {
    const { container, sent } = await show()
    const offers = [...container.querySelectorAll("button")].filter((one) =>
      textOf(one).startsWith("Test another text"),
    )
    // The second step is a call.
    expect(offers.length).toBe(2)
    await press("Test another text in step 1", container)
    expect(changesOf(sent)).toMatchObject([
      [{ test: { templateIds: [null], minimumPeople: 200, judgeBy: "replied", afterHours: 24 } }, {}, {}],
    ])
  })

  it("is filled in by the keyboard, takes up to 4 texts, and ends with its last one", async () => {
    const { container, sent } = await show({ values: { steps: tested() } })
    for (const label of [
      "Text B",
      "People for each text",
      "The better text is the one whose",
      "Hours to wait for answers",
    ])
      expect([...container.querySelectorAll("label")].map(textOf)).toContain(label)
    expect(await accessibilityFaults()).toEqual([])
    await press("Add a text to the test of step 1", container)
    await press("Remove text B of step 1", container)
    const [added, removed] = changesOf(sent) as ReadonlyArray<LadderValues["steps"]>
    expect(added?.[0]?.test?.templateIds).toEqual([43, null])
    expect(removed?.[0]).not.toHaveProperty("test")
    const full = [43, 44, 45].map((id) => TemplateId.make(id))
    const { container: whole } = await show({ values: { steps: tested({ templateIds: full }) } })
    const add = buttonNamed("Add a text to the test of step 1", whole)
    expect(add).toMatchObject({ ariaDisabled: "true" })
    expect(reasonOf(add)).toBe("A test has 4 texts at most: remove one first.")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("keeps the focus where no text can be added or removed any more", async () => {
    const texts = [43, 44, 45].map((id) => TemplateId.make(id))
    const focused = () => textOf(document.activeElement ?? document.body)
    const { container: full } = await show({ values: { steps: tested({ templateIds: texts }) } })
    await press("Remove text D of step 1", full)
    expect(focused()).toBe("Remove text C of step 1")
    const { container: last } = await show({ values: { steps: tested({ templateIds: texts.slice(0, 2) }) } })
    await press("Add a text to the test of step 1", last)
    expect(focused()).toContain("Step 1, Text")
  })

  it("names what is missing at its field", async () => {
    const { container } = await show({
      values: { steps: tested({ templateIds: [null], minimumPeople: 20, afterHours: null }) },
      events: [{ type: "submit.pressed" }],
    })
    const errors = [...container.querySelectorAll(".field-error")].map(textOf)
    expect(errors).toContain("Choose a template.")
    expect(checkLadder({ ...openedLadder.values, steps: tested({ minimumPeople: 20, afterHours: null }) })).toEqual([
      { field: "steps.0.test.minimumPeople", message: "Enter 50 to 10,000 people for each text." },
      { field: "steps.0.test.afterHours", message: "Enter 1 to 168 hours." },
    ])
  })

  it("stays as it was launched", async () => {
    const { values } = openedRunning
    const steps = [{ ...values.steps[0]!, test }, ...values.steps.slice(1)]
    const { container } = await show({ opened: openedRunning, values: { steps } })
    expect(textOf(container)).toContain("The test stays as it was launched.")
    expect(textOf(container)).not.toContain("Test another text")
    for (const name of ["templateId", "senderId", "test-templateIds-0", "test-minimumPeople", "test-judgeBy"])
      expect(container.querySelector(`#multi-steps-0-${name}`)).toHaveProperty("disabled", true)
  })
})
