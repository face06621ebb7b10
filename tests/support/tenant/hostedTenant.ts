import { createHash, randomUUID } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import { freePort } from "../runningApp.ts"
import { type TenantNames, tenantTokens, type TenantUser } from "./tenantTokens.ts"

type Asked = Readonly<Record<string, string>>
type Given = { readonly asked: Asked; readonly user: TenantUser }

const path = "/clinic.onmicrosoft.com/b2c_1_susi"
const cookieName = "x-ms-cpim-sso"

const sha256 = (words: string): string => createHash("sha256").update(words).digest("base64url")
const json = (response: ServerResponse, status: number, body: object, headers: Readonly<Record<string, string>> = {}) =>
  void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))
const go = (response: ServerResponse, to: URL, headers: Readonly<Record<string, string>> = {}) =>
  void response.writeHead(302, { location: to.href, ...headers }).end()

const signInForm = (query: string) =>
  `<!doctype html><html lang="en"><title>Clinic tenant</title><link rel="icon" href="data:,"><h1>Clinic tenant</h1>
  <form method="post" action="${path}/signin?${query.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}">
  <label>E-mail <input name="email" type="email" autofocus></label><button>Continue</button></form>`

/**
 * A hosted OpenID provider on an origin of its own that answers as Azure AD B2C
 * does: a user flow in every address, an issuer with a slash at the end under
 * another path, scopes with a prefix when asked and without it in tokens, roles in
 * a custom attribute, `client_info` for the account's name. It refuses return
 * addresses nobody registered. Passwords are left out: an address signs in.
 */
