import { ByteSize, Effect } from "effect"
import { HttpServerRequest } from "effect/http"

/** The fields by which calls name a thing (spec §7), the nearest one first. */
const naming = [
  "primaryId",
  "importId",
  "campaignHashedId",
  "campaignId",
  "temphashedId",
  "templatehashedId",
  "templateId",
  "hashedId",
  "companyId",
] as const

/** Ids as they are given out; whatever else a caller writes there is theirs and no thing's. */
const isId = (value: unknown): value is string | number =>
  (typeof value === "string" || typeof value === "number") && /^[\w-]{1,40}$/.test(String(value))

const named = (fields: Readonly<Record<string, unknown>>): string | undefined => {
  const name = naming.find((field) => isId(fields[field]))
  return name === undefined ? undefined : `${name} ${String(fields[name])}`
}

/** Somebody who is not let in is not waited for, and not read at length. */
const patience = "1 second"
const mostBytes = ByteSize.bytes(16_384)

const fieldsOf = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** The thing a call is about, as the call names it: by its address, or by a short JSON body; undefined for calls about nothing single. */
export const askedThing = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const byAddress = named(Object.fromEntries(new URL(request.url, "http://call").searchParams))
  const hasJson = request.method !== "GET" && request.headers["content-type"]?.includes("json") === true
  if (byAddress !== undefined || !hasJson) return byAddress
  const text = yield* request.text.pipe(
    Effect.provideService(HttpServerRequest.MaxBodySize, mostBytes),
    Effect.timeout(patience),
    Effect.orElseSucceed(() => ""),
  )
  return named(fieldsOf(text))
})
