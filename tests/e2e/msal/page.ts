import { createStandardPublicClientApplication, InteractionRequiredAuthError } from "@azure/msal-browser"
import type { AuthConfig } from "#schemas/session/authConfig.ts"

/** What a test may do with the real sign-in library in a page. */
export type SignInPage = {
  readonly signIn: () => Promise<void>
  /** Who is signed in after a redirect came back, or null. */
  readonly user: string | null
  /** Fetches a token past the cache; 4: by refresh token only, 5: by hidden frame only (the library's CacheLookupPolicy). */
  readonly renew: (policy: 4 | 5) => Promise<string>
  readonly popup: () => Promise<string | undefined>
  readonly silent: () => Promise<string | undefined>
  readonly signOut: () => Promise<void>
}

const config = (await (await fetch("/auth-config.json")).json()) as AuthConfig
const app = await createStandardPublicClientApplication({
  auth: {
    clientId: config.clientId,
    authority: config.authority,
    knownAuthorities: [...config.knownAuthorities],
    ...(config.authorityMetadata === undefined ? {} : { authorityMetadata: config.authorityMetadata }),
    redirectUri: location.origin + config.redirectPath,
    postLogoutRedirectUri: location.origin + config.postLogoutPaths.sessionOut,
  },
  cache: { cacheLocation: "sessionStorage" },
})
const answer = await app.handleRedirectPromise()
const request = { scopes: [...config.scopes] }
const account = () => app.getAllAccounts()[0] ?? null
const codeOf = (error: unknown) => (error instanceof InteractionRequiredAuthError ? error.errorCode : String(error))

const page: SignInPage = {
  user: answer?.account?.username ?? null,
  signIn: () => app.loginRedirect(request),
  renew: async (cacheLookupPolicy) => {
    const found = account()
    if (found === null) return "no one"
    return (await app.acquireTokenSilent({ ...request, account: found, cacheLookupPolicy, forceRefresh: true }))
      .accessToken
  },
  popup: async () => (await app.acquireTokenPopup(request)).account?.username,
  silent: async () => app.ssoSilent(request).then((found) => found.account?.username, codeOf),
  signOut: async () => {
    const found = account()
    await app.logoutRedirect({
      account: found,
      ...(found?.idToken === undefined ? {} : { idTokenHint: found.idToken }),
    })
  },
}
Object.assign(globalThis, { page })
document.body.dataset["ready"] = "yes"
