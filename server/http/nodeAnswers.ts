import type { ServerResponse } from "node:http"
import type { Problem } from "#schemas/problem.ts"

/** The one error form, for an answer that no call of the contract gives. */
export const problemBody = (found: Problem): string => JSON.stringify({ ...found, correlationId: crypto.randomUUID() })

/**
 * Answers with a problem before, or in place of, a handler.
 * @param how.close whether the connection ends with it; always when a body may still be on its way
 * @param how.retryAfterSeconds when it makes sense to ask again
 */
export const answerProblem = (
  response: ServerResponse,
  found: Problem,
  how: { readonly close?: boolean; readonly retryAfterSeconds?: number } = {},
): void => {
  response.writeHead(Number(found.statusCode), {
    "content-type": "application/json",
    "cache-control": "no-store",
    ...(how.retryAfterSeconds === undefined ? {} : { "retry-after": String(how.retryAfterSeconds) }),
    ...(how.close === true ? { connection: "close" } : {}),
  })
  response.end(problemBody(found))
}
