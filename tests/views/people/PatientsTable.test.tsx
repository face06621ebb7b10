import { describe, expect, it } from "vitest"
import { limits } from "#schemas/constants.ts"
import type { Patient } from "#schemas/people/patient.ts"
import { bookedAppointment } from "#tests/support/bookingSamples.ts"
import { samplePatient } from "#tests/support/peopleSamples.ts"
import { accessibilityFaults, press, textOf } from "#tests/support/render.tsx"
import { seenBulk } from "#tests/support/seen.ts"
import { page, show } from "./shownDatabase.tsx"

const staff = { userType: 2 as const, accessIds: [1, 7, 11, 15, 17] }
const record = { patient: samplePatient.hashedId }
const agreed: Patient = { ...samplePatient, smsConsent: "granted", phone: "+14155550190", phoneKind: "mobile" }

const patientsNumbered = (count: number): ReadonlyArray<Patient> =>
  Array.from({ length: count }, (_, place) => ({
    ...agreed,
    hashedId: `Patient${String(place).padStart(15, "0")}`,
    firstName: `Number${place}`,
  }))
const choosing = (rows: ReadonlyArray<Patient>) =>
  seenBulk([{ type: "rows.chosen", rows: rows.map((row) => ({ id: row.hashedId, row })), isChosen: true } as never])

describe("the record of a patient", () => {
  it("leads to a text, and says why there is none for who can get none", async () => {
    const shown = { search: record, rights: staff, visits: [bookedAppointment] }
    const { container } = await show({ ...shown, patients: { ready: [agreed] } })
    const link = [...container.querySelectorAll(".quick-look a")].find((one) => textOf(one) === "Send a text")
    expect(link?.getAttribute("href")).toContain(`send=${samplePatient.hashedId}`)
    const reasons: ReadonlyArray<readonly [Partial<Patient>, string]> = [
      [{ smsConsent: "revoked" }, "opted out of texts"],
      [{ smsConsent: "unclear" }, "may be an opt-out"],
      [{ phone: null }, "no valid phone number"],
      [{ phoneKind: "landline" }, "number is a landline"],
    ]
    for (const [more, reason] of reasons) {
      await show({ ...shown, patients: { ready: [{ ...agreed, ...more }] } })
      expect(textOf(document.querySelector(".quick-look"))).toContain(reason)
      expect([...document.querySelectorAll(".quick-look a")].map(textOf)).not.toContain("Send a text")
    }
    await show({ ...shown, patients: { ready: [agreed] }, rights: { ...staff, accessIds: [1, 7, 11, 15] } })
    expect(textOf(document.querySelector(".quick-look"))).toContain("the right to publish, launch, delete and export")
  })

  it("gives way to the text that the address names", async () => {
    await show({ search: record, rights: staff, sending: <p>The text</p> })
    expect(page()).toContain("The text")
    expect(page()).not.toContain("Appointments of")
  })

  it("is the text at once for who sees no appointments", async () => {
    const { container } = await show({ rights: { ...staff, accessIds: [1, 15, 17] } })
    expect(container.querySelector("tbody a")?.getAttribute("href")).toContain(`send=${samplePatient.hashedId}`)
    const { container: other } = await show({ rights: { ...staff, accessIds: [15] } })
    expect(other.querySelector("tbody a")).toBeNull()
  })
})

describe("a handful of patients", () => {
  it("is chosen in the list, and leads to one text for all of them", async () => {
    const rows = patientsNumbered(3)
    const { address } = await show({ rights: staff, patients: { ready: rows }, bulk: choosing(rows.slice(0, 2)) })
    expect(page()).toContain("2 selected")
    expect(await accessibilityFaults()).toEqual([])
    await press("Send a text")
    expect(address.went).toEqual([{ send: `${rows[0]?.hashedId},${rows[1]?.hashedId}`, patient: null, message: null }])
  })

  it("is at most as many as a handful may be", async () => {
    const rows = patientsNumbered(limits.quickSendPeople + 1)
    const { container } = await show({ rights: staff, patients: { ready: rows }, bulk: choosing(rows) })
    expect(container.querySelector<HTMLButtonElement>(".bulk-deeds button")?.disabled).toBe(true)
    expect(page()).toContain("At most 20 at once.")
  })

  it("is chosen by no one without the right to send", async () => {
    const { container } = await show({ rights: { ...staff, accessIds: [1, 7, 11, 15] } })
    expect(container.querySelector(".cell-check")).toBeNull()
  })
})
