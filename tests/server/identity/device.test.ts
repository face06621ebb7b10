import { describe, expect, it } from "vitest"
import { deviceOf } from "#server/identity/device.ts"

describe("a device", () => {
  it.each([
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
      { browser: "Chrome", system: "Windows" },
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
      { browser: "Safari", system: "iOS" },
    ],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", { browser: "Firefox", system: "Linux" }],
  ])("is known by what its browser calls itself: %s", (userAgent, device) => {
    expect(deviceOf(userAgent)).toEqual(device)
  })

  it.each([undefined, "", "x".repeat(100_000), "(((((((((((((((((("])(
    "is not known where a browser says nothing of use",
    (userAgent) => {
      expect(deviceOf(userAgent)).toEqual({ browser: undefined, system: undefined })
    },
  )
})
