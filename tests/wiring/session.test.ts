import { usualPreferences } from "#schemas/preferences.ts"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { waitFor } from "xstate"
import { loaderPatienceMillis } from "#schemas/constants.ts"
import { CompanyId, UserId } from "#schemas/ids.ts"
import { chunkLoadError } from "#schemas/session/chunkProblem.ts"
import type { LoginOutcome, SignedInPerson } from "#schemas/session/outcome.ts"
import { workingStorage } from "#tests/support/fakeLibrary.ts"
import { followOtherTabs, makeSession, type ServicesSource, type SessionServices } from "../../src/wiring/session.ts"

const person: SignedInPerson = {
  ...{ userId: UserId.make(3), userType: 2, userName: "nora", displayName: "Nora", accessIds: [7] },
  ...{
    companyId: CompanyId.make(1),
    companyName: "Northwind",
    companyZone: "America/New_York",
    preferences: usualPreferences,
    actingCompany: null,
  },
}
const outcome: LoginOutcome = { outcome: "signedIn", at: 0, person }

/** Hands that let someone in, and note the signals of what they follow; some of them may be put otherwise. */
const servicesOf = (otherwise: Partial<SessionServices> = {}) => {
  const followed: Array<AbortSignal> = []
  const follow = (signal: AbortSignal): void => void followed.push(signal)
  const services: SessionServices = {
    restore: async () => ({ token: "kept" }),
    redirectToSignIn: () => new Promise(() => undefined),
    login: async () => outcome,
    readRights: async () => outcome,
    clear: async () => undefined,
    followLeader: async () => ({ isAlone: false }),
    signOut: async () => undefined,
    followInteractions: () => undefined,
    followPresence: follow,
    followChanges: async (signal) => follow(signal),
    tokenStatus: () => "ours",
    reportTime: () => undefined,
    saveActivity: () => undefined,
    postToTabs: () => undefined,
    ...otherwise,
  }
  const source: ServicesSource = { load: async () => services, loaded: () => services }
  return { followed, source }
}

const went: Array<string> = []
const listening = new Set<(event: { readonly key: string; readonly newValue: string | null }) => void>()
const sayStored = (key: string, newValue: string | null = null): void => {
  for (const listener of listening) listener({ key, newValue })
}

beforeEach(() => {
  went.length = 0
  listening.clear()
  vi.stubGlobal("location", { origin: "https://admin.test", pathname: "/report", search: "", hash: "" })
  vi.stubGlobal("history", { pushState: (_: unknown, __: string, to: string) => void went.push(to) })
  vi.stubGlobal("addEventListener", (_: string, listener: () => void) => void listening.add(listener))
  vi.stubGlobal("sessionStorage", workingStorage())
  vi.stubGlobal("localStorage", workingStorage())
  localStorage.setItem("token", "kept")
  localStorage.setItem("authenticated", "true")
})
afterEach(() => vi.unstubAllGlobals())

const signedIn = async (source: ServicesSource) => {
  const session = makeSession(source)
  session.start()
  await waitFor(session, (snapshot) => snapshot.matches({ person: "signedIn" }))
  return session
}

describe("the session and its services", () => {
  it("follows the server and the other tabs for as long as someone is signed in", async () => {
    const { source, followed } = servicesOf()
    const session = await signedIn(source)
    await vi.waitFor(() => expect(followed.length).toBe(2))
    expect(followed.map(({ aborted }) => aborted)).toEqual([false, false])
    session.send({ type: "token.lost" })
    await waitFor(session, (snapshot) => snapshot.matches({ person: "signedOut" }))
    expect([followed.map(({ aborted }) => aborted), went.at(-1)]).toEqual([[true, true], "/login"])
    session.stop()
  })

  it("says that code is missing when its services cannot be had", async () => {
    const session = makeSession({ load: () => Promise.reject(chunkLoadError()), loaded: () => undefined })
    session.start()
    const { context } = await waitFor(session, (snapshot) => snapshot.matches({ person: "signedOut" }))
    expect(context.problem?.problem).toBe("ChunkLoadError")
    session.stop()
  })

  it("clears what it can without services that do not come, once someone gives up", async () => {
    vi.useFakeTimers()
    const session = makeSession({ load: () => new Promise(() => undefined), loaded: () => undefined })
    session.start()
    await vi.advanceTimersByTimeAsync(loaderPatienceMillis)
    session.send({ type: "cancel.pressed" })
    await vi.advanceTimersByTimeAsync(0)
    expect([session.getSnapshot().matches({ person: "signedOut" }), localStorage.getItem("token")]).toEqual([
      true,
      null,
    ])
    session.stop()
    vi.useRealTimers()
  })

  it("ends when another tab took the token away, and not when it only brought another of the same person", async () => {
    const standing = { now: "ours" as ReturnType<SessionServices["tokenStatus"]> }
    const heardTime = vi.fn<() => void>()
    const { source } = servicesOf({ tokenStatus: () => standing.now, reportTime: heardTime })
    const session = await signedIn(source)
    followOtherTabs(session, source)
    sayStored("token")
    await Promise.resolve()
    expect(session.getSnapshot().matches({ person: "signedIn" })).toBe(true)
    standing.now = "gone"
    sayStored("token")
    await waitFor(session, (snapshot) => snapshot.matches({ person: "signedOut" }))
    expect(heardTime).toHaveBeenCalledOnce()
    session.stop()
  })

  it("says that the account is locked when the tab that took the token away read so, and not when it did so before", async () => {
    const standing = { now: "ours" as ReturnType<SessionServices["tokenStatus"]> }
    const { source } = servicesOf({ tokenStatus: () => standing.now })
    const earlier = await signedIn(source)
    followOtherTabs(earlier, source)
    sayStored("accountLocked", "true")
    sayStored("token")
    await Promise.resolve()
    expect(earlier.getSnapshot().matches({ person: "signedIn" })).toBe(true)
    sayStored("accountLocked")
    standing.now = "gone"
    sayStored("token")
    await waitFor(earlier, (snapshot) => snapshot.matches({ person: "signedOut" }))
    listening.clear()
    localStorage.setItem("token", "kept")
    const session = await signedIn(source)
    followOtherTabs(session, source)
    sayStored("accountLocked", "true")
    sayStored("token")
    sayStored("accountLocked")
    await waitFor(session, (snapshot) => snapshot.matches({ person: "accountLocked" }))
    expect(went.at(-1)).toBe("/accountLocked")
    for (const one of [earlier, session]) one.stop()
  })

  it("says to the other tabs that the account is locked before it takes the token away", async () => {
    const written: Array<string> = []
    const { source } = servicesOf({ login: async () => ({ outcome: "locked" }) })
    const storage = workingStorage()
    vi.stubGlobal("localStorage", {
      ...storage,
      setItem: (key: string, value: string) => {
        written.push(`${key} set`)
        storage.setItem(key, value)
      },
      removeItem: (key: string) => {
        written.push(`${key} removed`)
        storage.removeItem(key)
      },
    })
    storage.setItem("token", "kept")
    storage.setItem("authenticated", "true")
    const session = makeSession(source)
    session.start()
    await waitFor(session, (snapshot) => snapshot.matches({ person: "accountLocked" }))
    expect(written.filter((one) => /^(token|accountLocked) /.test(one))).toEqual([
      "accountLocked set",
      "token removed",
      "accountLocked removed",
    ])
    session.stop()
  })
})
