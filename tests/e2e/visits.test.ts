import type { Page } from "playwright"
import { beforeAll, describe, expect, it } from "vitest"
import type { Appointment } from "#schemas/scheduling/appointment.ts"
import type { Waitlist } from "#schemas/scheduling/waitlist.ts"
import { words } from "#schemas/words.ts"
import { openPage, signIn } from "#tests/support/chromium.ts"
import { location } from "#tests/support/contractRequests.ts"
import { demoApp } from "#tests/support/demoApp.ts"
import { sections, slotAt } from "#tests/support/scheduleSamples.ts"
import { demoIds } from "#tests/support/seededDemo.ts"
import { ask, get, publishTemplate, type Place } from "./paths/things.ts"

const hour = 3_600_000
const day = 24 * hour
/** Tomorrow at 20:00 UTC: texts may reach all of the United States, from Puerto Rico to Adak. */
const tomorrow = Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), new Date().getUTCDate() + 1, 20)
const visitDay = new Date(tomorrow + 4 * day).toISOString().slice(0, 10)
const place = "Harbor Street clinic"
/** Phones of the simulated carrier that get every text and answer none by themselves. */
const people = {
  Ada: "+15005550100",
  Ben: "+15005550140",
  Cyd: "+15005550141",
} as const
type Person = keyof typeof people

const demo = demoApp()
let staff: Place
let phone: Page

const moveClock = (millis: number) => ask(staff, "POST", "Demo/MoveClock", { now: new Date(millis).toISOString() })

const patience = { timeout: 30_000, interval: 250 } as const

/** Imports the three as a list. */
const importPeople = async (): Promise<number | undefined> => {
  const rows = Object.entries(people).map(([name, number]) => `V-${name},${name},Visitor,${number}`)
  const form = new FormData()
  const file = ["MRN,First Name,Last Name,Mobile Phone", ...rows, ""].join("\n")
  form.append("file", new Blob([file], { type: "text/csv" }), "visitors.csv")
  type Import = { readonly importId: number; readonly state: string; readonly mapping: unknown }
  const { importId, mapping } = await ask<Import>(staff, "POST", "Database/UploadListFile", form)
  const state = async () =>
    (await get<{ readonly import: Import }>(staff, "Database/GetImport", { importId })).import.state
  await ask(staff, "POST", "Database/CheckImport", { importId, listName: "Visitors", mapping })
  await expect.poll(state, patience).toBe("checked")
  await ask(staff, "POST", "Database/RunImport", { importId })
  await expect.poll(state, patience).toBe("done")
  const lists = await get<ReadonlyArray<{ readonly listId: number; readonly name: string }>>(staff, "Database/GetLists")
  return lists.find(({ name }) => name === "Visitors")?.listId
}

/** A clinic with one seat in the next week. */
const openClinic = async (): Promise<string> => {
  const { hashedId } = await ask<{ readonly hashedId: string }>(staff, "POST", "Location/SaveLocation", {
    hashedId: null,
    location: { ...location, name: place },
  })
  const span = { startDate: visitDay, endDate: visitDay }
  await ask(staff, "POST", "Scheduler/SaveScheduler", {
    hashedId,
    sections: sections.map((section) => ({ ...section, ...span })),
    days: [{ apptSection: 1, date: visitDay, slots: [slotAt("10:00", "10:30", { capacity: 1 })] }],
  })
  return hashedId
}

/** Texts a list the link to book by. */
const textLink = async (listId: number | undefined): Promise<void> => {
  const reserve = async (type: string) =>
    (await get<{ readonly id: number }>(staff, "Campaign/GenerateId", { type })).id
  const parts = { companyId: demoIds.northwind, purpose: "Appointment" }
  const { templateId } = await ask<{ readonly templateId: never }>(
    staff,
    "POST",
    "Template/CreateTemplateByCompanyId",
    {
      ...{ ...parts, templateId: await reserve("Template"), channel: "SMS", name: "Visit by link" },
      text: "{{ companyName }}: book your visit {{ bookingLink }} Reply STOP to opt out.",
    },
  )
  await publishTemplate(staff, templateId)
  const [sender] = await get<ReadonlyArray<{ readonly senderId: number }>>(staff, "Campaign/GetSenders")
  const { campaignHashedId } = await ask<{ readonly campaignHashedId: string }>(
    staff,
    "POST",
    "Campaign/CreateCampaign",
    {
      ...{ ...parts, campaignId: await reserve("Campaign"), campaignType: "SMS", name: "Visits" },
      ...{ templateId, listId, senderId: sender?.senderId, startAt: null },
    },
  )
  await ask(staff, "POST", "Campaign/ChangeState", { campaignHashedId, action: "launch" })
}

