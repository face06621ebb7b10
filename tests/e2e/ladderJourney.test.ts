import type { Page } from "playwright"
import { beforeAll, describe, expect, it } from "vitest"
import { byKeyboard } from "#tests/support/byKeyboard.ts"
import { openPage, signIn } from "#tests/support/chromium.ts"
import { demoApp } from "#tests/support/demoApp.ts"
import { cellsOf, figure, heading, inspect, thing, toast, type Journey } from "./mainJob/journey.ts"
import { ask, type Place } from "./paths/things.ts"
import {
  answerText,
  bookByLink,
  importPeople,
  linkIn,
  openClinic,
  patience,
  publishInvitation,
  quietPhones,
  textOn,
} from "./patients.ts"

const day = 24 * 3_600_000
/** Tomorrow at 20:00 UTC: all of the United States may be texted and called. */
const tomorrow = Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), new Date().getUTCDate() + 1, 20)
const [ada, ben, cyd] = quietPhones
const ladder = "Visits in two steps"
const clinic = "Harbor Street clinic"
const invitation = "book your visit"

const demo = demoApp()
let journey: Journey
let page: Page
let staff: Place
let phone: Page
let keyboard: ReturnType<typeof byKeyboard>

const moveClock = (millis: number) => ask(staff, "POST", "Demo/MoveClock", { now: new Date(millis).toISOString() })

beforeAll(async () => {
  const opened = await openPage(demo.browser)
  page = opened.page
  journey = { page, origin: demo.app.url, violations: [] }
  keyboard = byKeyboard(page)
  await signIn(page, demo.app.url, "admin@northwind.test")
  await heading(page, "Home")
  staff = { page, context: page.context(), origin: demo.app.url }
  phone = await page.context().newPage()
  phone.setDefaultTimeout(30_000)
})

/** Types into a field, or chooses by the first letters, where several fields have the same name. */
const typeAt = async (field: string, text: string): Promise<void> => {
  await keyboard.reachId(`multi-${field}`)
  await page.keyboard.type(text)
}

// One ladder from its first word to its end, in order: each step goes on where the last one ended.
describe("a ladder's way from the keyboard to the report", () => {
  it("begins with a list, a clinic that can be booked and an invitation to it", async () => {
    await moveClock(tomorrow)
    await openClinic(staff, clinic, new Date(tomorrow + 6 * day).toISOString().slice(0, 10))
    await publishInvitation(staff, "Ladder invitation")
    expect(await importPeople(staff, "Ladder people", { Ada: ada, Ben: ben, Cyd: cyd })).toBeGreaterThan(0)
  })

  it("is built by the keyboard alone, and shows every path that a person can take", async () => {
    await page.bringToFront()
    const { command, type, press } = keyboard
    await command("New multi-campaign")
    await heading(page, "Multi-campaign")
    await type("Name", ladder)
    await typeAt("listId", "Ladder people")
    await typeAt("steps-0-templateId", "Ladder invitation")
    await press("Add a call")
    await typeAt("steps-1-templateId", "Visit survey")
    await typeAt("steps-1-onlyIf", "have not booked")
    await expect.poll(() => page.locator(".checks-problem").count(), patience).toBe(0)
    const paths = await cellsOf(page.locator(".ladder-paths"))
    expect(paths.map(([way, end]) => [way, end])).toEqual(
      expect.arrayContaining([
        ["text on day 0", "Booked"],
        ["text on day 0", "Replied"],
        ["text on day 0, call on day 2 up to 5 times", "Opted out"],
        ["text on day 0, call on day 2 up to 5 times", "Never answered"],
      ]),
    )
    await inspect(journey, "ladder editor")
  })

  it("is simulated on people of its list, while no one is sent anything", async () => {
    await keyboard.press("Simulate")
    await page.getByText("3 people, drawn by chance; nothing was sent").waitFor()
    await page.getByText("Person 1 of 3").waitFor()
    await inspect(journey, "simulated ladder")
    await phone.goto(`${demo.app.url}/dev/handset`)
    expect(await phone.getByText(invitation).count()).toBe(0)
  })

  it("is saved and launched", async () => {
    await page.bringToFront()
    await keyboard.press("Save multi-campaign")
    await heading(page, ladder)
    await keyboard.press("Launch")
    await page.getByRole("dialog").getByText("3 people go through").waitFor()
    await keyboard.inDialog("Launch")
    await toast(page, "Campaign launched")
    await expect.poll(() => thing(page).getByText("Running", { exact: true }).count(), patience).toBe(1)
  })

  it("is drawn as a chart, with its steps and what leads on in words", async () => {
    await thing(page).getByRole("link", { name: "Chart", exact: true }).click()
    const picture = page.frameLocator(`iframe[title="Chart of ${ladder}"]`)
    await picture.getByText("Gets step 2.").waitFor()
    await picture.getByText("After 2 days step 2 for those who have not booked.").waitFor()
    expect(await picture.getByText("The time has come, gets a step").count()).toBe(2)
    expect(await picture.getByText(/WaitOver|getsAStep/u).count()).toBe(0)
    await inspect(journey, "drawn ladder")
    await thing(page).getByRole("link", { name: "Ladder", exact: true }).click()
  })

  it("ends for who books by the link of the text, and for who answers it", async () => {
    const { page: patient, close } = await openPage(demo.browser)
    await bookByLink(patient, await linkIn(phone, demo.app.url, ada, invitation), clinic)
    await close()
    await answerText(phone, demo.app.url, ben, invitation, "I would rather come in spring")
    await expect.poll(() => figure(page, "Booked"), patience).toBe(1)
    await expect.poll(() => figure(page, "Replied"), patience).toBe(1)
  })

  it("calls who did neither after two days, and ends with the key that they press", async () => {
    await textOn(phone, demo.app.url, cyd, invitation)
    await moveClock(tomorrow + 2 * day + 60_000)
    await phone.getByRole("button", { name: "Answer" }).click()
    await phone.getByText("How was your visit?").first().waitFor()
    await phone.getByRole("button", { name: "Press 1" }).click()
    await phone.getByText("Over", { exact: true }).first().waitFor()
    await page.bringToFront()
    await expect.poll(() => figure(page, "Replied"), patience).toBe(2)
    await thing(page).getByText("Completed", { exact: true }).first().waitFor()
  })

  it("is read by person and by step", async () => {
    await inspect(journey, "ladder that ended")
    await thing(page)
      .getByRole("link", { name: /^People/ })
      .click()
    const ends = async () =>
      (await cellsOf(thing(page).getByRole("table").first())).map(
        (cells) => /(Ada|Ben|Cyd).*?(Booked|Replied)/su.exec(cells.join(" "))?.slice(1).join(" ") ?? "",
      )
    await expect
      .poll(async () => (await ends()).toSorted(), patience)
      .toEqual(["Ada Booked", "Ben Replied", "Cyd Replied"])
    await inspect(journey, "people of a ladder")
    await thing(page).getByRole("link", { name: "Ladder", exact: true }).click()
    await thing(page).getByRole("link", { name: "See its campaign" }).last().click()
    await thing(page).getByRole("link", { name: "Recipients" }).click()
    const called = thing(page).getByRole("table", { name: "Recipients" })
    await called.getByText("Pressed 1").waitFor()
    expect(await cellsOf(called)).toHaveLength(1)
    expect(journey.violations).toEqual([])
  })
})
