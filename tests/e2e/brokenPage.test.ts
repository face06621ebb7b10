import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { pathsOf } from "#tests/paths/paths.ts"
import { playInPage } from "./paths/player.ts"
import { templatesDriver } from "./paths/templates.driver.ts"
import { openWorld, type World } from "./paths/world.ts"

// What broken code does is nothing that the program was seen to do.
vi.mock("#tests/paths/noting.ts", () => ({ note: () => undefined }))

let world: World
beforeAll(async () => {
  world = await openWorld("admin@northwind.test")
})
afterAll(() => world?.close())

/** The same world, but the server gives the page's code with one thing in it changed. */
const withBroken = (right: RegExp, wrong: string) => {
  let changed = 0
  const sit: World["sit"] = async () => {
    const seat = await world.sit()
    await seat.context.route("**/assets/SmsPage-*.js", async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      // A path may load the page more than once.
      changed = text.match(right)?.length ?? 0
      await route.fulfill({ response, body: text.replaceAll(right, wrong) })
    })
    return seat
  }
  return { broken: { ...world, sit }, changed: () => changed }
}

/** What the run in the real page says when the first path that begins with this event is driven through broken code. */
const wrongBy = async (first: string, right: RegExp, wrong: string): Promise<string> => {
  const driver = templatesDriver()
  const [situation, walk] = Object.entries(driver.walks)[0] ?? []
  const path = walk && pathsOf(walk.machine, walk).places.find(({ events }) => events[0]?.type === first)
  if (situation === undefined || path === undefined) throw new Error(`No path begins with ${first}.`)
  const { broken, changed } = withBroken(right, wrong)
  const failure = await playInPage(broken, {
    driver,
    situation,
    path,
    patience: 3_000,
    took: () => undefined,
  }).then(
    () => ({ message: "nothing is wrong" }),
    (error: unknown) => error as { readonly message: string; readonly actual?: unknown },
  )
  expect(changed()).toBe(1)
  return `${failure.message} ${"actual" in failure ? JSON.stringify(failure.actual) : ""}`
}

describe("the run in the real page turns red", () => {
  it("when the view lacks a button that the state promises, and names it", async () => {
    const wrong = await wrongBy("url.changed", /(?<=label:\w+\()`templates\.new`/g, "`templates.search`")
    expect(wrong).toContain("no action “New template”")
  })

  it("when the page's chart goes elsewhere than the walked one, and names where", async () => {
    const target = /(?<="publish\.pressed":\{guard:`isNewest`,target:)`acting`/g
    const wrong = await wrongBy("publish.pressed", target, "`none`")
    expect(wrong).toMatch(/"acting"} after publish\.pressed.*"publish\.pressed.*none/s)
  })
})
