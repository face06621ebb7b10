import "#views/outreach/outreach.css"
import { describe, expect, it } from "vitest"
import type { AnyEventObject } from "xstate"
import type { FormEvent } from "#machines/session/form.machine.ts"
import {
  newCampaignMachine,
  type NewCampaignEvent,
  type NewCampaignSnapshot,
} from "#machines/outreach/newCampaign.machine.ts"
import { PatientId } from "#schemas/ids.ts"
import type { CampaignCheck } from "#schemas/outreach/campaignCheck.ts"
import type { CheckedPerson } from "#schemas/outreach/checkedPeople.ts"
import type { ExclusionReason } from "#schemas/outreach/recipient.ts"
import { checkCampaignForm, type CampaignFormValues } from "#schemas/outreach/campaignForm.ts"
import { problem } from "#schemas/problem.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { CampaignPreview } from "#views/outreach/CampaignPreview.tsx"
import { NewCampaignView } from "#views/outreach/NewCampaignView.tsx"
import { sampleCallFlow, sampleNumbers } from "#tests/support/callFlowSamples.ts"
import { formShows } from "#tests/machines/session/form.walk.ts"
import { storedCheck, sampleCheck, sampleChoices } from "#tests/support/outreachSamples.ts"
import {
  formSays,
  namedCampaign,
  newCampaignWalk,
  openedNew,
  savedDraft,
} from "#tests/machines/outreach/newCampaign.walk.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenCommand, seenForm, seenReading } from "#tests/support/seen.ts"

const { places } = pathsOf(newCampaignMachine, newCampaignWalk)
const prepared = { type: "xstate.done.actor.prepare", output: openedNew }
const filled = formSays({ message: true, people: true, timing: true })
const saved = { type: "xstate.done.actor.form", output: { discarded: false, value: savedDraft } }
const checked = { type: "xstate.done.actor.check", output: storedCheck }
const draftWith = (check: object | null) => ({
  type: "xstate.done.actor.prepare",
  output: { ...openedNew, values: namedCampaign, saved: { ...savedDraft, check } },
})

const found = (reason: ExclusionReason, missing: ReadonlyArray<string> = []) => ({ reason, missing, segments: null })

type Shown = {
  readonly formEvents?: ReadonlyArray<AnyEventObject>
  readonly dark?: boolean
  readonly given?: NewCampaignSnapshot
  readonly preview?: Parameters<typeof seenReading<CampaignCheck>>[0]
  readonly checked?: Parameters<typeof seenReading<ReadonlyArray<CheckedPerson>>>[0]
  readonly accessIds?: ReadonlyArray<number>
}

const show = async (events: ReadonlyArray<AnyEventObject>, over: Shown = {}) => {
  const snapshot =
    over.given ?? (after(newCampaignMachine, events, newCampaignWalk.input) as unknown as NewCampaignSnapshot)
  const page = recorder<NewCampaignEvent>()
  const form = recorder<FormEvent>()
  const validate = (values: object) => checkCampaignForm(values as CampaignFormValues)
  const { values } = snapshot.context
  const isOpen = snapshot.matches("drafting") && values !== null
  const seen = { snapshot, send: page.send }
  const rendered = await render(
    <NewCampaignView
      page={seen}
      url={pageUrl({ new: "" }).url}
      rights={{ userType: 2, accessIds: over.accessIds ?? [3, 17] }}
      form={isOpen ? seenForm({ ...values }, over.formEvents ?? [], validate, form.send) : undefined}
      preview={
        <CampaignPreview
          page={seen}
          preview={seenReading<CampaignCheck>(over.preview ?? { ready: sampleCheck })}
          checked={seenReading<ReadonlyArray<CheckedPerson>>(over.checked ?? "idle")}
        />
      }
      command={seenCommand(snapshot)}
    />,
    { dark: over.dark ?? false },
  )
  return { ...rendered, toPage: page.sent, toForm: form.sent }
}

