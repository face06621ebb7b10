import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Browser, Page } from "playwright"
import type { JournalFile } from "#schemas/session/journal.ts"
import { openPage, signIn, startChromium } from "#tests/support/chromium.ts"
import { startApp, temporaryData } from "#tests/support/runningApp.ts"
import { openDemoClock } from "#tests/e2e/paths/demoClock.ts"
import { people } from "./people.ts"

// `npm run sessions`: records sessions of a person again, with the real program and browser, and makes their path files.

const root = join(import.meta.dirname, "..", "..")

/** Lets a page of the product break, so that the person can press "Report a problem" and gets the tab's journal, masked. */
const reported = async (page: Page): Promise<string> => {
  const broken = "export const HandsetsPage = () => { throw new Error('Broken to be reported.') }"
  await page.route("**/assets/HandsetsPage-*.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: broken }),
  )
  await (await openDemoClock(page)).locator('a[href="/dev/handset"]').click()
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Report a problem" }).click(),
  ])
  return readFileSync(await file.path(), "utf8")
}

/** A run a line, so that a journal stays as small as it is and can be compared. */
const linesOf = ({ charts, ...head }: JournalFile): string =>
  `${JSON.stringify(head).slice(0, -1)},"charts":[\n${charts.map((run) => JSON.stringify(run)).join(",\n")}\n]}\n`

const record = async (browser: Browser, origin: string, name: keyof typeof people): Promise<void> => {
  const { page, close } = await openPage(browser)
  await signIn(page, origin, "admin@northwind.test")
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).waitFor()
  const { act, charts } = people[name]
  await act(page)
  const text = await reported(page)
  const file = join("tests", "sessions", `${name}.json`)
  writeFileSync(join(root, file), linesOf(JSON.parse(text) as JournalFile))
  await close()
  const out = join("tests", "sessions", name)
  const command = ["tests/paths/command.ts", ...charts, "--from-journal", file, "--out", out]
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: "inherit" })
  if (status !== 0) throw new Error(`${file} makes no path files.`)
}

const { dataDir, remove } = await temporaryData()
const app = await startApp(dataDir)
const browser = await startChromium()
try {
  const asked = process.argv.slice(2)
  for (const name of Object.keys(people) as ReadonlyArray<keyof typeof people>)
    if (asked.length === 0 || asked.includes(name)) await record(browser, app.url, name)
} finally {
  await browser.close()
  await app.stop()
  await remove()
}
