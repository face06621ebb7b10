import { usualPreferences } from "#schemas/preferences.ts"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { vi } from "vitest"
import { ApiClient } from "#effects/ApiClient.ts"
import { Session } from "#effects/Session.ts"
import { SessionStore } from "#effects/SessionStore.ts"
import { Token } from "#effects/Token.ts"
import { idleMillis, leaderFallbackMillis } from "#schemas/constants.ts"
import { CompanyId, UserId } from "#schemas/ids.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { loggedInAs, lockedLogin, loggedOut, refusedLogin } from "#schemas/session/loginGroup.ts"
import { signInFailed, unreachable } from "#schemas/session/problems.ts"
import { loginMessages } from "#schemas/session/words.ts"
import { workingStorage } from "#tests/support/fakeLibrary.ts"
import { fakeSignIn } from "#tests/support/fakeSignIn.ts"

const person = {
  userName: "n@example.test",
  companyName: "C",
  displayName: "N",
  roles: "1,4",
  userType: 2,
  companyId: CompanyId.make(2),
}
const reply = {
  statusCode: "200",
  status: "ok",
  userId: UserId.make(3),
  userType: 2,
  userName: person.userName,
  displayName: person.displayName,
  companyId: CompanyId.make(2),
  companyName: "C",
  companyZone: "America/Los_Angeles",
  preferences: usualPreferences,
  actingCompany: null,
  accessIds: [1, 4],
  token: { access_Token: "from-login" },
} as const

/** What the login call gives; `isLacking`: the answer says that the record holds rights which the token lacks. */
type Answered = { readonly body: unknown; readonly isLacking: boolean }

const server = (answer: Effect.Effect<Answered, Problem>) =>
  Layer.succeed(ApiClient, { call: (() => answer) as unknown as ApiClient["Service"]["call"] })
const using = (
  options: {
    readonly answer?: unknown
    readonly login?: Effect.Effect<Answered, Problem>
    readonly signIn?: Parameters<typeof fakeSignIn>[0]
  } = {},
) =>
  Effect.provide(
    Session.layer.pipe(
      Layer.provideMerge(Token.layer),
      Layer.provideMerge(
        Layer.mergeAll(
          SessionStore.layer,
          fakeSignIn(options.signIn),
          server(options.login ?? Effect.succeed({ body: options.answer ?? reply, isLacking: false })),
        ),
      ),
    ),
  )

/** What a signed-in person leaves behind, some of it missing. */
const leaveBehind = (without: ReadonlyArray<"token" | "flag" | "activity"> = []) =>
  Effect.gen(function* () {
    const store = yield* SessionStore
    if (!without.includes("token")) yield* store.keepToken("kept")
    if (!without.includes("flag")) yield* store.keepPerson(person)
    if (!without.includes("activity")) yield* store.saveActivity(0)
  })
const remains = Effect.gen(function* () {
  const store = yield* SessionStore
  return [yield* store.token, yield* store.authenticated, yield* store.lastActivity]
})
const nothing = [null, false, null]

