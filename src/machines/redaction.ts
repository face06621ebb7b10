/** What stands where a secret was. */
export const hidden = "•••"

const secretName =
  /token|secret|password|passw|pin$|credential|authorization|assertion|cookie|nonce|verifier|^code$|otp/i
/** A JSON web token, or a long run of letters and digits that no word, name or UUID is. */
const secretText = /eyJ[\w-]{8,}\.[\w-]+|[A-Za-z0-9+/_=~.-]{41,}/

/** Deeper, and further along, than anything of ours that a person would look at. */
const maxDepth = 8
const maxLength = 200

const isPlain = (value: object): boolean => {
  const form: unknown = Object.getPrototypeOf(value)
  return form === Object.prototype || form === null
}

const shown = (value: unknown, depth: number): unknown => {
  if (typeof value === "string") return secretText.test(value) ? hidden : value
  if (value === null || typeof value !== "object") return typeof value === "function" ? hidden : value
  if (depth === maxDepth) return hidden
  if (Array.isArray(value)) return value.slice(0, maxLength).map((one) => shown(one, depth + 1))
  // An actor, an error, anything with a life of its own may hold what cannot be seen from here.
  if (!isPlain(value)) return hidden
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, maxLength)
      .map(([name, one]) => [name, secretName.test(name) ? hidden : shown(one, depth + 1)]),
  )
}

/**
 * A value as an onlooker may see it: a copy in plain data, in
 * which everything that is called like a secret or looks like one is hidden. The
 * charts hold no secrets; this is for the day one of them does.
 */
export const redacted = (value: unknown): unknown => shown(value, 0)
