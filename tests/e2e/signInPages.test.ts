import { execFile } from "node:child_process"
import { promisify } from "node:util"
import type { Browser, Page } from "playwright"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { demoPassword } from "#server/demo/accounts.ts"
import { callsWith, signInOverHttp } from "#tests/support/calls.ts"
import { accessibilityViolations, openPage, startChromium } from "#tests/support/chromium.ts"
import { shiftSoFar } from "#tests/support/layoutShift.ts"
import { mailedCode } from "#tests/support/mailedCode.ts"
import { freePort, type RunningApp, startApp } from "#tests/support/runningApp.ts"
import { seededData } from "#tests/support/seededData.ts"

const email = "user@northwind.test"
const chosen = "a quiet lamp by the sea"

let data: Awaited<ReturnType<typeof seededData>>
let app: RunningApp
let browser: Browser
/** The link an operator was given for someone invited, printed because no mail server is set. */
let invitation: string

const invited = "ina@northwind.test"
const operator = async (env: Readonly<Record<string, string>>, line: string) => {
  const { stdout } = await promisify(execFile)(process.execPath, ["server/cli/admin.ts", ...line.split(" ")], {
    env: { ...process.env, ...env },
  })
  return stdout.trimEnd().split("\n")
}

beforeAll(async () => {
  data = await seededData()
  const env = { PORT: String(await freePort()), ADMIN_VIEW_DATA: data.dataDir }
  const output = await operator(
    env,
    `invite --email ${invited} --name Ina --company northwind --type user --access 1,4,14`,
  )
  invitation = output.at(-1) ?? ""
  app = await startApp(data.dataDir, env)
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
  await app?.kill()
  await data?.remove()
})

/** Both ways a person may have it: dark on a small phone, light on a desk, as it stays. */
const looks = [
  { colorScheme: "dark", width: 360, height: 740 },
  { colorScheme: "light", width: 1280, height: 900 },
] as const

/** What is wrong with a page as it stands, in each look: accessibility, or wider than the screen. */
const violationsOn = async (page: Page): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  for (const { colorScheme, width, height } of looks) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height })
    found.push(...(await accessibilityViolations(page)))
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    if (wide > width) found.push(`${wide} points wide on a screen of ${width}`)
  }
  return found
}
/** The field that has the focus, with all that is read out next to it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const field = document.activeElement
    const ids = field?.getAttribute("aria-describedby")?.split(" ") ?? []
    return {
      id: field?.id,
      invalid: field?.getAttribute("aria-invalid"),
      described: ids.map((id) => document.getElementById(id)?.textContent ?? `no ${id}`).join(" "),
    }
  })

const openSignIn = async () => {
  const opened = await openPage(browser)
  await opened.page.goto(`${app.url}/`)
  await opened.page.getByRole("button", { name: "Sign in" }).click()
  await opened.page.waitForURL("**/idp/interaction/*")
  return opened
}
/** Answers that refuse a form are noted on the console, and are what these tests want. */
const unwanted = (errors: ReadonlyArray<string>) => errors.filter((error) => !/status of (410|422|429) /.test(error))

/** Moves on by Tab until something with this name has the focus. */
const tabTo = async (page: Page, name: string) => {
  for (let step = 0; step < 12; step++) {
    const text = await page.evaluate(() => document.activeElement?.textContent?.trim())
    if (text === name) return
    await page.keyboard.press("Tab")
  }
  throw new Error(`No Tab leads to ${name}.`)
}

const finishSignIn = async (page: Page, who: string, password: string) => {
  await page.getByLabel("E-mail address").fill(who)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.keyboard.press("Enter")
  await page.waitForURL("**/code")
  await page.getByLabel("Code").fill(await mailedCode(app.url, who))
  await page.keyboard.press("Enter")
  await page.waitForURL("**/dashboard")
}

describe("the demo's accounts", () => {
  it("stand next to the button and move nothing; a press on one takes its address to the provider", async () => {
    const { page, close } = await openPage(browser)
    await page.goto(app.url)
    await page.getByRole("button", { name: /^Uma User/ }).waitFor()
    expect(await page.evaluate(shiftSoFar)).toBeLessThanOrEqual(0.02)
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole("button", { name: /^Uma User/ }).click()
    await expect.poll(() => page.getByLabel("E-mail address").inputValue()).toBe(email)
    await expect.poll(() => focused(page)).toMatchObject({ id: "password" })
    await close()
  })
})

