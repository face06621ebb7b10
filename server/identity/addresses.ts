import { providerPath } from "./IdentityConfig.ts"

/**
 * All that is answered under `/idp`, by what answers it. The provider's library also takes its addresses in capitals
 * and with a slash at the end: behind one of those, what is counted and bounded by address would not be.
 */
const places = {
  asset: /^\/assets\/[\w.-]+$/,
  signInForm: /^\/interaction\/[\w-]+(\/[a-z]+)?$/,
  linkForm: /^\/link(\/[a-z]+)?$/,
  accountForm: /^\/account(\/[a-z-]+)?$/,
  beginning: /^\/auth$/,
  provider:
    /^\/(auth\/[\w-]+|token|jwks|session\/end(\/(confirm|success))?|\.well-known\/(openid-configuration|oauth-authorization-server))$/,
}

/** What answers an address under `/idp`. */
export type IdentityPlace = keyof typeof places

const names = Object.keys(places) as ReadonlyArray<IdentityPlace>

/** What answers an address, read once for all that asks: exactly as written, or undefined where there is nothing. */
export const placeOf = (url: string): IdentityPlace | undefined => {
  const [path = ""] = url.split("?", 1)
  return names.find((name) => places[name].test(path.slice(providerPath.length)))
}
