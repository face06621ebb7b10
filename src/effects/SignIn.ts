import { Context, Effect, Layer } from "effect"
import type { AccountInfo, IPublicClientApplication } from "@azure/msal-browser"
import { popupSize } from "#schemas/constants.ts"
import type { Problem } from "#schemas/problem.ts"
import type { AuthConfig } from "#schemas/session/authConfig.ts"
import { signInFailed, unreachable } from "#schemas/session/problems.ts"
import { readAuthConfig } from "./authConfig.ts"

/** Where a logout returns to (`postLogoutPaths` of the configuration). */
export type LogoutReturn = keyof AuthConfig["postLogoutPaths"]

const errorCode = (error: unknown): string =>
  typeof error === "object" && error !== null && "errorCode" in error ? String(error.errorCode) : "unexpected_error"

type Library = {
  readonly app: IPublicClientApplication
  readonly config: AuthConfig
  readonly needsInteraction: (error: unknown) => boolean
  /** The access token of a redirect that just came back, if one did. */
  readonly answered: Promise<string | null>
}

const load = async (): Promise<Library> => {
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
    system: { iframeBridgeTimeout: 10_000, popupBridgeTimeout: 60_000 },
  })
  const answered = app.handleRedirectPromise().then((result) => {
    if (result?.account) app.setActiveAccount(result.account)
    return result?.accessToken ?? null
  })
  answered.catch(() => undefined)
  return { app, config, answered, needsInteraction: (error) => error instanceof msal.InteractionRequiredAuthError }
}

const accountOf = (app: IPublicClientApplication): AccountInfo | null =>
  app.getActiveAccount() ?? app.getAllAccounts()[0] ?? null

const silently = async ({ app, config }: Library): Promise<string> => {
  const scopes = [...config.scopes]
  const account = accountOf(app)
  const result =
    account === null
      ? await app.ssoSilent({ scopes })
      : await app.acquireTokenSilent({ scopes, account, forceRefresh: true })
  app.setActiveAccount(result.account)
  return result.accessToken
}

const byPopup = async ({ app, config }: Library): Promise<string> => {
  const result = await app.acquireTokenPopup({
    scopes: [...config.scopes],
    popupWindowAttributes: { popupSize },
    overrideInteractionInProgress: true,
  })
  app.setActiveAccount(result.account)
  return result.accessToken
}

const leave = async ({ app, config }: Library, to: LogoutReturn): Promise<void> => {
  const account = accountOf(app)
  await app.logoutRedirect({
    account,
    postLogoutRedirectUri: location.origin + config.postLogoutPaths[to],
    // The embedded provider forgets the way back unless it is told who asks.
    ...(account?.idToken === undefined
      ? { extraQueryParameters: { client_id: config.clientId } }
      : { idTokenHint: account.idToken }),
  })
}

/**
 * The sign-in library behind a service: loaded on first use, after first paint,
 * set up from `/auth-config.json`, the same for a hosted tenant and the embedded
 * provider (architecture §6). Fails with a Problem that names a way out.
 */
export class SignIn extends Context.Service<
  SignIn,
  {
    /** The token of a redirect that just came back, or null. */
    readonly answer: Effect.Effect<string | null, Problem>
    /** Leaves for the provider; ends only if leaving fails. */
    readonly redirect: Effect.Effect<never, Problem>
    /** A fresh access token: silently, else by a popup when the provider wants to be asked. */
    readonly renew: Effect.Effect<string, Problem>
    /** Ends the provider's session and returns to one of our paths; ends only if leaving fails. */
    readonly end: (to: LogoutReturn) => Effect.Effect<never, Problem>
  }
>()("admin-view/effects/SignIn") {
  static readonly layer = Layer.sync(SignIn, () => {
    let loaded: Promise<Library> | null = null
    const library = Effect.tryPromise({
      try: () =>
        (loaded ??= load().catch((error: unknown) => {
          loaded = null
          throw error
        })),
      catch: unreachable,
    })
    const using = <A>(run: (library: Library) => Promise<A>): Effect.Effect<A, Problem> =>
      library.pipe(
        Effect.flatMap((ready) =>
          Effect.tryPromise({ try: () => run(ready), catch: (error) => signInFailed(errorCode(error)) }),
        ),
      )
    return SignIn.of({
      answer: using(({ answered }) => answered),
      redirect: using(async (ready) => {
        await ready.answered.catch(() => null)
        await ready.app.loginRedirect({ scopes: [...ready.config.scopes] })
      }).pipe(Effect.andThen(Effect.never)),
      renew: using(async (ready) => {
        await ready.answered.catch(() => null)
        try {
          return await silently(ready)
        } catch (error) {
          // A browser opens a popup only while a person acts; without one, signing in again is the way.
          if (!ready.needsInteraction(error) || !navigator.userActivation.isActive) throw error
          return await byPopup(ready)
        }
      }),
      end: (to) => using((ready) => leave(ready, to)).pipe(Effect.andThen(Effect.never)),
    })
  })
}
