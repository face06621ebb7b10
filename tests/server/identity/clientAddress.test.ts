import type { IncomingMessage } from "node:http"
import { describe, expect, it } from "vitest"
import { clientAddress, noteClientAddress, trustedProxies } from "#server/identity/clientAddress.ts"

const from = (remoteAddress: string, headers: Readonly<Record<string, string>> = {}) =>
  ({ headers: { ...headers }, socket: { remoteAddress } }) as unknown as IncomingMessage

/** Who is taken for the caller, where these proxies are ours. */
const caller = (request: IncomingMessage, ...trusted: ReadonlyArray<string>): string | null => {
  noteClientAddress(request, trustedProxies(trusted))
  return clientAddress(request.headers)
}

describe("the address of a caller", () => {
  it("is that of the connection, whatever the caller writes", () => {
    expect(caller(from("198.51.100.7"))).toBe("198.51.100.7")
    const forged = { "x-forwarded-for": "203.0.113.1", "client-address": "203.0.113.2", forwarded: "for=203.0.113.3" }
    expect(caller(from("198.51.100.7", forged))).toBe("198.51.100.7")
    expect(caller(from("198.51.100.7", forged), "10.0.0.0/8")).toBe("198.51.100.7")
  })

  it("is the nearest one behind proxies of ours, and no farther", () => {
    const asked = { "x-forwarded-for": "192.0.2.66, 203.0.113.9, 10.1.2.3" }
    expect(caller(from("10.0.0.5", asked), "10.0.0.0/8")).toBe("203.0.113.9")
    expect(caller(from("127.0.0.1", asked), "loopback", "10.0.0.0/8")).toBe("203.0.113.9")
    expect(caller(from("10.0.0.5", asked), "10.0.0.5")).toBe("10.1.2.3")
    expect(caller(from("10.0.0.5"), "10.0.0.0/8")).toBe("10.0.0.5")
  })

  it("is not known where the connection has gone", () => {
    const gone = { headers: {}, socket: {} } as unknown as IncomingMessage
    expect(caller(gone)).toBeNull()
    expect(caller(gone, "10.0.0.0/8", "loopback")).toBeNull()
  })

  it("is asked of no network that is none", () => {
    expect(() => trustedProxies(["everyone"])).toThrow(TypeError)
  })
})
