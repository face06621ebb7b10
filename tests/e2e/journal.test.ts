import { spawnSync } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "playwright"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { accessibilityViolations } from "#tests/support/chromium.ts"
import type { World } from "./paths/world.ts"
import { follow, heading, openDemo, openTab, savedBy, type Tab } from "./journal/tab.ts"

const root = join(import.meta.dirname, "../..")

let world: World
let folder: string
let tab: Tab

beforeAll(async () => {
  world = await openDemo()
  folder = await mkdtemp(join(tmpdir(), "admin-view-journal-"))
})
afterEach(() => tab?.context.close())
afterAll(async () => {
  await world?.close()
  await rm(folder, { recursive: true, force: true })
})

/** What the frames say comes when they have drawn, on a busy machine later. */
const soon = { timeout: 15_000 } as const

const slider = (page: Page) => page.getByRole("slider")
const event = (page: Page) => slider(page).getAttribute("aria-valuetext")
const picture = (page: Page) => page.frameLocator("iframe.flow-picture")
const lit = (page: Page) => picture(page).locator(".present").allTextContents()
const chartLinks = (page: Page) => page.getByRole("navigation", { name: "Chart", exact: true }).getByRole("link")
const chooseChart = (page: Page, chart: string) =>
  chartLinks(page)
    .filter({ has: page.getByText(chart, { exact: true }) })
    .click()
/** Whether a state that is lit stands whole in what the picture's frame shows. */
const isInSight = (page: Page, name: string) =>
  picture(page)
    .locator(".present")
    .filter({ hasText: name })
    .evaluateAll((states) =>
      states.some((state) => {
        const { left, right, top, bottom } = state.getBoundingClientRect()
        const [x, y] = [(left + right) / 2, (top + bottom) / 2]
        return x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight
      }),
    )
const view = (page: Page) => page.frameLocator(".view-frame iframe")
const facts = async (page: Page) => (await page.locator(".travel-moment .facts").allInnerTexts()).join("\n")

/** Writes half a template and goes away from it, then looks at what its chart heard. */
const travel = async (dark = false): Promise<Page> => {
  tab = await openTab(world, dark)
  const { page } = tab
  await follow(page, "/sms?new")
  await heading(page, "Write a template")
  await page.getByLabel("Name", { exact: true }).fill("Flu")
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "report", exact: true }).click()
  await page.getByRole("button", { name: "Leave and lose the changes" }).click()
  await heading(page, "Report")
  await follow(page, "/dev/flows?view=travel&chart=templateEditor")
  await heading(page, "Flows")
  await expect.poll(() => event(page), soon).toBe("7 of 7: form done")
  return page
}

/** What `npm run paths` prints. */
const paths = (...options: ReadonlyArray<string>): string => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["tests/paths/command.ts", ...options], {
    cwd: root,
    encoding: "utf8",
  })
  expect([status, stderr.replaceAll(/\(node:\d+\).*\n.*\n/g, "")]).toEqual([0, ""])
  return stdout
}

