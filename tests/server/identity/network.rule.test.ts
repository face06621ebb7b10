import { describe, expect, it } from "vitest"
import { isLoopback } from "#server/identity/network.rule.ts"

describe("this machine", () => {
  it.each(["localhost", "LOCALHOST", "127.0.0.1", "127.0.0.2", "127.255.255.254", "::1", "[::1]", "::ffff:127.0.0.1"])(
    "is %s",
    (host) => {
      expect(isLoopback(host)).toBe(true)
    },
  )

  it.each(["", "0.0.0.0", "::", "128.0.0.1", "10.0.0.1", "localhost.example.com", "127.0.0.1.example.com"])(
    "is not %j",
    (host) => {
      expect(isLoopback(host)).toBe(false)
    },
  )
})
