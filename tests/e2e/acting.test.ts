import type { Page } from "playwright"
import { describe, expect, it } from "vitest"
import { signIn } from "#tests/support/chromium.ts"
import { demoApp } from "#tests/support/demoApp.ts"

const demo = demoApp()

const strip = (page: Page) => page.getByText("You work for Harbor Dental.")

describe("a Super Admin who works for another company", () => {
  it("sees so on every page and in every tab, works with that company's things, and goes back", async () => {
    const context = await demo.browser.newContext()
    const page = await context.newPage()
    await signIn(page, demo.app.url, "super@adminview.test")
    await page.getByRole("heading", { name: "Home" }).waitFor()
    const other = await context.newPage()
    await other.goto(`${demo.app.url}/sms`)
    await other.getByText("No templates yet").waitFor()

    await page.getByRole("link", { name: "Global", exact: true }).click()
    await page.getByRole("link", { name: "Harbor Dental", exact: true }).click()
    await page.getByRole("button", { name: "Work for this company" }).click()
    await strip(page).waitFor()
    await page.getByRole("link", { name: "sms", exact: true }).click()
    await page.locator(".row-link").first().waitFor()
    expect(await strip(page).isVisible()).toBe(true)
    expect(await page.locator(".letterhead .company").innerText()).toBe("Admin View")
    expect(await page.locator(".letterhead .identity-type").innerText()).toBe("Super Admin")

    await strip(other).waitFor()
    await other.getByRole("link", { name: "sms", exact: true }).click()
    await other.locator(".row-link").first().waitFor()

    await page.reload()
    await strip(page).waitFor()
    await page.getByRole("button", { name: "Back to Admin View" }).dblclick()
    await page.getByRole("heading", { name: "Home" }).waitFor()
    await expect.poll(() => strip(page).count()).toBe(0)
    await expect.poll(() => strip(other).count()).toBe(0)
    await context.close()
  })
})
