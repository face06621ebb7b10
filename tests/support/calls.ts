import { demoPassword } from "#server/demo/accounts.ts"
import { authorization, fragment, makeBrowser } from "./cookieBrowser.ts"
import { mailedCode } from "./mailedCode.ts"

/**
 * Signs in without a browser, by the forms a person fills; gives the access token.
 * @param codeOf where the mailed code is read when there is no demo mailbox
 */
export const signInOverHttp = async (
  origin: string,
  email: string,
  codeOf: (email: string) => Promise<string> = (to) => mailedCode(origin, to),
): Promise<string> => {
  const browser = makeBrowser(origin)
  const asked = authorization(origin)
  const { at: form } = await browser.follow(await browser.send(asked.path))
  await browser.follow(await browser.post(`${form.pathname}/password`, { email, password: demoPassword }))
  const code = await codeOf(email)
  const { at } = await browser.follow(await browser.post(`${form.pathname}/code`, { code }))
  const body = new URLSearchParams({
    client_id: "admin-web",
    grant_type: "authorization_code",
    code: fragment(at).get("code") ?? "",
    redirect_uri: `${origin}/redirect.html`,
    code_verifier: asked.verifier,
  })
  const answer = await fetch(`${origin}/idp/token`, { method: "POST", body, headers: { origin } })
  return ((await answer.json()) as { readonly access_token: string }).access_token
}

/** Makes calls of the contract with a token: `GET` without a body, `POST` with one. */
export const callsWith = (origin: string, token: string) => {
  const send = (path: string, body?: unknown, init: RequestInit = {}): Promise<Response> =>
    fetch(`${origin}/api${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    })
  /** The data of an answer; throws when the call failed. */
  const data = async <A>(path: string, body?: unknown): Promise<A> => {
    const answer = await send(path, body)
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return ((await answer.json()) as { readonly data: A }).data
  }
  return { send, data }
}
