import { Secret, TOTP } from "otpauth"
import type { Browser } from "./cookieBrowser.ts"
import { password, type Ahead } from "./signInServer.ts"

/** The code that an app with a secret shows, `steps` half minutes from now. */
export const appCode = (secret: string, ahead: Ahead, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead.millis + steps * 30_000 })

/** Shows the provider again that it is the person. */
export const confirmAccount = (browser: Browser, current = password) =>
  browser.post("/idp/account/confirm", { current })

/** What the page to set an app up says the key is. */
export const secretOf = async (browser: Browser): Promise<string> => {
  const page = await (await browser.send("/idp/account/app")).text()
  return /<code>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1]?.replaceAll(" ", "") ?? ""
}

/** The recovery codes that a page shows. */
export const codesOn = (page: string): ReadonlyArray<string> =>
  [...page.matchAll(/<li><code>([a-z0-9-]+)<\/code>/g)].map(([, code]) => code ?? "")

/** Sets up an app for the signed-in person of a browser; gives its key and the recovery codes. */
export const setUpApp = async (browser: Browser, ahead: Ahead) => {
  await confirmAccount(browser)
  const secret = await secretOf(browser)
  const answer = await browser.post("/idp/account/app", { code: appCode(secret, ahead) })
  return { secret, codes: codesOn(await answer.text()) }
}
