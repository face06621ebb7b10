import { vi } from "vitest"

/** An account as the sign-in library holds one. */
export const account = (homeAccountId: string) => ({
  homeAccountId,
  localAccountId: homeAccountId,
  username: `${homeAccountId}@clinic.test`,
  environment: "localhost",
  tenantId: "",
})

/** An error of the sign-in library. */
export const coded = (errorCode: string) => Object.assign(new Error(errorCode), { errorCode })

type Account = ReturnType<typeof account>
type Asked = Record<string, unknown>

/** Errors that the library marks as wanting the person, whatever their code. */
export class InteractionRequiredAuthError extends Error {
  readonly errorCode: string
  constructor(errorCode: string) {
    super(errorCode)
    this.errorCode = errorCode
  }
}

/** The window the library opened, as far as it is looked at. */
export type OpenedWindow = { closed: boolean; readonly close: () => void }

/** A stand-in for the sign-in library: what it was asked, and answers that a test may put otherwise. */
export const fakeLibrary = () => {
  const asked: Array<readonly [call: string, request: Asked]> = []
  const listeners = new Set<(message: { readonly payload: unknown }) => void>()
  let active: Account | null = null
  const library = {
    asked,
    accounts: [] as Array<Account>,
    active: () => active,
    /** As after a reload in which the cache was lost. */
    forget: () => void (active = null),
    redirected: async (): Promise<unknown> => null,
    silent: async (_: Asked): Promise<unknown> => ({ accessToken: "fresh", account: account("anna") }),
    sso: async (): Promise<unknown> => ({ accessToken: "fresh", account: account("anna") }),
    popup: async (): Promise<unknown> => ({ accessToken: "fresh", account: account("anna") }),
    leave: async (): Promise<void> => undefined,
    /** Lets the library open its window. */
    open: (): OpenedWindow => {
      const popupWindow: OpenedWindow = { closed: false, close: () => void (popupWindow.closed = true) }
      for (const listener of listeners) listener({ payload: { popupWindow } })
      return popupWindow
    },
  }
  const ask = (call: string, request: Asked = {}) => void asked.push([call, request])
  const app = {
    handleRedirectPromise: () => library.redirected(),
    getActiveAccount: () => active,
    getAllAccounts: () => library.accounts,
    setActiveAccount: (next: Account | null) => void (active = next),
    clearCache: async (request: Asked) => ask("clearCache", request),
    ssoSilent: async (request: Asked) => (ask("ssoSilent", request), library.sso()),
    acquireTokenSilent: async (request: Asked) => (ask("acquireTokenSilent", request), library.silent(request)),
    acquireTokenPopup: (request: Asked) => (ask("acquireTokenPopup", request), library.popup()),
    loginRedirect: (request: Asked) => (ask("loginRedirect", request), library.leave()),
    logoutRedirect: (request: Asked) => (ask("logoutRedirect", request), library.leave()),
    addEventCallback: (listener: (message: { readonly payload: unknown }) => void) => {
      listeners.add(listener)
      return "listener"
    },
    removeEventCallback: () => listeners.clear(),
  }
  return { library, app }
}

/** A tab's storage that works. */
export const workingStorage = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

/** Puts a browser's address, storage and server settings around the code under test; undone by `vi.unstubAllGlobals`. */
export const stubBrowser = (origin = "http://localhost:4180"): void => {
  vi.stubGlobal("location", { origin })
  vi.stubGlobal("sessionStorage", workingStorage())
  vi.stubGlobal("fetch", async () =>
    Response.json({
      clientId: "admin-web",
      authority: "https://localhost/idp",
      knownAuthorities: ["localhost"],
      authorityMetadata: JSON.stringify({ authorization_endpoint: `${origin}/idp/auth` }),
      scopes: ["user.read"],
      apiBase: origin,
      redirectPath: "/redirect.html",
      postLogoutPaths: { home: "/", login: "/login", sessionOut: "/sessionOut" },
    }),
  )
}
