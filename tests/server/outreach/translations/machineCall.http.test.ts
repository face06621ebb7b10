import { Effect, Layer } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import type { Call } from "#schemas/access.ts"
import type { CallTranslation } from "#schemas/language/callTranslation.ts"
import type { MachineTranslated } from "#schemas/language/machine.ts"
import type { Translation } from "#schemas/language/translation.ts"
import type { CallFlow } from "#schemas/outreach/callFlow.ts"
import { Translator } from "#server/translation/Translator.ts"
import { publishableCall } from "#tests/support/callFlows.ts"
import { allIds, contractOfThisFile, subjectOf, type Asked } from "#tests/support/contract.ts"
import { demoIds } from "#tests/support/seededDemo.ts"
import type { StandIn } from "#tests/support/serviceStandIn.ts"
import { configOf, translationStandIn } from "#tests/support/translationServices.ts"

let service: StandIn
/** Keys are lost while it is so. */
let isSpelling = false
const translator = Layer.unwrap(
  Effect.map(
    translationStandIn("deepl", (text) =>
      text.replaceAll("press ", "oprima ").replaceAll("oprima 2", isSpelling ? "oprima dos" : "oprima 2"),
    ),
    (standIn) => {
      service = standIn
      return Translator.layerOf(configOf("deepl", standIn))
    },
  ),
)
const contract = contractOfThisFile({ translator })
let admin: string
beforeAll(async () => {
  admin = await contract().token(subjectOf(demoIds.northwind, 2), allIds)
})

type Answer<A> = { readonly status: number; readonly data: A; readonly problem?: string; readonly message: string }
const ask = async <A>(call: Call, asked: Asked): Promise<Answer<A>> => {
  const answer = await contract().send(call, admin, asked)
  return { ...((await answer.json()) as Answer<A>), status: answer.status }
}
let names = 0
const newCall = async (flow: CallFlow = publishableCall) => {
  const { id } = (await ask<{ id: number }>("Campaign.GenerateId", { query: { type: "Template" } })).data
  const name = `Machine call ${(names += 1)}`
  const body = { companyId: demoIds.northwind, templateId: id, name, purpose: "Survey", flow }
  const { data } = await ask<{ hashedId: string }>("Outreach.SaveIvr", { body })
  return { templateId: id, hashedId: data.hashedId, name }
}
const read = async (temphashedId: string) =>
  (await ask<Translation>("Translate.GetTranslation", { query: { temphashedId, language: "es" } })).data
const translate = (templateId: number, language = "es") =>
  ask("Translate.TranslateText", { body: { templateId, language } })
const textOf = ({ translation }: Translation, stepId: number) =>
  (translation?.text as CallTranslation | undefined)?.prompts.find((one) => one.stepId === stepId)?.text

describe("a call flow that a service translates", () => {
  it("is a draft of each step, with its keys and values, until a person has read it over", async () => {
    const { templateId, hashedId } = await newCall()
    expect(await translate(templateId)).toMatchObject({ status: 200 })
    const found = await read(hashedId)
    expect(found.translation).toMatchObject({ state: "machine", origin: "DeepL", before: null })
    expect(textOf(found, 1)).toBe("Hello {{ firstName }}, {{ companyName }} calls.")
    expect(textOf(found, 2)).toBe(
      "To book, oprima 1. To be called back, oprima 2. For opening hours, oprima 3. To stop, oprima 9.",
    )
    expect((found.translation?.text as CallTranslation | undefined)?.voicemail).toContain("{{ companyName }}")
  })

  it("is refused where a key was lost, with the step and the key, and nothing is stored", async () => {
    const { templateId, hashedId } = await newCall()
    isSpelling = true
    expect(await translate(templateId)).toMatchObject({
      status: 422,
      message: "“Main menu”: key 2 is missing. Write it as a digit.",
    })
    isSpelling = false
    expect((await read(hashedId)).translation).toBeNull()
  })

  it("is refused with the step whose value the service lost", async () => {
    const { templateId } = await newCall()
    const answers = Array.from({ length: 9 }, () => ({ text: "Hola" }))
    service.next.push({ body: { translations: answers } })
    const { status, message } = await translate(templateId)
    expect(status).toBe(422)
    expect(message).toMatch(/^“Greeting”: DeepL changed a part of the text that must stay: \{\{ firstName \}\}/)
  })

  it("is not asked for in a language that no call can be said in", async () => {
    const { templateId } = await newCall()
    const before = service.heard.length
    expect(await translate(templateId, "vi")).toMatchObject({ status: 422 })
    expect(service.heard).toHaveLength(before)
  })

  it("is among what is missing in a language, and one that cannot be translated keeps no other back", async () => {
    const sound = "b".repeat(64)
    const [first, ...rest] = publishableCall.steps
    const recorded = { ...publishableCall, steps: [{ ...first!, prompt: { _tag: "Recording", sound } }, ...rest] }
    const [spoken, heard] = [await newCall(), await newCall(recorded as CallFlow)]
    const rows: Array<MachineTranslated["rows"][number]> = []
    let after: number | null = null
    for (let left = 1; left > 0;) {
      const page: MachineTranslated = (
        await ask<MachineTranslated>("Translate.TranslateMissing", { body: { language: "es", after } })
      ).data
      rows.push(...page.rows)
      ;({ left } = page)
      after = page.after
    }
    expect(rows).toContainEqual(expect.objectContaining({ name: spoken.name, outcome: "done" }))
    expect(rows).toContainEqual(
      expect.objectContaining({
        ...{ name: heard.name, outcome: "refused" },
        reason: "A service cannot hear the recording of “Greeting”. Write its words by hand first.",
      }),
    )
    expect((await read(spoken.hashedId)).translation).toMatchObject({ state: "machine" })
  })
})
