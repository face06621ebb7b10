import { describe, expect, it } from "vitest"
import type { Page } from "playwright"
import { signIn } from "#tests/support/chromium.ts"
import { demoApp } from "#tests/support/demoApp.ts"

const demo = demoApp()

/** The report on the screen, in the dark, as wide as a sheet of paper between its margins. */
const openReport = async (): Promise<Page> => {
  const context = await demo.browser.newContext({ viewport: { width: 688, height: 1017 }, colorScheme: "dark" })
  const page = await context.newPage()
  await signIn(page, demo.app.url, "admin@northwind.test")
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor()
  await page.goto(`${demo.app.url}/report?from=2026-11-01&to=2026-11-20`)
  await page.locator(".figure-value").first().waitFor()
  return page
}

/** What of the page is seen, besides the page's own part, and what of it reaches over the edge. */
const surroundings = () => {
  const content = document.querySelector("#content")
  const isSeen = (element: Element): boolean => element.checkVisibility() && element.textContent !== ""
  return {
    around: [...document.body.querySelectorAll("*")]
      .filter((one) => isSeen(one) && !one.contains(content) && content?.contains(one) !== true)
      .map((one) => one.className),
    pressed: [...document.querySelectorAll("button, input, select, [popover]")].filter(isSeen).length,
    over: [...document.querySelectorAll("#content table")].filter(
      (table) => table.checkVisibility() && table.getBoundingClientRect().right > innerWidth,
    ).length,
    colors: [getComputedStyle(document.documentElement).backgroundColor, getComputedStyle(document.body).color],
  }
}

describe("a printed report", () => {
  it("says whose it is and of which days, black on white, with nothing to press and no table cut", async () => {
    const page = await openReport()
    const letterhead = page.locator(".report-letterhead")
    const meaning = page.getByText("The message reached the phone.")
    expect([await letterhead.isVisible(), await meaning.isVisible()]).toEqual([false, false])
    await page.emulateMedia({ media: "print", colorScheme: "dark" })
    await expect.poll(() => letterhead.isVisible()).toBe(true)
    expect(await letterhead.innerText()).toMatch(
      /Northwind Clinics\s+All campaigns, Nov 1, 2026[^]* to Nov 20, 2026[^]*As of \w+ \d+, \d{4}/,
    )
    expect(await page.evaluate(surroundings)).toEqual({
      around: [],
      pressed: 0,
      over: 0,
      colors: ["rgb(255, 255, 255)", "rgb(20, 33, 31)"],
    })
    for (const title of ["By day", "From list to answer", "By campaign", "Appointments by location"])
      expect(await page.getByRole("heading", { name: title }).isVisible()).toBe(true)
    expect(await meaning.isVisible()).toBe(true)
  })

  it("is printed by the menu of its files; other pages keep their own look on paper", async () => {
    const page = await openReport()
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute("data-printed", "")
    })
    await page.getByRole("button", { name: "Export", exact: true }).click()
    await page.getByRole("button", { name: "Print", exact: true }).click()
    await page.locator("body[data-printed]").waitFor()
    await page.getByRole("link", { name: "Past exports" }).click()
    await page.getByRole("heading", { level: 1, name: "Past exports" }).waitFor()
    await page.emulateMedia({ media: "print" })
    expect(await page.locator(".brand").isVisible()).toBe(true)
  })
})
