import { Schema } from "effect"

/**
 * What the browser needs to know of its surroundings, as data (`GET /auth-config.json`):
 * the hosted tenant and the embedded provider differ in nothing else. Addresses of our
 * own pages are paths, to be put behind the page's origin. The content security policy
 * of the pages is made from the same data.
 */
export const AuthConfig = Schema.Struct({
  clientId: Schema.String,
  /** Always an https string; the library looks at it but connects to the metadata's addresses. */
  authority: Schema.String,
  /** Hosts with their port. Without them the library asks a foreign discovery service. */
  knownAuthorities: Schema.Array(Schema.String),
  /** JSON text of the provider's metadata, so that the browser needs not look for it. */
  authorityMetadata: Schema.String,
  /** The product's own scope as it must be asked for: the string keys the library's cache. */
  scopes: Schema.Array(Schema.String),
  /** Origin that the calls of the contract go to. */
  apiBase: Schema.String,
  /** Key of the maps service; absent when there is none. */
  mapsKey: Schema.optionalKey(Schema.String),
  /** Whether this is the demo: its clock stands under the top bar, for which pages leave room. */
  demo: Schema.optionalKey(Schema.Boolean),
  redirectPath: Schema.String,
  /** Where a logout may return to. */
  postLogoutPaths: Schema.Struct({ home: Schema.String, login: Schema.String, sessionOut: Schema.String }),
})
export type AuthConfig = typeof AuthConfig.Type
