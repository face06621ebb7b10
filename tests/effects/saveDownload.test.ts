import { Effect, Stream } from "effect"
import type { HttpClientResponse } from "effect/http"
import { describe, expect, it } from "vitest"
import { fileNameOf, saveDownload } from "#effects/saveDownload.ts"
import { unreachable } from "#schemas/session/problems.ts"

describe("a download", () => {
  it("that breaks off is a lost connection, and no file", async () => {
    const parts = Stream.concat(Stream.succeed(new Uint8Array([1])), Stream.fail("reset"))
    const answer = Effect.succeed([parts, {} as HttpClientResponse.HttpClientResponse] as const)
    expect(await Effect.runPromise(Effect.flip(saveDownload(answer, "report.csv")))).toEqual(unreachable())
  })
})

describe("the name of a downloaded file", () => {
  it.each([
    [`attachment; filename="report.csv"`, "report.csv"],
    [`attachment; filename="Gripe.csv"; filename*=UTF-8''Vacunaci%C3%B3n%20oto%C3%B1o.csv`, "Vacunación otoño.csv"],
    [undefined, "fallback.csv"],
    ["attachment", "fallback.csv"],
  ])("%s", (disposition, name) => {
    expect(fileNameOf(disposition, "fallback.csv")).toBe(name)
  })
})
