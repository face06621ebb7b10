import { makeBrowser } from "./cookieBrowser.ts"

/** The address in a mail, and the secret behind its `#`. */
export const linkIn = (text: string) => {
  const url = new URL(/^https?:\S+$/m.exec(text)?.[0] ?? "no-link:")
  return { url, secret: url.hash.slice(1) }
}

/**
 * A browser of its own that opens a mailed link: the part before the `#`, then
 * what the page's script sends. Gives the page it comes to.
 */
export const openLink = async (origin: string, secret: string) => {
  const browser = makeBrowser(origin)
  const entry = await browser.send("/idp/link")
  const opened = await browser.follow(await browser.post("/idp/link", { secret }))
  return { browser, entry, status: opened.response.status, at: opened.at, page: await opened.response.text() }
}

/** Sends the form behind a link, and gives the page that answers. */
export const choose = async (
  browser: ReturnType<typeof makeBrowser>,
  form: Readonly<Record<string, string>>,
  headers?: Readonly<Record<string, string>>,
) => {
  const sent = await browser.follow(await browser.post("/idp/link/password", form, headers))
  return { status: sent.response.status, at: sent.at.pathname, page: await sent.response.text() }
}
