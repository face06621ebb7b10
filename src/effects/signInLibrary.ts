import type { AccountInfo, CacheLookupPolicy, IPublicClientApplication, PopupEvent } from "@azure/msal-browser"
import { popupSize } from "#schemas/constants.ts"
import type { Problem } from "#schemas/problem.ts"
import type { AuthConfig } from "#schemas/session/authConfig.ts"
import { someoneElse } from "#schemas/session/problems.ts"
import { readAuthConfig } from "./authConfig.ts"
import { signInProblem } from "./signInErrors.ts"

/** The sign-in library, set up, with what its callers need to know of it. */
export type Library = {
  readonly app: IPublicClientApplication
  readonly config: AuthConfig
  /** Look-up of a silent request that never leaves the cache. */
  readonly cacheOnly: CacheLookupPolicy
  /** Hears of every sign-in window that opens; answers how to stop. */
  readonly onWindow: (take: (opened: Window) => void) => () => void
  /** What an error of the library means to a person. */
  readonly problemOf: (error: unknown) => Problem
}

/** How long a person may take in the sign-in window, in milliseconds: as long as a mailed code lives, and a little. */
const windowMillis = 15 * 60_000

/** Loads the library and its settings; the same for a hosted tenant and the embedded provider (docs/architecture.md#identity). */
export const loadLibrary = async (): Promise<Library> => {
  const [config, msal] = await Promise.all([readAuthConfig(), import("@azure/msal-browser")])
  const app = await msal.createStandardPublicClientApplication({
    auth: {
      clientId: config.clientId,
      authority: config.authority,
      knownAuthorities: [...config.knownAuthorities],
      authorityMetadata: config.authorityMetadata,
      redirectUri: location.origin + config.redirectPath,
      postLogoutRedirectUri: location.origin + config.postLogoutPaths.home,
    },
    cache: { cacheLocation: "sessionStorage" },
    system: { iframeBridgeTimeout: 10_000, popupBridgeTimeout: windowMillis },
  })
  return {
    app,
    config,
    cacheOnly: msal.CacheLookupPolicy.AccessToken,
    onWindow: (take) => {
      const id = app.addEventCallback(
        ({ payload }) => take((payload as PopupEvent).popupWindow),
        [msal.EventType.POPUP_OPENED],
      )
      return () => void (id !== null && app.removeEventCallback(id))
    },
    problemOf: (error) => signInProblem(error, error instanceof msal.InteractionRequiredAuthError),
  }
}

/** The account the page works with: the one made active, else the first in the library's cache. */
export const accountOf = ({ app }: Library): AccountInfo | null =>
  app.getActiveAccount() ?? app.getAllAccounts()[0] ?? null

/** Whether the provider's pages are on our own origin: only then may a window's `closed` be believed (COOP). */
export const isOwnProvider = ({ config }: Library): boolean =>
  (
    JSON.parse(config.authorityMetadata) as { readonly authorization_endpoint: string }
  ).authorization_endpoint.startsWith(`${location.origin}/`)

/** What a token must be like to be of use. */
export type TokenRequest = {
  /** Whether the server refused this token. */
  readonly isRefused: (token: string) => boolean
  /** Whether it belongs to another person than the one the page was opened for. */
  readonly isForeign: (token: string) => boolean
}

/** Any token will do: no one is signed in to this page yet. */
export const anyToken: TokenRequest = { isRefused: () => false, isForeign: () => false }

type Answer = { readonly accessToken: string; readonly account: AccountInfo | null }

const keep = async (
  { app }: Library,
  { accessToken, account }: Answer,
  { isForeign }: TokenRequest,
): Promise<string> => {
  if (isForeign(accessToken)) {
    await app.clearCache({ account })
    throw someoneElse()
  }
  app.setActiveAccount(account)
  return accessToken
}

/** Reads the answer of a redirect that just came back: its access token, or null when there was none. */
export const readRedirect = async (library: Library): Promise<string | null> => {
  const answer = await library.app.handleRedirectPromise()
  return answer === null ? null : keep(library, answer, anyToken)
}

/** A token by the provider's session, in a hidden frame. */
export const bySession = async (library: Library, wanted: TokenRequest): Promise<string> =>
  keep(library, await library.app.ssoSilent({ scopes: [...library.config.scopes] }), wanted)

/**
 * A token for a known account: the library's cache if what it holds was not refused,
 * else the refresh token, else a hidden frame (docs/policy.md#sessions).
 */
export const byAccount = async (library: Library, account: AccountInfo, wanted: TokenRequest): Promise<string> => {
  const { app, config, cacheOnly } = library
  const request = { scopes: [...config.scopes], account }
  const cached = await app.acquireTokenSilent({ ...request, cacheLookupPolicy: cacheOnly }).catch(() => null)
  if (cached !== null && !wanted.isRefused(cached.accessToken)) return keep(library, cached, wanted)
  return keep(library, await app.acquireTokenSilent({ ...request, forceRefresh: true }), wanted)
}

/**
 * A token by a window of the provider; to be called within a click.
 * @param again whether the provider must ask who it is, even if it knows someone.
 */
export const byPopup = async (library: Library, wanted: TokenRequest, again: boolean): Promise<string> => {
  const loginHint = accountOf(library)?.username ?? ""
  const answer = await library.app.acquireTokenPopup({
    scopes: [...library.config.scopes],
    popupWindowAttributes: { popupSize },
    overrideInteractionInProgress: true,
    ...(loginHint === "" ? {} : { loginHint }),
    ...(again ? { prompt: "login" } : {}),
  })
  return keep(library, answer, wanted)
}

/** Leaves for the provider, which offers the account with this address; the promise ends before the page does. */
export const leaveToSignIn = ({ app, config }: Library, email: string | undefined): Promise<void> =>
  app.loginRedirect({ scopes: [...config.scopes], ...(email === undefined ? {} : { loginHint: email }) })

/** Leaves for the provider's logout, which returns to one of our paths. */
export const leaveToLogout = async (library: Library, to: keyof AuthConfig["postLogoutPaths"]): Promise<void> => {
  const { app, config } = library
  const account = accountOf(library)
  await app.logoutRedirect({
    account,
    postLogoutRedirectUri: location.origin + config.postLogoutPaths[to],
    // The embedded provider forgets the way back unless the request names the client.
    ...(account?.idToken === undefined
      ? { extraQueryParameters: { client_id: config.clientId } }
      : { idTokenHint: account.idToken }),
  })
}
