import { openDemoClock } from "./paths/demoClock.ts"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import type { Page } from "playwright"
import { toastMillis } from "#schemas/constants.ts"
import { JournalFile, type ChartJournal } from "#schemas/session/journal.ts"
import { persistedCharts } from "#schemas/session/persistedJournal.ts"
import { screens } from "#schemas/session/words.ts"
import { Schema } from "effect"
import type { World } from "./paths/world.ts"
import { breakComponent } from "#tests/support/brokenCode.ts"
import { follow, heading, openDemo, openTab, savedBy, type Tab } from "./journal/tab.ts"

let world: World
let tab: Tab

beforeAll(async () => {
  world = await openDemo()
})
afterEach(() => tab?.context.close())
afterAll(() => world?.close())

const soon = { timeout: 15_000 } as const
const token = (page: Page) => page.evaluate(() => localStorage.getItem("token") ?? "no token")

/** Names and phones of the patients on the screen, phones also as digits alone. */
const patientsOn = async (page: Page): Promise<ReadonlyArray<string>> => {
  await heading(page, "Patients and imports")
  const cells = page.getByRole("table", { name: "Patients", exact: true }).getByRole("cell")
  await cells
    .filter({ hasText: /\d{3}-\d{4}/ })
    .first()
    .waitFor()
  const texts = await cells.allInnerTexts()
  const names = texts.filter((text) => /^\p{Lu}[\p{L}' -]+, \p{Lu}[\p{L}' -]+$/u.test(text))
  const phones = texts.filter((text) => /^\+?[\d ()-]{10,}$/.test(text))
  expect([names.length, phones.length]).toEqual([expect.any(Number), expect.any(Number)])
  expect(Math.min(names.length, phones.length)).toBeGreaterThan(10)
  return [...names.flatMap((name) => [name, ...name.split(", ")]), ...phones, ...phones.map(digits)].filter(
    (one) => one.length > 3,
  )
}
const digits = (phone: string): string => phone.replaceAll(/\D/g, "").slice(-10)

const found = (text: string, personal: ReadonlyArray<string>): ReadonlyArray<string> =>
  personal.filter((one) => text.includes(one))

/** What this person's own record says of them. */
const own = ["Nora", "Northwind", "admin@northwind.test", "eyJ"]

describe("a reload", () => {
  it("leaves a toast standing for as long as it would have stood", async () => {
    tab = await openTab(world)
    await tab.context.clock.install()
    // The clock that a test moves leaves this one moment as it really was.
    await tab.context.addInitScript(() =>
      Object.defineProperty(performance, "timeOrigin", { get: () => Date.now() - performance.now() }),
    )
    const { page, context } = tab
    await page.reload()
    await heading(page, "Home")
    await page.route("**/api/Demo/MoveClock", (route) => route.abort())
    await (await openDemoClock(page)).getByRole("button", { name: "+1 hour" }).click()
    const toast = page.getByRole("region", { name: "Notifications" }).getByText("Unable to move the demo clock")
    await toast.waitFor()
    await context.clock.pauseAt((await page.evaluate(() => Date.now())) + toastMillis / 3)
    await page.reload()
    const step = 20
    let passed = 0
    const pass = async (): Promise<number> => {
      await context.clock.runFor(step)
      passed += step
      return toast.count()
    }
    await expect.poll(pass, soon).toBe(1)
    while (passed < toastMillis && (await pass()) === 1);
    expect(passed).toBeGreaterThan(toastMillis / 3)
    expect(passed).toBeLessThanOrEqual((toastMillis * 2) / 3 + step)
  })

  it("in the middle of a save sends it once, and what was written stays in no storage", async () => {
    tab = await openTab(world)
    const { page, context } = tab
    const sent: Array<string> = []
    let saved = 0
    await context.route("**/api/Template/CreateTemplateByCompanyId*", async (route) => {
      sent.push(route.request().headers()["idempotency-key"] ?? "no key")
      // The server has it; the answer never comes to the page.
      saved = (await route.fetch()).status()
    })
    await follow(page, "/sms?new")
    await heading(page, "Write a template")
    await page.getByLabel("Name", { exact: true }).fill("Autumn leaves")
    await page.getByLabel("Message", { exact: true }).fill("Hello {{ firstName }}, autumn is here.")
    await page.getByRole("button", { name: "Save draft" }).click()
    await expect.poll(() => saved, soon).toBe(200)
    await page.reload()
    await heading(page, "Write a template")
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("")
    await follow(page, "/sms")
    await page.getByRole("link", { name: "Autumn leaves" }).first().waitFor()
    expect(await page.getByRole("link", { name: "Autumn leaves" }).count()).toBe(1)
    expect(sent).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)])
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(stored).not.toMatch(/Autumn|autumn/)
  })

  it("leaves to the tab the charts that know no patient, masked, and takes them away", async () => {
    tab = await openTab(world)
    const { page } = tab
    await follow(page, "/database")
    const personal = [...(await patientsOn(page)), ...own, await token(page)]
    await follow(page, "/campaign")
    await heading(page, "Campaigns")
    // A page of ours that reads nothing: what was left lies open.
    await page.goto(`${world.origin}/picture.html`)
    const left = (await page.evaluate(() => sessionStorage.getItem("persistedJournal"))) ?? ""
    const { charts, masked } = Schema.decodeUnknownSync(JournalFile)((JSON.parse(left) as { file: unknown }).file)
    expect(masked).toBe(true)
    expect(charts.map(({ chart }) => chart).filter((chart) => !persistedCharts.includes(chart))).toEqual([])
    expect(charts.map(({ chart }) => chart)).toContain("session")
    expect(found(left, personal)).toEqual([])

    await page.goto(`${world.origin}/dev/flows?view=travel`)
    await heading(page, "Flows")
    const runs = page.getByRole("link", { name: /^session, \d+ events?$/ })
    await expect.poll(() => runs.count(), soon).toBeGreaterThan(1)
    expect(await page.getByRole("link", { name: /^(database|campaigns), \d+ event/ }).count()).toBe(0)
    expect(await page.evaluate(() => sessionStorage.getItem("persistedJournal"))).toBeNull()
    await runs.last().click()
    await page.frameLocator(".view-frame iframe").getByRole("banner").first().waitFor()
  })
})

describe("Report a problem", () => {
  it("saves what every chart of the tab heard, and of no one anything", async () => {
    tab = await openTab(world)
    const { page } = tab
    await follow(page, "/database")
    const personal = [...(await patientsOn(page)), ...own, await token(page)]
    await breakComponent(page, "LocationPage", "broken page of Maria Lopez")
    await follow(page, "/location")
    await heading(page, screens.unexpected.heading)
    const { text, name } = await savedBy(page, () => page.getByRole("button", { name: screens.report.action }).click())
    await page.getByText(screens.report.saved).waitFor()
    expect(name).toMatch(/^admin-view-journal-\d{4}-\d\d-\d\d\.json$/)
    const { charts, masked } = Schema.decodeUnknownSync(JournalFile)(JSON.parse(text))
    expect(masked).toBe(true)
    const heard = charts.filter(({ entries }: ChartJournal) => entries.length > 0).map(({ chart }) => chart)
    expect(heard).toEqual(expect.arrayContaining(["session", "database", "reading", "operation"]))
    expect(found(text, [...personal, "Maria Lopez"])).toEqual([])
  })
})
