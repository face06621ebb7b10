import type { HostedTenant, SubjectClaim } from "#server/identity/IdentityConfig.ts"
import { isSafeAddress } from "#server/identity/tenantMetadata.ts"
import { type Environment, optional, required, SettingsProblem, text } from "./environment.ts"

const authorityName = "IDENTITY_AUTHORITY"
/** What a hosted tenant cannot do without, besides its authority. */
const needed = ["IDENTITY_CLIENT_ID", "IDENTITY_ISSUER", "IDENTITY_AUDIENCE", "IDENTITY_SCOPE"] as const
const subjectName = "IDENTITY_SUBJECT_CLAIM"
const accountName = "IDENTITY_ACCOUNT_URL"
const allowed = ["IDENTITY_METADATA", "IDENTITY_POLICY", "IDENTITY_AUTHORIZED_PARTY", accountName, subjectName] as const

/** Where Azure AD B2C and Entra External ID publish the metadata of an authority. */
const metadataPath = "/v2.0/.well-known/openid-configuration"

const safeAddress = (name: string, value: string): URL => {
  if (!isSafeAddress(value)) {
    throw new SettingsProblem(`${name} must be an https address (plain http only on this machine), not "${value}".`)
  }
  const url = new URL(value)
  if (url.username !== "" || url.hash !== "") {
    throw new SettingsProblem(`${name} must hold neither a user name nor a #, but is "${value}".`)
  }
  return url
}

/** An address of which only scheme, host and port are wanted; gives those, without a slash at the end. */
export const readOrigin = (env: Environment, name: string): string | undefined => {
  const value = text(env, name)
  if (value === undefined) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
    throw new SettingsProblem(`${name} must be an address such as https://admin.example.com, not "${value}".`)
  }
  return url.origin
}

/** A key goes to an address of its own, so nothing may listen on the way. */
export const readSafeOrigin = (env: Environment, name: string): string | undefined => {
  const origin = readOrigin(env, name)
  if (origin === undefined || isSafeAddress(origin)) return origin
  throw new SettingsProblem(`${name} must be an https address (plain http only on this machine), not "${origin}".`)
}

/** Where the pages' calls go, when that is another origin; a page that came by https may not call by plain http. */
export const readApiBase = (env: Environment, publicUrl: string): string | undefined => {
  const apiBase = readOrigin(env, "API_BASE_URL")
  if (apiBase !== undefined && publicUrl.startsWith("https:") && !isSafeAddress(apiBase)) {
    throw new SettingsProblem(`API_BASE_URL must be an https address as PUBLIC_URL is, not "${apiBase}".`)
  }
  return apiBase
}

const readAuthority = (value: string): string => {
  const url = safeAddress(authorityName, value)
  if (url.protocol !== "https:" || url.search !== "") {
    throw new SettingsProblem(
      `${authorityName} must be an https address without a query, not "${value}": the sign-in library accepts no other. Where the metadata are is said with IDENTITY_METADATA.`,
    )
  }
  return url.href.replace(/\/+$/, "")
}

const refuseLeftovers = (env: Environment): undefined => {
  const found = [...needed, ...allowed].find((name) => text(env, name) !== undefined)
  if (found !== undefined) {
    throw new SettingsProblem(
      `${found} is set, but ${authorityName} is missing: a hosted identity provider needs both.`,
    )
  }
}

const readScope = (value: string): string => {
  if (/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(value)) return value
  throw new SettingsProblem(`IDENTITY_SCOPE must be one scope, without blanks, not "${value}".`)
}

const readSubjectClaim = (value: string | undefined): SubjectClaim => {
  if (value === undefined || value === "sub" || value === "oid") return value ?? "sub"
  throw new SettingsProblem(`${subjectName} must be sub or oid, not "${value}".`)
}

/**
 * What the operator says of a hosted identity provider (`docs/identity.md`), or
 * undefined when nothing is said. Throws `SettingsProblem` for half a configuration.
 * @param publicUrl where people reach the pages: a tenant returns to https only, and browsers sign in on nothing else
 */
export const readIdentity = (env: Environment, publicUrl: string): HostedTenant | undefined => {
  const given = text(env, authorityName)
  if (given === undefined) return refuseLeftovers(env)
  safeAddress("PUBLIC_URL", publicUrl)
  const authority = readAuthority(given)
  const [clientId, issuer, audience, scope] = needed.map((name) => required(env, name, authorityName)) as [
    string,
    string,
    string,
    string,
  ]
  safeAddress("IDENTITY_ISSUER", issuer)
  const metadataUri = text(env, "IDENTITY_METADATA") ?? `${authority}${metadataPath}`
  safeAddress("IDENTITY_METADATA", metadataUri)
  const accountUrl = text(env, accountName)
  if (accountUrl !== undefined) safeAddress(accountName, accountUrl)
  return {
    authority,
    metadataUri,
    clientId,
    issuer,
    audience,
    scope: readScope(scope),
    subjectClaim: readSubjectClaim(text(env, subjectName)),
    ...optional("accountUrl", accountUrl),
    ...optional("policy", text(env, "IDENTITY_POLICY")),
    ...optional("authorizedParty", text(env, "IDENTITY_AUTHORIZED_PARTY")),
  }
}
