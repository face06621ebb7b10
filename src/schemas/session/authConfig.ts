import { Schema } from "effect"

/**
 * What the browser's sign-in library needs, as data (`GET /auth-config.json`):
 * the hosted tenant and the embedded provider differ in nothing else. Addresses
 * of our own are paths, to be put behind the page's origin.
 */
export const AuthConfig = Schema.Struct({
  clientId: Schema.String,
  /** Always an https string; for the embedded provider one that nobody ever connects to. */
  authority: Schema.String,
  /** Hosts with their port. Without them the library asks a foreign discovery service. */
  knownAuthorities: Schema.Array(Schema.String),
  /** JSON text of the provider's metadata; only the embedded provider needs it. */
  authorityMetadata: Schema.optionalKey(Schema.String),
  /** The product's own scope as it must be asked for: the string keys the library's cache. */
  scopes: Schema.Array(Schema.String),
  redirectPath: Schema.String,
  /** Where a logout may return to. */
  postLogoutPaths: Schema.Struct({ home: Schema.String, login: Schema.String, sessionOut: Schema.String }),
})
export type AuthConfig = typeof AuthConfig.Type