describe("what the browser kept of a session", () => {
  it.effect("goes on within the hour, the account restored silently", () =>
    Effect.gen(function* () {
      yield* leaveBehind()
      yield* TestClock.adjust(idleMillis - 1)
      expect(yield* (yield* Session).restore).toEqual({ token: "kept" })
      yield* TestClock.adjust("8 seconds")
      expect(yield* remains).toEqual(["by the frame", true, 0])
    }).pipe(using({ signIn: { restore: () => Effect.succeed("by the frame") } })),
  )

  it.effect("goes on with its own token when the provider does not say who is there", () =>
    Effect.gen(function* () {
      yield* leaveBehind()
      expect(yield* (yield* Session).restore).toEqual({ token: "kept" })
      expect(yield* remains).toEqual(["kept", true, 0])
    }).pipe(using({ signIn: { restore: () => Effect.fail(unreachable()) } })),
  )

  it.effect("does not wait for a frame that the browser blocks: a second tab has a good token", () =>
    Effect.gen(function* () {
      yield* leaveBehind()
      const session = yield* Session
      expect(yield* session.restore).toEqual({ token: "kept" })
      expect(yield* session.login).toMatchObject({ outcome: "signedIn" })
    }).pipe(using({ signIn: { restore: () => Effect.never } })),
  )

  it.effect("is cleared after an hour without activity", () =>
    Effect.gen(function* () {
      yield* leaveBehind()
      yield* TestClock.adjust(idleMillis)
      expect(yield* (yield* Session).restore).toEqual({ token: "none" })
      expect(yield* remains).toEqual(nothing)
    }).pipe(using()),
  )

  it.effect.each([["token"], ["flag"], ["activity"]] as const)("is cleared where the %s is missing", ([missing]) =>
    Effect.gen(function* () {
      yield* leaveBehind([missing])
      expect(yield* (yield* Session).restore).toEqual({ token: "none" })
      expect(yield* remains).toEqual(nothing)
    }).pipe(using()),
  )

  it.effect("gives way to the answer of a redirect, once", () =>
    Effect.gen(function* () {
      const store = yield* SessionStore
      yield* store.setPending(true)
      expect(yield* (yield* Session).restore).toEqual({ token: "kept" })
      expect(yield* store.token).toBe("answered")
      expect(yield* (yield* Session).restore).toEqual({ token: "none" })
    }).pipe(using({ signIn: { answer: Effect.succeed("answered") } })),
  )

  it.effect("clears the way the person wanted to go with a session, but not before one: gone Back, or a reload", () =>
    Effect.gen(function* () {
      vi.stubGlobal("sessionStorage", workingStorage())
      const store = yield* SessionStore
      const session = yield* Session
      yield* leaveBehind()
      yield* TestClock.adjust(idleMillis)
      sessionStorage.setItem("wantedPath", "/report")
      yield* session.restore
      expect(sessionStorage.getItem("wantedPath")).toBeNull()
      sessionStorage.setItem("wantedPath", "/report")
      yield* store.setPending(true)
      yield* leaveBehind(["flag"])
      expect(yield* session.restore).toEqual({ token: "none" })
      expect(yield* remains).toEqual(nothing)
      expect(sessionStorage.getItem("wantedPath")).toBe("/report")
      yield* session.restore
      expect(sessionStorage.getItem("wantedPath")).toBe("/report")
      for (const clear of [store.clearOwn, store.clear]) {
        sessionStorage.setItem("wantedPath", "/report")
        yield* clear
        expect(sessionStorage.getItem("wantedPath")).toBeNull()
      }
    }).pipe(
      using({ signIn: { answer: Effect.succeed(null) } }),
      Effect.ensuring(Effect.sync(() => vi.unstubAllGlobals())),
    ),
  )

  it.effect("of an earlier session's activity, kept too late by another tab, sends no one away who signs in", () =>
    Effect.gen(function* () {
      yield* (yield* SessionStore).saveActivity(0)
      yield* TestClock.adjust(2 * idleMillis)
      yield* (yield* SessionStore).setPending(true)
      const session = yield* Session
      expect(yield* session.restore).toEqual({ token: "kept" })
      expect(yield* session.login).toMatchObject({ outcome: "signedIn" })
    }).pipe(using({ signIn: { answer: Effect.succeed("answered") } })),
  )

  it.effect("and a redirect that failed is reported, not hidden", () =>
    Effect.gen(function* () {
      yield* (yield* SessionStore).setPending(true)
      expect(yield* Effect.flip((yield* Session).restore)).toEqual(unreachable())
    }).pipe(using({ signIn: { answer: Effect.fail(unreachable()) } })),
  )
})

