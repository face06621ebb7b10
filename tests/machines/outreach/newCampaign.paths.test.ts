import { describe, expect, it } from "vitest"
import {
  createActor,
  fromPromise,
  waitFor,
  type ActorRefFrom,
  type AnyEventObject,
  type AnyMachineSnapshot,
} from "xstate"
import { newCampaignMachine } from "#machines/outreach/newCampaign.machine.ts"
import type { CommandSnapshot } from "#machines/session/command.machine.ts"
import { losesChanges, type formMachine, type FormSnapshot } from "#machines/session/form.machine.ts"
import type { PageInput } from "#machines/session/page.ts"
import { TemplateId } from "#schemas/ids.ts"
import { emptyCampaignForm, type CampaignRequest, type OpenedCampaign } from "#schemas/outreach/campaignForm.ts"
import { sampleCallFlow, sampleNumbers } from "#tests/support/callFlowSamples.ts"
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

  describe("with a call flow that has a caller ID", () => {
    const called = (templateId: number, publishedCallerId: string | null) => ({
      ...{ ...sampleCallFlow, templateId: TemplateId.make(templateId), hashedId: `flow${templateId}` },
      ...{ channel: "IVR" as const, text: null, publishedCallerId },
    })
    const [texts, calls, recalls] = sampleNumbers.map(({ senderId }) => senderId)
    const choices = {
      ...sampleChoices,
      templates: [...sampleChoices.templates, called(51, "+14155550105"), called(52, null), called(53, "+14155550199")],
      senders: sampleNumbers,
    }
    const open = async () => {
      const prepare = fromPromise<OpenedCampaign, CampaignRequest>(async () => ({ ...openedNew, choices }))
      const input = newCampaignWalk.input as PageInput
      const campaign = createActor(newCampaignMachine.provide({ actors: { prepare } }), { input }).start()
      const { children } = await waitFor(campaign, (snapshot) => snapshot.matches("drafting"))
      const form = children["form"] as ActorRefFrom<typeof formMachine>
      return { campaign, form, sender: () => form.getSnapshot().context.values["senderId"] }
    }
    /** The number in the form after these fields were changed, one after the other. */
    const senderAfter = async (...changes: ReadonlyArray<Readonly<Record<string, unknown>>>) => {
      const { campaign, form, sender } = await open()
      for (const change of changes)
        for (const [field, value] of Object.entries(change)) form.send({ type: "field.changed", field, value })
      campaign.stop()
      return sender()
    }
    const byCall = { campaignType: "IVR", templateId: null, senderId: calls }

    it("starts with that number where the address asks for it, and with none where it cannot call any more", () => {
      const chosen = (template: string) =>
        at([{ ...prepared, output: { ...openedNew, choices } }], { search: { new: "", template } }).context.values
          ?.senderId
      expect(["flow51", "flow52", "flow53"].map(chosen)).toEqual([recalls, calls, null])
    })

    it("takes the number along when the call flow is chosen, and another one with the next", async () => {
      expect(await senderAfter(byCall, { templateId: 51 })).toBe(recalls)
      expect(await senderAfter(byCall, { templateId: 51 }, { templateId: 52 })).toBe(calls)
      expect(await senderAfter(byCall, { templateId: 53 })).toBeNull()
      expect(await senderAfter(byCall, { templateId: 53 }, { templateId: 51 })).toBe(recalls)
    })

    it("keeps a number that the person has chosen", async () => {
      expect(await senderAfter(byCall, { templateId: 51 }, { senderId: calls }, { templateId: 53 })).toBe(calls)
      expect(await senderAfter(byCall, { senderId: recalls }, { templateId: 52 })).toBe(recalls)
    })

    it("keeps the number that someone else saved meanwhile", async () => {
      const senderOnce = async (streamVersion: number) => {
        const { campaign, sender } = await open()
        const shows = (values: object) => campaign.send(formShows({ ...namedCampaign, ...byCall, ...values }) as never)
        shows({ streamVersion: 1 })
        shows({ streamVersion, templateId: 51 })
        campaign.stop()
        return sender()
      }
      expect([await senderOnce(1), await senderOnce(2)]).toEqual([recalls, texts])
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
