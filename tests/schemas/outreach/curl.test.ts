import { spawnSync } from "node:child_process"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { asCurl, shellQuoted } from "#schemas/outreach/curl.ts"

describe("an address as a cURL command", () => {
  it("reaches the command as it is, whatever stands in it", () => {
    const text = fc.string({ unit: "binary" }).filter((one) => one.isWellFormed() && !one.includes("\0"))
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 50 }), (texts) => {
        const { stdout } = spawnSync("sh", ["-c", `printf '%s\\0' ${texts.map(shellQuoted).join(" ")}`])
        expect(stdout.toString()).toBe(texts.map((one) => `${one}\0`).join(""))
      }),
      { numRuns: 30 },
    )
  })

  it("is one word after the command's name", () =>
    expect(asCurl("https://a.example/?q='; rm -rf /")).toBe("curl 'https://a.example/?q='\\''; rm -rf /'"))
})