describe("the sign-in pages", () => {
  it("are accessible in each state, focus what is wrong and read the reason out with it", async () => {
    const { page, errors, close } = await openSignIn()
    await expect.poll(() => focused(page)).toMatchObject({ id: "email", described: "" })
    expect(await violationsOn(page)).toEqual([])

    await page.keyboard.type(email)
    await page.keyboard.press("Tab")
    await page.keyboard.type("not the password")
    await tabTo(page, "Show password")
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: "Hide password" }).waitFor()
    expect(await page.getByLabel("Password", { exact: true }).getAttribute("type")).toBe("text")
    expect(await violationsOn(page)).toEqual([])
    await tabTo(page, "Continue")
    await page.keyboard.press("Enter")
    await page.getByRole("alert").waitFor()
    await expect
      .poll(() => focused(page))
      .toEqual({
        id: "password",
        invalid: "true",
        described: "Invalid username or password. Please check your credentials and try again",
      })
    expect(await page.getByLabel("E-mail address").inputValue()).toBe(email)
    expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("")
    expect(await violationsOn(page)).toEqual([])

    await page.keyboard.type(demoPassword)
    await page.keyboard.press("Enter")
    await page.waitForURL("**/code")
    await expect.poll(async () => (await focused(page)).id).toBe("code")
    expect(await violationsOn(page)).toEqual([])
    const first = await mailedCode(app.url, email)
    await page.keyboard.type(first === "000000" ? "000001" : "000000")
    await page.keyboard.press("Enter")
    await page.getByRole("alert").waitFor()
    await expect.poll(() => focused(page)).toMatchObject({ id: "code", invalid: "true" })
    // The wrong password above counts: no one reads about tries that a lock would take away.
    await expect
      .poll(async () => (await focused(page)).described)
      .toBe("This is not the code we mailed. You have 3 tries left.")
    expect(await violationsOn(page)).toEqual([])
    await tabTo(page, "Mail a new code")
    await page.keyboard.press("Enter")
    await page.getByRole("status").getByText("A new code is on its way.").waitFor()
    expect(await violationsOn(page)).toEqual([])

    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    const code = await mailedCode(app.url, email)
    await page.evaluate((text) => navigator.clipboard.writeText(text), `${code.slice(0, 3)} ${code.slice(3)}`)
    await page.getByLabel("Code").focus()
    await page.keyboard.press("Control+V")
    await page.keyboard.press("Enter")
    await page.waitForURL("**/dashboard")
    expect(unwanted(errors)).toEqual([])
    await close()
  })

  it("say where to go on when a sign-in is over or was started elsewhere", async () => {
    const { page, close } = await openPage(browser)
    await page.goto(`${app.url}/idp/interaction/made-up`)
    await page.getByRole("heading", { name: "This sign-in cannot go on" }).waitFor()
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole("link", { name: "Back to the sign-in screen" }).click()
    await page.getByRole("button", { name: "Sign in" }).waitFor()
    await close()
  })
})

