import type { Page } from "playwright"
import { demoChip, openDemoClock } from "../paths/demoClock.ts"
import { expect } from "vitest"
import { cellsOf, figure, goByBar, heading, inspect, numberIn, thing, toast, type Journey } from "./journey.ts"
import { chooseFilter } from "#tests/support/chooseFilter.ts"

/** The next half past midnight at the Pacific coast, when every zone of the United States is in quiet hours. */
const nextNight = (): string => {
  const night = new Date()
  night.setUTCDate(night.getUTCDate() + 1)
  night.setUTCHours(8, 30, 0, 0)
  return night.toISOString()
}

/** Moves the demo clock into the night; the strip offers mornings only. */
export const moveIntoNight = async (page: Page): Promise<void> => {
  const status = await page.evaluate(async (now) => {
    const headers = { authorization: `Bearer ${localStorage.getItem("token")}`, "content-type": "application/json" }
    const body = JSON.stringify({ now })
    return (await fetch("/api/Demo/MoveClock", { method: "POST", headers, body })).status
  }, nextNight())
  expect(status).toBe(200)
  await demoChip(page)
    .getByText(/1?[12]:3\d AM/)
    .waitFor()
}

type Wanted = { readonly name: string; readonly listName: string; readonly template: string }
type Checked = {
  readonly people: number
  readonly eligible: number
  readonly excluded: number
  readonly reasons: string
}

/** Puts a campaign together and sees who would get it, who not and why, and when; creates it. */
export const createCampaign = async (journey: Journey, { name, listName, template }: Wanted): Promise<Checked> => {
  const { page } = journey
  await goByBar(page, "campaign")
  await page.getByRole("button", { name: "New campaign" }).click()
  await page.getByRole("textbox", { name: "Name" }).fill(name)
  await page.getByLabel("Template").selectOption({ label: template })
  await page.getByRole("button", { name: "Next: people" }).click()
  await page.getByLabel("List", { exact: true }).selectOption({ label: `${listName} (292 people)` })
  await page.getByRole("button", { name: "Next: when and how fast" }).click()
  await page.getByLabel("Sending number").selectOption({ index: 1 })
  await page.getByRole("heading", { name: "Who gets what when" }).waitFor()
  await page.getByRole("heading", { name: "Checks" }).waitFor()
  await inspect(journey, "new campaign")
  const eligible = await figure(page, "People")
  const reasons = await page.getByText(/ left out: /u).innerText()
  const excluded = Number(/(\d+) left out: /u.exec(reasons)?.[1])
  await page.getByRole("button", { name: "Check and schedule" }).click()
  await toast(page, "Campaign Created Successfully")
  await page.getByRole("button", { name: "Launch" }).waitFor()
  await inspect(journey, "checked campaign")
  await page.getByRole("link", { name: "Open campaign" }).click()
  await thing(page).getByText("No one has been sent anything yet.").waitFor()
  return { people: eligible + excluded, eligible, excluded, reasons }
}

/** Launches the campaign that is shown, after reading who gets it. */
export const launch = async (journey: Journey, { eligible }: Checked): Promise<void> => {
  const { page } = journey
  await thing(page).getByRole("button", { name: "Launch" }).click()
  await page.getByRole("dialog").getByText(`is sent to ${eligible} people.`).waitFor()
  await inspect(journey, "launch dialog")
  await page.getByRole("dialog").getByRole("button", { name: "Launch" }).click()
  await toast(page, "Campaign launched")
}

/** Sees everyone held, by release time where each person lives. */
export const seeHeld = async (journey: Journey, { eligible }: Checked): Promise<void> => {
  const { page } = journey
  await thing(page)
    .getByText(new RegExp(`Held ${eligible}$`))
    .waitFor()
  const held = await cellsOf(thing(page).getByRole("table").filter({ hasText: "Released" }))
  expect(held.map(([, people]) => Number(people)).reduce((sum, people) => sum + people, 0)).toBe(eligible)
  expect(held.length).toBeGreaterThan(1)
  for (const [released] of held) expect(released).toMatch(/8:00 AM (?:Central|Mountain|Pacific) /)
  await inspect(journey, "held campaign")
}

const share = async (page: Page, name: string): Promise<number> => {
  // The legend of the chart of sending names the same without numbers.
  const named = thing(page).locator(".shares-legend li").filter({ hasText: name })
  const found = await named.filter({ hasText: /\d/ }).allInnerTexts()
  return found[0] === undefined ? 0 : numberIn(found[0])
}

/** Lets the morning come, and watches the numbers move in the page until the campaign is over. */
export const seeSent = async (journey: Journey, { eligible, excluded }: Checked): Promise<void> => {
  const { page } = journey
  const loaded = await page.evaluate(() => performance.timeOrigin)
  await (await openDemoClock(page)).getByRole("button", { name: "To next 9:00" }).click()
  await demoChip(page)
    .getByText(/9:0\d AM/)
    .waitFor()
  await page.keyboard.press("Escape")
  const seen = new Set<number>()
  await expect
    .poll(
      async () => {
        seen.add(await share(page, "Delivered"))
        return thing(page).getByText("Completed", { exact: true }).count()
      },
      { interval: 100, timeout: 90_000 },
    )
    .toBe(1)
  expect(seen.size).toBeGreaterThan(4)
  expect([...seen]).toEqual([...seen].toSorted((left, right) => left - right))
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded)
  // It is over when everyone was sent to; the last phones report a moment later.
  await expect
    .poll(async () => (await share(page, "Delivered")) + (await share(page, "Failed")), {
      timeout: 20_000,
    })
    .toBe(eligible)
  expect(await share(page, "Left out")).toBe(excluded)
  await inspect(journey, "completed campaign")
}

/** Opens a campaign's people in one state. */
export const openRecipients = async (page: Page, campaign: string, state: string) => {
  await goByBar(page, "campaign")
  await page.getByRole("link", { name: campaign }).click()
  await thing(page).getByRole("link", { name: "Recipients" }).click()
  await chooseFilter(thing(page), "State", state)
  return thing(page).getByRole("table", { name: "Recipients" })
}

/** Stops a campaign that is not over. */
export const cancelCampaign = async (journey: Journey): Promise<void> => {
  const { page } = journey
  await thing(page).getByRole("button", { name: "More" }).click()
  await thing(page).getByRole("button", { name: "Cancel campaign" }).click()
  await page.getByRole("dialog").getByText("It cannot be resumed").waitFor()
  await inspect(journey, "cancel dialog")
  await page.getByRole("dialog").getByRole("button", { name: "Cancel campaign" }).click()
  await toast(page, "Campaign cancelled")
  await thing(page).getByText("Cancelled", { exact: true }).first().waitFor()
}

/** Sees the list of campaigns. */
export const seeCampaigns = async (journey: Journey): Promise<void> => {
  await goByBar(journey.page, "campaign")
  await heading(journey.page, "Campaigns")
  await journey.page.getByRole("table", { name: "Campaigns" }).getByRole("row").nth(3).waitFor()
  await inspect(journey, "campaigns")
}
