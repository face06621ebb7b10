import type { BrowserContext, Page, Route } from "playwright"
import { expect } from "vitest"
import type { Problem } from "#schemas/problem.ts"
import type { Step } from "#tests/paths/walk.ts"

/** Requests that wait until the path says what comes of them, in the order they came, by the actor that waits for them. */
export type Calls = {
  readonly next: (actor: string) => Promise<Route>
  /** Lets everything go on that still waits, and holds nothing more. */
  readonly release: () => Promise<void>
}

/** Holds the requests of some addresses of a browser context. */
export const holding = async (
  context: BrowserContext,
  holds: Readonly<Record<string, string | RegExp>>,
): Promise<Calls> => {
  const waiting = new Map<string, Array<Route>>()
  const patterns = [...new Map(Object.values(holds).map((pattern) => [String(pattern), pattern])).values()]
  for (const pattern of patterns) {
    const routes: Array<Route> = []
    waiting.set(String(pattern), routes)
    await context.route(pattern, (route) => void routes.push(route))
  }
  return {
    next: async (actor) => {
      const routes = waiting.get(String(holds[actor])) ?? []
      await expect.poll(() => routes.length, { timeout: 15_000, message: `a request of ${actor}` }).toBeGreaterThan(0)
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

/** Answers a held request as the path says: with the server's own answer, with a Problem, or not at all. */
export const answer = async (calls: Calls, { event }: Step): Promise<void> => {
  const actor = comesOf.exec(event.type)?.[1]
  if (actor === undefined) throw new Error(`The driver does not say how ${event.type} comes about.`)
  const route = await calls.next(actor)
  if (!("error" in event)) return route.continue()
  const problem = event["error"] as Problem
  return problem.problem === "Unreachable"
    ? route.abort()
    : route.fulfill({ status: Number(problem.statusCode), json: problem })
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
