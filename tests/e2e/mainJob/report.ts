import { readFile } from "node:fs/promises"
import { readXlsx } from "hucre/xlsx"
import Papa from "papaparse"
import type { Page } from "playwright"
import { expect } from "vitest"
import { cellsOf, figure, goByBar, heading, inspect, type Journey } from "./journey.ts"
import { chooseFilter } from "#tests/support/chooseFilter.ts"

/** A share of the people, which has no line where it is of no one. */
const shareOf = async (page: Page, name: string): Promise<number> =>
  (await page.locator(".bars").getByText(name, { exact: true }).count()) === 0 ? 0 : figure(page, name)

/** Reads the numbers of one campaign, each with what it counts. */
export const readReport = async (
  journey: Journey,
  campaign: string,
  people: number,
  eligible: number,
): Promise<void> => {
  const { page } = journey
  await goByBar(page, "report")
  await heading(page, "Report")
  await page.getByText("Delivery rate").first().waitFor()
  await inspect(journey, "report")
  await chooseFilter(page, "Campaign", campaign)
  await page
    .getByRole("main")
    .locator(".page-lead")
    .filter({ hasText: `${campaign}, ` })
    .waitFor()
  expect(await figure(page, "People")).toBe(people)
  const sent = await figure(page, "Sent")
  expect(sent + (await shareOf(page, "Not accepted"))).toBe(eligible)
  const delivered = await figure(page, "Delivered")
  expect(delivered + (await shareOf(page, "Not delivered"))).toBe(sent)
  expect(await figure(page, "Delivery rate")).toBeCloseTo((100 * delivered) / sent, 1)
  expect(await figure(page, "Opted out")).toBeGreaterThan(0)
  await page.getByText("What each number counts").click()
  const definitions = await page.locator(".report-meanings dd").allInnerTexts()
  expect(definitions.join(" ")).toContain(`Delivered ÷ sent. ${delivered} of ${sent}.`)
  await page.getByText("View data").click()
  const days = await cellsOf(page.getByRole("region", { name: "By day" }).getByRole("table"))
  expect(days.map(([, sent = ""]) => Number(sent)).reduce((sum, one) => sum + one, 0)).toBe(sent)
  expect(days.map(([, , quiet, replied]) => Number(quiet) + Number(replied)).reduce((sum, one) => sum + one, 0)).toBe(
    delivered,
  )
  await inspect(journey, "report of one campaign")
}

/** Chooses a file of the export menu; gives the file, its name, and the name the server's header asked for. */
const download = async (page: Page, button: string) => {
  await page.getByRole("button", { name: "Export", exact: true }).click()
  const [file, answer] = await Promise.all([
    page.waitForEvent("download"),
    page.waitForResponse("**/api/Report/DownloadExportData?*"),
    page.getByRole("button", { name: button, exact: true }).click(),
  ])
  const wanted = /filename\*=UTF-8''(\S+)/.exec(answer.headers()["content-disposition"] ?? "")?.[1] ?? ""
  return {
    name: file.suggestedFilename(),
    wanted: decodeURIComponent(wanted),
    body: answer.request().postDataJSON() as unknown,
    bytes: await readFile(await file.path()),
  }
}

/** Downloads the report as both kinds of file; each has a row for everyone. */
export const exportReport = async (journey: Journey, campaign: string, people: number): Promise<void> => {
  const csv = await download(journey.page, "CSV")
  expect(csv.name).toBe(csv.wanted)
  expect(csv.name).toMatch(new RegExp(`^${campaign}-\\d{8}-\\d{4}\\.csv$`))
  expect(csv.body).toMatchObject({ fileType: "csv" })
  const rows = Papa.parse<ReadonlyArray<string>>(csv.bytes.toString("utf8").trimEnd()).data
  expect(rows).toHaveLength(people + 1)
  expect(rows[1]).toContain(campaign)
  const xlsx = await download(journey.page, "Excel")
  expect(xlsx.name).toBe(xlsx.wanted)
  expect(xlsx.body).toMatchObject({ fileType: "xlsx" })
  const [sheet] = (await readXlsx(xlsx.bytes)).sheets
  expect(sheet?.rows).toHaveLength(people + 1)
}
