import { afterEach, beforeEach, describe, expect, it } from "@effect/vitest"
import type { AccountInfo } from "@azure/msal-browser"
import { Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import { vi } from "vitest"
import { SignIn } from "#effects/SignIn.ts"
import { anyToken, type TokenRequest } from "#effects/signInLibrary.ts"
import type { Problem } from "#schemas/problem.ts"
import { answerChannel, type InteractionStatus } from "#schemas/session/interaction.ts"
import { signInFailed, signInProblems, someoneElse } from "#schemas/session/problems.ts"
import { account, coded, fakeLibrary, InteractionRequiredAuthError, stubBrowser } from "#tests/support/fakeLibrary.ts"

const made = vi.hoisted(() => ({ app: undefined as unknown }))
vi.mock("@azure/msal-browser", async () => ({
  createStandardPublicClientApplication: async () => made.app,
  CacheLookupPolicy: { AccessToken: 1 },
  EventType: { POPUP_OPENED: "msal:popupOpened" },
  InteractionRequiredAuthError: (await import("#tests/support/fakeLibrary.ts")).InteractionRequiredAuthError,
}))

let library: ReturnType<typeof fakeLibrary>["library"]
beforeEach(() => {
  stubBrowser()
  const fake = fakeLibrary()
  library = fake.library
  made.app = fake.app
})
afterEach(() => vi.unstubAllGlobals())

type Service = typeof SignIn.Service

const using = <A, E>(run: (signIn: Service) => Effect.Effect<A, E>): Effect.Effect<A, E> =>
  SignIn.use(run).pipe(Effect.provide(SignIn.layer))

const calls = () => library.asked.map(([call]) => call)

/** What the service says it does while something runs. */
const watched = (run: (signIn: Service) => Effect.Effect<unknown, unknown>) =>
  using((signIn) =>
    Effect.gen(function* () {
      const seen: Array<InteractionStatus> = []
      const watching = yield* Effect.forkChild(
        Stream.runForEach(signIn.interactions, (status) => Effect.sync(() => void seen.push(status))),
        { startImmediately: true },
      )
      yield* Effect.exit(run(signIn))
      yield* Effect.yieldNow
      yield* Effect.yieldNow
      yield* Fiber.interrupt(watching)
      return seen
    }),
  )

const begun: ReadonlyArray<InteractionStatus> = ["startup", "handleRedirect", "none"]

describe("what the sign-in library is doing", () => {
  it.effect("is read from startup over the redirect's answer to none", () =>
    Effect.gen(function* () {
      expect(yield* watched(({ answer }) => answer)).toEqual(begun)
    }),
  )

  it.effect("is none again when the redirect's answer was refused", () =>
    Effect.gen(function* () {
      library.redirected = () => Promise.reject(coded("no_token_request_cache_error"))
      expect(yield* watched(({ answer }) => answer)).toEqual(begun)
    }),
  )

  const fails = (): Promise<never> => Promise.reject(coded("unexpected_error"))
  it.effect.each<readonly [InteractionStatus, (signIn: Service) => Effect.Effect<unknown, Problem>]>([
    ["login", ({ redirect }) => redirect(undefined)],
    ["logout", ({ end }) => end("home", anyToken)],
    ["ssoSilent", ({ renew }) => renew(anyToken)],
    ["acquireToken", ({ inWindow }) => inWindow(anyToken, false)],
  ])("shows %s, and none after success, failure and giving up", ([name, run]) =>
    Effect.gen(function* () {
      const expected = [...begun, name, "none"]
      // A sign-out that knows no account asks for it first.
      if (name === "logout") library.accounts = [account("anna")]
      const briefly = (signIn: Service) =>
        Effect.timeoutOption(Effect.andThen(Effect.yieldNow, run(signIn)), "1 second")
      const moved = (signIn: Service) =>
        Effect.gen(function* () {
          const fiber = yield* Effect.forkChild(briefly(signIn), { startImmediately: true })
          yield* Effect.promise(() => vi.waitFor(() => expect(library.asked.length).toBeGreaterThan(0)))
          yield* TestClock.adjust("1 second")
          yield* Fiber.join(fiber)
        })
      expect(yield* watched(moved)).toEqual(expected)
      library.forget()
      library.leave = library.sso = library.popup = fails
      expect(yield* watched(run)).toEqual(expected)
      library.asked.length = 0
      library.leave = library.sso = library.popup = () => new Promise<never>(() => undefined)
      expect(yield* watched(moved)).toEqual(expected)
    }),
  )
})

describe("a code of the sign-in library", () => {
  it.effect.each(Object.entries(signInProblems))("%s has its name and sentence", ([code, [name, sentence]]) =>
    Effect.gen(function* () {
      library.leave = () => Promise.reject(coded(code))
      const problem = yield* using(({ redirect }) => Effect.flip(redirect(undefined)))
      expect([problem.problem, problem.message]).toEqual([name, sentence])
      expect(problem.message).toMatch(/\. .*\.$|, then .*\.$/)
    }),
  )

  it.effect.each([
    ["access_denied", "access_denied: AADB2C90118: The user has forgotten their password.", "", "AADB2C90118"],
    ["access_denied", "access_denied: AADB2C90091: The user has cancelled.", "", "access_denied"],
    ["invalid_grant", "invalid_grant: AADSTS65001: No one has consented.", "consent_required", "consent_required"],
    ["invalid_grant", "invalid_grant: AADSTS50076: More is asked for.", "basic_action", "invalid_grant"],
  ] as const)("%s is read with what the tenant says beneath it: %s", ([errorCode, message, subError, meant]) =>
    Effect.gen(function* () {
      library.leave = () => Promise.reject(Object.assign(new Error(message), { errorCode, subError }))
      expect(yield* using(({ redirect }) => Effect.flip(redirect(undefined)))).toEqual(signInFailed(meant))
    }),
  )

  it.effect("that no one has heard of reads as an unexpected error, one that wants the person as that", () =>
    Effect.gen(function* () {
      library.leave = () => Promise.reject(coded("something_new"))
      expect(yield* using(({ redirect }) => Effect.flip(redirect(undefined)))).toEqual(signInFailed("unexpected_error"))
      library.leave = () => Promise.reject(new InteractionRequiredAuthError("basic_action"))
      expect(yield* using(({ redirect }) => Effect.flip(redirect(undefined)))).toEqual(
        signInFailed("interaction_required"),
      )
    }),
  )

  it.effect.each([
    ["an error of its own", { errorCode: "server_error", status: 500 }],
    ["too many requests", { errorCode: "invalid_request", status: 429 }],
    ["a page in place of an answer", { errorCode: "failed_to_parse_response", httpStatus: 503 }],
    ["what the library repeats for a minute", { errorCode: "", name: "ServerError" }],
  ])("is not to blame when the provider answers %s: nothing is lost, try again", ([, error]) =>
    Effect.gen(function* () {
      library.sso = () => Promise.reject(Object.assign(new Error("No."), error))
      expect(yield* using(({ renew }) => Effect.flip(renew(anyToken)))).toEqual(signInFailed("temporarily_unavailable"))
      expect(signInFailed("temporarily_unavailable").problem).toBe("Unreachable")
    }),
  )

  it.effect("is raised where a tab's storage is off, before the browser leaves for nothing", () =>
    Effect.gen(function* () {
      vi.stubGlobal("sessionStorage", undefined)
      expect(yield* using(({ redirect }) => Effect.flip(redirect(undefined)))).toEqual(
        signInFailed("storage_not_supported"),
      )
      expect(calls()).toEqual([])
    }),
  )
})

describe("start-up", () => {
  it.effect("survives a redirect's answer that cannot be read, and goes on", () =>
    using((signIn) =>
      Effect.gen(function* () {
        library.redirected = () => Promise.reject(coded("no_token_request_cache_error"))
        expect(yield* Effect.flip(signIn.answer)).toEqual(signInFailed("no_token_request_cache_error"))
        expect(yield* signIn.renew(anyToken)).toBe("fresh")
      }),
    ),
  )

  it.effect("makes the account in the cache the active one, without a call", () =>
    Effect.gen(function* () {
      library.accounts = [account("anna")]
      expect(yield* using(({ restore }) => restore(anyToken))).toBe(null)
      expect(library.active()?.homeAccountId).toBe("anna")
      expect(calls()).toEqual([])
    }),
  )

  it.effect.each<readonly [string, { readonly nativeAccountId?: string }]>([
    ["without", {}],
    ["with", { nativeAccountId: "native-1" }],
  ])("takes an account of the specification's fields, %s a nativeAccountId", ([, native]) =>
    Effect.gen(function* () {
      const fields: Pick<AccountInfo, "homeAccountId" | "localAccountId" | "username" | "nativeAccountId"> = {
        ...account("anna"),
        ...native,
      }
      library.accounts = [{ ...account("anna"), ...fields }]
      yield* using((signIn) => Effect.andThen(signIn.restore(anyToken), signIn.renew(anyToken)))
      expect(library.asked[0]?.[1]["account"]).toMatchObject(fields)
    }),
  )

  it.effect("asks the provider's session for an account, and lives without one", () =>
    Effect.gen(function* () {
      expect(yield* using(({ restore }) => restore(anyToken))).toBe("fresh")
      library.sso = () => Promise.reject(new InteractionRequiredAuthError("login_required"))
      library.forget()
      expect(yield* using(({ restore }) => restore(anyToken))).toBe(null)
      library.sso = () => Promise.reject(coded("post_request_failed"))
      expect(yield* using(({ restore }) => Effect.flip(restore(anyToken)))).toEqual(signInFailed("post_request_failed"))
    }),
  )
})

describe("signing out", () => {
  const anna = { ...account("anna"), idToken: "of anna" }
  const named = () => library.asked.find(([call]) => call === "logoutRedirect")?.[1]["account"]
  const signOut = using(({ end }) => Effect.forkChild(end("home", anyToken), { startImmediately: true }))
  const asks = (call: string) => Effect.promise(() => vi.waitFor(() => expect(calls()).toContain(call)))

  it.effect("names the account to the provider, also in a tab that has not found it out yet", () =>
    Effect.gen(function* () {
      library.sso = async () => ({ accessToken: "fresh", account: anna })
      yield* signOut
      yield* asks("logoutRedirect")
      expect([calls(), named()]).toEqual([["ssoSilent", "logoutRedirect"], anna])
    }),
  )

  it.effect("goes on without the account that no frame names within three seconds, and names no other person's", () =>
    Effect.gen(function* () {
      library.sso = () => new Promise<never>(() => undefined)
      yield* signOut
      yield* asks("ssoSilent")
      yield* TestClock.adjust("3 seconds")
      yield* asks("logoutRedirect")
      expect(named()).toBe(null)
      library.asked.length = 0
      library.sso = async () => ({ accessToken: "of another", account: account("zoe") })
      const foreign: TokenRequest = { ...anyToken, isForeign: () => true }
      yield* using(({ end }) => Effect.forkChild(end("home", foreign), { startImmediately: true }))
      yield* asks("logoutRedirect")
      expect(named()).toBe(null)
    }),
  )
})

describe("renewing", () => {
  const wanted = (refused: string): TokenRequest => ({
    isRefused: (token) => token === refused,
    isForeign: () => false,
  })

  it.effect("takes the cache's token when it is another than the refused one", () =>
    Effect.gen(function* () {
      library.accounts = [account("anna")]
      library.silent = async () => ({ accessToken: "cached", account: account("anna") })
      expect(yield* using(({ renew }) => renew(wanted("old")))).toBe("cached")
      expect(library.asked.map(([, { cacheLookupPolicy }]) => cacheLookupPolicy)).toEqual([1])
    }),
  )

  it.effect("goes past the cache when it holds the refused one, or nothing", () =>
    Effect.gen(function* () {
      library.accounts = [account("anna")]
      library.silent = async ({ forceRefresh }) => ({
        accessToken: forceRefresh === true ? "fresh" : "old",
        account: account("anna"),
      })
      expect(yield* using(({ renew }) => renew(wanted("old")))).toBe("fresh")
      library.silent = async ({ forceRefresh }) => {
        if (forceRefresh !== true) throw coded("token_refresh_required")
        return { accessToken: "fresh", account: account("anna") }
      }
      expect(yield* using(({ renew }) => renew(wanted("old")))).toBe("fresh")
    }),
  )

  it.effect("keeps nothing of another person", () =>
    Effect.gen(function* () {
      library.accounts = [account("anna")]
      library.silent = async () => ({ accessToken: "theirs", account: account("bert") })
      const foreign: TokenRequest = { isRefused: () => false, isForeign: (token) => token === "theirs" }
      expect(yield* using(({ renew }) => Effect.flip(renew(foreign)))).toEqual(someoneElse())
      expect(library.active()).toBe(null)
      expect(library.asked.at(-1)).toEqual(["clearCache", { account: account("bert") }])
    }),
  )
})

describe("the sign-in window", () => {
  const opened = (again = false) =>
    Effect.gen(function* () {
      const signIn = yield* SignIn
      const fiber = yield* Effect.forkChild(Effect.flip(signIn.inWindow(anyToken, again)), { startImmediately: true })
      yield* Effect.promise(() => vi.waitFor(() => expect(calls()).toContain("acquireTokenPopup")))
      return { fiber, popup: library.open() }
    })

  beforeEach(() => {
    library.accounts = [account("anna")]
    library.popup = () => new Promise(() => undefined)
  })

  it.effect("has the specified size, and asks for the page's person", () =>
    Effect.gen(function* () {
      yield* Effect.flatMap(opened(true), ({ fiber }) => Fiber.interrupt(fiber))
      expect(library.asked.at(-1)?.[1]).toEqual({
        scopes: ["user.read"],
        popupWindowAttributes: { popupSize: { width: 483, height: 600 } },
        overrideInteractionInProgress: true,
        loginHint: "anna@clinic.test",
        prompt: "login",
      })
    }).pipe(Effect.provide(SignIn.layer)),
  )

  it.effect("is closed when no one waits for it any more", () =>
    Effect.gen(function* () {
      const { fiber, popup } = yield* opened()
      yield* Fiber.interrupt(fiber)
      expect(popup.closed).toBe(true)
    }).pipe(Effect.provide(SignIn.layer)),
  )

  it.effect("that a person closes is noticed", () =>
    Effect.gen(function* () {
      const { fiber, popup } = yield* opened()
      yield* TestClock.adjust("5 minutes")
      popup.close()
      yield* TestClock.adjust("2 seconds")
      expect(yield* Fiber.join(fiber)).toEqual(signInFailed("user_cancelled"))
    }).pipe(Effect.provide(SignIn.layer)),
  )

  it.effect("that closes with an answer is not taken for given up", () =>
    Effect.gen(function* () {
      const { fiber, popup } = yield* opened()
      const bridge = new BroadcastChannel(answerChannel)
      const heard = new BroadcastChannel(answerChannel)
      const delivered = new Promise((resolve) => heard.addEventListener("message", resolve))
      bridge.postMessage("answered")
      yield* Effect.promise(() => delivered)
      bridge.close()
      heard.close()
      popup.close()
      yield* TestClock.adjust("1 hour")
      expect(fiber.pollUnsafe()).toBe(undefined)
      yield* Fiber.interrupt(fiber)
    }).pipe(Effect.provide(SignIn.layer)),
  )

  it.effect("of a foreign provider cannot be seen closing, so nothing is made of it", () =>
    Effect.gen(function* () {
      vi.stubGlobal("location", { origin: "https://admin.test" })
      const { fiber, popup } = yield* opened()
      popup.close()
      yield* TestClock.adjust("1 hour")
      expect(fiber.pollUnsafe()).toBe(undefined)
      yield* Fiber.interrupt(fiber)
    }).pipe(Effect.provide(SignIn.layer)),
  )
})
