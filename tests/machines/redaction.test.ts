import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { hidden, redacted } from "#machines/redaction.ts"

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
const part = fc.string({ unit: fc.constantFrom(...letters), minLength: 20, maxLength: 60 })
const webToken = fc.tuple(part, part, part).map(([header, body, signature]) => `eyJ${header}.${body}.${signature}`)
const opaqueToken = fc.string({ unit: fc.constantFrom(...letters), minLength: 41, maxLength: 90 })

/** Some data with a token somewhere in it. */
const withToken = (token: fc.Arbitrary<string>) =>
  token.chain((secret) =>
    fc
      .letrec<{ readonly tree: unknown }>((tie) => ({
        tree: fc.oneof(
          { maxDepth: 6 },
          fc.constantFrom(secret, `Bearer ${secret}`, `/redirect?x=${secret}&y=1`),
          fc.dictionary(fc.string({ maxLength: 8 }), tie("tree"), { minKeys: 1, maxKeys: 3 }),
          fc.array(tie("tree"), { minLength: 1, maxLength: 3 }),
        ),
      }))
      .tree.map((tree) => ({ secret, tree })),
  )

describe("what is shown of a value", () => {
  it.each([
    ["a web token", webToken],
    ["an opaque token", opaqueToken],
  ])("never holds %s, wherever it stood", (_, token) => {
    fc.assert(
      fc.property(withToken(token), ({ secret, tree }) => {
        expect(JSON.stringify(redacted(tree))).not.toContain(secret)
      }),
      { numRuns: 300 },
    )
  })

  it("never holds what is called like a secret, however short it is", () => {
    const names = [
      "token",
      "access_Token",
      "idToken",
      "password",
      "newPassword",
      "pin",
      "code",
      "clientSecret",
      "nonce",
    ]
    for (const name of names) expect(redacted({ a: [{ [name]: "123456" }] })).toEqual({ a: [{ [name]: hidden }] })
  })

  it("is the same for everything else that a chart holds", () => {
    const value = {
      type: "url.changed",
      search: { chart: "campaign", statusCode: "200" },
      id: "0f8fad5b-d9cb-469f-a165-70867728950e",
      none: null,
      rows: [1, true, "A text of more than forty-one characters, as people write them."],
    }
    expect(redacted(value)).toEqual(value)
  })

  it("holds nothing with a life of its own, and no more than can be looked at", () => {
    class Session {
      readonly kept = "secret"
    }
    expect(redacted({ session: new Session(), ask: () => "x", error: new Error("x") })).toEqual({
      session: hidden,
      ask: hidden,
      error: hidden,
    })
    expect(redacted(Array.from({ length: 500 }, () => 1))).toHaveLength(200)
    const circle: { self?: unknown } = {}
    circle.self = circle
    expect(JSON.stringify(redacted(circle))).toContain(hidden)
  })
})
