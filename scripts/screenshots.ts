/**
 * Makes the pictures of README and guide from the running demo:
 * start the app, then `npm run screenshots -- http://localhost:4180`.
 */
import { mkdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { chromium, type Page } from "playwright"
import { samplePatientAddress } from "#schemas/scheduling/patientLink.ts"
import { browserFlags, findBrowser } from "./browser.ts"
import { takePastExports } from "./pastExportsPicture.ts"
import { sampleLink, sampleTimes } from "./patientSample.ts"

const base = process.argv[2] ?? "http://localhost:4180"
const folder = fileURLToPath(new URL("../docs/images", import.meta.url))
const admin = "admin@northwind.test"
mkdirSync(folder, { recursive: true })

type Mail = { readonly to: string; readonly code: string }

const signIn = async (page: Page, email = admin): Promise<void> => {
  await page.goto(base)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByLabel("E-mail address").fill(email)
  await page.getByLabel("Password").fill("Demo-2026!")
  await page.getByRole("button", { name: "Continue" }).click()
  await page.getByLabel("Code").waitFor()
  const answer = await fetch(`${base}/dev/mailbox`, { headers: { accept: "application/json" } })
  const mails = (await answer.json()) as ReadonlyArray<Mail>
  await page.getByLabel("Code").fill(mails.find(({ to }) => to === email)?.code ?? "")
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByRole("heading", { name: "Home" }).waitFor()
}

const rows = "tbody tr:not([aria-hidden])"

/** Pages with what must be seen on them before the picture is taken. */
const shots: ReadonlyArray<readonly [name: string, path: string, seen: string]> = [
  ["dashboard", "/dashboard", ".figure-value"],
  ["database", "/database", rows],
  ["sms", "/sms", rows],
  ["ivr", "/ivr", rows],
  ["translate", "/translate", rows],
  ["translation-files", "/translate?files=", "main select"],
  ["campaign", "/campaign?state=completed", rows],
  ["calls", "/campaign?search=Flu%20shot%20calls", rows],
  ["report", "/report", ".figure-value"],
  ["location", "/location", ".map-pin"],
  ["scheduler", "/scheduler", ".place"],
  ["runs", "/scheduler?view=runs", rows],
  ["appointment", "/appointment", ".appointment-card"],
  ["waitlist", "/appointment?view=waitlist", ".waitlist-round"],
  ["texts", "/appointment?view=texts", ".text-kind .phone-bubble"],
  ["profile", "/profile", "main form input"],
]

/** Pages with frames: what stands in a frame must be seen as well. */
const framed: ReadonlyArray<readonly [name: string, path: string, frame: string, seen: string]> = [
  ["flows", "/dev/flows?chart=session", "iframe.flow-picture", ".present"],
  ["gallery", "/dev/flows?chart=templates&view=gallery", ".view-frame iframe", "h1"],
  ["time-travel", "/dev/flows?chart=session&view=travel", ".view-frame iframe", "h1"],
]

const takeFramed = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 1280, height: 1240 })
  for (const [name, path, frame, seen] of framed) {
    await page.goto(base + path)
    await page.frameLocator(frame).first().locator(seen).first().waitFor()
    await page.screenshot({ path: `${folder}/${name}.png` })
  }
}

/** The inspector, following a page next to it. */
const takeInspector = async (page: Page): Promise<void> => {
  await page.goto(`${base}/campaign?inspect`)
  const opened = page.context().waitForEvent("page")
  await page.getByRole("link", { name: "Open the inspector" }).click()
  const inspector = await opened
  await inspector.locator(".inspected-run").filter({ hasText: "session" }).first().click()
  await inspector.frameLocator("iframe").locator(".present").first().waitFor()
  await inspector.setViewportSize({ width: 1280, height: 860 })
  await inspector.screenshot({ path: `${folder}/inspector.png` })
  await inspector.close()
}

/** A time that is looked for, by a Super Admin who works for a company. */
const takeBooking = async (page: Page, suffix: string): Promise<void> => {
  await page.getByRole("button", { name: "Work for this company" }).click()
  await page.getByText("You work for Northwind Clinics.").waitFor()
  await page.goto(`${base}/bookAppointment`)
  await page.locator("[data-search]").fill("Adams")
  await page.locator(".choice-row").first().click()
  await page.locator(".choice-row").first().click()
  await page.locator(".booking-week .slot").first().waitFor()
  await page.screenshot({ path: `${folder}/booking${suffix}.png` })
  await page.getByRole("button", { name: /^Back to Admin View/ }).click()
  await page.getByText("You work for Northwind Clinics.").waitFor({ state: "detached" })
}

