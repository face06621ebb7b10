import {
  Provider,
  type AccessToken,
  type AdapterFactory,
  type Configuration,
  type KoaContextWithOIDC,
} from "oidc-provider"
import type { ProviderKeys } from "./ProviderKeys.ts"
import { embeddedAudience, embeddedClientId, providerPath, returnAddresses, userReadScope } from "./IdentityConfig.ts"
import { deadEndPage, signedOutPage, signOutPage } from "./signInPages.ts"

/** What the provider says of a person in their tokens; `roles` is the comma-separated Roles claim (docs/policy.md#kept-in-the-browser). */
export type TokenPerson = {
  readonly email: string
  readonly displayName: string
  readonly roles: string
  /** Whether an administrator has locked the account. */
  readonly locked: boolean
}

type Parts = {
  readonly origin: string
  readonly keys: ProviderKeys["Service"]
  readonly store: AdapterFactory
  readonly person: (subject: string) => Promise<TokenPerson | undefined>
}

/**
 * Lifetimes in seconds. Access tokens are short because one that leaks works until it ends (docs/architecture.md#tokens);
 * a sign-in page waits a day, so that no one has to hurry (WCAG 2.2.1 asks for a notice below 20 hours).
 */
const lifetimes = {
  AccessToken: 15 * 60,
  AuthorizationCode: 60,
  Grant: 24 * 3600,
  IdToken: 3600,
  Interaction: 24 * 3600,
  RefreshToken: 24 * 3600,
  Session: 8 * 3600,
}

const requestedScopes = "openid profile email offline_access"

/** Our own application needs no consent screen: the grant is there before it is asked for. */
const ownGrant = async (ctx: KoaContextWithOIDC) => {
  const { session, client, provider, result } = ctx.oidc
  if (session?.accountId === undefined || client === undefined) return undefined
  const id = result?.consent?.grantId ?? session.grantIdFor(client.clientId)
  const found = id === undefined ? undefined : await provider.Grant.find(id)
  const grant = found ?? new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope(requestedScopes)
  grant.addResourceScope(embeddedAudience, userReadScope)
  await grant.save()
  return grant
}

const features: Configuration["features"] = {
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  userinfo: { enabled: false },
  resourceIndicators: {
    enabled: true,
    // The browser library names no resource: its one scope of ours means our API.
    defaultResource: () => embeddedAudience,
    useGrantedResource: () => true,
    getResourceServerInfo: () => ({
      scope: userReadScope,
      audience: embeddedAudience,
      accessTokenFormat: "jwt",
      accessTokenTTL: lifetimes.AccessToken,
      jwt: { sign: { alg: "RS256" } },
    }),
  },
  rpInitiatedLogout: {
    enabled: true,
    logoutSource: (ctx, form) => {
      ctx.body = signOutPage(form)
    },
    postLogoutSuccessSource: (ctx) => {
      ctx.body = signedOutPage()
    },
  },
}

const settings = ({ origin, keys, store, person }: Parts): Configuration => ({
  adapter: store,
  jwks: { keys: keys.signing.keys.map((key) => ({ ...key })) as NonNullable<Configuration["jwks"]>["keys"] },
  cookies: {
    keys: [...keys.cookies],
    // Only the provider needs its session: the API's calls go without it.
    long: { httpOnly: true, sameSite: "lax", signed: true, path: providerPath },
    short: { httpOnly: true, sameSite: "lax", signed: true },
  },
  clients: [
    {
      client_id: embeddedClientId,
      application_type: "web",
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      redirect_uris: returnAddresses(origin).redirect,
      post_logout_redirect_uris: returnAddresses(origin).postLogout,
    },
  ],
  pkce: { required: () => true },
  scopes: requestedScopes.split(" "),
  claims: { openid: ["sub"], profile: ["name", "preferred_username", "emails", "Roles"], email: ["email"] },
  // The browser library reads the user's name from the ID token.
  conformIdTokenClaims: false,
  // A browser names the origin of a same-origin POST too, and the library refuses what is not allowed here.
  clientBasedCORS: (_ctx, from) => from === origin,
  findAccount: async (_ctx, id, token) => {
    const found = await person(id)
    if (found === undefined) return undefined
    // A locked person may sign in to read of the lock (docs/policy.md#sign-in); a refresh token from before works no more.
    if (found.locked && token?.kind === "RefreshToken") return undefined
    const { email, displayName, roles } = found
    const claims = { sub: id, name: displayName, preferred_username: email, email, emails: [email], Roles: roles }
    return { accountId: id, claims: async () => claims }
  },
  extraTokenClaims: async (_ctx, token) => {
    const { accountId, scope, sessionUid } = token as AccessToken
    // Hosted tenants name the scope claim `scp`; the verifier reads both providers alike.
    return { Roles: (await person(accountId))?.roles ?? "", scp: scope, sid: sessionUid }
  },
  features,
  issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed("refresh_token"),
  rotateRefreshToken: true,
  loadExistingGrant: ownGrant,
  interactions: { url: (_ctx, interaction) => `${providerPath}/interaction/${interaction.uid}` },
  renderError: (ctx, out) => {
    ctx.type = "html"
    ctx.body = deadEndPage({
      heading: "This sign-in cannot go on",
      text: `It has expired, or it was started elsewhere. Please start again. (${out.error})`,
    })
  },
  ttl: lifetimes,
})

/**
 * The browser library repeats `offline_access` at each refresh, and this one
 * grants it only with a consent screen and refuses what it never granted. The
 * getter belongs to an undocumented class: the version is pinned, a test covers it.
 */
const forgiveOfflineAccess = (provider: Provider) => {
  const prototype = (provider as unknown as { readonly OIDCContext: { readonly prototype: object } }).OIDCContext
    .prototype
  const given = Object.getOwnPropertyDescriptor(prototype, "requestParamScopes")
  if (given === undefined) throw new Error("This oidc-provider has no requestParamScopes to correct: pin its version.")
  Object.defineProperty(prototype, "requestParamScopes", {
    configurable: true,
    get(this: { readonly params: Readonly<Record<string, unknown>> }) {
      const asked = new Set<string>(given.get?.call(this))
      if (this.params["grant_type"] === "refresh_token") asked.delete("offline_access")
      return asked
    },
  })
}

/** The provider library, set up for our one client (recipe verified with MSAL 5 and oidc-provider 9.13.3). */
export const makeProvider = (parts: Parts): Provider => {
  const provider = new Provider(`${parts.origin}${providerPath}`, settings(parts))
  // Addresses are made from the public one, whatever a request says of its host; see the mount.
  provider.proxy = true
  forgiveOfflineAccess(provider)
  return provider
}
