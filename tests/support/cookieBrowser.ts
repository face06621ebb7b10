import { createHash, randomBytes } from "node:crypto"

type Cookie = { readonly value: string; readonly path: string }

const parseCookie = (line: string): readonly [string, Cookie] | readonly [string, undefined] => {
  const [pair = "", ...attributes] = line.split(";").map((part) => part.trim())
  const at = pair.indexOf("=")
  const value = pair.slice(at + 1)
  const path = attributes.find((one) => one.toLowerCase().startsWith("path="))?.slice(5) ?? "/"
  return [pair.slice(0, at), value === "" ? undefined : { value, path }]
}

/** As much of a browser as sign-in needs: cookies by path, redirects one by one, forms. */
export const makeBrowser = (origin: string) => {
  const cookies = new Map<string, Cookie>()

  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(path, origin)
    const cookie = [...cookies]
      .filter(([, one]) => url.pathname.startsWith(one.path))
      .map(([name, one]) => `${name}=${one.value}`)
      .join("; ")
    const headers = new Headers(init.headers)
    if (cookie !== "") headers.set("cookie", cookie)
    const response = await fetch(url, { ...init, headers, redirect: "manual" })
    for (const line of response.headers.getSetCookie()) {
      const [name, parsed] = parseCookie(line)
      if (parsed === undefined) cookies.delete(name)
      else cookies.set(name, parsed)
    }
    return response
  }

  const post = (path: string, form: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
    send(path, { method: "POST", body: new URLSearchParams(form), headers })

  /** Follows redirects within `/idp`; stops at a page or at an address of the application. */
  const follow = async (response: Response): Promise<{ readonly response: Response; readonly at: URL }> => {
    const location = response.headers.get("location")
    const at = new URL(location ?? response.url, origin)
    if (location === null || !at.pathname.startsWith("/idp/")) return { response, at }
    return follow(await send(at.href))
  }

  return { send, post, follow, cookies }
}
export type Browser = ReturnType<typeof makeBrowser>

/** The scopes MSAL sends on sign-in and again on every refresh. */
export const msalScopes = "openid profile offline_access user.read"

/** What MSAL asks of the provider: an authorization address and its secret verifier. */
export const authorization = (origin: string, more: Readonly<Record<string, string>> = {}) => {
  const verifier = randomBytes(32).toString("base64url")
  const query = new URLSearchParams({
    client_id: "admin-web",
    redirect_uri: `${origin}/redirect.html`,
    response_type: "code",
    response_mode: "fragment",
    scope: msalScopes,
    state: "the-state",
    nonce: "the-nonce",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...more,
  })
  return { verifier, path: `/idp/auth?${query}` }
}

/** The parameters a redirect carries behind its `#`. */
export const fragment = (at: URL): URLSearchParams => new URLSearchParams(at.hash.slice(1))
