import { describe, expect, it } from "vitest"
import { takes } from "#server/http/compression.ts"

describe("a request takes a coding", () => {
  it.each(["br", "gzip, deflate, br", "gzip;q=0.5, BR ; q=0.1", "*", "deflate;q=1, *;q=0.2"])("by %j", (accepted) => {
    expect(takes(accepted, "br")).toBe(true)
  })

  it.each([undefined, "", "gzip", "identity", "br;q=0", "*, br;q=0.0", "*;q=0", "brotli", "br;q=much"])(
    "not by %j",
    (accepted) => {
      expect(takes(accepted, "br")).toBe(false)
    },
  )
})
