import { Effect } from "effect"
import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from "node:crypto"

/** Cost of one hash: 32 MB and about a tenth of a second (OWASP's scrypt advice, the variant with p = 3). */
const cost = { N: 2 ** 15, r: 8, p: 3 } as const
const keyBytes = 32

const derive = (password: string, salt: Buffer, options: ScryptOptions): Effect.Effect<Buffer> =>
  Effect.callback((resume) => {
    // The same letters can be typed as different code points; both must open the same door.
    scrypt(password.normalize("NFKC"), salt, keyBytes, { ...options, maxmem: 64 * 1024 * 1024 }, (error, key) =>
      resume(error === null ? Effect.succeed(key) : Effect.die(error)),
    )
  })

/** Makes the text to store for a password: method, cost, salt and hash, divided by `$`. */
export const hashPassword = Effect.fn("hashPassword")(function* (password: string) {
  const salt = randomBytes(16)
  const key = yield* derive(password, salt, cost)
  return ["scrypt", cost.N, cost.r, cost.p, salt.toString("base64url"), key.toString("base64url")].join("$")
})

/** Whether a password belongs to a stored text; a malformed text belongs to none. */
export const passwordMatches = Effect.fn("passwordMatches")(function* (password: string, stored: string) {
  const [method, N, r, p, salt, hash] = stored.split("$")
  if (method !== "scrypt" || salt === undefined || hash === undefined) return false
  const key = yield* derive(password, Buffer.from(salt, "base64url"), { N: Number(N), r: Number(r), p: Number(p) })
  const expected = Buffer.from(hash, "base64url")
  return expected.length === key.length && timingSafeEqual(expected, key)
})
