import type { Page } from "playwright"
import { beforeAll, describe, expect, it } from "vitest"
import { words } from "#schemas/words.ts"
import { openPage, signIn } from "#tests/support/chromium.ts"
import { demoApp } from "#tests/support/demoApp.ts"

const demo = demoApp()
let page: Page

const main = () => page.getByRole("navigation", { name: "Main" })
const chip = () => page.getByRole("button", { name: words["purpose.ofNew"] })
const openNew = async (name: string) => {
  await page.getByRole("button", { name, exact: true }).click()
  return page.getByLabel(words["template.field.purpose"], { exact: true })
}

beforeAll(async () => {
  page = (await openPage(demo.browser)).page
  await signIn(page, demo.app.url, "admin@northwind.test")
  await page.waitForURL("**/dashboard")
})

describe("the purpose that someone works for", () => {
  it("is a survey at first, and chosen once for templates, call flows, campaigns and multi-campaigns", async () => {
    await main().getByRole("link", { name: "sms", exact: true }).click()
    await chip().waitFor()
    expect(await chip().innerText()).toContain("Survey")
    await chip().click()
    await page.getByRole("button", { name: "Reminder", exact: true }).click()
    expect(await chip().innerText()).toContain("Reminder")
    expect(await (await openNew(words["templates.new"])).inputValue()).toBe("Reminder")

    for (const [link, button] of [
      ["ivr", words["callFlows.new"]],
      ["campaign", words["campaigns.new"]],
    ] as const) {
      await main().getByRole("link", { name: link, exact: true }).click()
      await chip().waitFor()
      expect(await chip().innerText()).toContain("Reminder")
      expect(await (await openNew(button)).inputValue()).toBe("Reminder")
    }

    await main().getByRole("link", { name: "campaign", exact: true }).click()
    await page.getByRole("link", { name: words["multi.title"], exact: true }).click()
    expect(await (await openNew(words["multi.new"])).inputValue()).toBe("Reminder")
  })

  it("is a survey again once the page is loaded again, as nothing of outreach is kept in the browser", async () => {
    await page.goto(`${demo.app.url}/campaign`)
    await chip().waitFor()
    expect(await chip().innerText()).toContain("Survey")
  })
})
