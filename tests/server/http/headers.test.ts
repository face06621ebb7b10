import { describe, expect, it } from "vitest"
import { embeddedIdentity, hostedIdentity } from "#server/identity/IdentityConfig.ts"
import { securityHeaders } from "#server/http/headers.ts"

const tenant = {
  authority: "https://login.example/t/B2C_1_susi",
  metadataUri: "https://login.example/metadata",
  clientId: "app",
  issuer: "https://login.example/guid/v2.0/",
  audience: "api",
  scope: "user.read",
  subjectClaim: "sub" as const,
}
const metadata = {
  issuer: tenant.issuer,
  authorization_endpoint: "https://login.example/authorize",
  token_endpoint: "https://token.example/token",
  jwks_uri: "https://keys.example/keys",
  end_session_endpoint: "https://login.example/logout",
}
const own = { publicUrl: "https://admin.example" }

/** The policy as a table from directive to sources. */
const policyOf = (identity: ReturnType<typeof embeddedIdentity>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (securityHeaders(identity)["content-security-policy"] ?? "").split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ")
      return [name, sources.join(" ")]
    }),
  )

const strict = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self' data:",
  "font-src": "'self'",
  "media-src": "'self' blob:",
  "manifest-src": "'self'",
  "connect-src": "'self'",
  "frame-src": "'self'",
  "form-action": "'self'",
  "base-uri": "'none'",
  "object-src": "'none'",
  "frame-ancestors": "'self'",
}

describe("the content security policy", () => {
  it("names no foreign origin when everything is at home", () => {
    expect(policyOf(embeddedIdentity(own))).toEqual(strict)
  })

  it("lets the card processor into frames alone, and only where there is one", () => {
    const policy = securityHeaders(embeddedIdentity(own), "https://pay.example")["content-security-policy"]
    expect(policy).toContain("frame-src 'self' https://pay.example;")
    expect(policy?.split("https://pay.example")).toHaveLength(2)
  })

  it("of a hosted tenant names its token address for calls and its sign-in page for frames, nothing else", () => {
    expect(policyOf(hostedIdentity(own, tenant, metadata))).toEqual({
      ...strict,
      "connect-src": "'self' https://token.example",
      "frame-src": "'self' https://login.example",
    })
  })

  it("names the API's origin when it is another one", () => {
    expect(policyOf(embeddedIdentity({ ...own, apiBase: "https://api.example:8443" }))).toEqual({
      ...strict,
      "connect-src": "'self' https://api.example:8443",
    })
  })

  it("lets the maps service in only with a key", () => {
    expect(policyOf(embeddedIdentity({ ...own, mapsKey: "key" }))).toEqual({
      ...strict,
      "script-src": "'self' https://maps.googleapis.com",
      "connect-src": "'self' https://maps.googleapis.com https://places.googleapis.com https://maps.gstatic.com",
      "img-src":
        "'self' data: https://*.googleapis.com https://*.gstatic.com https://*.google.com https://*.googleusercontent.com",
      "style-src": "'self' https://fonts.googleapis.com",
      "font-src": "'self' https://fonts.gstatic.com",
      "worker-src": "blob:",
    })
  })
})

describe("strict transport security", () => {
  it("is asked for where people come by https, and only there", () => {
    const ofOrigin = (publicUrl: string) =>
      securityHeaders(embeddedIdentity({ publicUrl }))["strict-transport-security"]
    expect(ofOrigin("https://admin.example")).toBe("max-age=31536000; includeSubDomains")
    expect(ofOrigin("http://localhost:4180")).toBeUndefined()
  })
})
