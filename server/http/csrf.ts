import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { problem } from "#schemas/problem.ts"

const crossSiteProblem = problem(
  "Forbidden",
  "Another site’s page asked for this, so it was not done. Open Admin View and try it there.",
)

/**
 * Refuses a call that a browser says comes from another site's page, or from none. Some calls of the specification
 * change something by GET, which a link or a picture can bring about; a program that is no browser does not send
 * `Sec-Fetch-Site` and is judged by its token alone.
 * @param pages origin of our own pages; it stands in `Origin` when their calls go to another one
 */
export const refuseCrossSite = Effect.fnUntraced(function* (pages: string) {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const site = headers["sec-fetch-site"]
  if (site === undefined || site === "same-origin" || headers["origin"] === pages) return
  return yield* Effect.fail(crossSiteProblem)
})