describe("a forgotten password", () => {
  it("is set again by keyboard and a mailed link, and ends the sign-ins before it", async () => {
    const before = callsWith(app.url, await signInOverHttp(app.url, email))
    expect((await before.send("/Report/GetDashboard")).status).toBe(200)
    const { page, errors, close } = await openSignIn()
    await tabTo(page, "Forgot your password?")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Forgot your password?" }).waitFor()
    await expect.poll(async () => (await focused(page)).id).toBe("email")
    expect(await violationsOn(page)).toEqual([])
    // A browser itself asks for an address here; ours is for one it lets by.
    await page.getByLabel("E-mail address").evaluate((field: HTMLInputElement) => (field.type = "text"))
    await page.keyboard.type("no address")
    await page.keyboard.press("Enter")
    await page.getByRole("alert").waitFor()
    await expect
      .poll(() => focused(page))
      .toMatchObject({ id: "email", invalid: "true", described: /Write an e-mail address/ })
    expect(await violationsOn(page)).toEqual([])
    await page.getByLabel("E-mail address").fill(email)
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Check your mail" }).waitFor()
    expect(new URL(page.url()).search).toBe("?sent")
    expect(await violationsOn(page)).toEqual([])

    // The mailbox under another name of this machine: to the browser a foreign site, as a web mailer is.
    await page.goto(`http://127.0.0.1:${app.port}/dev/mailbox`)
    const [mail] = await Promise.all([
      page.waitForEvent("popup"),
      page
        .getByRole("link", { name: `${app.url}/idp/link` })
        .first()
        .click(),
    ])
    await mail.getByRole("heading", { name: "Set a new password" }).waitFor()
    expect(mail.url()).toBe(`${app.url}/idp/link/password`)
    expect(await mail.evaluate(() => document.cookie)).toBe("")
    await expect.poll(() => focused(mail)).toMatchObject({ id: "password", described: /^12 characters or more/ })
    expect(await violationsOn(mail)).toEqual([])
    await mail.keyboard.type("Password2026!")
    await mail.keyboard.press("Enter")
    await mail.getByRole("alert").waitFor()
    await expect
      .poll(() => focused(mail))
      .toMatchObject({ id: "password", invalid: "true", described: /guessed first/ })
    expect(await violationsOn(mail)).toEqual([])
    await mail.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await mail.evaluate((text) => navigator.clipboard.writeText(text), chosen)
    await mail.keyboard.press("Control+V")
    await mail.keyboard.press("Enter")
    await mail.getByRole("heading", { name: "Your password is changed" }).waitFor()
    expect(await violationsOn(mail)).toEqual([])
    expect((await before.send("/Report/GetDashboard")).status).toBe(401)

    await mail.goto(`${app.url}/idp/link/password`)
    await mail.getByRole("heading", { name: "This link does not work" }).waitFor()
    expect(await violationsOn(mail)).toEqual([])
    await mail.getByRole("link", { name: "Back to the sign-in screen" }).click()
    await mail.getByRole("button", { name: "Sign in" }).click()
    await mail.waitForURL("**/idp/interaction/*")
    await finishSignIn(mail, email, chosen)
    expect(unwanted(errors)).toEqual([])
    await close()
  })

  it("may be asked for so often only, and the page says how long to wait", async () => {
    const { page, close } = await openSignIn()
    const address = page.url()
    for (let time = 1; time <= 20; time++) {
      await page.request.post(`${address}/forgot`, { form: { email: `nobody${time}@northwind.test` } })
    }
    await page.goto(`${address}/forgot`)
    // A browser puts the focus where a page wants it once it has drawn it, which is after the page is there.
    await expect.poll(async () => (await focused(page)).id).toBe("email")
    await page.keyboard.type(email)
    await page.keyboard.press("Enter")
    await page.getByRole("alert").waitFor()
    await expect
      .poll(() => focused(page))
      .toMatchObject({ id: "email", invalid: "true", described: /Wait 1[45] minutes and/ })
    expect(await violationsOn(page)).toEqual([])
    await close()
  })
})

describe("an invitation", () => {
  it("printed for an operator makes an account that signs in", async () => {
    const { page, errors, close } = await openPage(browser)
    expect(invitation.replace(/#.*/, "")).toBe(`${app.url}/idp/link`)
    await page.goto(invitation)
    await page.getByRole("heading", { name: "Welcome to Northwind Clinics" }).waitFor()
    expect(page.url()).toBe(`${app.url}/idp/link/password`)
    await expect.poll(async () => (await focused(page)).id).toBe("name")
    expect(await violationsOn(page)).toEqual([])
    await page.getByLabel("Your name").fill("Ina Berg")
    await page.getByLabel("Password", { exact: true }).fill("too short")
    await page.keyboard.press("Enter")
    await page.getByRole("alert").waitFor()
    await expect.poll(() => focused(page)).toMatchObject({ id: "password", described: /Use 12 characters or more\.$/ })
    expect(await page.getByLabel("Your name").inputValue()).toBe("Ina Berg")
    expect(await violationsOn(page)).toEqual([])
    await page.keyboard.type(chosen)
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Your account is ready" }).waitFor()
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole("link", { name: "Sign in" }).click()
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.waitForURL("**/idp/interaction/*")
    await finishSignIn(page, invited, chosen)
    const bar = await page.getByRole("banner").innerText()
    for (const words of ["User", "Northwind Clinics", "Ina Berg"]) expect(bar).toContain(words)
    expect(unwanted(errors)).toEqual([])
    await close()
  })

  it("and every mailed link stay out of what the program prints", async () => {
    const mails = (await (
      await fetch(`${app.url}/dev/mailbox`, { headers: { accept: "application/json" } })
    ).json()) as ReadonlyArray<{ readonly text: string; readonly code: string | null }>
    const secrets = [invitation, ...mails.map(({ text }) => text)].flatMap(
      (text) => /#([\w-]{43})/.exec(text)?.[1] ?? [],
    )
    expect(secrets.length).toBeGreaterThanOrEqual(2)
    const printed = app.printed()
    for (const secret of [...secrets, ...mails.flatMap(({ code }) => code ?? []), invited]) {
      expect(printed).not.toContain(secret)
    }
  })
})
