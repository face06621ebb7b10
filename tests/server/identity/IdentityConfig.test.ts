import { describe, expect, it } from "vitest"
import { Schema } from "effect"
import { AuthConfig } from "#schemas/session/authConfig.ts"
import { identityConfig } from "#server/identity/IdentityConfig.ts"

describe("the identity configuration", () => {
  it("of the embedded provider gives the browser an https name and the true addresses", () => {
    const { authConfig, rules } = identityConfig("http://localhost:4180/ignored")
    expect(Schema.is(AuthConfig)(authConfig)).toBe(true)
    expect(authConfig).toMatchObject({
      authority: "https://localhost:4180/idp",
      knownAuthorities: ["localhost:4180"],
      scopes: ["user.read"],
      redirectPath: "/redirect.html",
    })
    expect(JSON.parse(authConfig.authorityMetadata ?? "")).toEqual({
      issuer: "http://localhost:4180/idp",
      authorization_endpoint: "http://localhost:4180/idp/auth",
      token_endpoint: "http://localhost:4180/idp/token",
      jwks_uri: "http://localhost:4180/idp/jwks",
      end_session_endpoint: "http://localhost:4180/idp/session/end",
    })
    expect(rules).toMatchObject({ issuer: "http://localhost:4180/idp", audience: "urn:admin-view:api" })
  })

  it("keeps accounts of the embedded provider when the port changes", () => {
    expect(identityConfig("http://localhost:1").rules.accountIssuer).toBe(
      identityConfig("http://localhost:2").rules.accountIssuer,
    )
  })

  it("of a hosted tenant asks for the full scope and checks its last part", () => {
    const { authConfig, rules, kind } = identityConfig("https://admin.example", {
      authority: "https://t.example/t/B2C_1_susi",
      clientId: "app",
      issuer: "https://t.example/guid/v2.0/",
      audience: "api",
      jwksUri: "https://t.example/keys",
      scope: "https://t.example/api/user.read",
    })
    expect(kind).toBe("hosted")
    expect(authConfig).toMatchObject({ scopes: ["https://t.example/api/user.read"], knownAuthorities: ["t.example"] })
    expect("authorityMetadata" in authConfig).toBe(false)
    expect(rules).toMatchObject({ scope: "user.read", accountIssuer: "https://t.example/guid/v2.0/" })
  })
})
