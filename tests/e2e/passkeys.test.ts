import type { CDPSession, Page } from "playwright"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { accessibilityViolations, openPage, signIn } from "#tests/support/chromium.ts"
import { demoApp } from "#tests/support/demoApp.ts"

const demo = demoApp()
const password = "Demo-2026!"
const email = "admin@northwind.test"
let page: Page
let errors: ReadonlyArray<string>
let close: () => Promise<void>
let cdp: CDPSession
let authenticatorId: string

beforeEach(async () => {
  ;({ page, errors, close } = await openPage(demo.browser))
  cdp = await page.context().newCDPSession(page)
  await cdp.send("WebAuthn.enable", { enableUI: false })
  ;({ authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  }))
})
afterEach(() => close())

const at = (path: string): string => `${demo.app.url}${path}`

const openAccount = async (): Promise<void> => {
  await signIn(page, demo.app.url, email)
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor()
  await page.goto(at("/idp/account"))
  await page.getByLabel("Your present password").fill(password)
  await page.getByRole("button", { name: "Continue" }).click()
  await page.getByRole("heading", { level: 1, name: "How you sign in" }).waitFor()
}

const addPasskey = async (): Promise<void> => {
  await page.getByRole("link", { name: "Add a passkey" }).click()
  await page.getByRole("button", { name: "Make the passkey" }).click()
}

const removeAll = async (): Promise<void> => {
  const remove = page.getByRole("button", { name: /^Remove the passkey/ })
  while ((await remove.count()) > 0) {
    await remove.first().click()
    await page.getByText("Your passkey was removed.").waitFor()
  }
}

const signOut = async (): Promise<void> => {
  await page.goto(at("/dashboard"))
  await page.getByRole("button", { name: "Logout" }).click()
  await page.getByRole("button", { name: "Sign in" }).waitFor()
}

const toPasskey = async (): Promise<void> => {
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByRole("link", { name: "Sign in with a passkey" }).click()
  await page.getByRole("heading", { name: "Use your passkey" }).waitFor()
}

const home = () => page.getByRole("heading", { level: 1, name: "Home" }).waitFor()

describe("a passkey", () => {
  it("is added after the password, signs in without password and code, and is removed", async () => {
    await openAccount()
    expect(await page.getByText("without a password and without a code").isVisible()).toBe(true)
    await addPasskey()
    await page.getByText("Your passkey was added.").waitFor()
    expect(await page.locator(".account-passkey").innerText()).toMatch(/Chrom.*\n.*not used yet/)
    await signOut()
    await toPasskey()
    await page.getByRole("button", { name: "Continue" }).click()
    await home()
    await page.goto(at("/idp/account"))
    await page.getByLabel("Your present password").fill(password)
    await page.getByRole("button", { name: "Continue" }).click()
    expect(await page.locator(".account-passkey").innerText()).toContain("last used")
    await removeAll()
    expect(await page.locator(".account-passkey").count()).toBe(0)
    await signOut()
    await toPasskey()
    await page.getByRole("button", { name: "Continue" }).click()
    await page.getByText("This passkey does not sign you in here.").waitFor()
    expect(errors.filter((error) => !error.includes("422"))).toEqual([])
  })

  it("is not made twice on one device, and what the device refuses is said", async () => {
    await openAccount()
    await addPasskey()
    await page.getByText("Your passkey was added.").waitFor()
    await addPasskey()
    await page.getByText("This device has a passkey for your account already.").waitFor()
    await page.getByRole("link", { name: "Back" }).click()
    await removeAll()
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false })
    await addPasskey()
    await page.getByText("The device gave no passkey").waitFor()
    // The way on is still there.
    expect(await page.getByRole("button", { name: "Make the passkey" }).isEnabled()).toBe(true)
  })

  it("has pages that everyone can use", async () => {
    await openAccount()
    await addPasskey()
    await page.getByText("Your passkey was added.").waitFor()
    // From here on the device is gone: looking takes a debugger of its own, and the made-up device goes with that.
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole("link", { name: "Add a passkey" }).click()
    await page.getByRole("button", { name: "Make the passkey" }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole("link", { name: "Back" }).click()
    await removeAll()
    await signOut()
    await toPasskey()
    expect(await accessibilityViolations(page)).toEqual([])
    expect(errors).toEqual([])
  })

  it("answers once: the same answer signs in no second time, nor in another sign-in", async () => {
    await openAccount()
    await addPasskey()
    await page.getByText("Your passkey was added.").waitFor()
    await signOut()
    await toPasskey()
    const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/passkey"))
    // The answer is made and held back: someone has copied it on the way.
    await page.route("**/interaction/*/passkey", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    )
    await page.getByRole("button", { name: "Continue" }).click()
    const answer = (await sent).postData() ?? ""
    await page.unroute("**/interaction/*/passkey")
    const other = await openPage(demo.browser)
    await other.page.goto(demo.app.url)
    await other.page.getByRole("button", { name: "Sign in" }).click()
    await other.page.getByRole("link", { name: "Sign in with a passkey" }).click()
    await other.page.getByRole("heading", { name: "Use your passkey" }).waitFor()
    const give = (to: string) =>
      other.page.request.post(to, {
        data: answer,
        headers: { "content-type": "application/x-www-form-urlencoded", origin: demo.app.url },
        maxRedirects: 0,
      })
    expect((await give(other.page.url())).status()).toBe(422)
    await other.close()
  })
})
