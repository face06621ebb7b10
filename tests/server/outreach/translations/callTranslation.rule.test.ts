import { publishableCall } from "#tests/support/callFlows.ts"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { languages, type LanguageTag } from "#schemas/administration/companyDraft.ts"
import type { CallTranslation } from "#schemas/language/callTranslation.ts"
import type { CallFlow, PhoneKey } from "#schemas/outreach/callFlow.ts"
import { carriersOwn, isSpokenByCarrier } from "#schemas/outreach/voice.ts"
import { carrierVoice } from "#server/delivery/calls/carrierVoice.rule.ts"
import { northwindCallFlows } from "#server/demo/callFlows.ts"
import {
  callTranslationFaults,
  callTranslationProblems,
  decodeCallTranslation,
} from "#server/outreach/translations/callTranslation.rule.ts"
import { readCallFlow } from "#server/outreach/templates/callMessage.rule.ts"
import { decodeFlow } from "#server/outreach/templates/template.queries.ts"
import { slowVoice } from "#tests/support/callFlowSamples.ts"
import { spanishCall } from "#tests/support/callTranslations.ts"

const faults = (words: CallTranslation, flow: CallFlow = publishableCall, language: LanguageTag = "es") =>
  callTranslationFaults(flow, { language, words }).map(({ field, message }) => [field, message])
const problems = (words: CallTranslation, flow: CallFlow = publishableCall) =>
  callTranslationProblems(
    flow,
    { language: "es", words },
    { companyName: "Clinic", known: ["firstName", "companyName"] },
  )
/** The Spanish words with others at a step. */
const saying = (stepId: number, more: Partial<CallTranslation["prompts"][number]>): CallTranslation => ({
  ...spanishCall,
  prompts: spanishCall.prompts.map((one) => (one.stepId === stepId ? { ...one, ...more } : one)),
})

