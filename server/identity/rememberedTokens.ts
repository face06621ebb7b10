import { clockSkewSeconds } from "#schemas/constants.ts"

/** For so long a token that was verified is taken as it is, in milliseconds: a withdrawn key ends that soon after. */
const rememberedMillis = 60_000
/** Tokens a process remembers; with more it begins again. */
const maxRemembered = 10_000

/**
 * What tokens said when they were verified. A check of the signature costs a fifth of a short read, and a person sends
 * the same token with every call; none is taken past its end.
 */
export const rememberTokens = <Claims>() => {
  const tokens = new Map<string, { readonly claims: Claims; readonly since: number; readonly until: number }>()
  return {
    /** @param now milliseconds since 1970; before the token was verified, it is verified again. */
    get: (token: string, now: number): Claims | undefined => {
      const known = tokens.get(token)
      return known !== undefined && now >= known.since && now < known.until ? known.claims : undefined
    },
    /** @param exp when the token ends, in seconds since 1970 */
    keep: (token: string, claims: Claims, { now, exp }: { readonly now: number; readonly exp: number }): void => {
      if (tokens.size >= maxRemembered) tokens.clear()
      const until = Math.min(now + rememberedMillis, (exp + clockSkewSeconds) * 1_000)
      tokens.set(token, { claims, since: now, until })
    },
  }
}
