import { describe, expect, it } from "vitest"
import { Schema } from "effect"
import { AuthConfig } from "#schemas/session/authConfig.ts"
import { embeddedIdentity, hostedIdentity } from "#server/identity/IdentityConfig.ts"

const tenant = {
  authority: "https://t.example/t/B2C_1_susi",
  metadataUri: "https://t.example/t/B2C_1_susi/v2.0/.well-known/openid-configuration",
  clientId: "app",
  issuer: "https://t.example/guid/v2.0/",
  audience: "api",
  scope: "https://t.example/api/user.read",
  subjectClaim: "sub" as const,
}
const metadata = {
  issuer: tenant.issuer,
  authorization_endpoint: "https://t.example/authorize",
  token_endpoint: "https://t.example/token",
  jwks_uri: "https://t.example/keys",
  end_session_endpoint: "https://t.example/logout",
}

describe("the identity configuration", () => {
  it("of the embedded provider gives the browser an https name and the true addresses", () => {
    const { authConfig, rules } = embeddedIdentity({ publicUrl: "http://localhost:4180/ignored" })
    expect(Schema.is(AuthConfig)(authConfig)).toBe(true)
    expect(authConfig).toMatchObject({
      authority: "https://localhost:4180/idp",
      knownAuthorities: ["localhost:4180"],
      scopes: ["user.read"],
      redirectPath: "/redirect.html",
      apiBase: "http://localhost:4180",
    })
    expect(JSON.parse(authConfig.authorityMetadata)).toEqual({
      issuer: "http://localhost:4180/idp",
      authorization_endpoint: "http://localhost:4180/idp/auth",
      token_endpoint: "http://localhost:4180/idp/token",
      jwks_uri: "http://localhost:4180/idp/jwks",
      end_session_endpoint: "http://localhost:4180/idp/session/end",
    })
    expect(rules).toMatchObject({ issuer: "http://localhost:4180/idp", audience: "urn:admin-view:api" })
  })

  it("keeps accounts of the embedded provider when the port changes", () => {
    expect(embeddedIdentity({ publicUrl: "http://localhost:1" }).rules.accountIssuer).toBe(
      embeddedIdentity({ publicUrl: "http://localhost:2" }).rules.accountIssuer,
    )
  })

  it("of a hosted tenant asks for the full scope, takes its last part too, and hands the metadata over", () => {
    const { authConfig, rules, kind } = hostedIdentity({ publicUrl: "https://admin.example" }, tenant, metadata)
    expect(kind).toBe("hosted")
    expect(Schema.is(AuthConfig)(authConfig)).toBe(true)
    expect(authConfig).toMatchObject({ scopes: [tenant.scope], knownAuthorities: ["t.example"] })
    expect(JSON.parse(authConfig.authorityMetadata)).toEqual(metadata)
    expect(rules).toMatchObject({ scopes: [tenant.scope, "user.read"], accountIssuer: tenant.issuer })
  })

  it("names the API's address and the key of the maps service only when there are such", () => {
    const own = { publicUrl: "https://admin.example" }
    const plain = hostedIdentity(own, tenant, metadata).authConfig
    expect(plain.apiBase).toBe("https://admin.example")
    expect(Object.keys(plain)).not.toContain("mapsKey")
    const more = { ...own, apiBase: "https://api.example", mapsKey: "key" }
    expect(embeddedIdentity(more).authConfig).toMatchObject({ apiBase: "https://api.example", mapsKey: "key" })
  })
})
