import { authorization, fragment, msalScopes, type Browser } from "./cookieBrowser.ts"
import { password, type SignInServer } from "./signInServer.ts"

/** A mail as the demo's mailbox lists it. */
export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly code: string
  readonly at: string
}

/** What the token endpoint gives. */
export type Tokens = {
  readonly access_token: string
  readonly id_token: string
  readonly refresh_token: string
  readonly expires_in: number
  readonly scope: string
}

/**
 * The steps of a sign-in against a sign-in server, as a browser and MSAL make them.
 * @param at gives the server; a test may have restarted it
 */
export const signingIn = (at: () => SignInServer) => {
  const mails = async (): Promise<ReadonlyArray<Mail>> => {
    const answer = await fetch(`${at().origin}/dev/mailbox`, { headers: { accept: "application/json" } })
    return answer.json() as Promise<ReadonlyArray<Mail>>
  }
  const mailTo = async (email: string): Promise<Mail> => {
    const found = (await mails()).find(({ to }) => to === email)
    if (found === undefined) throw new Error(`no mail to ${email}`)
    return found
  }
  const codeFor = async (email: string) => (await mailTo(email)).code

  /** Opens the sign-in page; gives the address its forms post to. */
  const openForm = async (browser: Browser, more: Readonly<Record<string, string>> = {}) => {
    const asked = authorization(at().origin, more)
    const { response, at: url } = await browser.follow(await browser.send(asked.path))
    return { ...asked, response, form: url.pathname }
  }
  const givePassword = async (browser: Browser, form: string, email: string, given = password) =>
    browser.follow(await browser.post(`${form}/password`, { email, password: given }))

  const askToken = (form: Readonly<Record<string, string>>) =>
    fetch(`${at().origin}/idp/token`, {
      method: "POST",
      body: new URLSearchParams({ client_id: "admin-web", ...form }),
      headers: { origin: at().origin },
    })
  const redeem = async (url: URL, verifier: string): Promise<Tokens> => {
    const code = fragment(url).get("code") ?? ""
    const redirect_uri = `${at().origin}/redirect.html`
    const answer = await askToken({ grant_type: "authorization_code", code, redirect_uri, code_verifier: verifier })
    if (answer.status !== 200) throw new Error(`no tokens: ${answer.status}`)
    return answer.json() as Promise<Tokens>
  }
  const refresh = (token: string) => askToken({ grant_type: "refresh_token", refresh_token: token, scope: msalScopes })

  /** The whole way, to the tokens. */
  const signIn = async (browser: Browser, email: string, given = password) => {
    const { form, verifier } = await openForm(browser)
    await givePassword(browser, form, email, given)
    const { at: url } = await browser.follow(await browser.post(`${form}/code`, { code: await codeFor(email) }))
    return redeem(url, verifier)
  }

  return { mails, mailTo, codeFor, openForm, givePassword, redeem, refresh, signIn }
}