export const startTenant = async (users: ReadonlyArray<TenantUser>) => {
  const origin = `http://localhost:${await freePort()}`
  const names: TenantNames = {
    tenantId: randomUUID(),
    clientId: randomUUID(),
    audience: randomUUID(),
    scope: "https://clinic.onmicrosoft.com/api/user.read",
    policy: "B2C_1_susi",
    get issuer() {
      return `${origin}/${this.tenantId}/v2.0/`
    },
  }
  const tokens = await tenantTokens(names)
  const asked: Record<"authorize" | "token" | "keys" | "logout", Array<Asked>> = {
    authorize: [],
    token: [],
    keys: [],
    logout: [],
  }
  const state = { keysDown: false, roles: "1,4,14", pages: "", registered: new Set<string>() }
  const sessions = new Map<string, TenantUser>()
  const codes = new Map<string, Given>()
  const refreshTokens = new Map<string, TenantUser>()

  const metadata = {
    issuer: names.issuer,
    authorization_endpoint: `${origin}${path}/oauth2/v2.0/authorize`,
    token_endpoint: `${origin}${path}/oauth2/v2.0/token`,
    end_session_endpoint: `${origin}${path}/oauth2/v2.0/logout`,
    jwks_uri: `${origin}${path}/discovery/v2.0/keys`,
    response_modes_supported: ["query", "fragment", "form_post"],
    response_types_supported: ["code", "id_token", "code id_token"],
    id_token_signing_alg_values_supported: ["RS256"],
  }

  const sessionOf = (request: IncomingMessage) =>
    sessions.get(new RegExp(`${cookieName}=([^;]+)`).exec(request.headers.cookie ?? "")?.[1] ?? "")

  /** Back to the application, in the part of the address the library asked for. */
  const back = (response: ServerResponse, query: Asked, answer: Asked, headers?: Readonly<Record<string, string>>) => {
    const to = new URL(query["redirect_uri"] ?? "")
    const words = new URLSearchParams({ ...answer, state: query["state"] ?? "" }).toString()
    if (query["response_mode"] === "query") to.search = words
    else to.hash = words
    go(response, to, headers)
  }

  const backWithCode = (
    response: ServerResponse,
    query: Asked,
    user: TenantUser,
    headers?: Readonly<Record<string, string>>,
  ) => {
    const code = randomUUID()
    codes.set(code, { asked: query, user })
    back(response, query, { code }, headers)
  }

  const isProper = (query: Asked): boolean =>
    query["client_id"] === names.clientId &&
    state.registered.has(query["redirect_uri"] ?? "") &&
    query["response_type"] === "code" &&
    query["code_challenge_method"] === "S256" &&
    (query["scope"] ?? "").split(" ").includes("openid")

  const authorize = (request: IncomingMessage, response: ServerResponse, query: Asked, search: string) => {
    asked.authorize.push(query)
    if (!isProper(query)) return json(response, 400, { error: "invalid_request" })
    const user = sessionOf(request)
    if (user !== undefined && query["prompt"] !== "login") return backWithCode(response, query, user)
    if (query["prompt"] === "none") {
      const error_description =
        "AADB2C90077: User does not have an existing session and request prompt parameter has a value of 'None'."
      return back(response, query, { error: "interaction_required", error_description })
    }
    response.writeHead(200, { "content-type": "text/html" }).end(signInForm(search))
  }

  const signIn = (response: ServerResponse, query: Asked, form: Asked, search: string) => {
    const user = users.find(({ email }) => email === form["email"])
    if (!isProper(query)) return json(response, 400, { error: "invalid_request" })
    if (user === undefined) return void response.writeHead(200, { "content-type": "text/html" }).end(signInForm(search))
    const id = randomUUID()
    sessions.set(id, user)
    backWithCode(response, query, user, { "set-cookie": `${cookieName}=${id}; Path=/; HttpOnly; SameSite=Lax` })
  }

  const grantOf = (form: Asked): Given | undefined => {
    if (form["grant_type"] === "refresh_token") {
      const user = refreshTokens.get(form["refresh_token"] ?? "")
      return user === undefined ? undefined : { asked: {}, user }
    }
    const given = codes.get(form["code"] ?? "")
    codes.delete(form["code"] ?? "")
    const proven = given?.asked["code_challenge"] === sha256(form["code_verifier"] ?? "")
    return proven && given?.asked["redirect_uri"] === form["redirect_uri"] ? given : undefined
  }

  const token = async (response: ServerResponse, form: Asked, from: string | undefined) => {
    asked.token.push(form)
    const cors = from === state.pages ? { "access-control-allow-origin": state.pages } : undefined
    const given = form["client_id"] === names.clientId ? grantOf(form) : undefined
    if (given === undefined || cors === undefined) return json(response, 400, { error: "invalid_grant" }, cors)
    const { user } = given
    const refresh = randomUUID()
    refreshTokens.set(refresh, user)
    const account = JSON.stringify({ uid: `${user.subject}-b2c_1_susi`, utid: names.tenantId })
    json(
      response,
      200,
      {
        access_token: await tokens.access(user, state.roles),
        id_token: await tokens.id(user, given.asked["nonce"]),
        token_type: "Bearer",
        expires_in: tokens.accessSeconds,
        scope: `${names.scope} offline_access openid profile`,
        refresh_token: refresh,
        refresh_token_expires_in: 86_400,
        client_info: Buffer.from(account).toString("base64url"),
      },
      { ...cors, "cache-control": "no-store" },
    )
  }

  const logout = (response: ServerResponse, query: Asked) => {
    asked.logout.push(query)
    const to = query["post_logout_redirect_uri"] ?? ""
    sessions.clear()
    if (!state.registered.has(to)) return json(response, 400, { error: "invalid_request" })
    const url = new URL(to)
    if (query["state"] !== undefined) url.searchParams.set("state", query["state"])
    go(response, url, { "set-cookie": `${cookieName}=; Path=/; Max-Age=0` })
  }

  const keys = (response: ServerResponse) => {
    asked.keys.push({})
    if (state.keysDown) json(response, 503, {})
    else json(response, 200, tokens.published())
  }

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "", origin)
    const query = Object.fromEntries(url.searchParams)
    const form = request.method === "POST" ? Object.fromEntries(new URLSearchParams(await text(request))) : {}
    switch (`${request.method} ${url.pathname.slice(path.length)}`) {
      case "GET /v2.0/.well-known/openid-configuration":
        return json(response, 200, metadata)
      case "GET /discovery/v2.0/keys":
        return keys(response)
      case "GET /oauth2/v2.0/authorize":
        return authorize(request, response, query, url.searchParams.toString())
      case "POST /signin":
        return signIn(response, query, form, url.searchParams.toString())
      case "POST /oauth2/v2.0/token":
        return token(response, form, request.headers.origin)
      case "GET /oauth2/v2.0/logout":
        return logout(response, query)
      default:
        return void response.writeHead(404).end()
    }
  }

  const server = createServer((request, response) => void handle(request, response)).listen(
    Number(new URL(origin).port),
    "localhost",
  )
  await once(server, "listening")
  return {
    origin,
    names,
    asked,
    state,
    tokens,
    metadata,
    /** Registers an application as an operator does in the portal: where its pages are, and what sign-in may return to. */
    register: (pages: string, addresses: ReadonlyArray<string>) => {
      state.pages = pages
      state.registered = new Set(addresses.map((address) => pages + address))
    },
    /** What the operator then writes into the application's environment. */
    environment: {
      IDENTITY_AUTHORITY: `https://${new URL(origin).host}${path}`,
      IDENTITY_METADATA: `${origin}${path}/v2.0/.well-known/openid-configuration`,
      IDENTITY_CLIENT_ID: names.clientId,
      IDENTITY_ISSUER: names.issuer,
      IDENTITY_AUDIENCE: names.audience,
      IDENTITY_SCOPE: names.scope,
      IDENTITY_POLICY: names.policy,
      IDENTITY_AUTHORIZED_PARTY: names.clientId,
    },
    /** Refresh tokens are refused from now on. */
    forgetRefreshTokens: () => refreshTokens.clear(),
    /** Nobody is signed in to the tenant any more, and no browser is told. */
    endSessions: () => sessions.clear(),
    logoutAddress: (returnTo: string) =>
      `${metadata.end_session_endpoint}?${new URLSearchParams({ post_logout_redirect_uri: returnTo }).toString()}`,
    close: async () => {
      if (!server.listening) return
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}
export type Tenant = Awaited<ReturnType<typeof startTenant>>
