import { describe, expect, it } from "vitest"
import type { AnyEventObject, AnyMachineSnapshot } from "xstate"
import { newCampaignMachine } from "#machines/outreach/newCampaign.machine.ts"
import type { CommandSnapshot } from "#machines/session/command.machine.ts"
import { losesChanges, type FormSnapshot } from "#machines/session/form.machine.ts"
import { emptyCampaignForm } from "#schemas/outreach/campaignForm.ts"
import { sampleCallFlow } from "#tests/support/callFlowSamples.ts"
import { storedCheck, revisedTemplate, sampleChoices } from "#tests/support/outreachSamples.ts"
import { formShows, leftForm } from "../session/form.walk.ts"
import { formSays, namedCampaign, newCampaignWalk, openedNew, savedDraft } from "./newCampaign.walk.ts"
import { after, pathsOf } from "#tests/paths/paths.ts"

const walk = pathsOf(newCampaignMachine, newCampaignWalk)
const prepared = { type: "xstate.done.actor.prepare", output: openedNew, actorId: "prepare" }
const all = { message: true, people: true, timing: true }
const filled = formSays(all)
const saved = { type: "xstate.done.actor.form", output: { discarded: false, value: savedDraft } }
const next = { type: "next.pressed" }
const at = (events: ReadonlyArray<AnyEventObject>, input: unknown = newCampaignWalk.input) =>
  after(newCampaignMachine, events, input)
const stepIn = (events: ReadonlyArray<AnyEventObject>): string => at(events).value.drafting.step
const verdictIn = (events: ReadonlyArray<AnyEventObject>): string => at(events).value.drafting.verdict
const formIn = ({ children }: AnyMachineSnapshot) => children["form"]?.getSnapshot() as FormSnapshot | undefined

describe("the new campaign's chart", () => {
  it("is walked whole", () => {
    expect(walk.untaken).toEqual([])
  })

  it("starts with the template the address asks for, the first sender and the company's zone", () => {
    const asked = { search: { new: "", template: revisedTemplate.hashedId } }
    expect(at([prepared], asked).context.values).toEqual({
      ...emptyCampaignForm,
      campaignId: 73,
      templateId: 42,
      senderId: 1,
      zone: "America/New_York",
    })
  })

  it("starts with calls, and a number for them, where the address asks for a call flow", () => {
    const choices = {
      ...sampleChoices,
      templates: [...sampleChoices.templates, { ...sampleCallFlow, channel: "IVR", text: null }],
      senders: [...sampleChoices.senders, { ...sampleChoices.senders[0], senderId: 2, channel: "IVR" }],
    }
    const opened = { ...prepared, output: { ...openedNew, choices } }
    const asked = { search: { new: "", template: sampleCallFlow.hashedId } }
    expect(at([opened], asked).context.values).toMatchObject({
      ...{ campaignType: "IVR", templateId: sampleCallFlow.templateId, senderId: 2 },
    })
  })

  it("starts with the list the address asks for, when the company has it", () => {
    const [list] = sampleChoices.lists
    const chosen = (listId: string) => at([prepared], { search: { listId } }).context.values?.listId
    expect([chosen(String(list?.listId)), chosen("999999"), chosen("1; drop")]).toEqual([list?.listId, null, null])
  })

  it("asks for a draft only when the address names one to edit", () => {
    const asked = (search: object) => at([], { search }).context.asked
    expect(asked({ id: "x", edit: "" })).toMatchObject({ edit: "x", from: null })
    expect(asked({ new: "", from: "y", id: "x" })).toMatchObject({ edit: null, from: "y" })
  })

  it("goes on to the next step when nothing is missing in it, and to what is missing when it is sent", () => {
    const without = (step: keyof typeof all) => ({ ...all, [step]: false })
    expect(stepIn([prepared, filled, next, next, next])).toBe("check")
    expect(stepIn([prepared, formSays(without("message")), next])).toBe("message")
    expect(stepIn([prepared, formSays(without("people")), next, next])).toBe("people")
    expect(stepIn([prepared, formSays(without("timing")), next, next, next])).toBe("timing")
    const refused = [prepared, formSays(without("people")), formSays(without("people"), 1)]
    expect(stepIn(refused)).toBe("people")
    expect(at([...refused, next]).context.focus).toMatchObject({ on: "wrong" })
  })

  it("opens a step again once it was reached, and none before", () => {
    const opens = (...events: ReadonlyArray<AnyEventObject>) =>
      ["message", "people", "timing"].filter((step) => at([prepared, ...events]).can({ type: `${step}.opened` }))
    expect(opens(filled)).toEqual(["message"])
    expect(opens(filled, next)).toEqual(["message", "people"])
    expect(opens(filled, next, next)).toEqual(["message", "people", "timing"])
    expect(opens(filled, next, next, { type: "message.opened" })).toEqual(["message", "people", "timing"])
    expect(opens(filled, saved)).toEqual(["message", "people", "timing"])
  })

  it("stays in its step while the form changes, and reads the preview after a pause", () => {
    const typed = formShows({ ...namedCampaign, listId: 6 }, { errors: [], refusals: 0 })
    const events = [prepared, filled, next, next, typed]
    expect(at(events).value.drafting).toMatchObject({ step: "timing", following: "pausing" })
  })

  it("checks what was saved, and launches only what was checked and reaches someone", () => {
    expect(verdictIn([prepared, filled, saved])).toBe("checking")
    const checkedWith = (check: object) => [prepared, filled, saved, { type: "xstate.done.actor.check", output: check }]
    expect(verdictIn(checkedWith(storedCheck))).toBe("launchable")
    expect(verdictIn(checkedWith({ ...storedCheck, eligible: 0 }))).toBe("forNobody")
    const typed = formShows({ ...namedCampaign, listId: 6 }, { errors: [], refusals: 0 })
    expect(verdictIn([...checkedWith(storedCheck), typed])).toBe("outdated")
    for (const { context } of walk.states.filter((one) => one.matches({ drafting: { verdict: "launching" } })))
      expect(context.check.eligible).toBeGreaterThan(0)
  })

  it("launches nothing that was put off to a time that is not known yet", () => {
    const putOff = formSays({ ...all, timing: false })
    const checked = { type: "xstate.done.actor.check", output: storedCheck }
    expect(verdictIn([prepared, filled, saved, checked, putOff])).toBe("outdated")
  })

  it("schedules what begins later, and launches what begins now", () => {
    const question = (values: object) => {
      const says = formShows({ ...namedCampaign, ...values }, { errors: [], refusals: 0 })
      const checked = { type: "xstate.done.actor.check", output: storedCheck }
      const { children } = at([prepared, says, saved, checked, { type: "launch.pressed" }])
      return (children["command"]!.getSnapshot() as CommandSnapshot).context.question?.confirm
    }
    expect(question({})).toBe("campaign.launch")
    expect(question({ when: "later", startOn: "2026-11-24T09:00" })).toBe("campaign.schedule")
  })

  it("loses only what is not saved", () => {
    expect(losesChanges(formIn(at([prepared, filled])) as FormSnapshot)).toBe(false)
    expect(losesChanges(formIn(at([prepared, filled, saved])) as FormSnapshot)).toBe(false)
    for (const snapshot of walk.states) expect(formIn(snapshot) !== undefined).toBe(snapshot.matches("drafting"))
  })

  it("ends as left when its form was left", () => {
    const left = { type: "xstate.done.actor.form", ...leftForm }
    const { status, value } = at([prepared, filled, left])
    expect([status, value]).toEqual(["done", "left"])
  })
})
