import { createHash } from "node:crypto"
import { Cause, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { isProblem, type Problem, type ProblemName } from "#schemas/problem.ts"
import { secondsOfTrouble, unforeseen } from "#server/store/databaseTrouble.ts"
import { scim } from "./scimResources.http.ts"
import type { JsonObject, ScimFault } from "./scim.rule.ts"

/** The form of RFC 7644 §3.12 for what is not done. */
export type Refusal = { readonly status: number; readonly detail: string; readonly scimType?: string | undefined }

const contentType = "application/scim+json; charset=utf-8"
const heads = { "cache-control": "no-store", "x-robots-tag": "noindex" }

/** Says what was not done, and why. */
export const refuse = ({ status, scimType, detail }: Refusal, headers: Readonly<Record<string, string>> = {}) =>
  HttpServerResponse.text(
    JSON.stringify({
      schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
      status: String(status),
      ...(scimType === undefined || scimType === "" ? {} : { scimType }),
      detail,
    }),
    { status, contentType, headers: { ...heads, ...headers } },
  )

const said: Partial<Record<ProblemName, Omit<Refusal, "detail">>> = {
  Invalid: { status: 400, scimType: "invalidValue" },
  AlreadyExists: { status: 409, scimType: "uniqueness" },
}

const refusalOf = (found: Problem): Refusal => ({
  status: Number(found.statusCode),
  ...said[found.problem],
  detail: found.message,
})

const isFault = (failure: unknown): failure is ScimFault =>
  typeof failure === "object" && failure !== null && "detail" in failure && "status" in failure

/** Answers whatever can go wrong in the form of SCIM; what no one foresaw is logged, and is no absent thing. */
export const answerFailure = Effect.fnUntraced(function* (cause: Cause.Cause<unknown>) {
  if (Cause.hasInterruptsOnly(cause)) return yield* Effect.failCause(cause as Cause.Cause<never>)
  const failure = Cause.squash(cause)
  if (isProblem(failure)) return refuse(refusalOf(failure))
  if (failure instanceof scim.Types.Error)
    return refuse({ status: Number(failure.status), scimType: failure.scimType, detail: failure.message })
  if (isFault(failure)) return refuse(failure)
  yield* Effect.logError("A directory's request failed unexpectedly", cause)
  const seconds = secondsOfTrouble(failure)
  return refuse(refusalOf(unforeseen(failure)), seconds === undefined ? {} : { "retry-after": String(seconds) })
})

/** The weak tag of a thing as it is answered. */
export const tagOf = (thing: JsonObject): string =>
  `W/"${createHash("sha256").update(JSON.stringify(thing)).digest("base64url").slice(0, 27)}"`

const absolute = (origin: string, thing: JsonObject): JsonObject => {
  const meta = thing["meta"] as JsonObject | undefined
  const location = meta?.["location"]
  return typeof location === "string" ? { ...thing, meta: { ...meta, location: `${origin}${location}` } } : thing
}

/** One thing, with its tag and address. */
export const answerThing = (origin: string, status: number, thing: object, tag: string | undefined) => {
  const shown = absolute(origin, { ...thing })
  const { meta } = shown as { readonly meta?: { readonly location?: string } }
  const tagged = tag === undefined ? shown : { ...shown, meta: { ...meta, version: tag } }
  return HttpServerResponse.text(JSON.stringify(tagged), {
    status,
    contentType,
    headers: {
      ...heads,
      ...(tag === undefined ? {} : { etag: tag }),
      ...(status === 201 && meta?.location !== undefined ? { location: meta.location } : {}),
    },
  })
}

/** A list, whose things have their addresses. */
export const answerList = (origin: string, list: { readonly Resources: ReadonlyArray<object> }) =>
  HttpServerResponse.text(
    JSON.stringify({ ...list, Resources: list.Resources.map((one) => absolute(origin, { ...one })) }),
    { contentType, headers: heads },
  )

/** Done, and nothing to say. */
export const answerNothing = HttpServerResponse.empty({ status: 204, headers: heads })
