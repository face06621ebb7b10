import { describe, expect, it } from "vitest"
import { callMeMachine } from "#machines/outreach/callMe.machine.ts"
import { after } from "#tests/paths/paths.ts"
import { sampleCallFlow, sampleTestCall, sampleTestCalls } from "#tests/support/callFlowSamples.ts"
import { callsShow, testCallsRead } from "./callMe.walk.ts"

const input = { search: { id: sampleCallFlow.hashedId, tab: "try" } }
const at = (...events: ReadonlyArray<{ readonly type: string }>) => after(callMeMachine, events, input)
const { none, ringing, over, without } = testCallsRead
const press = { type: "call.me.pressed" }
const answered = { type: "xstate.done.actor.form", output: { discarded: false, left: null, value: sampleTestCall } }
const discarded = { type: "xstate.done.actor.form", output: { discarded: true, left: null, value: null } }
const formValues = (snapshot: ReturnType<typeof at>) => {
  const form = snapshot.children["form"]?.getSnapshot() as { readonly context: { readonly values: object } } | undefined
  return form?.context.values
}

describe("a call flow that calls the person who looks at it", () => {
  it("follows a call that goes on already, after another page was looked at", () => {
    expect(at(callsShow(ringing)).value).toBe("following")
    expect(at(callsShow(none)).value).toBe("ready")
    expect(at(callsShow(without)).value).toBe("without")
    // One that ended before is no news.
    expect(at(callsShow(over)).value).toBe("ready")
  })

  it("opens the form with the phone of the last call, and by the caller ID, else the number of the last call, else the first", () => {
    const { templateId, senders } = sampleTestCalls
    expect(formValues(at(callsShow(none), press))).toEqual({
      ...{ templateId, senderId: senders[0]?.senderId, language: null, phone: "" },
    })
    const { senderId, phone } = sampleTestCall
    expect(formValues(at(callsShow(over), press))).toEqual({ templateId, senderId, language: null, phone })
    const named = { ...over, callerId: senders[0]?.e164 ?? "" }
    expect(formValues(at(callsShow(named), press))).toMatchObject({ senderId: senders[0]?.senderId, phone })
    const gone = { ...over, senders: sampleTestCalls.senders.slice(0, 1) }
    expect(formValues(at(callsShow(gone), press))).toMatchObject({ senderId: senders[0]?.senderId, phone })
  })

  it("follows the call that was asked for, also while what was read before is still shown", () => {
    const asked = [callsShow(none), press, answered]
    expect(at(...asked).context.call).toEqual(sampleTestCall)
    const shown = at(...asked, callsShow(structuredClone(none)))
    expect([shown.value, shown.context.call]).toEqual(["following", sampleTestCall])
    expect(at(...asked, callsShow(ringing)).context.call?.state).toBe("ringing")
    expect(at(...asked, callsShow(ringing), callsShow(over)).value).toBe("over")
    expect(at(...asked, callsShow(over), press).value).toBe("asking")
  })

  it("calls no one where the form is closed", () => {
    const shown = at(callsShow(none), press, discarded)
    expect([shown.value, shown.context.call]).toEqual(["ready", null])
  })
})
