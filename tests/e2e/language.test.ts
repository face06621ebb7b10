import { globSync, readFileSync } from "node:fs"
import type { Page } from "playwright"
import { beforeAll, describe, expect, it } from "vitest"
import spanishSentences from "#schemas/sentences.es.json" with { type: "json" }
import spanishScreens from "#schemas/session/words.es.json" with { type: "json" }
import { words } from "#schemas/words.ts"
import { animationsEnded } from "#tests/support/animationsEnded.ts"
import { fillSignIn, openPage, signIn } from "#tests/support/chromium.ts"
import { demoApp } from "#tests/support/demoApp.ts"
import { gatherSent, shownTexts } from "#tests/support/interfaceText.ts"
import { pseudo } from "#tests/support/pseudoLanguage.ts"

const demo = demoApp()
const email = "admin@northwind.test"
const paths = [
  ...["/dashboard", "/campaign", "/multi", "/sms", "/ivr", "/translate", "/report", "/scheduler"],
  ...["/appointment", "/location", "/database", "/profile"],
]

const readWords = (file: string) => JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, string>>
const profile = readWords("src/schemas/administration/profileWords.es.json")
const shell = readWords("src/schemas/session/shellWords.es.json")

/** Chooses a language in the profile, whatever it speaks now. */
const choose = async (page: Page, language: "English" | "Español"): Promise<void> => {
  await page.goto(`${demo.app.url}/profile`)
  await page.locator("#profile-language").selectOption({ label: language })
  await page.locator("#profile-language").press("Control+Enter")
}

/** Opens a page and waits for what it reads. */
const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(demo.app.url + path)
  await page.getByRole("heading", { level: 1 }).first().waitFor()
  await expect.poll(() => page.locator(".skeleton, .spinner").count()).toBe(0)
}

/** What Spanish says; some words are the same in both. */
const spanish = new Set([
  ...globSync("src/schemas/**/*.es.json").flatMap((file) => Object.values(readWords(file))),
  ...Object.values(spanishSentences),
])

