import type { Page } from "playwright"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { HandsetSummary } from "#schemas/administration/demo.ts"
import { openPage, signIn } from "#tests/support/chromium.ts"
import { demoApp } from "#tests/support/demoApp.ts"
import { speakingProgram } from "#tests/support/speechServices.ts"
import { demoIds } from "#tests/support/seededDemo.ts"
import { translatingProgram } from "#tests/support/translationServices.ts"
import { heading, inspect, thing, toast, type Journey } from "./mainJob/journey.ts"
import { ask, get, newTemplate, type Place } from "./paths/things.ts"

const service = await translatingProgram((text) => text.replace("Hi", "Hola").replace("here", "le escribe"))
const speech = await speakingProgram()
const demo = demoApp({ env: { ...service.env, ...speech.env } })
let page: Page
let journey: Journey

beforeAll(async () => {
  page = (await openPage(demo.browser)).page
  journey = { page, origin: demo.app.url, violations: [] }
  await signIn(page, demo.app.url, "admin@northwind.test")
  await heading(page, "Home")
})
afterAll(() => Promise.all([service.close(), speech.close()]))

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

/** Says who calls, and hangs up. */
const greeting = {
  ...{ ringSeconds: 30, retries: [], voicemail: { _tag: "TryLater" } },
  steps: [
    {
      ...{ _tag: "Say", stepId: 1, name: "Greeting", next: 2 },
      prompt: { _tag: "Speech", text: "Hi {{ firstName }}, {{ companyName }} here. To stop, tell us." },
    },
    { _tag: "HangUp", stepId: 2, name: "Hang up" },
  ],
}

/** The next day at 10 in Honolulu, when every state may be called. */
const whenAllMayBeCalled = (): string => {
  const at = new Date()
  at.setUTCDate(at.getUTCDate() + 1)
  at.setUTCHours(20, 0, 0, 0)
  return at.toISOString()
}

// One call flow from the draft to the phone, in order: each step goes on where the last one ended.
describe("a call flow that is translated by machine", () => {
  const name = "Greeting for everyone"
  let place: Place
  let phone = ""

  it("is drafted, given a voice, heard, written over and approved", async () => {
    place = { page, context: page.context(), origin: demo.app.url }
    const { id } = await get<{ readonly id: number }>(place, "Campaign/GenerateId", { type: "Template" })
    const { hashedId } = await ask<{ readonly hashedId: string }>(place, "POST", "Outreach/SaveIvr", {
      ...{ companyId: demoIds.northwind, templateId: id, name, purpose: "Survey", flow: greeting },
    })
    await page.goto(`${demo.app.url}/translate?id=${hashedId}&language=es`)
    await press("Translate by LibreTranslate")
    await toast(page, "Translation saved")
    await says("Machine: LibreTranslate")
    const words = thing(page).getByRole("textbox", { name: "Greeting, in Spanish", exact: true })
    expect(await words.inputValue()).toMatch(/^Hola \{\{ firstName \}\}, \{\{ companyName \}\} le escribe/)
    await thing(page).getByLabel("Voice", { exact: true }).selectOption("polly:Lupe-Neural")
    await thing(page).getByLabel("Speed", { exact: true }).selectOption("0.85")
    await press("Hear it")
    const sound = thing(page).getByLabel("What is heard")
    await expect
      .poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration), { timeout: 20_000 })
      .toBeGreaterThan(0.5)
    await inspect(journey, "a call flow's words, heard")
    await press("Save translation")
    await toast(page, "Translation saved")
    await says("Read over")
    await press("Approve")
    await says("Approved")
    expect(journey.violations).toEqual([])
  })

  it("is published, and called out to a person who speaks the language, in it", async () => {
    const known = await get<ReadonlyArray<HandsetSummary>>(place, "Demo/GetHandsets")
    phone = known[0]?.phone ?? ""
    await ask(place, "POST", "Demo/MoveClock", { now: whenAllMayBeCalled() })
    const buffer = Buffer.from(`MRN,First Name,Last Name,Mobile Phone,Language\nES-1,Luz,Hispana,${phone},es`)
    await page.goto(`${demo.app.url}/database?import=`)
    await page.getByLabel("Upload a list").setInputFiles({ name: "es.csv", mimeType: "text/csv", buffer })
    await page.getByLabel("Name of the list").fill("Speaks Spanish")
    await page.getByRole("button", { name: "Check rows" }).click()
    await page.getByRole("button", { name: "Import 1 person" }).click()
    await page.getByRole("link", { name: "Use in a campaign" }).waitFor()
    await page.goto(`${demo.app.url}/ivr`)
    await page.getByRole("link", { name, exact: true }).click()
    await heading(page, name)
    await press("Publish")
    await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click()
    await toast(page, "Call flow published")
    await thing(page).getByRole("link", { name: "Use in campaign" }).click()
    await heading(page, "New campaign")
    await page.getByLabel("Name", { exact: true }).fill("Calls in Spanish")
    await press("Next: people")
    const list = page.getByLabel("List", { exact: true })
    await list.selectOption(await list.locator("option", { hasText: "Speaks Spanish" }).getAttribute("value"))
    await press("Next: when and how fast")
    await press("Next: check")
    await page.keyboard.press("Control+Enter")
    await page.getByRole("button", { name: "Launch", exact: true }).waitFor()
    // Calls to a phone in the hand wait for what is pressed there.
    const held = await page.context().newPage()
    await held.goto(`${demo.app.url}/dev/handset`)
    await held.getByLabel("Search by name or number").fill(phone)
    await held.getByRole("button", { name: phone }).click()
    await held.getByRole("button", { name: "Send reply" }).waitFor()
    await page.bringToFront()
    await page.getByRole("button", { name: "Launch", exact: true }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Launch", exact: true }).click()
    await toast(page, "Campaign launched")

    await held.getByRole("button", { name: "Answer" }).click()
    await held.getByText(/^Hola Luz, Northwind Clinics le escribe/).waitFor()
    await held.getByText("Over", { exact: true }).first().waitFor()
    expect(await held.getByText(/^Hi Luz/).count()).toBe(0)
  })
})
