import { afterEach, describe, expect, it } from "vitest"
import type { Page } from "playwright"
import { words } from "#schemas/words.ts"
import { signIn } from "#tests/support/chromium.ts"
import { demoApp } from "#tests/support/demoApp.ts"

const demo = demoApp()
const open: Array<Page> = []
afterEach(async () => {
  for (const page of open.splice(0)) await page.context().close()
})

const signedIn = async (email: string): Promise<Page> => {
  const context = await demo.browser.newContext()
  const page = await context.newPage()
  open.push(page)
  await signIn(page, demo.app.url, email)
  await page.getByRole("heading", { name: words["shell.home"] }).waitFor()
  return page
}
const menu = (page: Page) => page.locator(".nav-bar")
const link = (page: Page, name: string) => menu(page).getByRole("link", { name, exact: true })

/** Opens the page of a user by their name in the list. */
const openUser = async (page: Page, name: string): Promise<void> => {
  await page.goto(`${demo.app.url}/user`)
  await page.getByRole("link", { name }).click()
  await page.getByRole("heading", { level: 1, name }).waitFor()
}

describe("a user whom an administrator changes while they work", () => {
  it("sees the menu follow in every tab and is told, loses a page, and is shut out", async () => {
    const admin = await signedIn("people@northwind.test")
    const user = await signedIn("user@northwind.test")
    const second = await user.context().newPage()
    await second.goto(`${demo.app.url}/report`)
    await link(second, "report").waitFor()
    expect(await link(user, "campaign").isVisible()).toBe(false)

    await openUser(admin, "Uma User")
    await admin.getByRole("link", { name: words["user.edit"], exact: true }).click()
    await admin.getByRole("checkbox", { name: "Outreach" }).check()
    await admin.getByRole("button", { name: words["user.save"] }).click()
    await admin.getByRole("heading", { level: 1, name: "Uma User" }).waitFor()
    await link(user, "campaign").waitFor()
    await link(second, "campaign").waitFor()
    await user.getByRole("region", { name: "Notifications" }).getByText(words["shell.rightsChanged"]).waitFor()

    await admin.getByRole("link", { name: words["user.edit"], exact: true }).click()
    await admin.getByRole("checkbox", { name: "Outreach" }).uncheck()
    await admin.locator("#user-accessIds-4").uncheck()
    await admin.getByRole("button", { name: words["user.save"] }).click()
    await second.getByRole("heading", { name: "Access Denied" }).waitFor()
    await link(user, "campaign").waitFor({ state: "detached" })

    await openUser(admin, "Uma User")
    await admin.getByRole("button", { name: words["part.more"] }).click()
    await admin.getByRole("button", { name: words["user.lock"], exact: true }).click()
    await admin.getByRole("dialog").getByRole("button", { name: words["user.lock"], exact: true }).click()
    await admin.getByText(words["user.locked"]).first().waitFor()
    await user.waitForURL("**/accountLocked")
  })
})