describe("a campaign that is put together", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise in %s",
    async (_, { snapshot }) => {
      await show([], { given: snapshot as unknown as NewCampaignSnapshot })
      expect(brokenPromises(snapshot)).toEqual([])
    },
  )

  it.each([
    ["light", false],
    ["dark", true],
  ] as const)("shows one step open, those done as one line, and who gets what when, in the %s", async (_, dark) => {
    const { container, toPage } = await show([prepared, filled, { type: "next.pressed" }], { dark })
    const steps = [...container.querySelectorAll(".folded-step")]
    expect(steps.map((step) => step.querySelector("input, select") !== null)).toEqual([false, true, false, false])
    expect(textOf(steps[0]!)).toContain("Annual check-up, survey")
    expect(document.activeElement?.textContent).toBe("People")
    const page = textOf(container)
    expect(page).toContain("People1,23565 left out")
    expect(page).toContain("Segments1,27035 people get 2")
    expect(page).toContain("Opted out of texts (40)")
    const rows = [...container.querySelectorAll(".zones tbody tr")].map(textOf).filter((row) => row.includes("Time"))
    expect(rows[0]).toMatch(/^Eastern Time900.*1:00/u)
    expect(rows[1]).toMatch(/^Pacific Time335/u)
    await press("Change: Message")
    await press("Next: when and how fast")
    expect(toPage).toEqual([{ type: "message.opened" }, { type: "next.pressed" }])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("opens the people of a line by its number, each with what was found, and closes them", async () => {
    const first = await show([prepared, filled])
    await press(/^See 65 people: 65 left out/u)
    expect(first.toPage).toEqual([{ type: "checked.opened", share: "leftOut" }])
    const people: ReadonlyArray<CheckedPerson> = [
      { patientId: PatientId.make(7), patient: "Maria Lopez", phone: "+12125550142", ...found("optedOut") },
      { patientId: PatientId.make(9), patient: "Bo Lee", phone: null, ...found("missingVariable", ["firstName"]) },
    ]
    const opened = [prepared, filled, { type: "checked.opened", share: "leftOut" }]
    const { toPage } = await show(opened, { checked: { ready: people, next: "9" } })
    const dialog = document.querySelector("[role=dialog]")
    expect(textOf(dialog)).toContain("People who are left out")
    const rows = [...(dialog?.querySelectorAll("tbody tr") ?? [])].map(textOf)
    expect(rows[0]).toBe(
      "Maria Lopez(212) 555-0142Opted out of textsNothing: only the person can undo it, by texting START.",
    )
    expect(rows[1]).toBe(
      "Bo LeeA value the message needs is missingFill the value in on the list, or give it a default in the template.No value for firstName",
    )
    expect(await accessibilityFaults()).toEqual([])
    await press("Close")
    expect(toPage).toEqual([{ type: "checked.closed" }])
    await show(opened, { checked: { failed: unreachable() } })
    expect(textOf(document.querySelector("[role=dialog]"))).toContain("Could not load")
  })

  it("shows three people with place and time on their own clock, and others when asked", async () => {
    const names = (container: Element) =>
      [...container.querySelectorAll(".some strong")].map((element) => element.textContent)
    const first = await show([prepared, filled])
    expect(names(first.container)).toEqual(["Maria Lopez", "Bo Lee", "Cy Lee"])
    expect(textOf(first.container.querySelector(".some"))).toContain("NY 10001")
    await press("Other people")
    expect(first.toPage).toEqual([{ type: "others.pressed" }])
    const others = await show([prepared, filled, { type: "others.pressed" }])
    expect(names(others.container)).toEqual(["Di Lee", "Maria Lopez", "Bo Lee"])
  })

  it("says what was not read and keeps what was", async () => {
    const { container } = await show([prepared, filled], {
      preview: { stale: sampleCheck, problem: unreachable() },
    })
    expect(textOf(container.querySelector(".stale-notice"))).toContain("Try now")
    expect(textOf(container)).toContain("1,235")
  })

  it("says what is missing, each with a link to its field in the step that opens", async () => {
    const { container } = await show([prepared, formSays({ message: false, people: true, timing: true })], {
      formEvents: [{ type: "submit.pressed" }],
    })
    expect(container.querySelector('a[href="#campaign-templateId"]')).not.toBeNull()
    expect(textOf(container.querySelector("#campaign-templateId-error"))).toBe("Choose a template.")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("leads to what is missing when there is nothing to choose from", async () => {
    const nothing = { ...openedNew, choices: { ...sampleChoices, templates: [], lists: [], senders: [] } }
    const { container } = await show([{ ...prepared, output: nothing }])
    expect(container.querySelector('a[href="/sms?new="]')).not.toBeNull()
  })

  it("says which number is the call flow’s caller ID, and that it cannot call any more", async () => {
    const flow = { ...sampleCallFlow, channel: "IVR" as const, text: null }
    const showBy = (publishedCallerId: string | null) => {
      const templates = [{ ...flow, publishedCallerId }]
      const values = { ...namedCampaign, campaignType: "IVR" as const, templateId: flow.templateId }
      const output = { ...openedNew, choices: { ...sampleChoices, templates, senders: sampleNumbers }, values }
      const shown = formShows(values, { errors: [], refusals: 0 })
      return show([{ ...prepared, output }, shown, { type: "next.pressed" }, { type: "next.pressed" }])
    }
    const found = await showBy("+14155550105")
    expect(textOf(found.container)).toContain("(415) 555-0105 is the caller ID of the call flow.")
    const gone = await showBy("+14155550199")
    expect(textOf(gone.container.querySelector("#campaign-senderId-hint"))).toBe(
      "(415) 555-0199 is the caller ID of the call flow, and cannot call any more.",
    )
    expect(await accessibilityFaults()).toEqual([])
    const { container } = await showBy(null)
    expect(textOf(container)).not.toContain("caller ID")
  })

  it("says in the choice of a list that an import still adds people to it", async () => {
    const shown = formShows(namedCampaign, { errors: [], refusals: 0 })
    const { container } = await show([prepared, shown, { type: "next.pressed" }])
    expect([...container.querySelectorAll("#campaign-listId option")].map(textOf)).toEqual([
      "Choose a list",
      "November recalls (1,300 people)",
      "New patients (1 person), still being imported",
    ])
    expect(container.querySelector("#campaign-listId-hint")).toBeNull()
  })

  it("saves and checks by one button, then launches by one", async () => {
    const first = await show([prepared, filled])
    await press("Check and schedule")
    expect(first.toForm).toEqual([{ type: "submit.pressed" }])
    const then = await show([prepared, filled, saved, filled, checked])
    expect(textOf(then.container)).toContain("1,235 people get it, 65 people are left out.")
    expect(document.querySelectorAll(".bp6-button.bp6-intent-primary")).toHaveLength(1)
    await press("Launch")
    expect(then.toPage).toEqual([{ type: "launch.pressed" }])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("keeps launching from those who may not, with the reason", async () => {
    const { container } = await show([prepared, filled, saved, filled, checked], { accessIds: [3] })
    expect(textOf(container.querySelector(".menu-reasons"))).toContain("You need the right")
  })

  it("shows the check of a draft with its time, and says that it is old once the draft is changed", async () => {
    const { container } = await show([draftWith(storedCheck)])
    expect(textOf(container)).toContain("1,235 people get it")
    const old = await show([draftWith({ ...storedCheck, isOld: true })])
    expect(textOf(old.container)).toContain("The draft was changed since this check")
    const changed = await show([
      draftWith(storedCheck),
      filled,
      { type: "people.opened" },
      formSays({ message: true, people: false, timing: true }),
    ])
    expect(textOf(changed.container)).toContain("Check and schedule")
  })

  it("keeps the choices and the server's reason when launching fails", async () => {
    const refused = {
      type: "xstate.done.actor.command",
      output: { outcome: "refused", problem: problem("NotAllowedNow", "The contract does not run.") },
    }
    const { container } = await show([prepared, filled, saved, filled, checked, { type: "launch.pressed" }, refused])
    expect(textOf(container.querySelector(".notice-danger"))).toContain("The contract does not run.")
  })

  it("asks before a change is lost", async () => {
    const changed = { type: "field.changed", field: "name", value: "Recall, spring" }
    const { toForm } = await show([prepared, filled], { formEvents: [changed, { type: "leave.asked", to: "/sms" }] })
    expect(textOf(document.querySelector(".confirm-dialog"))).toContain("Leave without saving?")
    await press("Stay here")
    expect(toForm).toEqual([{ type: "leave.cancelled" }])
  })
})
