import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { deleteResponseFile, openResponseFile, saveResponseFile } from "#effects/ResponseFiles.ts"
import { firstLayout } from "#schemas/outreach/firstLayouts.ts"
import { fakeServer } from "#tests/support/fakeServer.ts"
import { sampleTemplate } from "#tests/support/outreachSamples.ts"

const stored = { templateId: 41, ...firstLayout, version: 2, streamVersion: 5, updatedOn: "2026-11-21T10:00:00.000Z" }
const serverWith = (file: object | null) =>
  fakeServer(({ path }) => {
    if (path === "Template/GetTemplate") return { data: sampleTemplate }
    if (path === "Template/GetResponseFile") return { data: file }
    return { data: path === "Template/SaveResponseFile" ? stored : {} }
  })
const chosen = { temphashedId: sampleTemplate.hashedId }

describe("the calls of a response file", () => {
  it.effect("save a first file as the first, so that no one else's is replaced unseen", () => {
    const { calls, provide } = serverWith(null)
    return Effect.gen(function* () {
      yield* saveResponseFile(yield* openResponseFile(chosen), "command-1")
      const body = { templateId: 41, ...firstLayout }
      expect(calls.at(-1)).toEqual({ path: "Template/SaveResponseFile", query: {}, key: "command-1", match: "0", body })
    }).pipe(provide)
  })

  it.effect("save and delete a stored file as the person saw it", () => {
    const { calls, provide } = serverWith(stored)
    return Effect.gen(function* () {
      const opened = yield* openResponseFile(chosen)
      yield* saveResponseFile(opened, "command-1")
      yield* deleteResponseFile(opened, "command-2")
      expect(calls.slice(-2).map(({ path, match }) => [path, match])).toEqual([
        ["Template/SaveResponseFile", "5"],
        ["Template/DeleteResponseFile", "5"],
      ])
    }).pipe(provide)
  })
})
