import type { Locator, Page } from "playwright"
import { beforeAll, describe, expect, it } from "vitest"
import type { HandsetSummary } from "#schemas/administration/demo.ts"
import { byKeyboard } from "#tests/support/byKeyboard.ts"
import { chooseFilter } from "#tests/support/chooseFilter.ts"
import { openPage, signIn } from "#tests/support/chromium.ts"
import { demoApp } from "#tests/support/demoApp.ts"
import { cellsOf, figure, goByBar, heading, inspect, thing, toast, type Journey } from "./mainJob/journey.ts"

const flow = "Check-up call"
const campaign = "Check-up calls"
const list = "Two phones"

const demo = demoApp()
let journey: Journey
let page: Page
let keyboard: ReturnType<typeof byKeyboard>
let phones: ReadonlyArray<string> = []

beforeAll(async () => {
  const opened = await openPage(demo.browser)
  page = opened.page
  journey = { page, origin: demo.app.url, violations: [] }
  keyboard = byKeyboard(page)
  await signIn(page, demo.app.url, "admin@northwind.test")
  await heading(page, "Home")
})

/** Asks the server as the person who is signed in; with a body, it is to do something. */
const ask = <Data>(call: string, body?: object): Promise<Data> =>
  page.evaluate(
    async ([path, given]) => {
      const headers = { authorization: `Bearer ${localStorage.getItem("token")}`, "content-type": "application/json" }
      const sent = given === undefined ? {} : { method: "POST", body: given }
      const answer = await fetch(`/api/${path}`, { headers, ...sent })
      return ((await answer.json()) as { readonly data: never }).data
    },
    [call, body === undefined ? undefined : JSON.stringify(body)] as const,
  )

/** The next day at 10 in Honolulu, which is 3 or 4 in the afternoon of the East: every state may be called. */
const whenAllMayBeCalled = (): string => {
  const at = new Date()
  at.setUTCDate(at.getUTCDate() + 1)
  at.setUTCHours(20, 0, 0, 0)
  return at.toISOString()
}

/** Types into a field, or chooses by the first letters, where several fields have the same name. */
const typeAt = async (id: string, text: string): Promise<void> => {
  await keyboard.reachId(`callFlow-${id}`)
  await page.keyboard.type(text)
}
const openStep = async (stepId: number): Promise<void> => {
  await keyboard.reachId(`callFlow-step-${stepId}`)
  await page.keyboard.press("Enter")
  await page.locator(`#callFlow-step-${stepId}[aria-expanded=true]`).waitFor()
}
const fields = (): Locator => page.locator(".call-step-fields")

/** Waits for a sound that lasts longer than some seconds. */
const lasts = async (sound: Locator, seconds: number): Promise<void> => {
  await expect
    .poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration), { timeout: 20_000 })
    .toBeGreaterThan(seconds)
}

/** Makes a list of the two phones. */
const importPhones = async (): Promise<void> => {
  const rows = phones.map((phone, place) => `CALL-${place},Robin,Call${place},${phone}`)
  const buffer = Buffer.from(["MRN,First Name,Last Name,Mobile Phone", ...rows].join("\n"))
  await keyboard.command("Import a list")
  await heading(page, "Patients and imports")
  await page.getByLabel("Upload a list").setInputFiles({ name: "phones.csv", mimeType: "text/csv", buffer })
  await page.getByLabel("Name of the list").fill(list)
  await page.getByRole("button", { name: "Check rows" }).click()
  await page.getByRole("button", { name: "Import 2 people" }).click()
  await page.getByRole("link", { name: "Use in a campaign" }).waitFor()
}

/** Takes a phone in the hand in a window of its own; calls to it wait for what is pressed there. */
const holdPhone = async (phone: string): Promise<Page> => {
  const held = await page.context().newPage()
  held.setDefaultTimeout(30_000)
  await held.goto(`${demo.app.url}/dev/handset`)
  await held.getByLabel("Search by name or number").fill(phone)
  await held.getByRole("button", { name: phone }).click()
  await held.getByRole("button", { name: "Send reply" }).waitFor()
  return held
}

