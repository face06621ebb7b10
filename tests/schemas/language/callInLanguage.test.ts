import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { callPaths, type CallPath } from "#machines/lifecycles/calls/callPaths.ts"
import { flowIn, saidPlaces, saysTheSame, translationFor } from "#schemas/language/callInLanguage.ts"
import type { CallFlow, Menu } from "#schemas/outreach/callFlow.ts"
import { slowVoice } from "#tests/support/callFlowSamples.ts"
import { anyCallFlow, fluShotCall } from "#tests/support/callFlows.ts"
import { spanishCall, wholly } from "#tests/support/callTranslations.ts"

const wayOf = ({ steps, end, again }: CallPath) => [
  steps.map(({ step, key }) => [step.stepId, step._tag, key]),
  end,
  again?.stepId,
]

describe("a call flow in another language", () => {
  it("goes every way that it goes in its own, with other words and another voice", () => {
    fc.assert(
      fc.property(anyCallFlow, (flow) => {
        const said = flowIn(flow, { ...wholly(flow, (place) => `Palabras ${place}`), voice: slowVoice }, "es")
        expect(callPaths(said).map(wayOf)).toEqual(callPaths(flow).map(wayOf))
        const texts = saidPlaces(said).map(({ prompt }) => (prompt._tag === "Speech" ? prompt.text : ""))
        expect(texts.length).toBe(saidPlaces(flow).length)
        for (const text of texts) expect(text).toMatch(/^Palabras \d+$/)
        const { steps: _, voicemail: __, voice, ...rest } = said
        const { steps: ___, voicemail: ____, voice: _____, ...own } = flow
        expect([voice, rest]).toEqual([slowVoice, own])
      }),
    )
  })

  it("is said by the carrier's voice of the language where no other is chosen", () => {
    expect(flowIn({ ...fluShotCall, voice: slowVoice }, spanishCall, "es").voice).toMatchObject({
      voiceId: "carrier:es",
      language: "es",
    })
  })

  it("says a text in place of a recording, and after a key that leads nowhere", () => {
    const recording = { _tag: "Recording", sound: "a".repeat(64) } as const
    const [greeting, ...others] = fluShotCall.steps
    const played = { ...fluShotCall, steps: [{ ...greeting!, prompt: recording } as never, ...others] }
    const { steps } = flowIn(played, spanishCall, "es")
    expect(steps[0]).toMatchObject({ prompt: { _tag: "Speech", text: spanishCall.prompts[0]?.text } })
    expect(steps[1]).toMatchObject({ wrongKey: "Esa tecla no hace nada aquí." })
  })

  it("has a place for all that is said, with the words that are there, and none for what is said no more", () => {
    const { prompts, voicemail } = translationFor(fluShotCall, null)
    expect(prompts.map(({ stepId, wrongKey }) => [stepId, wrongKey])).toEqual([
      [1, undefined],
      [2, ""],
      ...[3, 4, 5, 6, 7].map((stepId) => [stepId, undefined]),
    ])
    expect(voicemail).toBe("")
    const fewer: CallFlow = { ...fluShotCall, steps: fluShotCall.steps.slice(0, 2), voicemail: { _tag: "EndCall" } }
    expect(translationFor(fewer, spanishCall)).toEqual({
      ...{ prompts: spanishCall.prompts.slice(0, 2), voicemail: null, voice: null },
    })
  })

  it("stays true while the call flow says the same and leads the same ways", () => {
    const [first, menu, ...rest] = fluShotCall.steps
    const same: CallFlow = {
      ...{ ...fluShotCall, ringSeconds: 45, voice: slowVoice, callerId: "+12125550140" },
      steps: [{ ...first!, name: "Hello" }, { ...menu!, keySeconds: 9 } as never, ...rest],
    }
    expect(saysTheSame(fluShotCall, same)).toBe(true)
    const others: ReadonlyArray<CallFlow> = [
      { ...fluShotCall, voicemail: { _tag: "EndCall" } },
      {
        ...fluShotCall,
        steps: [{ ...first!, prompt: { _tag: "Speech", text: "Good day." } } as never, menu!, ...rest],
      },
      { ...fluShotCall, steps: [first!, { ...menu!, keys: [] } as never, ...rest] },
      { ...fluShotCall, steps: [first!, { ...menu!, wrongKey: "No." } as never, ...rest] },
    ]
    expect(others.map((one) => saysTheSame(fluShotCall, one))).toEqual(others.map(() => false))
  })

  it("stays true while steps and keys stand in another order, and not where another step begins", () => {
    const [first, menu, ...rest] = fluShotCall.steps
    const { keys } = menu as Menu
    const turned = { ...menu!, keys: keys.toReversed() } as Menu
    expect(saysTheSame(fluShotCall, { ...fluShotCall, steps: [first!, ...rest.toReversed(), turned] })).toBe(true)
    expect(saysTheSame(fluShotCall, { ...fluShotCall, steps: [menu!, first!, ...rest] })).toBe(false)
    const swapped = { ...menu!, keys: keys.map(({ key }, place) => ({ key, next: keys.at(-1 - place)!.next })) } as Menu
    expect(saysTheSame(fluShotCall, { ...fluShotCall, steps: [first!, swapped, ...rest] })).toBe(false)
  })
})
