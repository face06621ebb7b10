import { describe, expect, it } from "vitest"
import { judgePassword, passwordLetters, maxPasswordLetters } from "#server/identity/passwordPolicy.rule.ts"

const email = "nora.meyer@northwind.test"
const faults = (password: string, whose = email) => judgePassword(password, whose).faults

describe("a chosen password", () => {
  it.each([
    "a quiet lamp by the sea",
    "vT7#kq-Lw2pZ",
    "Grüße an Øyvind",
    "пароль для клиники",
    "密码必须足够长才可以使用吧",
    "my password is a heron",
    "northwind kettle parade",
  ])("may be %s", (password) => {
    expect(judgePassword(password, email)).toEqual({ isValid: true, faults: [] })
  })

  it("has twelve letters or more, as people count them", () => {
    const twelve = "vT7#kq-Lw2pZ"
    expect(passwordLetters).toBe(12)
    expect(faults(twelve)).toEqual([])
    expect(faults(twelve.slice(1))).toEqual(["tooShort"])
    expect(faults("🦔🦊🐝🐞🐢🦎🐙🦑🦐🦞🐡")).toEqual(["tooShort"])
    expect(faults("🦔🦊🐝🐞🐢🦎🐙🦑🦐🦞🐡🐬")).toEqual([])
    expect(faults("")).toEqual(["tooShort"])
  })

  it("has 256 letters at most", () => {
    const many = "a quiet lamp by the sea ".repeat(20)
    expect(faults(many.slice(0, maxPasswordLetters))).toEqual([])
    expect(faults(many.slice(0, maxPasswordLetters + 1))).toEqual(["tooLong"])
  })

  it.each([
    ["the address", email],
    ["the address in capitals with more around it", `!!${email.toUpperCase()}9`],
    ["the name before the @ with a year", "nora.meyer2026"],
    ["that name twice", "nora.meyernora.meyer"],
  ])("is not %s", (_what, password) => {
    expect(faults(password)).toContain("likeEmail")
  })

  it("may hold a short name before the @ among other letters", () => {
    expect(faults("a lamp for joe to read", "joe@clinic.test")).toEqual([])
    expect(faults("nora.meyer likes quiet lamps")).toEqual([])
  })

  it.each([
    "passwordpassword",
    "Password2026!",
    "P@ssw0rd1234",
    "123456789012",
    "qwertyuiop12",
    "1q2w3e4r5t6y",
    "aaaaaaaaaaaaa",
    "abababababab",
    "abcdefghijkl",
    "zyxwvutsrqponm",
    "correct horse battery staple",
    "Welcome-2026-2026",
    "iloveyou12345",
    "Admin View 2026",
    "administrator1",
  ])("is none that everyone guesses: %s", (password) => {
    expect(judgePassword(password, email)).toEqual({ isValid: false, faults: ["tooCommon"] })
  })

  it("may get several faults at once", () => {
    expect(faults("nora.meyer")).toEqual(["tooShort", "likeEmail"])
  })
})
