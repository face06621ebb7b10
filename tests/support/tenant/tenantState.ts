import { randomUUID } from "node:crypto"
import type { ServerResponse } from "node:http"
import { type TenantNames, type tenantTokens, type TenantUser } from "./tenantTokens.ts"

/** The words of a query or a form. */
export type Asked = Readonly<Record<string, string>>
/** What an authorization code stands for. */
export type Given = { readonly asked: Asked; readonly user: TenantUser }

/** The user flow's part of every address. */
export const flowPath = "/clinic.onmicrosoft.com/b2c_1_susi"

/** Names of a new tenant on an origin, with the two applications registered in it. */
export const newNames = (origin: string): TenantNames => {
  const tenantId = randomUUID()
  return {
    tenantId,
    clientId: randomUUID(),
    audience: randomUUID(),
    issuer: `${origin}/${tenantId}/v2.0/`,
    scope: "https://clinic.onmicrosoft.com/api/user.read",
    policy: "B2C_1_susi",
  }
}

/** The document a tenant publishes of itself. */
export const metadataOf = (origin: string, { issuer }: TenantNames) => ({
  issuer,
  authorization_endpoint: `${origin}${flowPath}/oauth2/v2.0/authorize`,
  token_endpoint: `${origin}${flowPath}/oauth2/v2.0/token`,
  end_session_endpoint: `${origin}${flowPath}/oauth2/v2.0/logout`,
  jwks_uri: `${origin}${flowPath}/discovery/v2.0/keys`,
  response_modes_supported: ["query", "fragment", "form_post"],
  response_types_supported: ["code", "id_token", "code id_token"],
  id_token_signing_alg_values_supported: ["RS256"],
})

/** What a tenant remembers, and what a test may turn. */
export const newState = (
  names: TenantNames,
  tokens: Awaited<ReturnType<typeof tenantTokens>>,
  users: ReadonlyArray<TenantUser>,
) => ({
  names,
  tokens,
  users,
  /** Requests so far, by what was asked for. */
  asked: {
    authorize: [] as Array<Asked>,
    token: [] as Array<Asked>,
    keys: [] as Array<Asked>,
    logout: [] as Array<Asked>,
  },
  /** Whether the keys cannot be had. */
  keysDown: false,
  /** Everyone's attribute `Roles`. */
  roles: "1,4,14",
  /** Origin of the registered application's pages, and where sign-in and logout may return to. */
  pages: "",
  registered: new Set<string>(),
  sessions: new Map<string, TenantUser>(),
  codes: new Map<string, Given>(),
  refreshTokens: new Map<string, TenantUser>(),
})
export type TenantState = ReturnType<typeof newState>

type Headers = Readonly<Record<string, string>>

export const sendJson = (response: ServerResponse, status: number, body: object, headers: Headers = {}): void =>
  void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))

export const redirectTo = (response: ServerResponse, to: URL, headers: Headers = {}): void =>
  void response.writeHead(302, { location: to.href, ...headers }).end()
