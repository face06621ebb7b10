import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import { freePort } from "../runningApp.ts"
import { authorize, logout, signIn } from "./tenantSignIn.ts"
import { flowPath, metadataOf, newNames, newState, sendJson, type TenantState } from "./tenantState.ts"
import { tokenCall } from "./tenantTokenCall.ts"
import { type TenantNames, tenantTokens, type TenantUser } from "./tenantTokens.ts"

const sendKeys = (state: TenantState, response: ServerResponse): void => {
  state.asked.keys.push({})
  if (state.keysDown) sendJson(response, 503, {})
  else sendJson(response, 200, state.tokens.published())
}

const answering =
  (origin: string, state: TenantState) => async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "", origin)
    const query = Object.fromEntries(url.searchParams)
    const form = request.method === "POST" ? Object.fromEntries(new URLSearchParams(await text(request))) : {}
    switch (`${request.method} ${url.pathname.slice(flowPath.length)}`) {
      case "GET /v2.0/.well-known/openid-configuration":
        return sendJson(response, 200, metadataOf(origin, state.names))
      case "GET /discovery/v2.0/keys":
        return sendKeys(state, response)
      case "GET /oauth2/v2.0/authorize":
        return authorize(state, request, response, query)
      case "POST /signin":
        return signIn(state, response, query, form)
      case "POST /oauth2/v2.0/token":
        return tokenCall(state, response, form, request.headers.origin)
      case "GET /oauth2/v2.0/logout":
        return logout(state, response, query)
      default:
        return void response.writeHead(404).end()
    }
  }

/** What an operator writes into the environment of an application that uses the tenant. */
const environmentFor = (origin: string, names: TenantNames) => ({
  IDENTITY_AUTHORITY: `https://${new URL(origin).host}${flowPath}`,
  IDENTITY_METADATA: `${origin}${flowPath}/v2.0/.well-known/openid-configuration`,
  IDENTITY_CLIENT_ID: names.clientId,
  IDENTITY_ISSUER: names.issuer,
  IDENTITY_AUDIENCE: names.audience,
  IDENTITY_SCOPE: names.scope,
  IDENTITY_POLICY: names.policy,
  IDENTITY_AUTHORIZED_PARTY: names.clientId,
})

/**
 * A hosted OpenID provider on an origin of its own that answers as Azure AD B2C
 * does: a user flow in every address, an issuer with a slash at the end under
 * another path, scopes with a prefix when asked and without it in tokens, roles in
 * a custom attribute, `client_info` for the account's name. It refuses return
 * addresses no one registered. Passwords are left out: an address signs in.
 */
export const startTenant = async (users: ReadonlyArray<TenantUser>) => {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const names = newNames(origin)
  const state = newState(names, await tenantTokens(names), users)
  const metadata = metadataOf(origin, names)
  const answer = answering(origin, state)
  const server = createServer((request, response) => void answer(request, response)).listen(port, "localhost")
  await once(server, "listening")
  return {
    origin,
    names,
    state,
    asked: state.asked,
    tokens: state.tokens,
    metadata,
    environment: environmentFor(origin, names),
    /** Registers an application as an operator does in the portal: where its pages are, and what it may return to. */
    register: (pages: string, addresses: ReadonlyArray<string>) => {
      state.pages = pages
      state.registered = new Set(addresses.map((address) => pages + address))
    },
    /** Refresh tokens are refused from now on. */
    forgetRefreshTokens: () => state.refreshTokens.clear(),
    /** No one is signed in to the tenant any more, and no browser hears of it. */
    endSessions: () => state.sessions.clear(),
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
