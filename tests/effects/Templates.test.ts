import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  deleteTemplate,
  publishTemplate,
  readAllTemplates,
  readReserved,
  readTemplate,
  readTemplateUse,
  readTemplateVersions,
  retireTemplate,
  saveTemplate,
} from "#effects/Templates.ts"
import type { ApiClient } from "#effects/ApiClient.ts"
import { CompanyId, TemplateId } from "#schemas/ids.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { fakeServer } from "#tests/support/fakeServer.ts"
import { draftTemplate, revisedTemplate, sampleTemplate } from "#tests/support/outreachSamples.ts"

const paged = () =>
  fakeServer(({ query }) =>
    query["cursor"] === undefined ? { data: [sampleTemplate, revisedTemplate], next: "42" } : { data: [draftTemplate] },
  )
const body = {
  companyId: CompanyId.make(2),
  templateId: TemplateId.make(44),
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

  it.effect("ask for one template by its public id, and for none where an address has a number", () => {
    const { calls, provide } = fakeServer(() => ({ data: draftTemplate }))
    const query = { temphashedId: draftTemplate.hashedId }
    return Effect.gen(function* () {
      expect((yield* readTemplate(query)).data).toEqual(draftTemplate)
      for (const read of [readTemplate, readTemplateVersions, readTemplateUse])
        expect(
          (yield* Effect.flip(read({ temphashedId: "43" }) as Effect.Effect<unknown, Problem, ApiClient>)).problem,
        ).toBe("NotFound")
      expect(calls.map((call) => [call.path, call.query])).toEqual([["Template/GetTemplate", query]])
    }).pipe(provide)
  })

  it.effect("find the template whose first saving was not answered by its number, on any page", () => {
    const { provide } = paged()
    return Effect.gen(function* () {
      expect((yield* readReserved(TemplateId.make(43))).data).toEqual(draftTemplate)
      expect((yield* Effect.flip(readReserved(TemplateId.make(99)))).problem).toBe("NotFound")
    }).pipe(provide)
  })

  it.effect("save with the command's id and the version it is made of", () => {
    const { calls, provide } = fakeServer(() => ({ data: draftTemplate }))
    return Effect.gen(function* () {
      expect(yield* saveTemplate(body, 3, "command-1")).toEqual(draftTemplate)
      expect(calls).toEqual([
        { path: "Template/CreateTemplateByCompanyId", query: {}, key: "command-1", match: "3", body },
      ])
    }).pipe(provide)
  })

  it.effect("turn a taken name into the name field's error", () => {
    const { provide } = fakeServer(() => ({
      problem: problem("AlreadyExists", "A template with this name already exists."),
    }))
    return Effect.gen(function* () {
      expect((yield* Effect.flip(saveTemplate(body, 3, "command-1"))).errors).toEqual([
        { field: "name", message: "A template with this name already exists." },
      ])
    }).pipe(provide)
  })

  it.effect("publish, retire and delete what the person saw, by the specified calls", () => {
    const { calls, provide } = fakeServer(() => ({ data: {} }))
    return Effect.gen(function* () {
      yield* publishTemplate(sampleTemplate, "command-2")
      yield* retireTemplate(sampleTemplate, "command-3")
      yield* deleteTemplate(sampleTemplate, "command-4")
      const seen = { match: "4", body: undefined }
      const query = { templateId: "41" }
      expect(calls).toEqual([
        { path: "Template/PublishTemplate", query, key: "command-2", ...seen },
        {
          path: "Template/RetireTemplate",
          query: {},
          key: "command-3",
          ...seen,
          body: { templateId: TemplateId.make(41) },
        },
        { path: "Template/DeleteTemplate", query, key: "command-4", ...seen },
      ])
    }).pipe(provide)
  })
})
