import type { Locator, Page, Request, Route } from "playwright"
import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { problem } from "#schemas/problem.ts"
import { unexpectedAnswer } from "#schemas/session/problems.ts"
import { words } from "#schemas/words.ts"
import { signIn } from "#tests/support/chromium.ts"
import { demoApp } from "#tests/support/demoApp.ts"
import { specified } from "#tests/support/specified.ts"
import { type Case, cases, creation, type Place, saving } from "./toasts/cases.ts"
import { keptOn, shows } from "./toasts/seen.ts"

const people = { administrator: "admin@northwind.test", superAdmin: "super@adminview.test" } as const
const everyone = ["administrator", "superAdmin"] as const

const demo = demoApp()
const places = {} as Record<Case["who"], Place>

const placeOf = async (who: Case["who"]): Promise<Place> => {
  const context = await demo.browser.newContext({ viewport: { width: 1280, height: 900 } })
  context.setDefaultTimeout(15_000)
  await context.clock.install()
  const page = await context.newPage()
  await signIn(page, demo.app.url, people[who])
  await page.getByRole("button", { name: "Logout" }).waitFor()
  return { origin: demo.app.url, context, page }
}

beforeAll(async () => {
  for (const who of everyone) places[who] = await placeOf(who)
})
// What failed half-way must not mislead the next.
afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return
  for (const who of everyone) {
    await places[who].page.close()
    places[who] = { ...places[who], page: await places[who].context.newPage() }
  }
})

const isCallOf = ({ call }: Case, address: string): boolean => new URL(address).pathname === `/api/${call}`

/** Answers the next request of an operation in the server's place. */
const answerNext = (page: Page, one: Case, answer: Parameters<Route["fulfill"]>[0]) =>
  page.route(
    ({ href }) => isCallOf(one, href),
    (route) => route.fulfill(answer),
    { times: 1 },
  )

/** However the last button is pressed: one request, one toast. */
const succeedsOnce = async (place: Place, one: Case, press: (last: Locator) => Promise<unknown>): Promise<void> => {
  const { page } = place
  const last = await one.last(place)
  const keptBefore = await keptOn(page)
  let requests = 0
  const count = (request: Request): void => {
    if (isCallOf(one, request.url())) requests += 1
  }
  page.on("request", count)
  await press(last)
  await shows(page, "success", one.success)
  page.off("request", count)
  expect({ requests, toasts: (await keptOn(page)) - keptBefore }).toEqual({ requests: 1, toasts: 1 })
}

const refusal = problem("NotAllowedNow", "Someone else was there first.")

it("shows every toast of the specification's list in one of these cases", () => {
  const { sentences } = specified
  const listed = sentences.slice(
    sentences.indexOf("Company Deleted Successfully"),
    sentences.indexOf("Unable to Create Campaign") + 1,
  )
  expect([...cases.map(({ success }) => success), ...cases.map(({ failure }) => failure)]).toEqual(listed)
})

describe.each(cases)("$call", (one) => {
  it(`says “${one.failure}” with the reason, then “${one.success}” once for a double click`, async () => {
    const place = places[one.who]
    const { page } = place
    await one.open(place)
    await answerNext(page, one, { status: 409, json: refusal })
    await (await one.last(place)).click()
    await shows(page, "danger", one.failure, refusal.message)

    await succeedsOnce(place, one, (last) => last.dblclick())
  })
})

it("takes a campaign as created with the number 2 in the answer's status and never otherwise", async () => {
  const place = places.administrator
  const { page } = place
  const ok = { statusCode: "200", status: "ok" }
  const reason = unexpectedAnswer().message
  const answers = [
    [{ json: { ...ok, message: "The name is too short.", data: { status: 1 } } }, "The name is too short."],
    [{ json: { ...ok, data: { status: "2" } } }, reason],
    [{ json: { ...ok, data: { status: null } } }, reason],
    [{ json: { ...ok, data: {} } }, reason],
    [{ contentType: "text/html", body: "<!doctype html><title>Welcome</title>" }, reason],
  ] as const
  await creation.open(place)
  for (const [answer, why] of answers) {
    await answerNext(page, creation, { status: 200, ...answer })
    await (await creation.last(place)).click()
    await shows(page, "danger", creation.failure, why)
  }
  await succeedsOnce(place, creation, (last) => last.click())
})

/** Held down, a key repeats itself; let go, it is pressed once more. */
const holdEnter = async ({ keyboard }: Page): Promise<void> => {
  for (let repeated = 0; repeated < 10; repeated += 1) await keyboard.down("Enter")
  await keyboard.up("Enter")
  await keyboard.press("Enter")
}

it.each([
  { what: "the button that creates a campaign", one: creation, focus: (last: Locator) => last.focus() },
  {
    what: "a field of a template",
    one: saving,
    focus: (last: Locator) => last.page().getByRole("textbox", { name: words["template.field.name"] }).focus(),
  },
])("makes one request and shows one toast while Enter is held down on $what", async ({ one, focus }) => {
  await one.open(places[one.who])
  await succeedsOnce(places[one.who], one, async (last) => {
    await focus(last)
    await holdEnter(last.page())
  })
})
