import { openDemoClock } from "../paths/demoClock.ts"
import { expect } from "vitest"
import { heading, inspect, thing, toast, type Journey } from "./journey.ts"

/** Takes a patient's phone in hand, reads the text that came, and answers STOP. */
export const replyStop = async (journey: Journey, phone: string, firstName: string): Promise<void> => {
  const { page } = journey
  // Staff read the number as it is dialled at home; the phone knows its whole one.
  const number = `+1${phone.replaceAll(/\D/g, "")}`
  await (await openDemoClock(page)).getByRole("link", { name: "Phones" }).click()
  await heading(page, "Phones")
  await inspect(journey, "phones")
  await page.getByLabel("Search by name or number").fill(number)
  await page.getByRole("button", { name: number }).click()
  const chat = thing(page).getByRole("list", { name: "Texts", exact: true })
  await chat.getByText(`Hi ${firstName}, Northwind Clinics here: time for your check-up.`).waitFor()
  await inspect(journey, "phone")
  await page.getByRole("textbox", { name: "Reply from this phone" }).fill("STOP")
  await page.getByRole("button", { name: "Send reply" }).click()
  await toast(page, "Reply sent")
  await chat.getByText("You are unsubscribed and will get no more texts from this number.").waitFor()
  // The simulated person may have answered the campaign before.
  expect(await chat.getByRole("listitem").filter({ hasText: "Delivered" }).count()).toBe(2)
}
