import "#views/outreach/outreach.css"
import "#views/outreach/callFlows.css"
import { act } from "react"
import { describe, expect, it } from "vitest"
import { page } from "vitest/browser"
import type { FormEvent } from "#machines/session/form.machine.ts"
import type { CallFlow } from "#schemas/outreach/callFlow.ts"
import type { Sender } from "#schemas/outreach/sender.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { CallerIdField } from "#views/outreach/CallerIdField.tsx"
import { newCallFlowValues, sampleNumbers } from "#tests/support/callFlowSamples.ts"
import { fluShotCall } from "#tests/support/callFlows.ts"
import { accessibilityFaults, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenForm, seenReading } from "#tests/support/seen.ts"

type Numbers = Parameters<typeof seenReading<ReadonlyArray<Sender>>>[0]

const show = async (flow: CallFlow, numbers: Numbers = { ready: sampleNumbers }) => {
  const { sent, send } = recorder<FormEvent>()
  const { container } = await render(
    <CallerIdField
      form={seenForm({ ...newCallFlowValues, flow }, [], () => [], send)}
      id="callFlow"
      flow={flow}
      numbers={seenReading<ReadonlyArray<Sender>>(numbers)}
    />,
  )
  const select = container.querySelector("#callFlow-flow-callerId") as HTMLSelectElement
  const choose = (value: string) => act(() => page.elementLocator(select).selectOptions(value))
  return { container, sent, choose, options: [...select.options].map(textOf), chosen: select.value }
}

const recalls = { ...fluShotCall, callerId: "+14155550105" }

describe("the caller ID of a call flow", () => {
  it("is left to each campaign, or is one of the numbers that call", async () => {
    const { container, options, chosen, choose, sent } = await show(fluShotCall)
    expect(chosen).toBe("")
    expect(options).toEqual(["Chosen in each campaign", "Calls, (415) 555-0104", "Recalls, (415) 555-0105"])
    expect(textOf(container.querySelector("label"))).toBe("Caller ID")
    await choose("+14155550105")
    expect(sent).toEqual([{ type: "field.changed", field: "flow", value: recalls }])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("is given back to the campaigns", async () => {
    const { chosen, choose, sent } = await show(recalls)
    expect(chosen).toBe("+14155550105")
    await choose("")
    expect(sent).toEqual([{ type: "field.changed", field: "flow", value: fluShotCall }])
  })

  it("stays as it is, with what is wrong with it, where the number is gone or sends texts", async () => {
    for (const e164 of ["+14155550199", "+14155550100"]) {
      const { options, chosen } = await show({ ...fluShotCall, callerId: e164 })
      expect(chosen).toBe(e164)
      expect(options[1]).toBe(`(415) 555-${e164.slice(-4)}, which cannot call any more`)
    }
  })

  it("says that the numbers could not be read, and keeps the one that was chosen", async () => {
    const { container, options } = await show(recalls, { failed: unreachable() })
    expect(textOf(container)).toContain("The numbers could not be read")
    expect(options).toEqual(["Chosen in each campaign", "(415) 555-0105"])
    expect(await accessibilityFaults()).toEqual([])
  })
})
