import { join } from "node:path"
import type { Page } from "playwright"
import { beforeAll, expect, it } from "vitest"
import { demoPassword } from "#server/demo/accounts.ts"
import { openPage } from "#tests/support/chromium.ts"
import { demoApp } from "#tests/support/demoApp.ts"
import { mailedCode } from "#tests/support/mailedCode.ts"
import { heading, toast } from "./mainJob/journey.ts"

const admin = "admin@northwind.test"
const sample = join(import.meta.dirname, "../../docs/samples/patients.csv")

const demo = demoApp()
let page: Page
beforeAll(async () => {
  ;({ page } = await openPage(demo.browser))
})

const focusedName = (): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement
    return (element.getAttribute("aria-label") ?? element.labels?.[0]?.innerText ?? element.innerText).trim()
  })

/** Goes by Tab to the control of this name, as someone without a mouse does. */
const reach = async (name: string | RegExp): Promise<void> => {
  const passed: Array<string> = []
  for (let presses = 0; presses < 60; presses += 1) {
    const focused = await focusedName()
    if (typeof name === "string" ? focused === name : name.test(focused)) return
    passed.push(focused)
    await page.keyboard.press("Tab")
  }
  throw new Error(`Tab does not reach “${String(name)}”, only: ${[...new Set(passed)].join(" | ")}`)
}
const press = async (name: string | RegExp): Promise<void> => {
  await reach(name)
  await page.keyboard.press("Enter")
}
const type = async (name: string, text: string): Promise<void> => {
  await reach(name)
  await page.keyboard.type(text)
}
const command = async (text: string): Promise<void> => {
  await page.keyboard.press("Control+k")
  await page.getByRole("dialog").getByRole("combobox").waitFor()
  await page.keyboard.type(text)
  await page.getByRole("option", { name: text }).first().waitFor()
  await page.keyboard.press("Enter")
  // It keeps the focus within while it goes.
  await page.getByRole("dialog").waitFor({ state: "detached" })
}
const button = (name: string | RegExp): Promise<void> =>
  page.getByRole("button", { name, disabled: false }).first().waitFor()
const inDialog = async (name: string): Promise<void> => {
  await page.getByRole("dialog").getByRole("button", { name }).waitFor()
  await press(name)
}

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