describe("rights that are read again", () => {
  it.effect("clear nothing, however long no one acted: the idle chart judges that", () =>
    Effect.gen(function* () {
      yield* leaveBehind()
      yield* TestClock.adjust(2 * idleMillis)
      expect(yield* (yield* Session).reread).toMatchObject({ outcome: "signedIn" })
      expect(yield* (yield* SessionStore).authenticated).toBe(true)
      yield* (yield* SessionStore).saveActivity(0)
      expect((yield* Effect.flip((yield* Session).login)).problem).toBe("Unauthenticated")
      expect(yield* remains).toEqual(nothing)
    }).pipe(using()),
  )

  const locked = { statusCode: "403", status: "locked", message: "" }
  const lacking = { body: reply, isLacking: true }
  const richer = { ...reply, accessIds: [1, 4, 5] }
  /** A server that answers each login call by the next of these, and what it and the provider were asked, in order. */
  const asking = (answers: ReadonlyArray<Answered>, renew: Effect.Effect<string, Problem>) => {
    const asked: Array<"login" | "token"> = []
    const login = Effect.sync(() => answers[asked.push("login") > 1 ? 1 : 0] as Answered)
    const signIn = { renew: () => Effect.suspend(() => (asked.push("token"), renew)) }
    return { asked, using: using({ login, signIn }) }
  }

  it.effect("come with a token that is fetched once the login call let the person in", () => {
    const { asked, using: served } = asking([lacking, { body: richer, isLacking: false }], Effect.succeed("another"))
    return Effect.gen(function* () {
      yield* leaveBehind()
      expect(yield* (yield* Session).reread).toMatchObject({ person: { accessIds: [1, 4, 5] } })
      expect(asked).toEqual(["login", "token", "login"])
    }).pipe(served)
  })

  it.effect("come with the token that another tab brought during the login call, which stays", () =>
    Effect.gen(function* () {
      vi.stubGlobal("localStorage", workingStorage())
      yield* leaveBehind()
      expect(yield* (yield* Session).reread).toMatchObject({ person: { accessIds: [1, 4, 5] } })
      expect(yield* (yield* SessionStore).token).toBe("of another tab")
    }).pipe(
      Effect.ensuring(Effect.sync(() => vi.unstubAllGlobals())),
      using({
        login: Effect.suspend(() => {
          const isFirst = localStorage.getItem("token") === "kept"
          localStorage.setItem("token", "of another tab")
          const echo = { token: { access_Token: isFirst ? "kept" : "of another tab" } }
          return Effect.succeed({ body: { ...(isFirst ? reply : richer), ...echo }, isLacking: isFirst })
        }),
        signIn: { renew: () => Effect.never },
      }),
    ),
  )

  it.effect("come with the present token where it holds all that the record gives", () => {
    const { asked, using: served } = asking([{ body: reply, isLacking: false }], Effect.never)
    return Effect.gen(function* () {
      yield* leaveBehind()
      expect(yield* (yield* Session).reread).toMatchObject({ person: { accessIds: [1, 4] } })
      expect(asked).toEqual(["login"])
    }).pipe(served)
  })

  it.effect("say at once that the person is locked, and ask the provider for nothing", () => {
    const { asked, using: served } = asking([{ body: locked, isLacking: false }], Effect.never)
    return Effect.gen(function* () {
      yield* leaveBehind()
      expect(yield* (yield* Session).reread).toEqual({ outcome: "locked" })
      expect(asked).toEqual(["login"])
    }).pipe(served)
  })

  it.effect.each([["login_required"], ["no_network_connectivity"]] as const)(
    "could not be read without another token (%s), which asks no one to sign in and leaves the present one",
    ([code]) => {
      const { asked, using: served } = asking([lacking], Effect.fail(signInFailed(code)))
      return Effect.gen(function* () {
        yield* leaveBehind()
        expect((yield* Effect.flip((yield* Session).reread)).problem).toBe("Unavailable")
        expect(asked).toEqual(["login", "token"])
        expect(yield* remains).toEqual(["from-login", true, 0])
      }).pipe(served)
    },
  )
})

describe("a tab that does not lead", () => {
  it.effect("clears what is its own once the leading one took the token away", () =>
    Effect.gen(function* () {
      const store = yield* SessionStore
      yield* leaveBehind()
      const following = yield* Effect.forkChild((yield* Session).followLeader)
      yield* TestClock.adjust(leaderFallbackMillis / 2)
      expect(yield* store.authenticated).toBe(true)
      yield* store.clearOwn
      yield* TestClock.adjust(leaderFallbackMillis / 4)
      expect(yield* Fiber.join(following)).toEqual({ isAlone: false })
      expect(yield* remains).toEqual(nothing)
    }).pipe(using()),
  )

  it.effect("is alone where no one does, and keeps what ends the session", () =>
    Effect.gen(function* () {
      yield* leaveBehind()
      const following = yield* Effect.forkChild((yield* Session).followLeader)
      yield* TestClock.adjust(leaderFallbackMillis)
      expect(yield* Fiber.join(following)).toEqual({ isAlone: true })
      expect(yield* remains).toEqual(["kept", true, 0])
    }).pipe(using()),
  )
})

