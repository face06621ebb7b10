import { Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { describe, expect, it } from "vitest"
import { NodeHttpServer } from "@effect/platform-node"
import { pagesElsewhere } from "#server/http/crossOrigin.ts"
import { embeddedIdentity } from "#server/identity/IdentityConfig.ts"

const pages = "https://admin.example"

const serverWith = (apiBase: string | undefined) => {
  const identity = embeddedIdentity({ publicUrl: pages, apiBase })
  const route = HttpRouter.add("GET", "/api/x", HttpServerResponse.jsonUnsafe({}, { status: 401 }))
  const { handler } = HttpRouter.toWebHandler(
    route.pipe(Layer.provideMerge(pagesElsewhere(identity)), Layer.provideMerge(NodeHttpServer.layerHttpServices)),
    { disableLogger: true },
  )
  return async (method: string, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await handler(new Request("https://api.example/api/x", { method, headers }))
    const allowing = [...answer.headers].filter(([name]) => name.startsWith("access-control-"))
    return { status: answer.status, headers: Object.fromEntries(allowing) }
  }
}
const preflight = { origin: pages, "access-control-request-method": "GET" }

describe("calls from pages on another origin", () => {
  it("are allowed for that origin alone, with a bearer token and without cookies, failures included", async () => {
    const ask = serverWith("https://api.example")
    const { headers } = await ask("OPTIONS", preflight)
    expect(headers["access-control-allow-origin"]).toBe(pages)
    expect(headers["access-control-allow-headers"]?.split(",")).toContain("authorization")
    expect(headers["access-control-allow-methods"]).toBe("GET, POST, DELETE")
    expect(headers).not.toHaveProperty("access-control-allow-credentials")

    const refused = await ask("GET", { origin: pages })
    expect(refused.status).toBe(401)
    expect(refused.headers["access-control-expose-headers"]?.split(",")).toContain("rights-changed")
    const foreign = await ask("GET", { origin: "https://elsewhere.example" })
    expect(foreign.headers["access-control-allow-origin"]).toBe(pages)
  })

  it("are allowed for no one while pages and calls share an origin", async () => {
    const ask = serverWith(undefined)
    expect((await ask("GET", { origin: "https://elsewhere.example" })).headers).toEqual({})
    expect((await ask("OPTIONS", preflight)).headers).toEqual({})
  })
})
