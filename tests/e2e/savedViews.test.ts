import type { Page } from "playwright"
import { beforeAll, describe, expect, it } from "vitest"
import { addDays } from "#schemas/calendar.ts"
import { savedViewLimits } from "#schemas/reporting/savedView.ts"
import { words } from "#schemas/words.ts"
import { accessibilityViolations, fillSignIn, openPage, signIn } from "#tests/support/chromium.ts"
import { demoApp } from "#tests/support/demoApp.ts"
import type { Mail } from "#tests/support/signingIn.ts"
import { ask, type Place } from "./paths/things.ts"

const day = 24 * 3_600_000
/** Tomorrow at 20:00 UTC: in the zone of the demo's company it is past eight in the morning. */
const tomorrow = Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), new Date().getUTCDate() + 1, 20)
const today = new Date(tomorrow).toISOString().slice(0, 10)
const [from, to] = [addDays(today, -7), addDays(today, -1)]
const name = "Every morning"
const reader = "elaine.porter@northwind.test"

const demo = demoApp()
let page: Page
let staff: Place
let link = ""

const moveClock = (millis: number) => ask(staff, "POST", "Demo/MoveClock", { now: new Date(millis).toISOString() })
const heading = (text: string, on = page) => on.getByRole("heading", { level: 1, name: text, exact: true }).waitFor()
const mailsOfView = async (): Promise<ReadonlyArray<Mail>> => {
  const answer = await fetch(`${demo.app.url}/dev/mailbox`, { headers: { accept: "application/json" } })
  return ((await answer.json()) as ReadonlyArray<Mail>).filter(({ subject }) => subject.startsWith(name))
}

beforeAll(async () => {
  page = (await openPage(demo.browser)).page
  await signIn(page, demo.app.url, "admin@northwind.test")
  await heading("Home")
  staff = { page, context: page.context(), origin: demo.app.url }
})

// One view from the report to the mailed link, in order: each step goes on where the last one ended.
describe("a report that arrives by itself", () => {
  it("is saved from the report, with its days, its times and who receives it", async () => {
    await page.goto(`${demo.app.url}/report`)
    await page.getByRole("link", { name: words["report.saveView"] }).click()
    await heading(words["savedViews.editor.title"])
    await page.getByLabel(words["savedViews.name"]).fill(name)
    await page.getByLabel(words["savedViews.days"]).selectOption("last7")
    await page.getByLabel(words["savedViews.field.frequency"], { exact: true }).selectOption("weekly")
    const weekdays = page.getByRole("group", { name: words["savedViews.field.weekdays"] })
    for (const box of await weekdays.getByRole("checkbox").all()) await box.check()
    await page.getByLabel("Elaine Porter").check()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole("button", { name: words["savedViews.save"] }).click()
    await heading(words["savedViews.title"])
    const row = page.locator("tbody tr").filter({ hasText: name })
    await row.getByText("Elaine Porter").waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
  })

  it("is mailed at its time with its name and days, to that person alone", async () => {
    await moveClock(tomorrow)
    await expect.poll(mailsOfView, { timeout: 60_000 }).toHaveLength(1)
    const [mail] = await mailsOfView()
    expect(mail?.to).toBe(reader)
    link = /^http\S+#\S+$/m.exec(mail?.text ?? "")?.[0] ?? ""
    expect(link.startsWith("http")).toBe(true)
  })

  it("is shown by the mailed link for those days, once the person has signed in", async () => {
    const opened = await openPage(demo.browser)
    await opened.page.goto(`${demo.app.url}${link.slice(new URL(link).origin.length)}`)
    await opened.page.getByRole("button", { name: "Sign in" }).click()
    await fillSignIn(opened.page, demo.app.url, reader)
    await heading(words["report.title"], opened.page)
    await opened.page.waitForURL(`**/report?from=${from}&to=${to}`)
    await opened.page.locator(".figure-value").first().waitFor()
    expect(new URL(opened.page.url()).hash).toBe("")
    await opened.close()
  })

  it("is not shown by a link whose days are over: it says so, and leads to the report", async () => {
    await moveClock(tomorrow + (savedViewLimits.linkDays + 1) * day)
    await page.goto(`${demo.app.url}/report`)
    await page.goto(`${demo.app.url}${link.slice(new URL(link).origin.length)}`)
    await page.getByText("This link has expired").waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole("link", { name: words["savedViews.link.report"] }).click()
    await page.locator(".figure-value").first().waitFor()
  })
})
