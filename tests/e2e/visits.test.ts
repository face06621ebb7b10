import type { Page } from "playwright"
import { beforeAll, describe, expect, it } from "vitest"
import type { Appointment } from "#schemas/scheduling/appointment.ts"
import type { Waitlist } from "#schemas/scheduling/waitlist.ts"
import { words } from "#schemas/words.ts"
import { openPage, signIn } from "#tests/support/chromium.ts"
import { demoApp } from "#tests/support/demoApp.ts"
import { demoIds } from "#tests/support/seededDemo.ts"
import { ask, get, type Place } from "./paths/things.ts"
import * as patients from "./patients.ts"
import { bookByLink, importPeople, openClinic, patience, publishInvitation, quietPhones } from "./patients.ts"

const hour = 3_600_000
const day = 24 * hour
/** Tomorrow at 20:00 UTC: texts may reach all of the United States, from Puerto Rico to Adak. */
const tomorrow = Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), new Date().getUTCDate() + 1, 20)
const visitDay = new Date(tomorrow + 4 * day).toISOString().slice(0, 10)
const place = "Harbor Street clinic"
const people = { Ada: quietPhones[0], Ben: quietPhones[1], Cyd: quietPhones[2] } as const
type Person = keyof typeof people

const demo = demoApp()
let staff: Place
let phone: Page

const moveClock = (millis: number) => ask(staff, "POST", "Demo/MoveClock", { now: new Date(millis).toISOString() })

/** Texts a list the link to book by. */
const textLink = async (listId: number | undefined): Promise<void> => {
  const reserve = async (type: string) =>
    (await get<{ readonly id: number }>(staff, "Campaign/GenerateId", { type })).id
  const parts = { companyId: demoIds.northwind, purpose: "Appointment" }
  const templateId = await publishInvitation(staff, "Visit by link")
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

const textOn = (person: Person, said: string) => patients.textOn(phone, demo.app.url, people[person], said)
const linkIn = (person: Person, said: string) => patients.linkIn(phone, demo.app.url, people[person], said)
const answer = (person: Person, to: string, reply: string) =>
  patients.answerText(phone, demo.app.url, people[person], to, reply)

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
    clinic = await openClinic(staff, place, visitDay)
    await textLink(await importPeople(staff, "Visitors", people))
    const { page, close } = await openPage(demo.browser)
    await bookByLink(page, await linkIn("Ada", "book your visit"), place)
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
