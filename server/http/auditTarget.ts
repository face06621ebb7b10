import { ByteSize, Effect, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { HashedId, TemplateId } from "#schemas/ids.ts"
import { isJson } from "./bodyValidation.ts"

/** The fields by which calls name a thing (docs/specification.md#calls), the nearest one first. */
const naming = [
  "primaryId",
  "importId",
  "campaignHashedId",
  "campaignId",
  "temphashedId",
  "templatehashedId",
  "templateId",
  "hashedId",
  "listId",
  "companyId",
] as const

type Endpoint = Pick<HttpApiEndpoint.Top, "query" | "payload">

const namingIn = (schema: Schema.Top | undefined): ReadonlyArray<string> => {
  const names = schema?.ast._tag === "Objects" ? schema.ast.propertySignatures.map(({ name }) => name) : []
  return naming.filter((field) => names.includes(field))
}

const isNumber = Schema.is(TemplateId)
const isHashed = Schema.is(HashedId)
/** Ids as they are given out; whatever else a caller writes there is theirs and no thing's. */
const isId = (value: unknown): boolean =>
  isNumber(value) || isHashed(value) || (typeof value === "string" && /^[1-9]\d{0,9}$/.test(value))

const named = (names: ReadonlyArray<string>, fields: Readonly<Record<string, unknown>>): string | undefined => {
  const name = names.find((field) => isId(fields[field]))
  return name === undefined ? undefined : `${name} ${String(fields[name])}`
}

/** Someone who is not let in is not waited for, and not read at length. */
const patience = "1 second"
const maxBytes = ByteSize.bytes(16_384)

const fieldsOf = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/**
 * The thing a call is about, as the call names it in the fields that the contract
 * has for it: "templateId 7". Undefined for calls about nothing single, and for
 * what is no id.
 */
export const auditTarget = Effect.fnUntraced(function* (endpoint: Endpoint) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const byAddress = namingIn(endpoint.query)
  if (byAddress.length > 0)
    return named(byAddress, Object.fromEntries(new URL(request.url, "http://call").searchParams))
  const byBody = [...endpoint.payload.values()].flatMap((payload) =>
    "schemas" in payload ? payload.schemas.flatMap(namingIn) : [],
  )
  if (byBody.length === 0 || !isJson(request.headers["content-type"])) return undefined
  const text = yield* request.text.pipe(
    Effect.provideService(HttpServerRequest.MaxBodySize, maxBytes),
    Effect.timeout(patience),
    Effect.orElseSucceed(() => ""),
  )
  return named(byBody, fieldsOf(text))
})
