import { afterAll, beforeAll } from "vitest"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import { readTenantMetadata } from "#server/identity/tenantMetadata.ts"

const good = {
  issuer: "https://t.example/guid/v2.0/",
  authorization_endpoint: "https://t.example/authorize",
  token_endpoint: "https://t.example/token",
  jwks_uri: "https://t.example/keys",
  end_session_endpoint: "https://t.example/logout",
}
let server: Server
let origin = ""
/** What the tenant answers next, one after the other; the last one for ever. */
let answers: Array<{ readonly status: number; readonly body: string }> = []
let asked = 0

beforeAll(async () => {
  server = createServer((_request, response) => {
    asked++
    const { status, body } = (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 404, body: "" }
    response.writeHead(status, status === 302 ? { location: `${origin}/elsewhere` } : {}).end(body)
  }).listen(0, "localhost")
  await once(server, "listening")
  const address = server.address()
  origin = `http://localhost:${typeof address === "object" ? address?.port : 0}`
})
afterAll(() => void server.close())

type Answer = readonly [status: number, body: unknown]
const read = (...next: ReadonlyArray<Answer>) => {
  answers = next.map(([status, body]) => ({ status, body: typeof body === "string" ? body : JSON.stringify(body) }))
  asked = 0
  return readTenantMetadata({
    authority: "https://t.example",
    metadataUri: `${origin}/openid-configuration`,
    clientId: "app",
    issuer: good.issuer,
    audience: "api",
    scope: "user.read",
    subjectClaim: "sub" as const,
  })
}
const refusalOf = (...next: ReadonlyArray<Answer>) => Effect.map(Effect.flip(read(...next)), ({ message }) => message)

describe("a tenant's metadata", () => {
  it.live("gives the addresses and nothing else of the document", () =>
    Effect.gen(function* () {
      expect(yield* read([200, { ...good, claims_supported: ["sub"] }])).toEqual(good)
    }),
  )

  it.live("is asked for again while the tenant stumbles", () =>
    Effect.gen(function* () {
      expect(yield* read([503, ""], [200, good])).toEqual(good)
      expect(asked).toBe(2)
    }),
  )

  it.live("that is not where it was said to be is reported in one line with the address, without asking again", () =>
    Effect.gen(function* () {
      const message = yield* refusalOf([404, ""])
      expect(message).toContain(`${origin}/openid-configuration (HTTP status 404)`)
      expect(message).toContain("IDENTITY_AUTHORITY")
      expect(message).not.toContain("\n")
      expect(asked).toBe(1)
    }),
  )

  it.live.each([
    ["names an address without https", { ...good, token_endpoint: "http://t.example/token" }, "token_endpoint"],
    ["cannot sign people out", { ...good, end_session_endpoint: undefined }, "end_session_endpoint"],
    ["names no keys", { ...good, jwks_uri: undefined }, "jwks_uri"],
    ["is a page", "<!doctype html>", "could not be read"],
  ] as const)("that %s is refused in one line", ([_what, body, about]) =>
    Effect.gen(function* () {
      const message = yield* refusalOf([200, body])
      expect(message).toContain(about)
      expect(message).not.toContain("\n")
    }),
  )

  it.live("of another issuer is refused: a slash at the end counts", () =>
    Effect.gen(function* () {
      const message = yield* refusalOf([200, { ...good, issuer: good.issuer.slice(0, -1) }])
      expect(message).toMatch(/^IDENTITY_ISSUER is https:\/\/t\.example\/guid\/v2\.0\/, but/)
    }),
  )

  it.live("is not followed to another place", () =>
    Effect.gen(function* () {
      expect(yield* refusalOf([302, ""], [200, good])).toContain("HTTP status 302")
      expect(asked).toBe(1)
    }),
  )
})
