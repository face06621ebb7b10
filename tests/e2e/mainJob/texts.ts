import { expect } from "vitest"
import { goByBar, heading, inspect, thing, toast, type Journey } from "./journey.ts"

const text = "Hi {{ firstName }}, Northwind Clinics here: time for your check-up. Reply STOP to opt out."

/** Writes a template with a slip in a variable's name, corrects it, and saves the draft. */
export const writeTemplate = async (journey: Journey, name: string, listName: string): Promise<void> => {
  const { page } = journey
  const message = page.getByRole("textbox", { name: "Message" })
  const slip = page.getByText("{{ firstNmae }} is not a known variable. Did you mean {{ firstName }}?")
  await goByBar(page, "sms")
  await heading(page, "SMS templates")
  await page.getByRole("link", { name: "Visit survey" }).waitFor()
  await inspect(journey, "templates")
  await page.getByRole("button", { name: "New template" }).click()
  await page.getByRole("textbox", { name: "Name" }).fill(name)
  expect(await page.getByLabel("Purpose").inputValue()).toBe("Survey")
  await message.fill(text.replace("firstName", "firstNmae"))
  await slip.waitFor()
  await inspect(journey, "template with a slip")
  await message.fill(text)
  await slip.waitFor({ state: "detached" })
  await page.getByLabel("Preview on").selectOption({ label: `${listName} (292)` })
  await page.getByText("Hi Heather, Northwind Clinics here: time for your check-up. Reply STOP to opt out.").waitFor()
  const preview = await page.locator(".preview").innerText()
  expect(preview).toMatch(/Now, GSM-7\s+1 segment/)
  // An accent that the plain alphabet lacks: this person's text costs more.
  expect(preview).toMatch(/Mónica Mendoza\s+2 segments, UCS-2\s+Hi Mónica/)
  await inspect(journey, "template")
  await page.getByRole("button", { name: "Save draft" }).click()
  await toast(page, "Template Data Save Successfully")
}

/** Publishes the template that was just saved. */
export const publishTemplate = async (journey: Journey, name: string): Promise<void> => {
  const { page } = journey
  await thing(page).getByText("Draft", { exact: true }).waitFor()
  await thing(page).getByRole("button", { name: "Publish" }).click()
  await page.getByRole("dialog").getByText(`“${name}” can then be used in campaigns.`).waitFor()
  await inspect(journey, "publish dialog")
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click()
  await toast(page, "Template Published Successfully")
  await thing(page).getByText("Published", { exact: true }).waitFor()
  await inspect(journey, "published template")
}
