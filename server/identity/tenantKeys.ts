import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  jwksCache,
  type JWKSCacheInput,
  type JWTVerifyGetKey,
} from "jose"

/** The keys could not be had just now; nothing is said of the token. */
export class KeysUnreachable extends Error {}

/** An unknown key id makes the set be read again at once, but no more often than this (milliseconds). */
const cooldownMillis = 30_000
/** How long one reading may take, in milliseconds. */
const patienceMillis = 5_000
/** While the tenant does not answer, keys it published no longer ago than this go on counting, in milliseconds. */
const retentionMillis = 24 * 3_600_000

/** What the library throws when it has the keys, and none of them is the token's. */
const isAboutToken = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSENotSupported

/**
 * The published keys of a hosted tenant, read when first needed, kept for ten
 * minutes and read again for an unknown key id (a tenant changes its keys). When the
 * tenant does not answer, a key it published within a day still counts; for any
 * other this throws `KeysUnreachable`, so that an outage there signs no one out here.
 * @param jwksUri address of the key set, from the tenant's metadata
 * @param realTime the world's time in milliseconds
 */
export const tenantKeys = (jwksUri: string, realTime: () => number): JWTVerifyGetKey => {
  const kept: JWKSCacheInput = {}
  const published = createRemoteJWKSet(new URL(jwksUri), {
    cooldownDuration: cooldownMillis,
    timeoutDuration: patienceMillis,
    [jwksCache]: kept,
  })
  return async (header, token) => {
    try {
      return await published(header, token)
    } catch (error) {
      if (isAboutToken(error)) throw error
      if (kept.jwks !== undefined && realTime() - (kept.uat ?? 0) < retentionMillis) {
        const key = await createLocalJWKSet(kept.jwks)(header, token).catch(() => undefined)
        if (key !== undefined) return key
      }
      throw new KeysUnreachable("The keys of the identity provider could not be read.", { cause: error })
    }
  }
}
