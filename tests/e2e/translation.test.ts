import type { Page } from "playwright"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openPage, signIn } from "#tests/support/chromium.ts"
import { demoApp } from "#tests/support/demoApp.ts"
import { translatingProgram } from "#tests/support/translationServices.ts"
import { heading, inspect, thing, toast, type Journey } from "./mainJob/journey.ts"
import { newTemplate } from "./paths/things.ts"

const service = await translatingProgram((text) => text.replace("Hi", "Hola").replace("here", "le escribe"))
const demo = demoApp({ env: service.env })
let page: Page
let journey: Journey

beforeAll(async () => {
  page = (await openPage(demo.browser)).page
  journey = { page, origin: demo.app.url, violations: [] }
  await signIn(page, demo.app.url, "admin@northwind.test")
  await heading(page, "Home")
})
afterAll(() => service.close())

const press = (name: string) => thing(page).getByRole("button", { name, exact: true }).click()
const says = (text: string) => thing(page).getByText(text, { exact: true }).first().waitFor()
const written = () => thing(page).getByRole("textbox", { name: "Text in Spanish", exact: true }).inputValue()

describe("a text that is translated by machine", () => {
  it("is a draft of the service, read over and approved by a person, and replaced only after a question", async () => {
    const { hashedId } = await newTemplate({ page, context: page.context(), origin: demo.app.url })
    await page.goto(`${demo.app.url}/translate?id=${hashedId}&language=es`)
    await press("Translate by LibreTranslate")
    await toast(page, "Translation saved")
    await says("To read over")
    await says("Machine: LibreTranslate")
    const draft = await written()
    expect(draft).toMatch(/^Hola \{\{ firstName \}\}, \{\{ companyName \}\} le escribe\. Reply STOP/)
    await inspect(journey, "draft by machine")
    // The stand-in has no other words for the way back.
    await press("Translate back")
    await thing(page).locator("p[lang=en]").filter({ hasText: draft }).waitFor()
    await inspect(journey, "translated back")
    const field = thing(page).getByRole("textbox", { name: "Text in Spanish", exact: true })
    await field.fill(`${draft} Gracias.`)
    await thing(page).getByText("LibreTranslate says what this translation means").waitFor()
    await field.fill(draft)
    await press("Mark as read over")
    await says("Read over")
    await press("Approve")
    await says("Approved")
    await press("Translate by LibreTranslate")
    const dialog = page.getByRole("dialog", { name: "Translate it by machine?" })
    await dialog.waitFor()
    await inspect(journey, "question before a draft")
    await dialog.getByRole("button", { name: "Cancel", exact: true }).click()
    await dialog.waitFor({ state: "hidden" })
    await says("Approved")
    expect(await written()).toBe(draft)
    expect(journey.violations).toEqual([])
  })

  it("is one of those that are missing in a language, translated some at a time", async () => {
    const place = { page, context: page.context(), origin: demo.app.url }
    for (let made = 0; made < 11; made += 1) await newTemplate(place)
    await page.goto(`${demo.app.url}/translate`)
    await thing(page).getByRole("link", { name: "Translate what is missing", exact: true }).click()
    await heading(page, "Translate what is missing")
    await inspect(journey, "what is missing")
    await press("Start translating")
    await thing(page)
      .getByText(/^\d+ translated, \d+ not translated\.$/)
      .waitFor()
    expect(await thing(page).getByText("Draft", { exact: true }).count()).toBeGreaterThan(10)
    await inspect(journey, "what was missing")
    await thing(page).getByRole("row").last().getByRole("link").click()
    await says("Machine: LibreTranslate")
    expect(journey.violations).toEqual([])
  })
})
