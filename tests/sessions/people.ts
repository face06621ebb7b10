import { join } from "node:path"
import type { Page } from "playwright"
import { chooseFilter } from "#tests/support/chooseFilter.ts"

const sample = join(import.meta.dirname, "../../docs/samples/patients.csv")

const goByBar = (page: Page, name: string): Promise<void> =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click()
const thingOf = (page: Page) => page.getByRole("main")
const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole("button", { name }).click()

/** What a person does in a session, and the charts whose ways are kept as path files. */
type Person = { readonly charts: ReadonlyArray<string>; readonly act: (page: Page) => Promise<void> }

/** The recorded sessions: what a person does after signing in, by the name of the file. */
export const people = {
  "sign-in-and-out": {
    charts: ["session"],
    // A page that is left by signing out tells no one, so the provider lets this one stay, and the person comes back.
    act: async (page) => {
      await page.getByRole("link", { name: "Open patients and imports" }).waitFor()
      await page.route("**/idp/session/end?**", (route) => route.fulfill({ status: 204 }))
      await press(page, "Logout")
      await press(page, "Sign in")
      await page.getByRole("link", { name: "Open patients and imports" }).waitFor()
    },
  },
  "template-edited": {
    charts: ["templates", "templateEditor", "command"],
    act: async (page) => {
      await goByBar(page, "sms")
      await press(page, "New template")
      await page.getByRole("textbox", { name: "Name" }).fill("Spring check-up")
      await page
        .getByRole("textbox", { name: "Message" })
        .fill("Hi {{ firstName }}, Northwind Clinics here: time for your check-up. Reply STOP to opt out.")
      await page.locator(".preview").getByText("GSM-7").first().waitFor()
      await press(page, "Save draft")
      await thingOf(page).getByText("Draft", { exact: true }).waitFor()
      await thingOf(page).getByRole("button", { name: "Publish" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()
      await thingOf(page).getByRole("button", { name: "Publish" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click()
      await thingOf(page).getByText("Published", { exact: true }).waitFor()
    },
  },
  import: {
    charts: ["database"],
    act: async (page) => {
      await page.getByRole("link", { name: "Open patients and imports" }).click()
      await page.getByLabel("Upload a list").setInputFiles(sample)
      await page.getByLabel("Name of the list").fill("Spring list")
      await press(page, "Check rows")
      await thingOf(page)
        .getByRole("button", { name: /^Import \d/ })
        .click()
      await thingOf(page).getByRole("link", { name: "Use in a campaign" }).waitFor()
    },
  },
  "campaign-launched": {
    charts: ["campaigns", "newCampaign"],
    act: async (page) => {
      await goByBar(page, "campaign")
      await press(page, "New campaign")
      await page.getByRole("textbox", { name: "Name" }).fill("Spring campaign")
      await page.getByLabel("Template", { exact: true }).selectOption({ index: 1 })
      await press(page, "Next: people")
      await page.getByLabel("List", { exact: true }).selectOption({ index: 1 })
      await press(page, "Next: when and how fast")
      await press(page, "Check and schedule")
      await page.getByRole("button", { name: "Launch" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()
      await page.getByRole("link", { name: "Open campaign" }).click()
      await thingOf(page).getByRole("button", { name: "Launch" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()
      await thingOf(page).getByRole("button", { name: "Launch" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Launch" }).click()
      await thingOf(page).getByRole("button", { name: "Pause" }).click()
      await thingOf(page).getByRole("button", { name: "Resume" }).waitFor()
    },
  },
  report: {
    charts: ["report", "export"],
    act: async (page) => {
      await goByBar(page, "report")
      await page.getByRole("region", { name: "Rates" }).waitFor()
      await chooseFilter(page, "Campaign", 1)
      await press(page, "Export")
      const [file] = await Promise.all([page.waitForEvent("download"), press(page, "CSV")])
      await file.path()
    },
  },
} satisfies Readonly<Record<string, Person>>
