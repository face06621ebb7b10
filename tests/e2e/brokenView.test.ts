import type { Browser } from "playwright"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { pathsOf } from "#tests/paths/paths.ts"
import { openWorld, playerOf, type World } from "./paths/player.ts"
import { templatesDriver } from "./paths/templates.driver.ts"

let world: World
beforeAll(async () => {
  world = await openWorld("admin@northwind.test")
})
afterAll(() => world?.close())

/** The same browser, to which the server gives another view: its button "New template" has become another one. */
const withBrokenView = ({ browser }: World): { readonly browser: Browser; readonly changed: () => number } => {
  let changed = 0
  const newContext: Browser["newContext"] = async (options) => {
    const context = await browser.newContext(options)
    await context.route("**/assets/SmsPage-*.js", async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replaceAll(/(label:\w+\()`templates\.new`\)/g, (_, before: string) => {
        changed += 1
        return `${before}\`templates.search\`)`
      })
      await route.fulfill({ response, body })
    })
    return context
  }
  return { browser: { newContext } as Browser, changed: () => changed }
}

describe("a view that is broken on purpose", () => {
  it("turns the run in the real page red, with the button that the state promises and the page lacks", async () => {
    const driver = templatesDriver()
    const [walk] = Object.values(driver.walks)
    const path = walk && pathsOf(walk.machine, walk).places.find(({ events }) => events[0]?.type === "url.changed")
    if (path === undefined) throw new Error("No path begins with another address.")
    const { browser, changed } = withBrokenView(world)
    const player = playerOf(driver, { ...world, browser }, () => undefined)
    const failure = (await player.play("open", path).then(
      () => ({ message: "nothing is wrong" }),
      (error: unknown) => error,
    )) as { readonly message: string; readonly actual?: unknown }
    await player.close()
    expect(changed()).toBe(1)
    expect(`${failure.message} ${JSON.stringify(failure.actual)}`).toContain("no action “New template”")
  })
})