describe("a translation of a call flow", () => {
  it("is kept where each step has its words, and is published then", () => {
    expect(faults(spanishCall)).toEqual([])
    expect(problems(spanishCall)).toEqual([])
  })

  it("names each place without words, at its field", () => {
    const bare = { ...saying(2, { text: " ", wrongKey: "" }), voicemail: null }
    expect(faults({ ...bare, prompts: bare.prompts.slice(0, 6) })).toEqual([
      ["text.prompts.1.text", "Write what “Main menu” says."],
      ["text.prompts.1.wrongKey", "Write what “Main menu” says after a key that leads nowhere."],
      ["text", "Write what “Thank you” says."],
      ["text.voicemail", "Write what is left on a voicemail."],
    ])
  })

  it("has no words that no one would hear", () => {
    const flow: CallFlow = { ...publishableCall, voicemail: { _tag: "TryLater" } }
    const more = [
      { stepId: 8, text: "Adiós." },
      { stepId: 5, text: "Otra vez." },
    ]
    expect(faults({ ...saying(5, { wrongKey: "No." }), prompts: [...spanishCall.prompts, ...more] }, flow)).toEqual([
      ["text.prompts.7.text", "Step 8 of the call flow says nothing."],
      ["text.prompts.8", "The words of step 5 stand here twice."],
      ["text.voicemail", "The call flow leaves no message on a voicemail."],
    ])
    expect(faults(saying(5, { wrongKey: "No." }))).toEqual([
      ["text.prompts.4.wrongKey", "Step 5 says nothing after a key that leads nowhere."],
    ])
  })

  it("has the values of each step, and none of its own", () => {
    expect(faults(saying(1, { text: "Hola, le llama {{ companyName }}." }))).toEqual([
      ["text.prompts.0.text", "“Greeting”: {{ firstName }} is missing."],
    ])
    expect(faults(saying(5, { text: "Abrimos, {{ firstName }}." }))).toEqual([
      ["text.prompts.4.text", "“Opening hours”: {{ firstName }} does not stand in the text."],
    ])
  })

  it("names the keys that the call flow names, in the digits of its script", () => {
    const menu = spanishCall.prompts[1]?.text ?? ""
    expect(
      faults(saying(2, { text: menu.replace("oprima 2", "oprima dos").replace("oprima 9", "oprima 19") })),
    ).toEqual([
      ["text.prompts.1.text", "“Main menu”: key 2 is missing. Write it as a digit."],
      ["text.prompts.1.text", "“Main menu”: key 9 is missing. Write it as a digit."],
    ])
    expect(faults(saying(2, { text: menu.replaceAll(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? "") }))).toEqual(
      [],
    )
  })

  it("says which key stops the calls even where the call flow says it by a recording", () => {
    const recorded: CallFlow = {
      ...publishableCall,
      steps: publishableCall.steps.map((step) =>
        step._tag === "Menu" ? { ...step, prompt: { _tag: "Recording", sound: "a".repeat(64) } } : step,
      ),
    }
    expect(faults(saying(2, { text: "Oprima una tecla." }), recorded)).toEqual([
      ["text.prompts.1.text", "“Main menu”: say that key 9 stops the calls. Write it as a digit."],
    ])
    expect(faults(saying(2, { text: "Oprima 9." }), recorded)).toEqual([])
  })

  describe("says which key stops the calls where the call flow says it in words", () => {
    /** The call flow whose menu says its keys in words, with another key that stops the calls. */
    const inWords = (key: PhoneKey, text = "Press a key, {{ firstName }}."): CallFlow => ({
      ...publishableCall,
      steps: publishableCall.steps.map((step) => {
        if (step._tag !== "Menu") return step
        const keys = step.keys.map((one) => (one.next === 6 ? { ...one, key } : one))
        return { ...step, keys, prompt: { _tag: "Speech", text } }
      }),
    })
    const menu = (text: string) => saying(2, { text })
    const unsaid = (key: string, how: string) => [
      ["text.prompts.1.text", `“Main menu”: say that key ${key} stops the calls. ${how}`],
    ]

    it("not by an hour of a step that most callers never hear", () => {
      const words = menu("Oprima una tecla, {{ firstName }}.")
      const prompts = words.prompts.map((one) => (one.stepId === 5 ? { ...one, text: "Abrimos de 9 a 4." } : one))
      expect(faults({ ...words, prompts }, inWords("9"))).toEqual(unsaid("9", "Write it as a digit."))
    })

    it("by a step that each caller hears before", () => {
      const words = menu("Oprima una tecla, {{ firstName }}.")
      const greeting = "Hola {{ firstName }}, le llama {{ companyName }}. Para no recibir llamadas, oprima 9."
      const prompts = words.prompts.map((one) => (one.stepId === 1 ? { ...one, text: greeting } : one))
      expect(faults({ ...words, prompts }, inWords("9"))).toEqual([])
    })

    it("not by a digit that is no word of the text", () => {
      const value = "{{ firstName | truncate: 9 }}"
      const flow = inWords("9", `Press a key, ${value}.`)
      expect(faults(menu(`Oprima una tecla, ${value}.`), flow)).toEqual(unsaid("9", "Write it as a digit."))
    })

    it.each(["*", "#"] as const)("by the sign of %s", (sign) => {
      expect(faults(menu("Oprima una tecla, {{ firstName }}."), inWords(sign))).toEqual(
        unsaid(sign, `Write it as ${sign}.`),
      )
      for (const written of [sign, { "*": "＊", "#": "＃" }[sign]])
        expect(faults(menu(`{{ firstName }}, oprima ${written}.`), inWords(sign))).toEqual([])
    })
  })

  it("is spoken by a voice of its language, and into one that the carrier speaks", () => {
    expect(faults({ ...spanishCall, voice: slowVoice })).toEqual([
      ["text.voice", "The voice Slt speaks American English. Choose one that speaks Spanish."],
    ])
    expect(faults({ ...spanishCall, voice: { ...slowVoice, language: "es-MX" } })).toEqual([])
    expect(faults(spanishCall, publishableCall, "vi")).toEqual([
      ["text.voice", "The carrier has no voice that speaks Vietnamese, so calls cannot be said in it."],
    ])
    expect(faults(spanishCall, publishableCall, "zh")).toEqual([])
  })

  it("may be into each language that the carrier has a voice for, and into no other", () => {
    const spoken = languages.filter((language) => carrierVoice(carriersOwn(language)) !== undefined)
    expect(languages.filter(isSpokenByCarrier)).toEqual(spoken)
  })

  it("is held to what a call flow's words are held to: who calls, what is known, and what a machine may hear", () => {
    const [greeting, ...rest] = publishableCall.steps
    const silent = { ...greeting!, prompt: { _tag: "Recording", sound: "a".repeat(64) } } as never
    const played = { ...publishableCall, steps: [silent, ...rest] }
    expect(problems(saying(1, { text: "Hola {{ nombre }}." }), played)).toEqual([
      "Say in “Greeting” who calls, for example: {{ companyName }}.",
      "“Greeting”: {{ nombre }} is not a known variable.",
    ])
    const left: CallFlow = {
      ...publishableCall,
      voicemail: { _tag: "LeaveMessage", prompt: { _tag: "Recording", sound: "a".repeat(64) } },
    }
    expect(problems({ ...spanishCall, voicemail: "Llámenos, {{ firstName }}." }, left)).toEqual([
      "Others may hear the message of a voicemail. Of the variables it may only use {{ companyName }}.",
    ])
  })

  it("says dates in its own language, even where its text is the same", () => {
    const flow: CallFlow = {
      ...publishableCall,
      steps: [
        {
          ...{ _tag: "Say", stepId: 1, name: "Day", next: 2 },
          prompt: { _tag: "Speech", text: "{{ visit | say_date }}." },
        },
        { _tag: "HangUp", stepId: 2, name: "End" },
      ],
      voicemail: { _tag: "EndCall" },
    }
    const words = { prompts: [{ stepId: 1, text: "{{ visit | say_date }}." }], voicemail: null, voice: null }
    const read = Result.getOrThrow(readCallFlow(flow, [{ language: "es", words }]))
    const said = (language: string) => read.render({ visit: "2026-12-03" }, language).text
    expect(said("es-MX")).toContain("jueves, 3 de diciembre.")
    expect(said("en")).toContain("Thursday, December 3.")
  })

  it("of the demo may be published", () => {
    const translated = northwindCallFlows.flatMap(({ texts, translations = [] }) =>
      translations.map(({ of, text, language }) => ({
        flow: decodeFlow(texts[of]),
        call: { language, words: decodeCallTranslation(text) },
      })),
    )
    expect(translated.map(({ call }) => call.language)).toEqual(["es"])
    const context = { companyName: "Northwind", known: ["firstName", "companyName"] }
    expect(translated.flatMap(({ flow, call }) => callTranslationProblems(flow, call, context))).toEqual([])
  })
})