/** Everything that the words of English say without being given anything, where Spanish says something else. */
const english = new Set(
  Object.entries(words).flatMap(([, text]) =>
    /[{<]/.test(text) || text.length < 4 ? [] : [text.replaceAll(/\s+/g, " ")],
  ),
)

let page: Page
let sent: ReadonlyArray<string>
let errors: ReadonlyArray<string>
beforeAll(async () => {
  const opened = await openPage(demo.browser)
  ;({ page, errors } = opened)
  sent = gatherSent(page)
  await signIn(page, demo.app.url, email)
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor()
})

describe("the interface in Spanish", () => {
  it("is spoken as soon as someone chooses it, without a reload", async () => {
    await choose(page, "Español")
    await page.getByRole("heading", { level: 2, name: profile["profile.details"] ?? "", exact: true }).waitFor()
    await page.getByRole("button", { name: shell["shell.logout"] ?? "", exact: true }).waitFor()
    expect(await page.locator("html").getAttribute("lang")).toBe("es")
    expect(errors).toEqual([])
  })

  it.each(paths)("leaves no English word on %s", async (path) => {
    await open(page, path)
    const isLeft = (text: string): boolean => english.has(text) && !spanish.has(text) && !sent.includes(text)
    expect((await shownTexts(page)).filter(isLeft)).toEqual([])
  })

  it("comes to a form in another tab without what is written there being lost", async () => {
    const other = await page.context().newPage()
    await other.goto(`${demo.app.url}/profile`)
    await other.locator("#profile-displayName").fill("Half a name")
    await choose(page, "English")
    await other.getByRole("button", { name: words["shell.logout"], exact: true }).waitFor()
    await choose(page, "Español")
    await other.getByRole("button", { name: shell["shell.logout"] ?? "", exact: true }).waitFor()
    expect(await other.locator("#profile-displayName").inputValue()).toBe("Half a name")
    await other.close()
  })

  it("is English, and says so, where its words do not come", async () => {
    const file = /\/assets\/spanish-/
    await page.route(file, (route) => route.abort())
    await page.goto(`${demo.app.url}/dashboard`)
    await page.getByRole("heading", { level: 1, name: words["route.dashboard"] }).waitFor()
    await page.getByRole("region", { name: "Notifications" }).getByText(words["shell.noTranslation"]).waitFor()
    expect(await page.locator("html").getAttribute("lang")).toBe("en")
    await page.unroute(file)
  })

  it("is what the device speaks from then on: after a reload, and to who signs out", async () => {
    await page.reload()
    await page.getByRole("button", { name: shell["shell.logout"] ?? "", exact: true }).click()
    await page.getByRole("button", { name: spanishScreens.screens.signIn.action, exact: true }).waitFor()
    expect(await page.locator("html").getAttribute("lang")).toBe("es")
    await page.goto(`${demo.app.url}/sessionOut`)
    await page.getByRole("heading", { name: spanishScreens.screens.sessionOut.message }).waitFor()
    await page.goto(`${demo.app.url}/accountLocked`)
    await page.getByText(spanishScreens.loginMessages.locked).waitFor()
  })
})

/** Names and dates that the browser itself says in Spanish. */
const ofBrowser = new Set(
  Array.from({ length: 366 }, (_, day) => Date.UTC(2026, 0, 1 + day, day % 24))
    .flatMap((at) =>
      ["America/Los_Angeles", "America/New_York", "America/Denver", "America/Chicago"].flatMap((timeZone) => [
        new Intl.DateTimeFormat("es-PR", { dateStyle: "full", timeStyle: "full", timeZone }).format(at),
        new Intl.DateTimeFormat("es-PR", {
          month: "short",
          weekday: "short",
          timeZoneName: "longGeneric",
          timeZone,
        }).format(at),
      ]),
    )
    .concat(
      ["en", "es", "zh", "vi", "tl", "ko", "ru", "ar", "fr", "pt", "de", "ht", "hi"].map(
        (tag) => new Intl.DisplayNames("es", { type: "language" }).of(tag) ?? "",
      ),
    )
    .flatMap((text) => text.match(/\p{L}+/gu) ?? []),
)
/** What stands on keys, and names of the product. */
const names = new Set(["Enter", "Esc", "Ctrl", "Admin View"])

/** The words of no language, in place of those of Spanish. */
const pseudoLanguage = `export const spanish = {
  words: ${JSON.stringify(pseudo(words))},
  say: (english) => "⟦" + english + "⟧",
  monthFirst: (intl) => intl,
}`

describe("the interface in a language of marked words, written from right to left", () => {
  beforeAll(async () => {
    await page.route(/\/assets\/spanish-/, (route) =>
      route.fulfill({ contentType: "text/javascript", body: pseudoLanguage }),
    )
    await page.goto(demo.app.url)
    await page.getByRole("button", { name: spanishScreens.screens.signIn.action, exact: true }).click()
    await fillSignIn(page, demo.app.url, email)
    await page.getByRole("heading", { level: 1, name: "⟦" }).waitFor()
  })

  it.each(paths)("has no word of code on %s, and stays within the window", async (path) => {
    await open(page, path)
    await page.evaluate(() => void (document.documentElement.dir = "rtl"))
    const whole = new Set(sent)
    const isKnown = (part: string): boolean =>
      names.has(part) ||
      sent.some((one) => one.includes(part)) ||
      (part.match(/\p{L}+/gu) ?? []).every((word) => ofBrowser.has(word))
    const isOfCode = (text: string): boolean =>
      !/[⟦⟧·]/.test(text) &&
      !isKnown(text) &&
      !text.split(/[,:(]\s*/).every(isKnown) &&
      // Someone's names, each a field of its own.
      !text.split(" ").every((one) => whole.has(one))
    expect((await shownTexts(page)).filter(isOfCode)).toEqual([])
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(animationsEnded)
      expect.soft([width, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([width, width])
    }
    await page.setViewportSize({ width: 1280, height: 900 })
  })
})
