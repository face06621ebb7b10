import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { deleteLinkParameter, moveLinkParameter, saveLinkParameter } from "#effects/LinkParameters.ts"
import { fakeServer } from "#tests/support/fakeServer.ts"
import { sampleParameters } from "#tests/support/outreachSamples.ts"

const sample = { primaryId: 12, templateId: 41, key: "clinic", value: "north", in: "path" as const, order: 2 }
const seen = { ...sample, streamVersion: 4 }

describe("the calls of a link's parameters", () => {
  it.effect("save, move and delete in the template as the person saw it", () => {
    const { calls, provide } = fakeServer(() => ({ data: sampleParameters[1] }))
    return Effect.gen(function* () {
      const { order: _, ...written } = seen
      yield* saveLinkParameter({ ...written, temphashedId: "any" }, "command-1")
      yield* moveLinkParameter({ ...seen, order: 1 }, "command-2")
      yield* deleteLinkParameter(seen, "command-3")
      const { order: __, ...body } = sample
      expect(calls).toEqual([
        { path: "Template/SaveCurlParameter", query: {}, key: "command-1", match: "4", body },
        { path: "Template/SaveCurlParameter", query: {}, key: "command-2", match: "4", body: { ...sample, order: 1 } },
        {
          path: "Template/DeleteCurlParameter",
          query: { primaryId: "12" },
          key: "command-3",
          match: "4",
          body: undefined,
        },
      ])
    }).pipe(provide)
  })
})
