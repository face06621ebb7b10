import { Schema } from "effect"
import { UserType } from "#schemas/access.ts"

/** The demo's accounts, for the sign-in screen: who they are, and what signing in with each shows. */
export const DemoSignIn = Schema.Struct({
  /** One password for all of them; absent where a hosted provider asks for its own. */
  password: Schema.optionalKey(Schema.String),
  /** Path of the page where the mailed codes arrive; absent like the password. */
  mailbox: Schema.optionalKey(Schema.String),
  accounts: Schema.Array(
    Schema.Struct({
      email: Schema.String,
      displayName: Schema.String,
      userType: UserType,
      companyName: Schema.String,
      shows: Schema.String,
    }),
  ),
})
export type DemoSignIn = typeof DemoSignIn.Type

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
  /** Only in the demo: its clock stands in the top bar, and its accounts at the sign-in screen. */
  demo: Schema.optionalKey(DemoSignIn),
  /** Where people change their password and second factor; absent where the operator named no page of the tenant. */
  accountUrl: Schema.optionalKey(Schema.String),
  redirectPath: Schema.String,
  /** Where a logout may return to. */
  postLogoutPaths: Schema.Struct({ home: Schema.String, login: Schema.String, sessionOut: Schema.String }),
})
export type AuthConfig = typeof AuthConfig.Type