/** The companies as a Super Admin sees them, one of them open, and the log of what people did. */
const takeGlobal = async (look: "light" | "dark", width: number, suffix: string): Promise<void> => {
  const context = await browser.newContext({ viewport: { width, height: 1040 }, colorScheme: look })
  const page = await context.newPage()
  await page.goto(base)
  await signIn(page, "super@adminview.test")
  await page.goto(`${base}/global`)
  await page.getByRole("link", { name: "Northwind Clinics", exact: true }).click()
  await page.getByRole("heading", { level: 1, name: "Northwind Clinics" }).waitFor()
  await page.getByRole("link", { name: "Contract", exact: true }).click()
  await page.locator(".contract-bar").waitFor()
  await page.screenshot({ path: `${folder}/global${suffix}.png` })
  await page.goto(`${base}/global?section=activity&scope=all`)
  await page.locator("tbody td time").first().waitFor()
  await page.screenshot({ path: `${folder}/activity${suffix}.png` })
  await page.goto(`${base}/global`)
  await page.getByRole("link", { name: "Northwind Clinics", exact: true }).click()
  await takeBooking(page, suffix)
  await context.close()
}

const takeAll = async (look: "light" | "dark", width: number, suffix: string): Promise<void> => {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: look })
  const page = await context.newPage()
  await page.goto(base)
  await page.getByRole("button", { name: "Sign in" }).waitFor()
  await page.screenshot({ path: `${folder}/sign-in${suffix}.png` })
  await signIn(page)
  for (const [name, path, seen] of shots) {
    await page.goto(base + path)
    // A narrow screen may show the same in another form.
    await page
      .locator(seen)
      .first()
      .waitFor({ state: suffix === "-narrow" ? "attached" : "visible" })
    await page.locator("main .skeleton-line").first().waitFor({ state: "detached" })
    if (name === "campaign") {
      await page.locator(".row-link").first().click()
      await page.locator(".funnel").first().waitFor()
    }
    if (name === "ivr") {
      await page.getByRole("link", { name: "Flu shot call" }).first().click()
      await page.locator(".call-chart").waitFor()
      await page.screenshot({ path: `${folder}/ivr${suffix}.png` })
      await page.getByRole("link", { name: "Try it" }).click()
      await page.getByRole("button", { name: "Call me" }).waitFor()
      await page.getByRole("button", { name: /^Run/ }).first().click()
      await page.screenshot({ path: `${folder}/try${suffix}.png`, fullPage: suffix === "" })
      continue
    }
    if (name === "calls") {
      await page.locator(".row-link").first().click()
      await page.getByRole("link", { name: "Recipients" }).click()
      await page.locator(rows).first().waitFor({ state: "attached" })
    }
    if (name === "sms") {
      await page.screenshot({ path: `${folder}/sms${suffix}.png` })
      await page.getByRole("link", { name: "Flu shot reminder" }).first().click()
      await page.locator(".samples").waitFor()
      await page.screenshot({ path: `${folder}/template${suffix}.png` })
      continue
    }
    if (name === "scheduler") {
      await page.locator(".place").first().click()
      // A narrow screen shows the slots of a day as a list in its place.
      await page.locator("[data-cell]").first().waitFor({ state: "attached" })
    }
    if (name === "runs") {
      await page.getByRole("button", { name: "Next month" }).click()
      await page.getByText("Weekly survey").nth(1).waitFor({ state: "attached" })
    }
    await page.screenshot({ path: `${folder}/${name}${suffix}.png` })
  }
  await takeNotices(page, suffix)
  await takePastExports(page, base, `${folder}/past-exports${suffix}.png`, suffix === "")
  if (suffix === "") {
    await takeFramed(page)
    await takeInspector(page)
  }
  await context.close()
}

