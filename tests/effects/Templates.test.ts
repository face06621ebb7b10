import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { publishTemplate, readAllTemplates, readTemplate, saveTemplate } from "#effects/Templates.ts"
import { problem } from "#schemas/problem.ts"
import { fakeServer } from "#tests/support/fakeServer.ts"
import { draftTemplate, revisedTemplate, sampleTemplate } from "#tests/support/outreachSamples.ts"

const paged = () =>
  fakeServer(({ query }) =>
    query["cursor"] === undefined ? { data: [sampleTemplate, revisedTemplate], next: "42" } : { data: [draftTemplate] },
  )
const body = {
  companyId: 2,
  templateId: 44,
  channel: "SMS" as const,
  name: "Flu",
  purpose: "Survey" as const,
  text: "Hello",
}

describe("the templates' calls", () => {
  it.effect("read every page, so that a choice offers all templates", () => {
    const { calls, provide } = paged()
    return Effect.gen(function* () {
      expect((yield* readAllTemplates).map(({ templateId }) => templateId)).toEqual([41, 42, 43])
      expect(calls.map(({ query }) => query)).toEqual([{ pageSize: "200" }, { pageSize: "200", cursor: "42" }])
    }).pipe(provide)
  })

  it.effect("find one template on any page, and say when there is none", () => {
    const { provide } = paged()
    return Effect.gen(function* () {
      expect((yield* readTemplate({ templateId: 43 })).data).toEqual(draftTemplate)
      expect((yield* Effect.flip(readTemplate({ templateId: 99 }))).problem).toBe("NotFound")
    }).pipe(provide)
  })

  it.effect("save with the command's id", () => {
    const { calls, provide } = fakeServer(() => ({ data: draftTemplate }))
    return Effect.gen(function* () {
      expect(yield* saveTemplate(body, "command-1")).toEqual(draftTemplate)
      expect(calls).toEqual([{ path: "Template/CreateTemplateByCompanyId", query: {}, key: "command-1", body }])
    }).pipe(provide)
  })

  it.effect("turn a taken name into the name field's complaint", () => {
    const { provide } = fakeServer(() => ({
      problem: problem("AlreadyExists", "A template with this name already exists."),
    }))
    return Effect.gen(function* () {
      expect((yield* Effect.flip(saveTemplate(body, "command-1"))).errors).toEqual([
        { field: "name", message: "A template with this name already exists." },
      ])
    }).pipe(provide)
  })

  it.effect("publish by the specified call", () => {
    const { calls, provide } = fakeServer(() => ({ data: {} }))
    return Effect.gen(function* () {
      yield* publishTemplate({ templateId: 44 }, "command-2")
      expect(calls).toEqual([
        { path: "Template/PublishTemplate", query: { templateId: "44" }, key: "command-2", body: undefined },
      ])
    }).pipe(provide)
  })
})
