import { expect, it } from "vitest"
import type { Page } from "playwright"
import { accessIds } from "#schemas/access.ts"
import { routes, type RoutePath } from "#schemas/routes.ts"
import { words } from "#schemas/words.ts"
import { signIn } from "#tests/support/chromium.ts"
import { demoApp } from "#tests/support/demoApp.ts"

const demo = demoApp()

/** Every page that a signed-in person may go to, or not. */
const pages = (Object.keys(routes) as ReadonlyArray<RoutePath>).filter(
  (path) => routes[path].access !== "public" && path !== "/accessDenied",
)
type Holding = { readonly userType: 1 | 3; readonly accessIds: ReadonlyArray<number> }
/** One right each, and the one that takes a Super Admin as well. */
const people: ReadonlyArray<Holding> = [
  ...Object.values(accessIds).map((id) => ({ userType: 3 as const, accessIds: [id] })),
  { userType: 1, accessIds: [accessIds.SuperAdminGlobal] },
]
const nameOf = ({ userType, accessIds: ids }: Holding, path: string) => `${path} as type ${userType} with ${ids.join()}`

/** Has an answer of the server be that of someone with other rights. */
const answerAs = (page: Page, call: string, change: (body: object) => object) =>
  page.route(call, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change((await response.json()) as object) })
  })

/** What the page of a user says that they see: pages that open, and links of the menu. */
const said = async (page: Page, holding: Holding) => {
  await page.unrouteAll()
  await answerAs(page, "**/api/User/GetUser?**", (body) => {
    const { data } = body as { readonly data: object }
    return { ...body, data: { ...data, ...holding, state: "active" } }
  })
  await page.reload()
  await page.locator(".view-pages").waitFor()
  const textsOf = (part: string) => page.locator(part).allInnerTexts()
  const menu = (await textsOf(".view-menu dd")).flatMap((links) => links.split(/\s{2,}/))
  return { opens: await textsOf(".view-pages li"), menu: menu.toSorted() }
}

/** What the running program does with the same rights: which pages it shows, and the links of its menu. */
const done = async (page: Page, holding: Holding) => {
  await page.unrouteAll()
  await answerAs(page, "**/api/User/login", (body) => ({ ...body, ...holding }))
  await page.goto(`${demo.app.url}/dashboard`)
  await page.getByRole("heading", { name: words["shell.home"], level: 1 }).waitFor()
  const menu = await page.locator(".nav-bar a").allInnerTexts()
  const opens: Array<RoutePath> = []
  const go = async (path: RoutePath) => {
    await page.evaluate((to) => {
      document.title = ""
      history.pushState(null, "", to)
    }, path)
    await page.waitForFunction(() => document.title !== "")
  }
  for (const path of pages) {
    // A page of another name stands between, so that each names itself anew.
    await go(path === "/dashboard" ? "/accessDenied" : "/dashboard")
    await go(path)
    const isThere = new URL(page.url()).pathname === path
    if (isThere && !(await page.title()).startsWith(words["route.notFound"])) opens.push(path)
  }
  return { opens, menu: menu.toSorted() }
}

it(`shows of a person what the program does for them: ${people.length} × ${pages.length} cells`, async () => {
  const context = await demo.browser.newContext()
  const admin = await context.newPage()
  await signIn(admin, demo.app.url, "people@northwind.test")
  await admin.getByRole("heading", { name: words["shell.home"], level: 1 }).waitFor()
  await admin.goto(`${demo.app.url}/user`)
  await admin.getByRole("link", { name: "Ana Ruiz" }).click()
  await admin.locator(".view-pages").waitFor()
  const person = await (await demo.browser.newContext()).newPage()
  await signIn(person, demo.app.url, "user@northwind.test")
  await person.getByRole("heading", { name: words["shell.home"], level: 1 }).waitFor()

  const wrong: Array<string> = []
  for (const holding of people) {
    const [promised, shown] = [await said(admin, holding), await done(person, holding)]
    for (const path of pages)
      if (promised.opens.includes(path) !== shown.opens.includes(path)) wrong.push(nameOf(holding, path))
    expect([nameOf(holding, "the menu"), promised.menu]).toEqual([nameOf(holding, "the menu"), shown.menu])
  }
  expect(wrong).toEqual([])
  expect(pages.length * people.length).toBeGreaterThan(17 * 14)
  await context.close()
  await person.context().close()
}, 300_000)
