import { createHash, randomUUID } from "node:crypto"
import type { ServerResponse } from "node:http"
import { type Asked, type Given, sendJson, type TenantState } from "./tenantState.ts"

const sha256 = (words: string): string => createHash("sha256").update(words).digest("base64url")

const givenFor = (state: TenantState, form: Asked): Given | undefined => {
  if (form["grant_type"] === "refresh_token") {
    const user = state.refreshTokens.get(form["refresh_token"] ?? "")
    return user === undefined ? undefined : { asked: {}, user }
  }
  const given = state.codes.get(form["code"] ?? "")
  state.codes.delete(form["code"] ?? "")
  const proven = given?.asked["code_challenge"] === sha256(form["code_verifier"] ?? "")
  return proven && given?.asked["redirect_uri"] === form["redirect_uri"] ? given : undefined
}

const answerFor = async ({ names, tokens, roles, refreshTokens }: TenantState, { asked, user }: Given) => {
  const refresh = randomUUID()
  refreshTokens.set(refresh, user)
  const account = JSON.stringify({ uid: `${user.subject}-b2c_1_susi`, utid: names.tenantId })
  return {
    access_token: await tokens.access(user, roles),
    id_token: await tokens.id(user, asked["nonce"]),
    token_type: "Bearer",
    expires_in: tokens.accessSeconds,
    scope: `${names.scope} offline_access openid profile`,
    refresh_token: refresh,
    refresh_token_expires_in: 86_400,
    client_info: Buffer.from(account).toString("base64url"),
  }
}

/** The call for tokens: by code with its proof, or by refresh token; from the registered pages only. */
export const tokenCall = async (
  state: TenantState,
  response: ServerResponse,
  form: Asked,
  from: string | undefined,
) => {
  state.asked.token.push(form)
  const headers = { "access-control-allow-origin": state.pages, "cache-control": "no-store" }
  const given = form["client_id"] === state.names.clientId && from === state.pages ? givenFor(state, form) : undefined
  if (given === undefined) return sendJson(response, 400, { error: "invalid_grant" }, headers)
  return sendJson(response, 200, await answerFor(state, given), headers)
}
