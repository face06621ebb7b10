import { Context } from "effect"
import type { AuthConfig } from "#schemas/session/authConfig.ts"

/** What a hosted tenant needs, read from the environment by `main.ts`. */
export type HostedTenant = {
  readonly authority: string
  /** Hosts with port the browser may trust; the authority's host when absent. */
  readonly knownAuthorities?: ReadonlyArray<string>
  readonly clientId: string
  readonly issuer: string
  readonly audience: string
  readonly jwksUri: string
  /** The scope as it is asked for, for example `https://tenant/api/user.read`; a token carries its last part. */
  readonly scope: string
  /** When set, the token's user flow (`tfp`, or `acr` in older tenants) must be this one. */
  readonly policy?: string
  /** When set, the token's authorized party (`azp`) must be this one. */
  readonly authorizedParty?: string
}

/** What every access token is held against; the same for the hosted tenant and the embedded provider. */
export type TokenRules = {
  readonly issuer: string
  readonly audience: string
  readonly scope: string
  readonly policy?: string | undefined
  readonly authorizedParty?: string | undefined
  /**
   * Under which name accounts keep this issuer. The hosted issuer itself; for
   * the embedded provider a fixed word, because its issuer holds the port, and
   * accounts must outlive a change of port.
   */
  readonly accountIssuer: string
}

export type IdentityConfig = {
  readonly kind: "embedded" | "hosted"
  /** Scheme, host and port people reach us by, without a path. */
  readonly origin: string
  readonly rules: TokenRules
  /** Where a hosted tenant publishes its keys. */
  readonly jwksUri: string | undefined
  /** Answer of `GET /auth-config.json`. */
  readonly authConfig: AuthConfig
}

/** Where sign-in happens, as data (architecture §6). */
export const Identity = Context.Service<IdentityConfig>("admin-view/identity/Identity")

/** The issuer under which accounts of the embedded provider are kept. */
export const embeddedIssuer = "embedded"
/** Where the embedded provider is mounted. */
export const providerPath = "/idp"
/** The embedded provider's one client: the browser application. */
export const embeddedClientId = "admin-web"
/** The embedded provider's name for our API: the audience of its access tokens. */
export const embeddedAudience = "urn:admin-view:api"
/** The one scope of our API (spec §1). */
export const userReadScope = "user.read"

const redirectPath = "/redirect.html"
const postLogoutPaths = { home: "/", login: "/login", sessionOut: "/sessionOut" } as const

/** Addresses of ours a sign-in or logout may return to, for the client's registration. */
export const returnAddresses = (origin: string) => ({
  redirect: [`${origin}${redirectPath}`],
  postLogout: Object.values(postLogoutPaths).map((path) => `${origin}${path}`),
})

const embedded = (origin: string): IdentityConfig => {
  const issuer = `${origin}${providerPath}`
  // The browser library looks at the scheme of this text only and never connects to it; the metadata has the true addresses.
  const authority = `https://${new URL(origin).host}${providerPath}`
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    end_session_endpoint: `${issuer}/session/end`,
  }
  return {
    kind: "embedded",
    origin,
    rules: { issuer, audience: embeddedAudience, scope: userReadScope, accountIssuer: embeddedIssuer },
    jwksUri: undefined,
    authConfig: {
      clientId: embeddedClientId,
      authority,
      knownAuthorities: [new URL(authority).host],
      authorityMetadata: JSON.stringify(metadata),
      scopes: [userReadScope],
      redirectPath,
      postLogoutPaths,
    },
  }
}

const hosted = (origin: string, tenant: HostedTenant): IdentityConfig => ({
  kind: "hosted",
  origin,
  rules: {
    issuer: tenant.issuer,
    audience: tenant.audience,
    scope: tenant.scope.slice(tenant.scope.lastIndexOf("/") + 1),
    policy: tenant.policy,
    authorizedParty: tenant.authorizedParty,
    accountIssuer: tenant.issuer,
  },
  jwksUri: tenant.jwksUri,
  authConfig: {
    clientId: tenant.clientId,
    authority: tenant.authority,
    knownAuthorities: tenant.knownAuthorities ?? [new URL(tenant.authority).host],
    scopes: [tenant.scope],
    redirectPath,
    postLogoutPaths,
  },
})

/**
 * The identity configuration: the embedded provider unless a hosted tenant is given.
 * @param publicUrl where people reach us; only its origin counts
 */
export const identityConfig = (publicUrl: string, tenant?: HostedTenant): IdentityConfig => {
  const { origin } = new URL(publicUrl)
  return tenant === undefined ? embedded(origin) : hosted(origin, tenant)
}