/** Takes a person's phone in hand as the page of phones shows it, once it has a text that says so; the newest such text. */
const textOn = async (person: Person, said: string) => {
  const text = phone.getByRole("list", { name: "Texts", exact: true }).getByRole("listitem").filter({ hasText: said })
  const look = async () => {
    await phone.goto(`${demo.app.url}/dev/handset`)
    await phone.getByLabel(words["handsets.search"]).fill(people[person])
    const row = phone.getByRole("button", { name: people[person] })
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

const linkIn = async (person: Person, said: string): Promise<string> =>
  (await (await textOn(person, said)).getByRole("link").getAttribute("href")) ?? ""

const answer = async (person: Person, to: string, reply: string): Promise<void> => {
  await textOn(person, to)
  await phone.getByRole("textbox", { name: words["handset.reply"] }).fill(reply)
  await phone.getByRole("button", { name: words["handset.send"] }).click()
  await phone.getByText(words["handset.sent"], { exact: true }).last().waitFor()
}

beforeAll(async () => {
  const { page } = await openPage(demo.browser)
  await signIn(page, demo.app.url, "admin@northwind.test")
  await page.waitForURL("**/dashboard")
  staff = { page, context: page.context(), origin: demo.app.url }
  phone = await page.context().newPage()
  phone.setDefaultTimeout(30_000)
})

// One visit, in order: each step goes on where the last one ended.
describe("a visit, from the text to the day sheet", () => {
  let clinic = ""
  const daySheet = (name: string) => staff.page.locator(".day-sheet tr").filter({ hasText: name })
  const visits = () =>
    get<ReadonlyArray<Appointment>>(staff, "Appointment/GetBookedAppointments", {
      ...{ locationHashedId: clinic, startDate: visitDay, endDate: visitDay },
    })

  it("begins with a text whose link lets the patient choose a time without signing in", async () => {
    await moveClock(tomorrow)
    clinic = await openClinic()
    await textLink(await importPeople())
    const { page, close } = await openPage(demo.browser)
    await page.goto(await linkIn("Ada", "book your visit"))
    await page.locator(".patient-place select").selectOption({ label: place })
    await page.locator(".patient-time").first().click()
    await page.getByRole("button", { name: "Confirm this time" }).click()
    await page.getByRole("heading", { name: "Your visit is booked" }).waitFor()
    await close()
  })

  it("is told by text, and confirmed by a reply to its reminder", async () => {
    await textOn("Ada", "your appointment is booked for")
    const [visit] = await visits()
    await moveClock(Date.parse(visit?.startsAt ?? "") - day + 60_000)
    await answer("Ada", "Reply C to confirm", "C")
    await staff.page.goto(`${demo.app.url}/appointment?view=list&day=${visitDay}&at=${clinic}`)
    await expect
      .poll(() => daySheet("Ada Visitor").allTextContents(), patience)
      .toEqual([expect.stringContaining("Confirmed")])
  })

  it("is offered to who waits when staff cancel it, and goes to the first yes", async () => {
    const [visit] = await visits()
    const patients = await ask<ReadonlyArray<{ readonly hashedId: string; readonly firstName: string }>>(
      ...([staff, "POST", "Database/SearchPatients", { search: "Visitor" }] as const),
    )
    // Who waits in the demo has waited for longer.
    for (const { entryId } of (await get<Waitlist>(staff, "Appointment/GetWaitlist")).entries)
      await ask(staff, "POST", "Appointment/RemoveWaitlistEntry", { entryId })
    for (const name of ["Ben", "Cyd"])
      await ask(staff, "POST", "Appointment/SaveWaitlistEntry", {
        entryId: null,
        entry: {
          patientHashedId: patients.find(({ firstName }) => firstName === name)?.hashedId,
          ...{ locationHashedId: clinic, group: null, weekdays: [], part: "any", from: null, until: null, note: "" },
        },
      })
    await staff.page.goto(`${demo.app.url}/appointment?id=${visit?.hashedId}`)
    await staff.page.getByRole("button", { name: words["appointment.cancel"] }).click()
    await staff.page.getByRole("button", { name: words["appointment.cancel.confirm"] }).click()
    await textOn("Ada", "is cancelled")
    const rounds = async () =>
      (await get<Waitlist>(staff, "Appointment/GetWaitlist")).rounds.filter((one) => one.location.hashedId === clinic)
    await expect.poll(async () => (await rounds()).length, patience).toBe(1)
    const [round] = await rounds()
    await ask(staff, "POST", "Appointment/OfferNext", { roundId: round?.roundId })
    const { page, close } = await openPage(demo.browser)
    await page.goto(await linkIn("Cyd", "a time is free"))
    await page.getByRole("heading", { name: "A time has come free for you" }).waitFor()
    await answer("Ben", "a time is free", "Y")
    const seen = async () => (await visits()).map(({ patient, status }) => [patient.firstName, status])
    await expect.poll(seen, patience).toContainEqual(["Ben", "booked"])
    await page.getByRole("button", { name: "Take this time" }).click()
    await page.getByRole("heading", { name: "Someone else took this time first" }).waitFor()
    await close()
    await textOn("Cyd", "is taken")
    await staff.page.goto(`${demo.app.url}/appointment?view=list&day=${visitDay}&at=${clinic}`)
    await expect
      .poll(() => daySheet("Ben Visitor").allTextContents(), patience)
      .toEqual([expect.stringContaining("Booked")])
  })
})
