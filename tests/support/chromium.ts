import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type Browser, chromium, type Page } from "playwright"
import { demoPassword } from "#server/demo/accounts.ts"
import { recordTransitions } from "#tests/paths/record.ts"
import { browserFlags, findBrowser } from "../../scripts/browser.ts"
import { animationsEnded } from "./animationsEnded.ts"
import { mailedCode } from "./mailedCode.ts"

const axe = readFileSync(join(import.meta.dirname, "..", "..", "node_modules/axe-core/axe.min.js"), "utf8")

type Violation = {
  readonly id: string
  readonly impact: string
  readonly nodes: ReadonlyArray<{ readonly html: string; readonly failureSummary: string }>
}

/** Starts the browser that end-to-end tests drive; the transitions that its pages take are noted for the coverage report. */
export const startChromium = async (): Promise<Browser> => {
  const executablePath = findBrowser()
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    // The microphone is a beep of the browser's own, and pages are let use it.
    args: [...browserFlags, "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"],
  })
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    // What fades and slides would be waited for at every press.
    const context = await newContext({ reducedMotion: "reduce", ...options })
    await recordTransitions(context)
    return context
  }
  return browser
}

/**
 * A page of a browser of its own, on a screen of 1280 by 900 points. What the
 * page complains about is kept: errors on its console (a broken security policy
 * is one) and exceptions no one caught.
 */
export const openPage = async (browser: Browser) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true })
  const page = await context.newPage()
  // Nothing of ours takes longer; a whole journey must not wait minutes for a button that never comes.
  page.setDefaultTimeout(20_000)
  const errors: Array<string> = []
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`)
  })
  page.on("pageerror", (error) => void errors.push(error.message))
  return { page, errors, close: () => context.close() }
}

/** A target that lies half under a bar of a page that is scrolled is as large as it is elsewhere. */
const isScrolledUnder = (id: string, failureSummary: string): boolean =>
  id === "target-size" && failureSummary.includes("partially obscured")

/** What a checker of accessibility has against the page as it is now, each with the element it is about. */
export const accessibilityViolations = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(animationsEnded)
  // Evaluated by the debugger: the pages' own security policy keeps other scripts out, and is to stay on.
  const debug = await page.context().newCDPSession(page)
  const known = await debug.send("Runtime.evaluate", { expression: "typeof axe" })
  if (known.result.value === "undefined") await debug.send("Runtime.evaluate", { expression: axe })
  const { result } = await debug.send("Runtime.evaluate", {
    // Of what passes only that it does is wanted, not where.
    // Sizes of what is pressed (WCAG 2.5.8) are looked at only where they are asked for.
    expression:
      "axe.run({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }).then(({ violations }) => violations)",
    awaitPromise: true,
    returnByValue: true,
  })
  await debug.detach()
  return (result.value as ReadonlyArray<Violation>).flatMap(({ id, impact, nodes }) =>
    nodes
      .filter(({ failureSummary }) => !isScrolledUnder(id, failureSummary))
      .map(({ html, failureSummary }) => `${impact} ${id}: ${html.slice(0, 200)} ${failureSummary}`),
  )
}

/** Waits until a page is at an address; says what it shows instead where it does not come there. */
const comesTo = (page: Page, address: string): Promise<void> =>
  page.waitForURL(address).catch(async (error: Error) => {
    const shown = await page.evaluate(() => document.body.innerText).catch(() => "no page")
    throw new Error(`${error.message}\nThe page is at ${page.url()} and shows: ${shown}`, { cause: error })
  })

/** Fills the identity provider's two forms, on a page that is on its way there. */
export const fillSignIn = async (
  page: Page,
  origin: string,
  email: string,
  password: string = demoPassword,
): Promise<void> => {
  await comesTo(page, "**/idp/interaction/*")
  await page.getByLabel("E-mail address").fill(email)
  await page.getByLabel("Password").fill(password)
  await page.keyboard.press("Enter")
  await comesTo(page, "**/code")
  await page.getByLabel("Code").fill(await mailedCode(origin, email))
  await page.keyboard.press("Enter")
}

/** Signs in as a person does, from the sign-in screen to where the application leads. */
export const signIn = async (page: Page, origin: string, email: string, password?: string): Promise<void> => {
  await page.goto(`${origin}/`)
  await page.getByRole("button", { name: "Sign in" }).click()
  await fillSignIn(page, origin, email, password)
}
