import type { Page } from "playwright"
import { expect, it } from "vitest"
import type { UserSummary } from "#schemas/administration/user.ts"
import { routes, type RoutePath } from "#schemas/routes.ts"
import { words } from "#schemas/words.ts"
import { signInOverHttp } from "#tests/support/calls.ts"
import { signIn } from "#tests/support/chromium.ts"
import { demoApp } from "#tests/support/demoApp.ts"

const demo = demoApp()

/** The pages of the layout that are built; Home comes last, since each of the others is entered from there. */
const home = "/dashboard" satisfies RoutePath
const pages = (Object.keys(routes) as ReadonlyArray<RoutePath>).filter(
  (path) => routes[path].page && routes[path].access !== "public" && path !== "/accessDenied" && path !== home,
)

/** Of each type, with rights of their own, by one group, by two groups, and by both. */
const people = [
  { name: "Sam Super", email: "super@adminview.test" },
  { name: "Nora Admin", email: "admin@northwind.test" },
  { name: "Petra People", email: "people@northwind.test" },
  { name: "Uma User", email: "user@northwind.test" },
  { name: "Joyce Lam", email: "joyce.lam@northwind.test" },
  { name: "Dana Whitfield", email: "dana.whitfield@northwind.test" },
] as const
const superAdmin = people[0].email

type Seen = { readonly menu: ReadonlyArray<string>; readonly opens: ReadonlyArray<string> }

const signedIn = async (email: string): Promise<Page> => {
  const page = await (await demo.browser.newContext()).newPage()
  await signIn(page, demo.app.url, email)
  await page.getByRole("heading", { name: words["shell.home"], level: 1 }).waitFor()
  return page
}

/** What the page of a user says that they see. */
const saidOf = async (page: Page, hashedId: string): Promise<Seen> => {
  await page.goto(`${demo.app.url}/user?id=${hashedId}`)
  await page.locator(".view-pages").waitFor()
  const groups = await page.locator(".view-menu dd").allTextContents()
  const opens = await page.locator(".view-pages li").allTextContents()
  return { menu: groups.flatMap((links) => links.split("  ")).toSorted(), opens: opens.toSorted() }
}

/** What the program shows to someone who has signed in: the links of their menu, and the pages that let them in. */
const shownTo = async (page: Page): Promise<Seen> => {
  const heading = page.locator("main h1").first()
  const go = (path: string) => page.evaluate((to) => history.pushState(null, "", to), path)
  const links = await page.locator(".nav-bar a").allTextContents()
  const opens: Array<string> = [home]
  for (const path of pages) {
    await go(path)
    await expect.poll(() => heading.innerText().catch(() => words["shell.home"])).not.toBe(words["shell.home"])
    const said = await heading.innerText()
    expect([path, said]).not.toEqual([path, words["notFound.title"]])
    if (said !== words["route.accessDenied"]) opens.push(path)
    await go(home)
    await expect.poll(() => heading.innerText().catch(() => "")).toBe(words["shell.home"])
  }
  return { menu: links.map((label) => label.trim()).toSorted(), opens: opens.toSorted() }
}

it(`says of a user what the program shows to them: ${people.length} people, the menu and ${pages.length + 1} pages`, async () => {
  const token = await signInOverHttp(demo.app.url, superAdmin)
  const idOf = async (email: string): Promise<string> => {
    const answer = await fetch(
      `${demo.app.url}/api/User/GetUsers?everyCompany=true&search=${encodeURIComponent(email)}`,
      { headers: { authorization: `Bearer ${token}` } },
    )
    const { data } = (await answer.json()) as { readonly data: ReadonlyArray<UserSummary> }
    return data.find(({ userName }) => userName === email)?.hashedId ?? ""
  }
  const administrator = await signedIn(superAdmin)
  const menus = new Set<string>()
  for (const { name, email } of people) {
    const said = await saidOf(administrator, await idOf(email))
    const person = await signedIn(email)
    expect([name, await shownTo(person)]).toEqual([name, said])
    await person.context().close()
    menus.add(said.menu.join())
  }
  expect(menus.size).toBeGreaterThan(4)
  await administrator.context().close()
}, 300_000)
