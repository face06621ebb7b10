import type { Browser, Route } from "playwright"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { idleMachine } from "#machines/session/idle.machine.ts"
import { sessionMachine } from "#machines/session/session.machine.ts"
import { signIn, startChromium } from "#tests/support/chromium.ts"
import { endsWithThePage, cannotOccur } from "#tests/paths/cannotOccur.ts"
import { pathsOf, titleOf } from "#tests/paths/paths.ts"
import { recordTransitions, transitionsOf } from "#tests/paths/record.ts"
import { startApp, type RunningApp } from "#tests/support/runningApp.ts"
import { seededData } from "#tests/support/seededData.ts"
import { player } from "./sessionPaths/play.ts"
import { presencePlayer, presenceWalk } from "./sessionPaths/presence.ts"
import { pageWalks, type Situation } from "./sessionPaths/walks.ts"

const walked = (Object.entries(pageWalks) as ReadonlyArray<[Situation, (typeof pageWalks)[Situation]]>).map(
  ([situation, walk]) => ({ situation, ...pathsOf(walk.machine, walk) }),
)
/** Each outcome of the login call has words of its own, whichever transition brings it. */
const outcomes = walked.flatMap(({ situation, paths, states, wayTo }) => {
  const played = new Set(paths.flatMap(({ steps }) => steps.map(({ snapshot }) => snapshot)))
  const missing = states.filter((state) => state.matches({ person: "refused" }) && !played.has(state))
  return missing.map((state) => [situation, wayTo(state)] as const)
})
const paths = [
  ...walked.flatMap(({ situation, paths: some }) => some.map((path) => [situation, path] as const)),
  ...outcomes,
].map(([situation, path]) => [situation, titleOf(path), path] as const)

const reasons = Object.entries(cannotOccur.session)

let data: Awaited<ReturnType<typeof seededData>>
let app: RunningApp
let browser: Browser
let play: ReturnType<typeof player>["play"]
let presence: ReturnType<typeof presencePlayer>
const taken = new Set<string>()
const took = (name: string): void => void taken.add(name)

beforeAll(async () => {
  data = await seededData()
  app = await startApp(data.dataDir)
  browser = await startChromium()
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, app.url, "user@northwind.test")
  await page.getByRole("button", { name: "Logout" }).waitFor()
  const state = await context.storageState()
  play = player(browser, app.url, state, took).play
  presence = presencePlayer(browser, app.url, state, took)
  await context.close()
})
afterAll(async () => {
  await browser?.close()
  await app?.kill()
  await data?.remove()
})

describe("the session chart in the real page", () => {
  it("is walked whole, but for what no one can cause", () => {
    const [first, ...others] = walked.map(({ untaken }) => untaken.filter((one) => one.startsWith("session.person.")))
    const untaken = (first ?? []).filter((one) => others.every((other) => other.includes(one)))
    // A walk answers even what only the next page would hear.
    expect(untaken).toEqual(reasons.filter(([, reason]) => reason !== endsWithThePage).map(([name]) => name))
    expect(walked.flatMap(({ unrecorded }) => unrecorded)).toEqual([])
  })

  it.each(paths)("%s: shows %s as its states promise", async (situation, _, path) => {
    await expect(play(situation, path)).resolves.toBeUndefined()
  })

  it("asks for more rights by the account that the library knows from signing in", async () => {
    const context = await browser.newContext()
    await recordTransitions(context, took)
    const page = await context.newPage()
    await signIn(page, app.url, "user@northwind.test")
    await page.getByRole("button", { name: "Logout" }).waitFor()
    const lacking = async (route: Route): Promise<void> => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), "rights-changed": "1" } })
    }
    await page.route("**/api/User/login", lacking, { times: 1 })
    await page.route("**/api/Report/**", lacking, { times: 1 })
    await page.locator('.nav-bar a[href="/report"]').click()
    await expect.poll(() => taken.has("session.interaction acquireToken.started #0"), { timeout: 15_000 }).toBe(true)
    await context.close()
  })

  it("took in the pages every transition that it takes on paper", () => {
    const missed = transitionsOf(sessionMachine).filter((name) => !taken.has(name))
    expect(missed.toSorted()).toEqual(reasons.map(([name]) => name).toSorted())
  })
})

describe("the idle chart in the real page", () => {
  const { paths: presencePaths } = pathsOf(presenceWalk.machine, presenceWalk)

  it.each(presencePaths.map((path) => [titleOf(path), path] as const))(
    "shows %s as its states promise",
    async (_, path) => {
      await expect(presence.play(path)).resolves.toBeUndefined()
    },
  )

  it("chooses one leader, whichever speaks", async () => {
    const leadership = transitionsOf(idleMachine).filter((name) => name.startsWith("idle.leadership"))
    await expect(presence.contend(() => leadership.every((name) => taken.has(name)))).resolves.toBeUndefined()
  })

  it("took in the pages every transition that it takes on paper", () => {
    expect(transitionsOf(idleMachine).filter((name) => !taken.has(name))).toEqual([])
  })
})