/** A file of users after its check, with a row of each kind. */
const takeUserFile = async (page: Page, suffix: string): Promise<void> => {
  const lines = [
    "Name,E-mail,Groups",
    "Ina Brandt,ina.brandt@northwind.test,Front desk",
    "Dana Whitfield,dana.whitfield@northwind.test,Front desk",
    "Otto Reyes,otto at northwind,",
  ]
  await page.goto(`${base}/user?import=`)
  await page
    .getByLabel("Choose a CSV file")
    .setInputFiles({ name: "users.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) })
  await page.locator(".user-file-person").first().waitFor()
  await page.screenshot({ path: `${folder}/user-file${suffix}.png` })
  await page.getByRole("button", { name: "Choose another file" }).click()
}

/** What is under the bell: the administrator of a clinic is told of its card, of campaigns and of a new right. */
const takeNotices = async (page: Page, suffix: string): Promise<void> => {
  await page.goto(`${base}/dashboard`)
  await page.locator(".bell").click()
  await page.locator(".notices li").first().waitFor()
  await page.screenshot({ path: `${folder}/notices${suffix}.png` })
  await page.keyboard.press("Escape")
}

/** The users of a clinic as their administrator sees them, one of them open, and the rights of their groups. */
const takeUsers = async (look: "light" | "dark", width: number, suffix: string): Promise<void> => {
  const context = await browser.newContext({ viewport: { width, height: 1040 }, colorScheme: look })
  const page = await context.newPage()
  await page.goto(base)
  await signIn(page, "people@northwind.test")
  await page.goto(`${base}/user`)
  await page.locator(rows).first().waitFor()
  await page.screenshot({ path: `${folder}/users${suffix}.png` })
  await page.getByRole("link", { name: "Dana Whitfield" }).click()
  await page.locator(".view-menu").waitFor()
  await page.screenshot({ path: `${folder}/user${suffix}.png` })
  await page.goto(`${base}/user?tab=invitations`)
  await page.locator(rows).first().waitFor()
  await page.screenshot({ path: `${folder}/invitations${suffix}.png` })
  await page.goto(`${base}/user?tab=groups`)
  await page.locator(".group-matrix").waitFor()
  await page.screenshot({ path: `${folder}/groups${suffix}.png` })
  await page.goto(`${base}/user?tab=directory`)
  await page.locator(".directory-deeds").waitFor()
  await page.screenshot({ path: `${folder}/directory${suffix}.png` })
  await takeUserFile(page, suffix)
  await context.close()
}

/** A multi-campaign that is running, and a draft while it is written. */
const takeLadder = async (look: "light" | "dark", width: number, suffix: string): Promise<void> => {
  const context = await browser.newContext({ viewport: { width, height: 1240 }, colorScheme: look })
  const page = await context.newPage()
  await signIn(page)
  await page.goto(`${base}/multi`)
  await page.locator(".row-link").first().click()
  await page.locator(".ladder-paths").waitFor()
  await page.screenshot({ path: `${folder}/multi${suffix}.png` })
  await page.goto(`${base}/multi?state=draft`)
  await page.locator(".row-link").first().click()
  await page.getByRole("link", { name: "Change", exact: true }).click()
  await page.getByRole("button", { name: "Simulate" }).click()
  await page.locator(".ladder-happened").waitFor()
  await page.screenshot({ path: `${folder}/multi-editor${suffix}.png` })
  await context.close()
}

/** The patient's own page on a phone. No text with a link is in the demo from the start, so its answers are samples. */
const takePatient = async (look: "light" | "dark", suffix: string): Promise<void> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme: look })
  const page = await context.newPage()
  const answer = (call: string, data: unknown) =>
    page.route(`**/api/Booking/${call}`, (route) => route.fulfill({ json: { data } }))
  await answer("GetLink", sampleLink)
  await answer("GetTimes?*", sampleTimes)
  await page.goto(samplePatientAddress(base))
  await page.locator(".patient-day .patient-time").first().waitFor()
  await page.screenshot({ path: `${folder}/patient${suffix}.png` })
  await context.close()
}

const browser = await chromium.launch({ executablePath: findBrowser() ?? "chromium", args: [...browserFlags] })
await takeAll("light", 1440, "")
await takeAll("dark", 1440, "-dark")
await takeAll("light", 390, "-narrow")
await takeGlobal("light", 1440, "")
await takeGlobal("dark", 1440, "-dark")
await takeUsers("light", 1440, "")
await takeUsers("dark", 1440, "-dark")
await takeUsers("light", 390, "-narrow")
await takeLadder("light", 1440, "")
await takeLadder("dark", 1440, "-dark")
await takeLadder("light", 390, "-narrow")
await takePatient("light", "")
await takePatient("dark", "-dark")
await browser.close()
