import type { BrowserContext, Page, Route } from "playwright"
import { expect } from "vitest"
import type { Problem } from "#schemas/problem.ts"
import type { Step } from "#tests/paths/walk.ts"

/** Requests that wait until the path says what comes of them, in the order they came, by the actor that waits for them. */
export type Calls = {
  readonly next: (actor: string) => Promise<Route>
  /** Whether requests are held from now on, or go on as if no one looked. */
  readonly hold: (isHolding: boolean) => void
  /** Lets everything go on that still waits, and holds nothing more. */
  readonly release: () => Promise<void>
}

/** Holds the requests of some addresses of a browser context. */
export const holding = async (
  context: BrowserContext,
  holds: Readonly<Record<string, string | RegExp>>,
): Promise<Calls> => {
  let isHolding = true
  const waiting = new Map<string, Array<Route>>()
  const patterns = [...new Map(Object.values(holds).map((pattern) => [String(pattern), pattern])).values()]
  for (const pattern of patterns) {
    const routes: Array<Route> = []
    waiting.set(String(pattern), routes)
    await context.route(pattern, async (route) => {
      if (isHolding) routes.push(route)
      else await route.fallback()
    })
  }
  return {
    hold: (next) => void (isHolding = next),
    next: async (actor) => {
      const routes = waiting.get(String(holds[actor])) ?? []
      const first = () => {
        // No one waits any more for what was given up or belongs to a page that has gone.
        while (routes[0]?.request().failure() !== null && routes.length > 0) routes.shift()
        return routes.length
      }
      await expect.poll(first, { timeout: 15_000, message: `a request of ${actor}` }).toBeGreaterThan(0)
      return routes.shift() as Route
    },
    release: async () => {
      for (const pattern of patterns) await context.unroute(pattern)
      // A request whose page has gone meanwhile cannot go on.
      for (const route of [...waiting.values()].flat()) await route.continue().catch(() => undefined)
    },
  }
}

const comesOf = /^xstate\.(?:done|error)\.actor\.(.*)$/

/** Answers a request as a step says: with the server's own answer, with a Problem, or not at all. */
export const answerWith = async (route: Route, { event }: Step): Promise<void> => {
  if (!("error" in event)) return route.continue()
  const problem = event["error"] as Problem
  return problem.problem === "Unreachable"
    ? route.abort()
    : route.fulfill({ status: Number(problem.statusCode), json: problem })
}

/** Answers the request that the actor of a step waits with. */
export const answer = async (calls: Calls, step: Step): Promise<void> => {
  const actor = comesOf.exec(step.event.type)?.[1]
  if (actor === undefined) throw new Error(`The driver does not say how ${step.event.type} comes about.`)
  await answerWith(await calls.next(actor), step)
}

/** Calls the server with the token of the page's person; gives what it answers. */
export const callServer =
  (page: Page, origin: string) =>
  async (path: string, body: object): Promise<unknown> => {
    const token = await page.evaluate(() => localStorage.getItem("token"))
    const response = await fetch(`${origin}/api/${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "idempotency-key": crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`)
    return response.json()
  }
