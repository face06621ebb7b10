import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "vitest"
import { phoneText } from "#views/people/patientValues.ts"
import { heading, inspect, numberIn, toast, type Journey } from "./journey.ts"

const sample = join(import.meta.dirname, "../../../docs/samples/patients.csv")
const sampleRows = 300
const bigRows = 120_000

/** What the sample's columns are taken for before anyone chose. */
const guessed = {
  "Column “MRN”": "Patient id (MRN)",
  "Column “First Name”": "First name",
  "Column “Last Name”": "Last name",
  "Column “Mobile Phone”": "Phone",
  "Column “Date of Birth”": "Date of birth",
  "Column “Language”": "Language",
  "Column “ZIP”": "ZIP code",
  "Column “Email”": "E-mail",
  "Column “Clinic”": "Own value, for templates",
}

/** Uploads the sample: its columns are guessed, its bad rows are named with line, column and reason before anything is stored. */
export const checkList = async (journey: Journey, listName: string): Promise<number> => {
  const { page } = journey
  await heading(page, "Patients and imports")
  await inspect(journey, "database")
  await page.getByLabel("Upload a list").setInputFiles(sample)
  await page.getByRole("heading", { name: "What is each column?" }).waitFor()
  const choices = page.getByRole("combobox", { name: /^Column/ })
  expect(
    Object.fromEntries(
      await choices.evaluateAll((found) =>
        (found as Array<HTMLSelectElement>).map((one) => [one.ariaLabel, one.selectedOptions[0]?.text]),
      ),
    ),
  ).toEqual(guessed)
  await page.getByLabel("Name of the list").fill(listName)
  await inspect(journey, "columns")
  await page.getByRole("button", { name: "Check rows" }).click()
  const start = page.getByRole("button", { name: /^Import \d/ })
  await start.waitFor()
  const reasons = page.locator("details")
  for (const reason of await reasons.all()) await reason.locator("summary").click()
  const texts = await reasons.allInnerTexts()
  expect(texts).toContainEqual(
    expect.stringMatching(
      /Mobile Phone: Enter a valid phone number, for example \+1 415 555 0123\.[^]*Row 18 415-555-01/,
    ),
  )
  expect(texts).toContainEqual(expect.stringMatching(/Date of Birth: This day does not exist\.[^]*Row 85 1980-02-31/))
  await inspect(journey, "checked list")
  const valid = numberIn(await start.innerText())
  const rejected = numberIn(await page.getByRole("button", { name: /^Download the \d/ }).innerText())
  expect(valid + rejected).toBe(sampleRows)
  return valid
}

/** Imports what was checked. */
export const importList = async (journey: Journey, valid: number): Promise<void> => {
  const { page } = journey
  await page.getByRole("button", { name: `Import ${valid} people` }).click()
  await page.getByRole("link", { name: "Use in a campaign" }).waitFor()
  expect(await page.getByRole("main").innerText()).toMatch(new RegExp(`New\\s+${valid}\\b`))
  await inspect(journey, "imported list")
}

/** Finds a patient by name; the text is still there after a look at the imports, in whose address it never was. */
export const findPatient = async (journey: Journey, name: string, phone: string): Promise<void> => {
  const { page } = journey
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home", exact: true }).click()
  await page.getByRole("link", { name: "Open patients and imports" }).click()
  const box = page.getByRole("searchbox", { name: "Search name, phone or patient id" })
  const patients = page.getByRole("table", { name: "Patients", exact: true })
  await box.fill("no one is called this")
  await page.getByText("No one found").waitFor()
  await box.fill(name)
  await patients.getByText(phoneText(phone)).waitFor()
  await inspect(journey, "found patients")
  await page.getByRole("link", { name: "Imports", exact: true }).click()
  await page.getByRole("table", { name: "Imports" }).waitFor()
  await page.goBack()
  await patients.getByText(phoneText(phone)).waitFor()
  expect(await box.inputValue()).toBe(name)
}

/** The names and the last seven digits of the phones of the sample's people, in lower case. */
export const samplePeople = (): ReadonlySet<string> => {
  const [, ...rows] = readFileSync(sample, "utf8").trim().split("\n")
  const cells = rows.map((row) => row.split(","))
  const names = cells.flatMap(([, first = "", last = ""]) => `${first} ${last}`.split(" "))
  const phones = cells.map(([, , , phone = ""]) => phone.replaceAll(/\D/g, "").slice(-7))
  return new Set([...names.map((name) => name.toLowerCase()), ...phones].filter(({ length }) => length > 3))
}

/** What of these people stands in an address. */
export const peopleIn = (address: string, people: ReadonlySet<string>): ReadonlyArray<string> => {
  const text = decodeURIComponent(address).toLowerCase()
  const names = (text.match(/\p{L}+/gu) ?? []).filter((word) => people.has(word))
  const phones = [...people].filter((one) => /^\d{7}$/.test(one) && text.includes(one))
  return [...names, ...phones].map((found) => `${found} in ${address}`)
}

const bigFile = () => ({
  name: "many.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(
    ["MRN,First Name,Last Name", ...Array.from({ length: bigRows }, (_, row) => `BIG-${row},Pat,Number${row}`)].join(
      "\n",
    ),
  ),
})

/** Imports a file that takes a while, and watches its progress. */
export const importLargeList = async ({ page }: Journey): Promise<void> => {
  await page.getByRole("link", { name: "Imports", exact: true }).click()
  await page.getByLabel("Upload a list").setInputFiles(bigFile())
  await page.getByRole("button", { name: "Check rows" }).click()
  await page.getByRole("button", { name: "Import 120,000 people" }).click()
  await toast(page, "Import started")
  const bar = page.getByRole("progressbar", { name: "Importing rows" })
  const seen: Array<number> = []
  await expect
    .poll(
      async () => {
        const [now] = await bar.evaluateAll((bars) => bars.map((one) => Number(one.ariaValueNow)))
        if (now !== undefined) seen.push(now)
        return page.getByRole("link", { name: "Use in a campaign" }).count()
      },
      { interval: 50, timeout: 60_000 },
    )
    .toBe(1)
  expect(seen).toEqual(seen.toSorted((left, right) => left - right))
  expect(seen.filter((now) => now > 0 && now < bigRows)).not.toEqual([])
  expect(await page.getByRole("main").innerText()).toMatch(/New\s+120,000\b/)
}
