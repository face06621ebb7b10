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

/** The same browser, to which the server gives the page's code with one thing in it changed. */
const withBroken = ({ browser }: World, right: RegExp, wrong: string) => {
  let changed = 0
  const newContext: Browser["newContext"] = async (options) => {
    const context = await browser.newContext(options)
    await context.route("**/assets/SmsPage-*.js", async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      changed += text.match(right)?.length ?? 0
      await route.fulfill({ response, body: text.replaceAll(right, wrong) })
    })
    return context
  }
  return { browser: { newContext } as Browser, changed: () => changed }
}

/** What the run in the real page says when the first path that begins with this event is driven through broken code. */
const wrongBy = async (first: string, right: RegExp, wrong: string): Promise<string> => {
  const driver = templatesDriver()
  const [walk] = Object.values(driver.walks)
  const path = walk && pathsOf(walk.machine, walk).places.find(({ events }) => events[0]?.type === first)
  if (path === undefined) throw new Error(`No path begins with ${first}.`)
  const { browser, changed } = withBroken(world, right, wrong)
  const player = playerOf(driver, { ...world, browser }, () => undefined)
  const failure = await player.play("open", path).then(
    () => ({ message: "nothing is wrong" }),
    (error: unknown) => error as { readonly message: string; readonly actual?: unknown },
  )
  await player.close()
  expect(changed()).toBe(1)
  return `${failure.message} ${"actual" in failure ? JSON.stringify(failure.actual) : ""}`
}

describe("the run in the real page turns red", () => {
  it("when the view lacks a button that the state promises, and names it", async () => {
    const wrong = await wrongBy("url.changed", /(?<=label:\w+\()`templates\.new`/g, "`templates.search`")
    expect(wrong).toContain("no action “New template”")
  })

  it("when the page's chart goes elsewhere than the walked one, and names where", async () => {
    const target = /(?<="publish\.pressed":\{target:)`confirmingPublish`/g
    const wrong = await wrongBy("publish.pressed", target, "`confirmingDelete`")
    expect(wrong).toMatch(/"confirmingPublish" after publish\.pressed.*"publish\.pressed.*confirmingDelete/s)
  })
})