// One call flow from the first word to the report, in order: each step goes on where the last one ended.
describe("a call flow's way from the outline to the report", () => {
  it("is written by the keyboard alone, with a menu, a key that stops the calls and a message for voicemails", async () => {
    const { type, press, command } = keyboard
    await command("New call flow")
    await heading(page, "Write a call flow")
    await type("Name", flow)
    await typeAt("flow-callerId", "Calls")
    await press("Menu")
    await type("What it says", "Press 1 if you come, or 9 for no more calls.")
    await press("Stop the calls")
    await typeAt("flow-steps-2-next", "2. Hang")
    await openStep(3)
    await typeAt("flow-steps-1-keys-0-next", "2. Hang")
    await press("Add a key")
    await typeAt("flow-steps-1-keys-1-key", "9")
    await typeAt("flow-steps-1-keys-1-next", "4. Stop")
    await typeAt("flow-steps-1-otherwise", "2. Hang")
    await openStep(1)
    await typeAt("flow-steps-0-next", "3. Menu")
    await typeAt("flow-voicemail", "Leave")
    await typeAt("flow-voicemail-prompt-text", "This is {{ companyName }}. We will call again.")
    // Half under the top bar, a link counts as too small.
    await page.getByRole("heading", { level: 1 }).scrollIntoViewIfNeeded()
    await inspect(journey, "call flow editor")
    // What is recorded next says nothing yet.
    await expect
      .poll(() => page.locator(".checks-problem").allInnerTexts())
      .toEqual([expect.stringContaining("Write what “Stop the calls” says, or give it a recording.")])
  })

  it("is heard, and one of its steps is recorded with the microphone", async () => {
    const { press } = keyboard
    await press("Hear it")
    await lasts(page.getByLabel("What is heard"), 2)
    await openStep(4)
    await press("Record with the microphone")
    await fields().getByRole("button", { name: "Stop", exact: true }).waitFor()
    await fields()
      .getByText(/^0:(?!00)\d\d of 2:00 at most$/)
      .waitFor()
    await inspect(journey, "recording")
    await press("Stop")
    await lasts(page.getByLabel("Your recording"), 0.9)
    await press("Use this recording")
    await fields().getByText("What it says: A recording").waitFor()
    expect(await page.locator(".checks-problem").count()).toBe(0)
    await press("Save draft")
    await toast(page, "Call flow saved")
    await heading(page, flow)
  })

  it("is tried: key 9 stops the calls, then it hangs up", async () => {
    const { press } = keyboard
    await press("Try it")
    for (const next of ["A person answers", "Go on", "Press 9", "Go on", "Go on"]) {
      await page.getByRole("button", { name: next, disabled: false }).waitFor()
      await press(next)
    }
    const transcript = page.getByRole("list", { name: "Transcript" })
    await transcript.getByText("Calls to this person stop from here on.").waitFor()
    await transcript.getByText("We hang up").waitFor()
    expect(await transcript.getByText("Pressed 9").count()).toBe(1)
  })

  it("calls the person who tries it: the phone rings, takes a key, and the page follows until it is over", async () => {
    const { press, type } = keyboard
    const known = await ask<ReadonlyArray<HandsetSummary>>("Demo/GetHandsets")
    const own = known[2]?.phone ?? ""
    const held = await holdPhone(own)
    await page.bringToFront()
    const part = page.locator("section").filter({ has: page.getByRole("heading", { name: "On a phone" }) })
    await part.getByRole("button", { name: "Call me" }).focus()
    await page.keyboard.press("Enter")
    await type("Your phone", own)
    await page.keyboard.press("Enter")
    await part.getByText(/^(Calling .*…|.* rings\.)$/).waitFor()
    await held.getByRole("button", { name: "Answer" }).click()
    await held.getByText("Press 1 if you come, or 9 for no more calls.").waitFor()
    await part.getByText("answered. Listen there, and press its keys.").waitFor()
    await inspect(journey, "call to the person who tries it")
    await held.getByRole("button", { name: "Press 9" }).click()
    await held.getByText("Over", { exact: true }).first().waitFor()
    await part.getByText(/^The call is over after \d+ seconds?\.$/).waitFor()
    // Key 9 stopped nothing: the same phone can be called again.
    await press("Call me again")
    await page.getByLabel("Your phone").press("Enter")
    await held.getByRole("button", { name: "Decline" }).click()
    await part.getByText("The line was busy.").waitFor()
    await held.close()
    expect(journey.violations).toEqual([])
  })

  it("is published, and a campaign for two people is launched from its page", async () => {
    const known = await ask<ReadonlyArray<HandsetSummary>>("Demo/GetHandsets")
    phones = known.map(({ phone }) => phone).slice(0, 2)
    expect(new Set(phones).size).toBe(2)
    await ask("Demo/MoveClock", { now: whenAllMayBeCalled() })
    await importPhones()
    await goByBar(page, "ivr")
    await page.getByRole("link", { name: flow }).click()
    await heading(page, flow)
    const { type, press, inDialog } = keyboard
    await press("Publish")
    await inDialog("Publish")
    await toast(page, "Call flow published")
    await press("Use in campaign")
    await heading(page, "New campaign")
    await type("Name", campaign)
    await press("Next: people")
    await type("List", list)
    await press("Next: when and how fast")
    await page.getByText("(564) 555-0104 is the caller ID of the call flow.").waitFor()
    expect(await page.getByLabel("Sending number").locator("option:checked").innerText()).toContain("(564) 555-0104")
    await press("Next: check")
    await page.keyboard.press("Control+Enter")
    await page.getByRole("button", { name: "Launch" }).waitFor()
  })

  it("calls both: one presses the key, the other's voicemail gets the message", async () => {
    const [first, second] = [await holdPhone(phones[0] ?? ""), await holdPhone(phones[1] ?? "")]
    await keyboard.press("Launch")
    await keyboard.inDialog("Launch")
    await toast(page, "Campaign launched")

    await first.getByRole("button", { name: "Answer" }).click()
    await first.getByText("Press 1 if you come, or 9 for no more calls.").waitFor()
    await first.getByRole("button", { name: "Press 9" }).click()
    await first.getByLabel("Sound of the call").waitFor()
    await first.getByText("Over", { exact: true }).first().waitFor()
    await second.getByRole("button", { name: "Send to voicemail" }).click()
    await second.getByText("We will call again.").waitFor()
    await second.getByText("Over", { exact: true }).first().waitFor()
    expect(await second.getByText("Beep").count()).toBe(1)
  })

  it("is read in the report: both were reached, and one opted out of calls", async () => {
    await thing(page).getByText("Completed", { exact: true }).first().waitFor()
    await thing(page).getByRole("link", { name: "Recipients" }).click()
    const people = thing(page).getByRole("table", { name: "Recipients" })
    await people.getByText("Pressed 9").waitFor()
    expect(await cellsOf(people)).toHaveLength(2)
    await inspect(journey, "recipients of calls")
    await goByBar(page, "report")
    await heading(page, "Report")
    await chooseFilter(page, "Campaign", campaign)
    await thing(page)
      .locator(".page-lead")
      .filter({ hasText: `${campaign}, ` })
      .waitFor()
    expect([await figure(page, "People"), await figure(page, "Opted out")]).toEqual([2, 1])
    expect(journey.violations).toEqual([])
  })
})