describe("the login call", () => {
  it.effect("keeps the person's values and the token, and says who and when", () =>
    Effect.gen(function* () {
      const store = yield* SessionStore
      yield* TestClock.adjust(7)
      const outcome = yield* (yield* Session).login
      expect(outcome).toMatchObject({
        outcome: "signedIn",
        at: 7,
        person: { userId: UserId.make(3), accessIds: [1, 4] },
      })
      expect(JSON.stringify(outcome)).not.toContain("from-login")
      expect([yield* store.token, yield* store.authenticated]).toEqual(["from-login", true])
    }).pipe(using()),
  )

  const tokenOf = (sub: string, id = "x"): string =>
    ["e30", btoa(JSON.stringify({ iss: "https://provider.test", sub })).replaceAll("=", ""), id].join(".")
  const [anna, bert] = [tokenOf("anna"), tokenOf("bert")]
  /** Anna's login call, during which another tab does something. */
  const meanwhile = (happens: () => void) =>
    Effect.sync(() => {
      happens()
      return { body: { ...reply, token: { access_Token: anna } }, isLacking: false }
    })
  const bertSignsIn = (): void => {
    localStorage.setItem("token", bert)
    localStorage.setItem("displayName", "Bert")
  }

  it.effect.each([
    ["who goes on", "keepToken"],
    ["who signs in afresh", "holdToken"],
  ] as const)("gives someone %s nothing of a person who signed in in another tab meanwhile", ([, way]) =>
    Effect.gen(function* () {
      vi.stubGlobal("localStorage", workingStorage())
      const store = yield* SessionStore
      yield* store[way](anna)
      const refused = yield* Effect.flip((yield* Session).login)
      expect(refused.message).toMatch(/^Someone else signed in, in another tab/)
      expect([yield* store.token, localStorage.getItem("displayName")]).toEqual([bert, "Bert"])
      expect(yield* (yield* Token).status).toBe("ours")
    }).pipe(using({ login: meanwhile(bertSignsIn) }), Effect.ensuring(Effect.sync(() => vi.unstubAllGlobals()))),
  )

  const newer = tokenOf("anna", "newer")
  it.effect.each([
    ["goes on with the newer token of another tab", newer, (): void => localStorage.setItem("token", newer)],
    ["lasts though the token that it replaces is taken away", anna, (): void => localStorage.removeItem("token")],
    ["replaces what someone left behind", anna, (): void => undefined],
  ] as const)("a fresh sign-in %s", ([, expected, happens]) =>
    Effect.gen(function* () {
      vi.stubGlobal("localStorage", workingStorage())
      localStorage.setItem("token", bert)
      const store = yield* SessionStore
      yield* store.holdToken(tokenOf("anna", "from the provider"))
      expect(yield* (yield* Session).login).toMatchObject({ outcome: "signedIn" })
      expect([yield* store.token, localStorage.getItem("token")]).toEqual([expected, expected])
    }).pipe(using({ login: meanwhile(happens) }), Effect.ensuring(Effect.sync(() => vi.unstubAllGlobals()))),
  )

  it.effect.each([
    ["locked", "locked", "", { outcome: "locked" }],
    ["an unknown person", "invalid", "who?", { outcome: "refused", refusal: "invalid" }],
    [
      "a contract that ended",
      "contract",
      "Company contract has expired",
      { outcome: "refused", refusal: "contractExpired" },
    ],
    ["a contract to come", "contract", "This is not valid yet", { outcome: "refused", refusal: "contractNotStarted" }],
  ] as const)("distinguishes %s", ([, status, message, expected]) =>
    Effect.gen(function* () {
      expect(yield* (yield* Session).login).toEqual(expected)
    }).pipe(using({ answer: { statusCode: "403", status, message } })),
  )

  it.effect("passes on that no proper answer came", () =>
    Effect.gen(function* () {
      const failing = { call: () => Effect.fail(problem("Unexpected", "HTML.")) } as ApiClient["Service"]
      const layer = Session.layer.pipe(
        Layer.provide(Token.layer),
        Layer.provide(Layer.mergeAll(SessionStore.layer, fakeSignIn(), Layer.succeed(ApiClient, failing))),
      )
      const login = Effect.flatMap(Session, (session) => session.login)
      expect(yield* Effect.flip(Effect.provide(login, layer))).toMatchObject({ problem: "Unexpected" })
    }),
  )
})

describe("the login group", () => {
  const signedIn = { ...reply, userType: 2 } as const
  it("has the specification's defaults", () => {
    expect(loggedOut).toMatchObject({
      isUserLoggedIn: false,
      loggedInUserRole: "1",
      loginStatus: "Failed",
      loggedInUserAccessIds: [],
    })
  })

  it("says what the login call came to, in the specification's words", () => {
    expect(loggedInAs(signedIn)).toMatchObject({
      isUserLoggedIn: true,
      userId: UserId.make(3),
      loggedInUserAccessIds: [1, 4],
      isUserActive: true,
      loginStatus: "Success",
    })
    expect(lockedLogin).toEqual({ ...loggedOut, authMessage: loginMessages.locked })
    expect(refusedLogin("invalid")).toEqual({ ...loggedOut, loginResErr: loginMessages.invalid })
    for (const refusal of ["contractExpired", "contractNotStarted"] as const) {
      expect(refusedLogin(refusal)).toEqual({ ...loggedOut, contract_expire_message: loginMessages[refusal] })
    }
  })
})
