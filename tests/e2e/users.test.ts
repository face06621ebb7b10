import { afterEach, describe, expect, it } from "vitest"
import type { Page } from "playwright"
import { words } from "#schemas/words.ts"
import { signIn } from "#tests/support/chromium.ts"
import { mailedLink } from "#tests/support/mailedCode.ts"
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
const password = "a quiet lamp by the sea"

/** Takes the invitation that was mailed to an address, in a browser of its own, and signs in. */
const join = async (email: string, name: string): Promise<Page> => {
  const context = await demo.browser.newContext()
  const page = await context.newPage()
  open.push(page)
  await page.goto(await mailedLink(demo.app.url, email))
  await page.getByLabel("Your name").fill(name)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: "Your account is ready" }).waitFor()
  await signIn(page, demo.app.url, email, password)
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

describe("a user whom an administrator invites, and changes while they work", () => {
  it("joins by mail, sees the menu follow in every tab and is told, loses a page, and is shut out", async () => {
    const admin = await signedIn("people@northwind.test")
    await admin.goto(`${demo.app.url}/user?invite=`)
    await admin.getByLabel(words["invitation.field.email"]).fill("ina.berg@northwind.test")
    await admin.getByLabel(words["user.field.displayName"], { exact: true }).fill("Ina")
    for (const right of [4, 14]) await admin.locator(`#invitation-accessIds-${right}`).check()
    await admin.getByRole("button", { name: words["invitation.send"] }).click()
    await admin.getByRole("link", { name: words["users.tab.invitations"] }).waitFor()
    await admin.getByText("ina.berg@northwind.test").first().waitFor()
    const user = await join("ina.berg@northwind.test", "Ina Berg")
    const second = await user.context().newPage()
    await second.goto(`${demo.app.url}/report`)
    await link(second, "report").waitFor()
    expect(await link(user, "campaign").isVisible()).toBe(false)

    await openUser(admin, "Ina Berg")
    await admin.getByRole("link", { name: words["user.edit"], exact: true }).click()
    await admin.getByRole("checkbox", { name: "Outreach" }).check()
    await admin.getByRole("button", { name: words["user.save"] }).click()
    await admin.getByRole("heading", { level: 1, name: "Ina Berg" }).waitFor()
    await link(user, "campaign").waitFor()
    await link(second, "campaign").waitFor()
    await user.getByRole("region", { name: "Notifications" }).getByText(words["shell.rightsChanged"]).waitFor()

    await admin.getByRole("link", { name: words["user.edit"], exact: true }).click()
    await admin.getByRole("checkbox", { name: "Outreach" }).uncheck()
    await admin.locator("#user-accessIds-4").uncheck()
    await admin.getByRole("button", { name: words["user.save"] }).click()
    await second.getByRole("heading", { name: "Access Denied" }).waitFor()
    await link(user, "campaign").waitFor({ state: "detached" })

    await openUser(admin, "Ina Berg")
    await admin.getByRole("button", { name: words["part.more"] }).click()
    await admin.getByRole("button", { name: words["user.lock"], exact: true }).click()
    await admin.getByRole("dialog").getByRole("button", { name: words["user.lock"], exact: true }).click()
    await admin.getByText(words["user.locked"]).first().waitFor()
    await user.waitForURL("**/accountLocked")
  })
})
