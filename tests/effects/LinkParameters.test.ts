import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  deleteLinkParameter,
  moveLinkParameter,
  openLinkParameter,
  readLinkParameters,
  saveLinkParameter,
} from "#effects/LinkParameters.ts"
import { TemplateId } from "#schemas/ids.ts"
import { fakeServer } from "#tests/support/fakeServer.ts"
import { sampleTemplate } from "#tests/support/outreachSamples.ts"

const clinic = {
  primaryId: 12,
  templateId: TemplateId.make(41),
  key: "clinic",
  value: "north",
  in: "path" as const,
  order: 2,
}
const chosen = { temphashedId: sampleTemplate.hashedId }
const server = () =>
  fakeServer(({ path }) => {
    if (path === "Template/GetTemplate") return { data: sampleTemplate }
    return { data: path === "Template/GetCurlParameter" ? [clinic] : clinic }
  })

describe("the calls of a link's parameters", () => {
  it.effect("read the version before the rows, so that it is never newer than they are", () => {
    const { calls, provide } = server()
    return Effect.gen(function* () {
      const { data } = yield* readLinkParameters(chosen)
      expect(data).toEqual([{ ...clinic, streamVersion: sampleTemplate.streamVersion }])
      expect(calls.map(({ path }) => path)).toEqual(["Template/GetTemplate", "Template/GetCurlParameter"])
    }).pipe(provide)
  })

  it.effect("save, move and delete in the template as the person saw it", () => {
    const { calls, provide } = server()
    return Effect.gen(function* () {
      yield* saveLinkParameter(yield* openLinkParameter({ ...chosen, primaryId: 12 }), "command-1")
      const seen = { ...clinic, streamVersion: sampleTemplate.streamVersion }
      expect(yield* moveLinkParameter({ ...seen, by: -1, readFirst: null }, "command-2")).toBe(seen.streamVersion + 1)
      yield* deleteLinkParameter(seen, "command-3")
      const { order: _, ...body } = clinic
      const match = String(sampleTemplate.streamVersion)
      const query = { primaryId: "12" }
      expect(calls.slice(-3)).toEqual([
        { path: "Template/SaveCurlParameter", query: {}, key: "command-1", match, body },
        { path: "Template/SaveCurlParameter", query: {}, key: "command-2", match, body: { ...clinic, order: 1 } },
        { path: "Template/DeleteCurlParameter", query, key: "command-3", match, body: undefined },
      ])
    }).pipe(provide)
  })

  it.effect("move a parameter from where it is by then, where a move of before is not on the screen yet", () => {
    const rows = [10, 12, 14].map((primaryId, at) => ({ ...clinic, primaryId, order: at + 1 }))
    const { calls, provide } = fakeServer(({ path }) => {
      if (path === "Template/GetTemplate") return { data: { ...sampleTemplate, streamVersion: 9 } }
      return { data: path === "Template/GetCurlParameter" ? rows : clinic }
    })
    const shown = { ...clinic, order: 1, streamVersion: 7, by: 1 as const, readFirst: sampleTemplate.hashedId }
    return Effect.gen(function* () {
      expect(yield* moveLinkParameter(shown, "command-1")).toBe(10)
      const saved = calls.at(-1)
      expect([saved?.match, saved?.body]).toEqual(["9", { ...clinic, order: 3 }])
      const before = calls.length
      expect(yield* moveLinkParameter({ ...shown, primaryId: 14 }, "command-2")).toBe(9)
      expect(calls.slice(before).map(({ path }) => path)).not.toContain("Template/SaveCurlParameter")
      expect((yield* Effect.flip(moveLinkParameter({ ...shown, primaryId: 99 }, "command-3"))).problem).toBe("NotFound")
    }).pipe(provide)
  })
})
