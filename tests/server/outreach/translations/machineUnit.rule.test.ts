import fc from "fast-check"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { saidPlaces, wordsAt } from "#schemas/language/callInLanguage.ts"
import type { CallTranslation } from "#schemas/language/callTranslation.ts"
import type { CallFlow } from "#schemas/outreach/callFlow.ts"
import { callTranslationFaults } from "#server/outreach/translations/callTranslation.rule.ts"
import { unitOfCall } from "#server/outreach/translations/machineUnit.rule.ts"
import { slowVoice } from "#tests/support/callFlowSamples.ts"
import { anyCallFlow, publishableCall } from "#tests/support/callFlows.ts"
import { spanishCall } from "#tests/support/callTranslations.ts"

const recording = { _tag: "Recording", sound: "a".repeat(64) } as const
const recorded: CallFlow = {
  ...publishableCall,
  steps: publishableCall.steps.map((step) =>
    "prompt" in step && (step.stepId === 3 || step.stepId === 7) ? { ...step, prompt: recording } : step,
  ),
}
const refusal = (flow: CallFlow, language: string, written: CallTranslation | null) =>
  Result.match(unitOfCall(flow, language, written), { onSuccess: () => undefined, onFailure: ({ message }) => message })

describe("what a service translates of a call flow", () => {
  it("is every place where it says something, and each answer stands at its own", () => {
    fc.assert(
      fc.property(anyCallFlow, (flow) => {
        const { texts, wordsOf } = Result.getOrThrow(unitOfCall(flow, "es", null))
        const words = wordsOf(texts.map((text, place) => `${place}: ${text}`)) as CallTranslation
        expect(saidPlaces(flow).map((place) => wordsAt(words, place))).toEqual(
          texts.map((text, place) => `${place}: ${text}`),
        )
        expect(words.voice).toBeNull()
      }),
    )
  })

  it("makes a translation without faults where the service is right", () => {
    const { texts, wordsOf } = Result.getOrThrow(unitOfCall(publishableCall, "es", null))
    const words = wordsOf(texts.map((text) => text.replaceAll("press", "oprima"))) as CallTranslation
    expect(callTranslationFaults(publishableCall, { language: "es", words })).toEqual([])
  })

  it("leaves the words of recordings and the voice as someone chose them", () => {
    const written = { ...spanishCall, voice: slowVoice }
    const { texts, wordsOf } = Result.getOrThrow(unitOfCall(recorded, "es", written))
    const words = wordsOf(texts.map(() => "Otra cosa.")) as CallTranslation
    expect(words.prompts.map(({ text }) => text)).toEqual([
      ...["Otra cosa.", "Otra cosa.", "Un momento.", "Otra cosa.", "Otra cosa.", "Otra cosa.", "Le llamaremos."],
    ])
    expect(words.voice).toEqual(slowVoice)
  })

  it("is nothing where a recording has no words yet, no voice speaks the language, or nothing is said", () => {
    expect(refusal(recorded, "es", null)).toBe(
      "A service cannot hear the recording of “Booking desk”, “Thank you”. Write its words by hand first.",
    )
    expect(refusal(publishableCall, "vi", null)).toBe(
      "The carrier has no voice that speaks Vietnamese, so calls cannot be said in it.",
    )
    const silent: CallFlow = {
      ...publishableCall,
      voicemail: { _tag: "TryLater" },
      steps: [{ _tag: "HangUp", stepId: 8 as never, name: "Hang up" }],
    }
    expect(refusal(silent, "es", null)).toBe("This call flow says nothing that a service could translate.")
  })
})
