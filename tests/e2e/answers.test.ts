import type { Page } from "playwright"
import { beforeAll, describe, expect, it } from "vitest"
import type { Handset, HandsetSummary } from "#schemas/administration/demo.ts"
import { words } from "#schemas/words.ts"
import { openPage, signIn } from "#tests/support/chromium.ts"
import { demoApp } from "#tests/support/demoApp.ts"
import { ask, get, type Place } from "./paths/things.ts"

const demo = demoApp()
let page: Page
let staff: Place
let handset: Handset

const readHandset = (phone: string) => ask<Handset>(staff, "POST", "Demo/GetHandset", { phone })

beforeAll(async () => {
  const opened = await openPage(demo.browser)
  page = opened.page
  await signIn(page, demo.app.url, "admin@northwind.test")
  await page.waitForURL("**/dashboard")
  staff = { page, context: page.context(), origin: demo.app.url }
  const [texted] = await get<ReadonlyArray<HandsetSummary>>(staff, "Demo/GetHandsets")
  handset = await readHandset(texted?.phone ?? "")
})

// One conversation, in order: each step goes on where the last one ended.
describe("a conversation with a patient", () => {
  const answerLink = () => page.getByRole("link", { name: `Answer ${handset.patient}`, exact: true })

  it("begins with what the patient wrote, and takes an answer once someone decided that it is no opt-out", async () => {
    await ask(staff, "POST", "Demo/SendReply", {
      ...{ phone: handset.phone, to: handset.senders[0], text: "please stop, or is it about my daughter?" },
    })
    await page.goto(`${demo.app.url}/database`)
    await answerLink().click()
    await page.getByRole("heading", { name: `Conversation with ${handset.patient}` }).waitFor()
    await page.getByText(words["conversation.refused"], { exact: true }).waitFor()
    expect(await page.locator(".conversation-theirs").last().innerText()).toContain("is it about my daughter?")
    expect(await page.locator("#answer-text").count()).toBe(0)
    await page.getByRole("button", { name: `Keep texting ${handset.patient}` }).click()
    await page.locator("#answer-text").waitFor()
  })

  it("keeps what is written from being lost on the way out", async () => {
    await page.locator("#answer-text").fill("It is about your daughter.")
    await page.getByRole("button", { name: words["part.cancel"], exact: true }).click()
    await page.getByRole("dialog", { name: words["leave.title"] }).waitFor()
    await page.getByRole("button", { name: words["leave.stay"] }).click()
    expect(await page.locator("#answer-text").inputValue()).toBe("It is about your daughter.")
  })

  it("is answered from the field by its key", async () => {
    await page.locator("#answer-text").press("Control+Enter")
    await page.getByText(words["conversation.sent"], { exact: true }).first().waitFor()
    const answer = page.locator(".conversation-ours").last()
    await answer.getByText("It is about your daughter.").waitFor()
    await answer.getByText(words["answer.state.delivered"]).waitFor()
    expect(await answer.innerText()).toContain("Nora Admin")
  })

  it("reaches the phone with the signature under it", async () => {
    const texts = async () => (await readHandset(handset.phone)).messages
    await expect
      .poll(async () => (await texts()).filter(({ direction }) => direction === "toPhone").at(-1)?.text)
      .toBe("It is about your daughter.\nNora, Northwind Clinics")
  })
})
