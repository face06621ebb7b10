import { Effect } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { problem } from "#schemas/problem.ts"

/** No request of ours nests deeper; far below what a recursive reader survives. */
const mostDepth = 32
/** How long a body may take to arrive; files have as long as their connection. */
const patience = "30 seconds"

/** The contract takes a body that says nothing of itself for JSON. */
export const isJson = (type: string | undefined): boolean =>
  type === undefined || /^application\/json\s*(;|$)/i.test(type)

/** Strings of a JSON text, each with the colon that makes it a key. Slow on a string without an end, which is no JSON. */
const strings = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g

const keysWritten = (text: string): number => {
  let keys = 0
  for (const [, colon] of text.matchAll(strings)) if (colon !== undefined) keys += 1
  return keys
}

/** PostgreSQL stores neither half a character nor the one numbered 0. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0")

const fault = (text: string): string | undefined => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The contract says so, with its own sentence.
    return undefined
  }
  let keys = 0
  let level = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > mostDepth) return "The request is nested too deeply."
    const next: Array<unknown> = []
    for (const one of level) {
      if (typeof one === "string" && !isStorable(one)) return "The request holds characters that are not text."
      if (typeof one !== "object" || one === null) continue
      const names = Array.isArray(one) ? [] : Object.keys(one)
      keys += names.length
      if (!names.every(isStorable)) return "The request holds characters that are not text."
      for (const inner of Object.values(one)) next.push(inner)
    }
    level = next
  }
  // Readers disagree on which of two equal keys holds, so neither is taken.
  return keys === keysWritten(text) ? undefined : "The request names a field twice."
}

const tooSlow = Effect.gen(function* () {
  // What is still to come of the body must not keep the connection.
  const close = HttpServerResponse.setHeader("connection", "close")
  yield* HttpEffect.appendPreResponseHandler((_, response) => Effect.succeed(close(response)))
  return yield* Effect.fail(problem("BadRequest", "The request took too long to arrive."))
})

/**
 * Reads a call's JSON and refuses what is well-formed by its letters only, before any handler works with it: too
 * deep, a field twice, text that cannot be stored, or sent a byte at a time. Whether it fits the call is the contract's.
 */
export const refuseUnsoundBody = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  if (request.method !== "POST" || !isJson(request.headers["content-type"])) return
  const text = yield* Effect.orDie(request.text).pipe(
    Effect.timeoutOrElse({ duration: patience, orElse: () => tooSlow }),
  )
  const found = fault(text)
  if (found !== undefined) return yield* Effect.fail(problem("Invalid", found))
})
