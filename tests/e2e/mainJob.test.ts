import { beforeAll, describe, expect, it } from "vitest"
import { fillSignIn, openPage } from "#tests/support/chromium.ts"
import { demoApp } from "#tests/support/demoApp.ts"
import {
  cancelCampaign,
  createCampaign,
  launch,
  moveIntoNight,
  openRecipients,
  seeCampaigns,
  seeHeld,
  seeSent,
} from "./mainJob/campaigns.ts"
import { goByBar, heading, inspect, type Journey } from "./mainJob/journey.ts"
import { checkList, findPatient, importLargeList, importList, peopleIn, samplePeople } from "./mainJob/people.ts"
import { replyStop } from "./mainJob/phones.ts"
import { exportReport, readReport } from "./mainJob/report.ts"
import { publishTemplate, writeTemplate } from "./mainJob/texts.ts"

const listName = "Spring list"
const template = "Spring check-up"
const [first, second] = ["Spring campaign", "Autumn campaign"]

const demo = demoApp()
let opened: Awaited<ReturnType<typeof openPage>>
let journey: Journey
const foreign: Array<string> = []
const asked = new Set<string>()
let valid = 0
let checked: Awaited<ReturnType<typeof createCampaign>>
let person = { name: "", phone: "" }

beforeAll(async () => {
  opened = await openPage(demo.browser)
  opened.page.on("request", (request) => {
    asked.add(request.url())
    if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(demo.app.url)) foreign.push(request.url())
  })
  opened.page.on("framenavigated", (frame) => void asked.add(frame.url()))
  journey = { page: opened.page, origin: demo.app.url, violations: [] }
})

// One person's day, in order: each step goes on where the last one ended.
describe("a newcomer's way through the product", () => {
  it("begins at the sign-in screen and leads by password and mailed code to the dashboard", async () => {
    const { page } = journey
    await page.goto(demo.app.url)
    await heading(page, "Admin View")
    await inspect(journey, "sign-in")
    await page.getByRole("button", { name: "Sign in" }).click()
    const login = page.waitForResponse("**/api/User/login")
    await fillSignIn(page, demo.app.url, "admin@northwind.test")
    expect((await login).status()).toBe(200)
    await page.waitForURL("**/dashboard")
    await heading(page, "Home")
    const bar = await page.getByRole("banner").innerText()
    for (const part of ["Nora Admin", "Admin", "Northwind Clinics", "Logout"]) expect(bar).toContain(part)
    await page.getByRole("link", { name: "Open patients and imports" }).waitFor()
    await inspect(journey, "dashboard")
    await page.getByRole("link", { name: "Open patients and imports" }).click()
    await page.waitForURL("**/database")
  })

  it("shows what is wrong with which row of a list before it is stored, then imports the rest", async () => {
    valid = await checkList(journey, listName)
    await importList(journey, valid)
  })

  it("shows the true progress of a larger import", async () => {
    await importLargeList(journey)
  })

  it("helps with a variable's name, previews the text on the list's people, and publishes it", async () => {
    await writeTemplate(journey, template, listName)
    await publishTemplate(journey, template)
  })

  it("says before a campaign is created who is left out and why", async () => {
    await moveIntoNight(journey.page)
    await seeCampaigns(journey)
    checked = await createCampaign(journey, { name: first, listName, template })
    expect(checked.people).toBe(valid)
    expect(checked.reasons).toMatch(/No valid phone number \(\d+\)/)
    expect(checked.reasons).not.toContain("Opted out of texts")
  })

  it("holds texts in the night with their release times, and sends in the morning before one's eyes", async () => {
    await launch(journey, checked)
    await seeHeld(journey, checked)
    await seeSent(journey, checked)
  })

  it("brings the text to a patient's phone and a STOP back", async () => {
    const { page } = journey
    const delivered = await openRecipients(page, first, "Delivered")
    await delivered.getByText("Delivered").first().waitFor()
    await inspect(journey, "recipients")
    const [name = "", phone = ""] = (await delivered.locator("tbody td").first().innerText()).split("\n")
    person = { name, phone }
    await replyStop(journey, phone, name.split(" ")[0] ?? "")
    const gone = await openRecipients(page, first, "Opted out")
    await gone.getByText(phone).waitFor()
    expect(await gone.getByRole("row").filter({ hasText: phone }).innerText()).toContain(name)
  })

  it("finds that patient by name", async () => {
    await findPatient(journey, person.name, person.phone)
    await goByBar(journey.page, "campaign")
  })

  it("leaves that patient out of the next campaign, and stops it on request", async () => {
    const { page } = journey
    const next = await createCampaign(journey, { name: second, listName, template })
    expect(next.reasons).toMatch(/Opted out of texts \(\d+\)/)
    expect(next.eligible).toBeLessThan(checked.eligible)
    await launch(journey, next)
    const out = await openRecipients(page, second, "Left out")
    await out.getByText(person.phone).waitFor()
    expect(await out.getByRole("row").filter({ hasText: person.phone }).innerText()).toContain("Opted out of texts")
    await cancelCampaign(journey)
  })

  it("explains each number of the report, and exports what it shows", async () => {
    await readReport(journey, first, checked.people, checked.eligible)
    await exportReport(journey, first, checked.people)
  })

  it("held no one's name or phone in an address", () => {
    const people = samplePeople()
    const old = `${journey.origin}/database?search=${encodeURIComponent(person.name)}`
    expect(peopleIn(old, people)).not.toEqual([])
    expect(peopleIn(`${old}&search=${person.phone.slice(1)}`, people).join()).toContain(person.phone.slice(-7))
    expect([...asked].filter((address) => address.includes("/api/Database/SearchPatients"))).not.toEqual([])
    expect([...asked].flatMap((address) => peopleIn(address, people))).toEqual([])
  })

  it("left no patient in the browser's storage", async () => {
    const kept = await journey.page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(kept).toContain("keptState")
    // Tokens and their ciphers are long runs of letters, in which any short name may stand by chance.
    const legible = kept.replaceAll(/[\w+/=.-]{40,}/g, "").replaceAll("%", "")
    expect(peopleIn(legible, samplePeople())).toEqual([])
    expect(peopleIn(`${legible} ${person.name}`, samplePeople())).not.toEqual([])
  })

  it("ends with a logout that leaves nothing behind", async () => {
    const { page } = journey
    await page.getByRole("banner").getByRole("button", { name: "Logout" }).click()
    await page.getByRole("button", { name: "Sign in" }).waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe("/")
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  })

  it("met pages that everyone can use, no error, and no other server", async () => {
    expect(journey.violations).toEqual([])
    expect(opened.errors).toEqual([])
    expect(foreign).toEqual([])
    expect(await journey.page.getByRole("complementary").count()).toBe(0)
  })
})
