import { Context } from "effect"
import type { AuthConfig } from "#schemas/session/authConfig.ts"

/** What an operator says of a hosted tenant (`docs/identity.md`); the rest is in the tenant's own metadata. */
export type HostedTenant = {
  /** The https name the browser's library knows the tenant by, user flow included. */
  readonly authority: string
  /** Address of the tenant's OpenID metadata. */
  readonly metadataUri: string
  readonly clientId: string
  /** Exactly as tokens spell it: a slash at the end counts. */
  readonly issuer: string
  readonly audience: string
  /** The scope as it is asked for, for example `https://tenant/api/user.read`; a token carries it, or its last part. */
  readonly scope: string
  /** When set, the token's user flow (`tfp`, or `acr` in older tenants) must be this one. */
  readonly policy?: string
  /** When set, the token's authorized party (`azp`) must be this one. */
  readonly authorizedParty?: string
  /** Which claim says who a person is; accounts are linked by its value. */
  readonly subjectClaim: SubjectClaim
  /** The tenant's page on which people change their password and second factor. */
  readonly accountUrl?: string
}

/**
 * Where a tenant's id of a person stands in a token: `sub`, as OpenID Connect has it;
 * or `oid`, Entra's Object ID, whose `sub` is another one for each application.
 */
export type SubjectClaim = "sub" | "oid"

/** The addresses of an OpenID provider, by the names of its discovery document. */
export type ProviderMetadata = {
  readonly issuer: string
  readonly authorization_endpoint: string
  readonly token_endpoint: string
  readonly jwks_uri: string
  readonly end_session_endpoint: string
}

/** Where the program itself is reached. */
export type OwnAddresses = {
  /** Where people reach the pages; only its origin counts. */
  readonly publicUrl: string
  /** Where the pages' calls go, when that is another origin. */
  readonly apiBase?: string | undefined
  readonly mapsKey?: string | undefined
}

/** What every access token is held against; the same for the hosted tenant and the embedded provider. */
export type TokenRules = {
  readonly issuer: string
  readonly audience: string
  /** Any one of these spellings must be among a token's scopes. */
  readonly scopes: ReadonlyArray<string>
  readonly policy?: string | undefined
  readonly authorizedParty?: string | undefined
  readonly subjectClaim: SubjectClaim
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
  readonly metadata: ProviderMetadata
  /** Answer of `GET /auth-config.json`. */
  readonly authConfig: AuthConfig
}

/** Where sign-in happens, as data (docs/architecture.md#identity). */
export const Identity = Context.Service<IdentityConfig>("admin-view/identity/Identity")

/** The issuer under which accounts of the embedded provider are kept. */
export const embeddedIssuer = "embedded"
/** Where the embedded provider is mounted. */
export const providerPath = "/idp"
/** Where people change how they sign in at the embedded provider. */
export const accountPath = `${providerPath}/account`
/** The embedded provider's one client: the browser application. */
export const embeddedClientId = "admin-web"
/** The embedded provider's name for our API: the audience of its access tokens. */
export const embeddedAudience = "urn:admin-view:api"
/** The one scope of our API. */
export const userReadScope = "user.read"

const redirectPath = "/redirect.html"
const postLogoutPaths = { home: "/", login: "/login", sessionOut: "/sessionOut" } as const

/** Addresses of ours a sign-in or logout may return to, for the client's registration. */
export const returnAddresses = (origin: string) => ({
  redirect: [`${origin}${redirectPath}`],
  postLogout: Object.values(postLogoutPaths).map((path) => `${origin}${path}`),
})

/** What both kinds say to the browser alike. */
const commonConfig = ({ publicUrl, apiBase, mapsKey }: OwnAddresses, metadata: ProviderMetadata) => ({
  authorityMetadata: JSON.stringify(metadata),
  apiBase: new URL(apiBase ?? publicUrl).origin,
  ...(mapsKey === undefined ? {} : { mapsKey }),
  redirectPath,
  postLogoutPaths,
})

/** The identity configuration while the embedded provider serves. */
export const embeddedIdentity = (own: OwnAddresses): IdentityConfig => {
  const { origin } = new URL(own.publicUrl)
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
    rules: {
      issuer,
      audience: embeddedAudience,
      scopes: [userReadScope],
      subjectClaim: "sub",
      accountIssuer: embeddedIssuer,
    },
    metadata,
    authConfig: {
      clientId: embeddedClientId,
      authority,
      knownAuthorities: [new URL(authority).host],
      scopes: [userReadScope],
      accountUrl: accountPath,
      ...commonConfig(own, metadata),
    },
  }
}

/** The identity configuration of a hosted tenant, with the metadata it publishes. */
export const hostedIdentity = (own: OwnAddresses, tenant: HostedTenant, metadata: ProviderMetadata): IdentityConfig => {
  const { authority, clientId, issuer, audience, scope, policy, authorizedParty, subjectClaim } = tenant
  return {
    kind: "hosted",
    origin: new URL(own.publicUrl).origin,
    rules: {
      issuer,
      audience,
      scopes: [...new Set([scope, scope.slice(scope.lastIndexOf("/") + 1)])],
      policy,
      authorizedParty,
      subjectClaim,
      accountIssuer: issuer,
    },
    metadata,
    authConfig: {
      clientId,
      authority,
      knownAuthorities: [new URL(authority).host],
      scopes: [scope],
      ...(tenant.accountUrl === undefined ? {} : { accountUrl: tenant.accountUrl }),
      ...commonConfig(own, metadata),
    },
  }
}
