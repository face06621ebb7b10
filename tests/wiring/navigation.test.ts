import fc from "fast-check"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { goToReturnPath, isOwnInsidePath, rememberHere, tidyAddress } from "../../src/wiring/navigation.ts"

const kept = new Map<string, string>()
const went: Array<string> = []

const standAt = (address: string): void => {
  const url = new URL(address, "https://admin.test")
  vi.stubGlobal("location", { origin: url.origin, pathname: url.pathname, search: url.search, hash: url.hash })
}

beforeEach(() => {
  kept.clear()
  went.length = 0
  const note = (_state: unknown, _title: string, to: string): void => void went.push(to)
  vi.stubGlobal("history", { pushState: note, replaceState: note })
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  standAt("/")
})
afterEach(() => vi.unstubAllGlobals())

describe("the remembered location", () => {
  it.each(["/campaign", "/campaign?id=abc&sort=-name#top", "/dev/handset", "/report?startDate=2026-01-01"])(
    "may be our own page: %s",
    (address) => {
      expect(isOwnInsidePath(address)).toBe(true)
    },
  )

  it.each([
    "//evil.test/campaign",
    "/\\evil.test",
    "https://evil.test/campaign",
    "javascript:alert(1)",
    "data:text/html,x",
    "campaign",
    "",
    "/",
    "/login?x=1",
    "/sessionOut",
    "/accountLocked",
    "/accessDenied",
    "/accessDenied?x=1#y",
    "/login/",
    "/sms/",
    "/%2F%2Fevil.test",
    "/%5Cevil.test",
    "/sms%0d%0aLocation:x",
    "/campaign/..//evil.test",
    "/sms/../login",
    "/./login",
    "/sms;/login",
    "/@evil.test",
    "/user:secret@evil.test",
    "https:/evil.test",
    "https:\\\\evil.test",
    "http://admin.test/sms",
    "\t//evil.test",
    "/\t/evil.test",
    "/sms\n",
    "/sms?x=\u0000",
    "/sms?x=\u202e",
    " /sms",
    "/s\u043cs",
    `/sms?x=${"a".repeat(2_000)}`,
  ])("is never anything else: %s", (address) => {
    expect(isOwnInsidePath(address)).toBe(false)
  })

  const hostile = fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.webUrl(),
    fc
      .array(
        fc.constantFrom(
          ..."/ \\ // @ : . .. %2F %5c %0a ? # ; \t \n \r \0 sms login evil.test javascript: https: data: user:pw@ [::1]".split(
            " ",
          ),
        ),
        { maxLength: 8 },
      )
      .map((parts) => parts.join("")),
  )
  it("stays on our own host and inside, whatever is written in its place", () => {
    fc.assert(
      fc.property(hostile, (address) => {
        kept.set("wantedPath", address)
        went.length = 0
        goToReturnPath()
        const [to = ""] = went
        const url = new URL(to, "https://admin.test/")
        expect(went).toHaveLength(1)
        expect(url.origin).toBe("https://admin.test")
        expect(url.href).toBe(`https://admin.test${to}`)
        expect(url.pathname).toMatch(/^(\/[A-Za-z]+)+$/)
        expect(["/", "/login", "/sessionOut", "/accountLocked", "/accessDenied"]).not.toContain(url.pathname)
        if (to !== "/dashboard") expect(to).toBe(address)
      }),
      { numRuns: 2_000 },
    )
  })

  it("is returned to once after sign-in, query and fragment included", () => {
    standAt("/campaign?id=abc#top")
    rememberHere()
    standAt("/")
    goToReturnPath()
    goToReturnPath()
    expect(went).toEqual(["/campaign?id=abc#top", "/dashboard"])
  })

  it("that was tampered with leads home", () => {
    kept.set("wantedPath", "//evil.test")
    goToReturnPath()
    expect(went).toEqual(["/dashboard"])
  })

  it("does not move a person who is inside already", () => {
    standAt("/sms")
    goToReturnPath()
    expect(went).toEqual([])
  })

  it("survives a storage that throws", () => {
    vi.stubGlobal("sessionStorage", undefined)
    standAt("/sms")
    rememberHere()
    standAt("/")
    goToReturnPath()
    expect(went).toEqual(["/dashboard"])
  })
})

describe("the address after a logout", () => {
  it("loses the provider's state, and nothing else is touched", () => {
    standAt("/?state=abc")
    tidyAddress()
    expect(went).toEqual(["/"])
    standAt("/campaign?state=running")
    tidyAddress()
    expect(went).toEqual(["/"])
  })
})
