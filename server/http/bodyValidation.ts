import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { jsonFault, textOf } from "./body.rule.ts"

/** The contract takes a body that says nothing of itself for JSON. */
export const isJson = (type: string | undefined): boolean =>
  type === undefined || /^application\/json\s*(;|$)/i.test(type)

/**
 * Reads a call's JSON and refuses what the contract cannot see, before any handler works with it: bytes that are no
 * text, or what `jsonFault` finds. Whether it fits the call is the contract's.
 */
export const refuseInvalidBody = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  if (request.method !== "POST" || !isJson(request.headers["content-type"])) return
  const text = textOf(yield* Effect.orDie(request.arrayBuffer))
  const fault = typeof text === "string" ? jsonFault(text) : text
  if (fault !== undefined) return yield* Effect.fail(fault)
})
