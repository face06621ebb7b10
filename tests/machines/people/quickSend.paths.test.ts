import { describe, expect, it } from "vitest"
import { createActor, fromCallback, type EventObject } from "xstate"
import { quickSendMachine, type QuickSendEvent } from "#machines/people/quickSend.machine.ts"
import { problem } from "#schemas/problem.ts"
import { after } from "#tests/paths/paths.ts"
import { sampleQuickChoices, sampleQuickPerson, sampleQuickSent } from "#tests/support/quickSendSamples.ts"
import { choicesShow, quickAsked } from "./quickSend.walk.ts"

const input = { search: { send: `${sampleQuickPerson.hashedId},InesDuartePatient00000` } }
const at = (...events: ReadonlyArray<{ readonly type: string }>) => after(quickSendMachine, events, input)
const { templates, senders } = sampleQuickChoices
const [template, other] = templates
const [sender] = senders
const choose = { type: "template.chosen", templateId: template?.templateId }
const from = { type: "sender.chosen", senderId: sender?.senderId }
const read = choicesShow(sampleQuickChoices)
const press = { type: "send.pressed", asked: quickAsked }
const sent = { type: "xstate.done.actor.send", output: sampleQuickSent }
const refused = { type: "xstate.error.actor.send", error: problem("NotAllowedNow", "It was changed meanwhile.") }

/** What the preview was asked for, in order. */
const askedAfter = (...events: ReadonlyArray<{ readonly type: string }>): ReadonlyArray<unknown> => {
  const asked: Array<unknown> = []
  const preview = fromCallback<EventObject & { readonly params?: unknown }>(({ receive }) =>
    receive((event) => asked.push(event.params)),
  ) as never
  const actor = createActor(quickSendMachine.provide({ actors: { preview } }), { input }).start()
  for (const event of events) actor.send(event as QuickSendEvent)
  actor.stop()
  return asked
}

describe("a text to a handful of people", () => {
  it("is read once a text and a number are chosen, for everyone whom the address names", () => {
    const whole = {
      patients: [sampleQuickPerson.hashedId, "InesDuartePatient00000"],
      templateId: template?.templateId,
      senderId: sender?.senderId,
    }
    expect(askedAfter(choose).every((params) => params === null)).toBe(true)
    expect(askedAfter(choose, from).at(-1)).toEqual(whole)
    expect(askedAfter(from, choose, { ...choose, templateId: null } as never).at(-1)).toBeNull()
  })

  it("chooses by itself where there is one choice, and lets go of a text that is gone", () => {
    const single = choicesShow({
      ...sampleQuickChoices,
      templates: templates.slice(0, 1),
      senders: senders.slice(0, 1),
    })
    expect(at(single).context).toMatchObject({ templateId: template?.templateId, senderId: sender?.senderId })
    const gone = choicesShow({ ...sampleQuickChoices, templates: [...templates.slice(1), ...templates.slice(1)] })
    expect(at(read, choose, gone).context.templateId).toBeNull()
    const kept = at(read, choose, choicesShow({ ...sampleQuickChoices }))
    expect(kept.context.templateId).toBe(template?.templateId)
    expect(other?.templateId).not.toBe(template?.templateId)
  })

  it("is sent once however often it is pressed, and says what became of it", () => {
    const sending = at(read, choose, from, press, press)
    expect([sending.value, sending.hasTag("busy")]).toEqual(["sending", true])
    const done = at(read, choose, from, press, press, sent)
    expect([done.value, done.context.sent]).toEqual(["sent", sampleQuickSent])
  })

  it("stays as it was chosen where the server refuses it, with the reason, until something else is chosen", () => {
    const shown = at(read, choose, from, press, refused)
    expect([shown.value, shown.context.refused?.message]).toEqual(["choosing", "It was changed meanwhile."])
    expect(shown.context.templateId).toBe(template?.templateId)
    expect(at(read, choose, from, press, refused, choose).context.refused).toBeNull()
  })

  it("begins without a text after one was sent", () => {
    const shown = at(read, choose, from, press, sent, { type: "again.pressed" })
    expect([shown.value, shown.context.templateId, shown.context.sent]).toEqual(["choosing", null, null])
    expect(shown.context.senderId).toBe(sender?.senderId)
  })
})