describe("the flows page", () => {
  it.each([false, true])("draws the charts and lights where one is that runs here, dark: %s", async (dark) => {
    tab = await openTab(world, dark)
    const { page } = tab
    await follow(page, "/dev/flows")
    await heading(page, "Flows")
    await expect.poll(() => lit(page), soon).toContainEqual(expect.stringContaining("current"))
    const charts = await chartLinks(page).locator("span:first-child").allTextContents()
    expect(charts.length).toBeGreaterThan(20)
    // Every chart once; the colours of the other look are the same for all.
    for (const chart of dark ? charts.slice(0, 2) : charts) {
      await chooseChart(page, chart)
      await page.getByTitle(`Picture of ${chart}`).waitFor()
    }
    await picture(page).locator("svg").waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
  })

  it("steps through what a chart heard, by keyboard too, with its picture, guards and view", async () => {
    const page = await travel()
    await slider(page).focus()
    await page.keyboard.press("Home")
    expect(await event(page)).toBe("0 of 7: before the first event")
    await expect.poll(() => lit(page), soon).toEqual([expect.stringContaining("opening")])
    for (const _ of Array.from({ length: 6 })) await page.keyboard.press("ArrowRight")
    expect(await event(page)).toBe("6 of 7: form changed")
    expect(await view(page).getByLabel("Name", { exact: true }).inputValue()).toBe("Flu")
    await page.getByRole("button", { name: "Now", exact: true }).click()
    await expect.poll(() => lit(page), soon).toEqual([expect.stringContaining("left")])
    await chooseChart(page, "form")
    await expect.poll(() => event(page), soon).toBe("4 of 4: leave.confirmed")
    await slider(page).press("ArrowLeft")
    expect(await event(page)).toBe("3 of 4: leave.asked")
    await view(page).getByRole("dialog", { name: "Leave without saving?" }).waitFor()
    expect(await view(page).getByLabel("Name", { exact: true }).inputValue()).toBe("Flu")
    await expect.poll(() => facts(page), soon).toContain("isChanged: yes")
    expect(await facts(page)).toMatch(/States\s+open\.work\.editing, open\.leaving\.asking/)
    expect(await facts(page)).toMatch(/Heard at\s+\w+ \d+, \d{4}, \d+:\d\d:\d\d\.\d{3}/)
    await expect.poll(() => lit(page), soon).toContainEqual(expect.stringContaining("asking"))
    await expect.poll(() => isInSight(page, "asking"), soon).toBe(true)
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole("button", { name: "Now", exact: true }).click()
    expect(await event(page)).toBe("4 of 4: leave.confirmed")
    await expect.poll(() => lit(page), soon).toEqual([expect.stringContaining("left")])
  })

  it("draws of a chart within a page the page, and of the session what goes on in it", async () => {
    const page = await travel(true)
    await chooseChart(page, "form")
    await expect.poll(() => event(page), soon).toMatch(/^(\d) of \1: leave\.confirmed/)
    await view(page).getByRole("heading", { level: 1, name: "Write a template" }).waitFor()
    await chooseChart(page, "session")
    await view(page).getByRole("banner").getByText("Northwind Clinics").first().waitFor()
    await expect.poll(() => event(page), soon).toMatch(/^(\d+) of \1: (login done|interaction\.ended)/)
    expect(await accessibilityViolations(page)).toEqual([])
  })

  it("saves the journal masked, opens it again, and it becomes a path that replays", async () => {
    const page = await travel()
    const { path, name, text } = await savedBy(page, () =>
      page.getByRole("button", { name: "Save this tab’s journal" }).click(),
    )
    expect(name).toMatch(/^admin-view-journal-\d{4}-\d\d-\d\d\.json$/)
    expect(text).not.toMatch(/Flu|Nora|Northwind|admin@|eyJ/)
    await page.getByText(`npm run paths -- templateEditor --from-journal ${name}`).waitFor()
    expect(paths("templateEditor", "--from-journal", path, "--out", folder)).toMatch(/^templateEditor: 1 path, 7 steps/)
    expect(paths("--run", join(folder, "templateEditor.journal.json"))).toMatch(
      /^templateEditor: 1 path went as the file says/,
    )

    const bad = join(folder, "bad.json")
    const input = page.getByLabel("Open a journal file")
    for (const [content, sentence] of [
      ["{", "It is not JSON"],
      ["{}", "It is not a journal of Admin View."],
      [text.replace('"version":1', '"version":9'), "It is a journal of another version"],
      [text.replace('"entries":[', '"entries":[7,'), "It says that it is a journal, but it is damaged."],
    ] as const) {
      await writeFile(bad, content)
      await input.setInputFiles(bad)
      await page.getByRole("alert").getByText(sentence).waitFor()
      expect(await event(page)).toBe("7 of 7: form done")
    }
    expect(await accessibilityViolations(page)).toEqual([])

    await page.reload()
    await page.getByText("templateEditor has no journal here").waitFor()
    await input.setInputFiles(path)
    await expect.poll(() => event(page), soon).toBe("7 of 7: form done")
    await chooseChart(page, "form")
    await expect.poll(() => event(page), soon).toBe("4 of 4: leave.confirmed")
    await slider(page).press("ArrowLeft")
    await view(page).getByRole("dialog", { name: "Leave without saving?" }).waitFor()
    expect(await view(page).getByLabel("Name", { exact: true }).inputValue()).toMatch(/^•+\d+$/)
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole("button", { name: "Back to this tab" }).click()
    await page.getByText("form has no journal here").waitFor()
    expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ masked: true })
  })
})
