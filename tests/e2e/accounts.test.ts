import { describe, expect, it } from "vitest"
import { routes, type RoutePath } from "#schemas/routes.ts"
import { loginMessages, screens } from "#schemas/session/words.ts"
import { accessibilityViolations, openPage, signIn } from "#tests/support/chromium.ts"
import { demoApp } from "#tests/support/demoApp.ts"

const demo = demoApp()

/** Signs in on a page of its own; gives the page and the answer of the login call. */
const signInAs = async (email: string) => {
  const opened = await openPage(demo.browser)
  const login = opened.page.waitForResponse("**/api/User/login")
  await signIn(opened.page, demo.app.url, email)
  const answer = await login
  return {
    ...opened,
    status: answer.status(),
    method: answer.request().method(),
    reply: (await answer.json()) as object,
  }
}

const admin = [1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 14, 15, 16, 17]
const everything = Array.from({ length: 17 }, (_, index) => index + 1)

describe("the login call", () => {
  it.each([
    ["super@adminview.test", 1, "Super Admin", "Admin View", everything],
    ["admin@northwind.test", 2, "Admin", "Northwind Clinics", admin],
    ["user@northwind.test", 3, "User", "Northwind Clinics", [1, 4, 14]],
    ["admin@harbor.test", 2, "Admin", "Harbor Dental", admin],
  ] as const)("lets %s in as user type %i, and the top bar says so", async (email, userType, type, company, ids) => {
    const { page, errors, status, method, reply, close } = await signInAs(email)
    expect([method, status]).toEqual(["POST", 200])
    expect(reply).toMatchObject({
      statusCode: "200",
      status: "ok",
      userType,
      companyName: company,
      accessIds: ids,
      userId: expect.any(Number),
      companyId: expect.any(Number),
      displayName: expect.stringMatching(/ /),
      token: { access_Token: expect.stringMatching(/^ey/) },
    })
    await page.waitForURL("**/dashboard")
    const bar = await page.getByRole("banner").innerText()
    expect(bar).toContain(type)
    expect(bar).toContain(company)
    expect(bar).toContain((reply as { displayName: string }).displayName)
    const linked = await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href") as RoutePath))
    // A link leads to a page that is built and that the person may see.
    for (const path of linked) {
      const { access, page: built } = routes[path]
      expect([path, built, access === 0 || (ids as ReadonlyArray<number>).includes(access as number)]).toEqual([
        path,
        true,
        true,
      ])
    }
    expect(errors).toEqual([])
    await close()
  })

  it.each([
    ["locked@northwind.test", "locked", screens.accountLocked.message],
    ["expired@lapsed.test", "contract", loginMessages.contractExpired],
    ["early@future.test", "contract", loginMessages.contractNotStarted],
  ])("says to %s why not, with HTTP 200 and status %s", async (email, outcome, words) => {
    const { page, errors, status, reply, close } = await signInAs(email)
    expect(status).toBe(200)
    expect(reply).toMatchObject({ statusCode: "403", status: outcome })
    expect(reply).not.toHaveProperty("token")
    await page.getByText(words, { exact: true }).waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe(outcome === "locked" ? "/accountLocked" : "/")
    expect(await page.getByRole("button", { name: "Logout" }).count()).toBe(0)
    expect(await accessibilityViolations(page)).toEqual([])
    expect(errors).toEqual([])
    await close()
  })
})

describe("inside the layout", () => {
  it("a right that is missing is denied, and an address without a page is not found", async () => {
    const user = await signInAs("user@northwind.test")
    await user.page.waitForURL("**/dashboard")
    await user.page.goto(`${demo.app.url}/campaign`)
    await user.page.getByRole("heading", { name: screens.accessDenied.title }).waitFor()
    for (const words of [screens.accessDenied.text, screens.accessDenied.hint, "User", "Northwind Clinics"]) {
      await user.page.getByText(words).first().waitFor()
    }
    expect(await accessibilityViolations(user.page)).toEqual([])
    await user.close()

    const nora = await signInAs("admin@northwind.test")
    await nora.page.waitForURL("**/dashboard")
    await nora.page.goto(`${demo.app.url}/multiple`)
    await nora.page.getByRole("heading", { name: "This page does not exist" }).waitFor()
    expect(new URL(nora.page.url()).pathname).toBe("/multiple")
    await nora.page.getByRole("banner").getByRole("button", { name: "Logout" }).waitFor()
    expect(await accessibilityViolations(nora.page)).toEqual([])
    await nora.close()
  })
})
