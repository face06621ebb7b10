import { openDemoClock } from "../paths/demoClock.ts"
import { expect } from "vitest"
import { heading, inspect, thing, toast, type Journey } from "./journey.ts"

/** Takes a patient's phone in hand, reads the text that came, and answers STOP. */
export const replyStop = async (journey: Journey, phone: string, firstName: string): Promise<void> => {
  const { page } = journey
  await (await openDemoClock(page)).getByRole("link", { name: "Phones" }).click()
  await heading(page, "Phones")
  await inspect(journey, "phones")
  await page.getByLabel("Search by name or number").fill(phone)
  await page.getByRole("button", { name: phone }).click()
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
