import { describe, expect, it } from "vitest"
import { fileNameOf } from "#effects/saveDownload.ts"

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
