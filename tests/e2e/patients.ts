import type { Page } from "playwright"
import { expect } from "vitest"
import { words } from "#schemas/words.ts"
import { location } from "#tests/support/contractRequests.ts"
import { sections, slotAt } from "#tests/support/scheduleSamples.ts"
import { demoIds } from "#tests/support/seededDemo.ts"
import { ask, get, publishTemplate, type Place } from "./paths/things.ts"

/** Phones of the simulated carrier that get every text and answer none by themselves. */
export const quietPhones = ["+15005550100", "+15005550140", "+15005550141"] as const

/** How long something of another process may take. */
export const patience = { timeout: 30_000, interval: 250 } as const

/** Imports people, phones by first name, as a list; gives its number. */
export const importPeople = async (
  staff: Place,
  listName: string,
  people: Readonly<Record<string, string>>,
): Promise<number | undefined> => {
  const rows = Object.entries(people).map(([name, number]) => `V-${name},${name},Visitor,${number}`)
  const form = new FormData()
  const file = ["MRN,First Name,Last Name,Mobile Phone", ...rows, ""].join("\n")
  form.append("file", new Blob([file], { type: "text/csv" }), "visitors.csv")
  type Import = { readonly importId: number; readonly state: string; readonly mapping: unknown }
  const { importId, mapping } = await ask<Import>(staff, "POST", "Database/UploadListFile", form)
  const state = async () =>
    (await get<{ readonly import: Import }>(staff, "Database/GetImport", { importId })).import.state
  await ask(staff, "POST", "Database/CheckImport", { importId, listName, mapping })
  await expect.poll(state, patience).toBe("checked")
  await ask(staff, "POST", "Database/RunImport", { importId })
  await expect.poll(state, patience).toBe("done")
  const lists = await get<ReadonlyArray<{ readonly listId: number; readonly name: string }>>(staff, "Database/GetLists")
  return lists.find(({ name }) => name === listName)?.listId
}

/** A clinic with one seat on a day (`YYYY-MM-DD`); gives its public id. */
export const openClinic = async (staff: Place, name: string, date: string): Promise<string> => {
  const { hashedId } = await ask<{ readonly hashedId: string }>(staff, "POST", "Location/SaveLocation", {
    hashedId: null,
    location: { ...location, name },
  })
  await ask(staff, "POST", "Scheduler/SaveScheduler", {
    hashedId,
    sections: sections.map((section) => ({ ...section, startDate: date, endDate: date })),
    days: [{ apptSection: 1, date, slots: [slotAt("10:00", "10:30", { capacity: 1 })] }],
  })
  return hashedId
}

/** Publishes a template whose text has the link to book by; gives its number. */
export const publishInvitation = async (staff: Place, name: string): Promise<number> => {
  const { id } = await get<{ readonly id: number }>(staff, "Campaign/GenerateId", { type: "Template" })
  const { templateId } = await ask<{ readonly templateId: never }>(
    staff,
    "POST",
    "Template/CreateTemplateByCompanyId",
    {
      ...{ companyId: demoIds.northwind, purpose: "Appointment", templateId: id, channel: "SMS", name },
      text: "{{ companyName }}: book your visit {{ bookingLink }} Reply STOP to opt out.",
    },
  )
  await publishTemplate(staff, templateId)
  return templateId
}

/** Takes a phone in hand as the page of phones shows it, once it has a text that says so; the newest such text. */
export const textOn = async (phone: Page, origin: string, number: string, said: string) => {
  const text = phone.getByRole("list", { name: "Texts", exact: true }).getByRole("listitem").filter({ hasText: said })
  const look = async () => {
    await phone.goto(`${origin}/dev/handset`)
    await phone.getByLabel(words["handsets.search"]).fill(number)
    const row = phone.getByRole("button", { name: number })
    return row.click({ timeout: 5_000 }).then(
      () =>
        text
          .last()
          .waitFor({ timeout: 3_000 })
          .then(
            () => true,
            () => false,
          ),
      () => false,
    )
  }
  await expect.poll(look, { timeout: 40_000, interval: 250 }).toBe(true)
  return text.last()
}

/** The link in such a text. */
export const linkIn = async (phone: Page, origin: string, number: string, said: string): Promise<string> =>
  (await (await textOn(phone, origin, number, said)).getByRole("link").getAttribute("href")) ?? ""

/** Answers such a text. */
export const answerText = async (
  phone: Page,
  origin: string,
  number: string,
  to: string,
  reply: string,
): Promise<void> => {
  await textOn(phone, origin, number, to)
  await phone.getByRole("textbox", { name: words["handset.reply"] }).fill(reply)
  await phone.getByRole("button", { name: words["handset.send"] }).click()
  await phone.getByText(words["handset.sent"], { exact: true }).last().waitFor()
}

/** Books the first time that a link offers at a clinic, as the patient does. */
export const bookByLink = async (page: Page, link: string, clinic: string): Promise<void> => {
  await page.goto(link)
  await page.locator(".patient-place select").selectOption({ label: clinic })
  await page.locator(".patient-time").first().click()
  await page.getByRole("button", { name: "Confirm this time" }).click()
  await page.getByRole("heading", { name: "Your visit is booked" }).waitFor()
}
