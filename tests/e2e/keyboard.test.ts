import { join } from "node:path"
import type { Page } from "playwright"
import { beforeAll, expect, it } from "vitest"
import { demoPassword } from "#server/demo/accounts.ts"
import { byKeyboard } from "#tests/support/byKeyboard.ts"
import { openPage } from "#tests/support/chromium.ts"
import { demoApp } from "#tests/support/demoApp.ts"
import { mailedCode } from "#tests/support/mailedCode.ts"
import { heading, toast } from "./mainJob/journey.ts"

const admin = "admin@northwind.test"
const sample = join(import.meta.dirname, "../../docs/samples/patients.csv")

const demo = demoApp()
let page: Page
let keyboard: ReturnType<typeof byKeyboard>
beforeAll(async () => {
  ;({ page } = await openPage(demo.browser))
  keyboard = byKeyboard(page)
})
const reach = (name: string): Promise<void> => keyboard.reach(name)
const press = (name: string | RegExp): Promise<void> => keyboard.press(name)
const type = (name: string, text: string): Promise<void> => keyboard.type(name, text)
const command = (text: string): Promise<void> => keyboard.command(text)
const inDialog = (name: string): Promise<void> => keyboard.inDialog(name)

const button = (name: string | RegExp): Promise<void> =>
  page.getByRole("button", { name, disabled: false }).first().waitFor()
/** The main job, from the sign-in to the file of the report; each step is one thing that is done. */
const steps: ReadonlyArray<readonly [what: string, act: () => Promise<void>]> = [
  ["signs in", () => press("Sign in")],
  [
    "gives e-mail and password",
    async () => {
      await page.waitForURL("**/idp/interaction/*")
      await type("E-mail address", admin)
      await type("Password", demoPassword)
      await page.keyboard.press("Enter")
    },
  ],
  [
    "gives the mailed code",
    async () => {
      await page.waitForURL("**/code")
      await page.keyboard.type(await mailedCode(demo.app.url, admin))
      await page.keyboard.press("Enter")
      await heading(page, "Home")
    },
  ],
  ["asks for an import", () => command("Import a list")],
  [
    "chooses a file",
    async () => {
      await heading(page, "Patients and imports")
      const chooser = page.waitForEvent("filechooser")
      await press("Upload a list")
      await (await chooser).setFiles(sample)
    },
  ],
  [
    "names the list and checks its rows",
    async () => {
      await page.getByRole("heading", { name: "What is each column?" }).waitFor()
      await reach("Name of the list")
      await page.keyboard.press("Control+a")
      await page.keyboard.type("Spring list")
      await press("Check rows")
    },
  ],
  [
    "imports them",
    async () => {
      await button(/^Import \d+ people/)
      await press(/^Import \d+ people/)
      await page.getByRole("link", { name: "Use in a campaign" }).waitFor()
    },
  ],
  ["asks for a template", () => command("New template")],
  [
    "writes and saves it",
    async () => {
      await type("Name", "Spring check-up")
      await type(
        "Message",
        "Hi {{ firstName }}, Northwind Clinics here: time for your check-up. Reply STOP to opt out.",
      )
      await press("Save draft")
      await toast(page, "Template Data Save Successfully")
    },
  ],
  [
    "publishes it",
    async () => {
      await button("Publish")
      await press("Publish")
      await inDialog("Publish")
      await toast(page, "Template Published Successfully")
    },
  ],
  ["asks for a campaign", () => command("New campaign")],
  [
    "names it and chooses its message",
    async () => {
      await type("Name", "Spring campaign")
      await type("Template", "Spring")
      await press("Next: people")
    },
  ],
  [
    "chooses its people",
    async () => {
      await type("List", "Spring")
      await press("Next: when and how fast")
    },
  ],
  ["leaves it to begin now", () => press("Next: check")],
  [
    "checks it",
    async () => {
      await page.keyboard.press("Control+Enter")
      await button("Launch")
    },
  ],
  [
    "launches it",
    async () => {
      await press("Launch")
      await inDialog("Launch")
      await toast(page, "Campaign launched")
    },
  ],
  [
    "takes the report as a file",
    async () => {
      await page.keyboard.press("g")
      await page.keyboard.press("r")
      await heading(page, "Report")
      await button("Export")
      await press("Export")
      const file = page.waitForEvent("download")
      await press("CSV")
      expect((await file).suggestedFilename()).toMatch(/\.csv$/)
    },
  ],
]

it("does the whole main job by the keyboard alone, in at most 17 steps", { timeout: 180_000 }, async () => {
  await page.goto(`${demo.app.url}/login`)
  await heading(page, "Admin View")
  const done: Array<string> = []
  for (const [what, act] of steps) {
    await act()
    done.push(what)
  }
  expect(done.length).toBeLessThanOrEqual(17)
})
