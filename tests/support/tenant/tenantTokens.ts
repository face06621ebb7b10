import { randomUUID } from "node:crypto"
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from "jose"

/** A tenant's user: what its portal calls the object id, and what tokens say of them. */
export type TenantUser = { readonly subject: string; readonly email: string; readonly name: string }

export type TenantNames = {
  readonly issuer: string
  readonly clientId: string
  /** The API's application id: a GUID, as in Azure AD B2C. */
  readonly audience: string
  /** The scope as the application asks for it; tokens carry its last part. */
  readonly scope: string
  readonly policy: string
  readonly tenantId: string
}

const accessSeconds = 3600

const newKey = async (kid: string) => {
  const { privateKey, publicKey } = await generateKeyPair("RS256")
  // As Azure AD B2C publishes its keys: without `alg`.
  const published: JWK = { ...(await exportJWK(publicKey)), kid, use: "sig" }
  return { kid, privateKey, published }
}

/** The keys of a tenant and the tokens it signs with them, in the shape of Azure AD B2C's. */
export const tenantTokens = async (names: TenantNames) => {
  let generation = 1
  let key = await newKey("key-1")
  const sign = (claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: key.kid, typ: "JWT" }).sign(key.privateKey)
  const common = ({ subject, email, name }: TenantUser, seconds: number): JWTPayload => {
    const now = Math.floor(Date.now() / 1000)
    const { issuer: iss, policy: tfp } = names
    return {
      iss,
      sub: subject,
      oid: subject,
      name,
      emails: [email],
      tfp,
      ver: "1.0",
      iat: now,
      nbf: now,
      exp: now + seconds,
    }
  }
  return {
    published: () => ({ keys: [key.published] }),
    /** Signs with a new key from now on, and publishes that one alone. */
    rotate: async () => {
      key = await newKey(`key-${++generation}`)
    },
    /** An access token; `more` changes or adds claims. */
    access: (user: TenantUser, roles: string, more: JWTPayload = {}) =>
      sign({
        ...common(user, accessSeconds),
        aud: names.audience,
        azp: names.clientId,
        scp: names.scope.slice(names.scope.lastIndexOf("/") + 1),
        extension_Roles: roles,
        // Two tokens of one second would else be the same text.
        jti: randomUUID(),
        ...more,
      }),
    id: (user: TenantUser, nonce: string | undefined) =>
      sign({ ...common(user, accessSeconds), aud: names.clientId, ...(nonce === undefined ? {} : { nonce }) }),
    accessSeconds,
  }
}
