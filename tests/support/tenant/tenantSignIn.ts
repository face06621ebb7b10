import { randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { type Asked, flowPath, redirectTo, sendJson, type TenantState } from "./tenantState.ts"
import type { TenantUser } from "./tenantTokens.ts"

const cookieName = "x-ms-cpim-sso"

const showForm = (response: ServerResponse, query: Asked): void => {
  const search = new URLSearchParams(query).toString().replaceAll("&", "&amp;").replaceAll('"', "&quot;")
  response.writeHead(200, { "content-type": "text/html" }).end(
    `<!doctype html><html lang="en"><title>Clinic tenant</title><link rel="icon" href="data:,"><h1>Clinic tenant</h1>
    <form method="post" action="${flowPath}/signin?${search}">
    <label>E-mail <input name="email" type="email" autofocus></label><button>Continue</button></form>`,
  )
}

const sessionOf = ({ sessions }: TenantState, request: IncomingMessage) =>
  sessions.get(new RegExp(`${cookieName}=([^;]+)`).exec(request.headers.cookie ?? "")?.[1] ?? "")

/** Back to the application, in the part of the address the library asked for. */
const back = (response: ServerResponse, query: Asked, answer: Asked, headers?: Asked): void => {
  const to = new URL(query["redirect_uri"] ?? "")
  const words = new URLSearchParams({ ...answer, state: query["state"] ?? "" }).toString()
  if (query["response_mode"] === "query") to.search = words
  else to.hash = words
  redirectTo(response, to, headers)
}

const backWithCode = (
  state: TenantState,
  response: ServerResponse,
  query: Asked,
  user: TenantUser,
  headers?: Asked,
) => {
  const code = randomUUID()
  state.codes.set(code, { asked: query, user })
  back(response, query, { code }, headers)
}

const isProper = ({ names, registered }: TenantState, query: Asked): boolean =>
  query["client_id"] === names.clientId &&
  registered.has(query["redirect_uri"] ?? "") &&
  query["response_type"] === "code" &&
  query["code_challenge_method"] === "S256" &&
  (query["scope"] ?? "").split(" ").includes("openid")

/** The address sign-in begins at; asked by a hidden frame (`prompt=none`) it shows nothing. */
export const authorize = (state: TenantState, request: IncomingMessage, response: ServerResponse, query: Asked) => {
  state.asked.authorize.push(query)
  if (!isProper(state, query)) return sendJson(response, 400, { error: "invalid_request" })
  const user = sessionOf(state, request)
  if (user !== undefined && query["prompt"] !== "login") return backWithCode(state, response, query, user)
  if (query["prompt"] !== "none") return showForm(response, query)
  const error_description =
    "AADB2C90077: User does not have an existing session and request prompt parameter has a value of 'None'."
  return back(response, query, { error: "interaction_required", error_description })
}

/** The form's answer: an address of one of the users signs in. */
export const signIn = (state: TenantState, response: ServerResponse, query: Asked, form: Asked) => {
  if (!isProper(state, query)) return sendJson(response, 400, { error: "invalid_request" })
  const user = state.users.find(({ email }) => email === form["email"])
  if (user === undefined) return showForm(response, query)
  const id = randomUUID()
  state.sessions.set(id, user)
  const cookie = `${cookieName}=${id}; Path=/; HttpOnly; SameSite=Lax`
  return backWithCode(state, response, query, user, { "set-cookie": cookie })
}

/** Ends the session; returns only to a registered address. */
export const logout = (state: TenantState, response: ServerResponse, query: Asked) => {
  state.asked.logout.push(query)
  state.sessions.clear()
  const to = query["post_logout_redirect_uri"] ?? ""
  if (!state.registered.has(to)) return sendJson(response, 400, { error: "invalid_request" })
  const url = new URL(to)
  if (query["state"] !== undefined) url.searchParams.set("state", query["state"])
  return redirectTo(response, url, { "set-cookie": `${cookieName}=; Path=/; Max-Age=0` })
}
