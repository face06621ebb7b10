import { Effect, Schema, type SchemaAST } from "effect"
import { HttpServerRequest } from "effect/http"
import type { HttpApiEndpoint, HttpApiError } from "effect/http-api"
import { fieldErrorsOf } from "#schemas/fieldErrors.ts"
import { readingOf } from "#schemas/contract.ts"
import type { FieldError } from "#schemas/problem.ts"
import { isJson } from "./bodyValidation.ts"

type Endpoint = Pick<HttpApiEndpoint.Top, "headers" | "query" | "payload">

const notJson: FieldError = { field: "", message: "The body is not JSON." }

const errorsIn = ({ issue }: Schema.SchemaError): ReadonlyArray<FieldError> =>
  // The library's own word for a body that is no JSON; what a schema finds stands under a check or a type.
  issue._tag === "InvalidValue" ? [notJson] : fieldErrorsOf(issue)

const errorsAbout = (
  schema: Schema.Top | undefined,
  value: unknown,
  options: SchemaAST.ParseOptions,
): Effect.Effect<ReadonlyArray<FieldError>> =>
  schema === undefined
    ? Effect.succeed([])
    : Effect.match(Schema.decodeUnknownEffect(schema as Schema.Decoder<unknown>, options)(value), {
        onFailure: errorsIn,
        onSuccess: () => [],
      })

const queryErrors = ({ query }: Endpoint) =>
  Effect.flatMap(HttpServerRequest.ParsedSearchParams, (asked) =>
    errorsAbout(query && Schema.toCodecArrayFromSingle(query), asked, readingOf.query),
  )

const unreadable = Symbol("no JSON")

const valueOf = (text: string): unknown => {
  try {
    return text === "" ? undefined : JSON.parse(text)
  } catch {
    return unreadable
  }
}

const bodyErrors = Effect.fnUntraced(function* ({ payload }: Endpoint) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const json = [...payload.values()].find(({ encoding }) => encoding._tag === "Json")
  if (json === undefined || !isJson(request.headers["content-type"])) return []
  const text = yield* Effect.orElseSucceed(request.text, () => undefined)
  // What cannot be read says nothing of its fields.
  if (text === undefined) return []
  const value = valueOf(text)
  return value === unreadable ? [notJson] : yield* errorsAbout(Schema.Union(json.schemas), value, readingOf.payload)
})

/**
 * Every wrong field of a request that does not fit its call. The library stops at the first part that does not, in the
 * order headers, query, body; what stands after that part is judged here, so that the caller can correct all at once.
 */
export const requestErrorsOf = Effect.fnUntraced(function* (
  { kind, cause }: HttpApiError.HttpApiSchemaError,
  endpoint: Endpoint,
) {
  const found = errorsIn(cause)
  if (kind === "Payload") return found
  const query = kind === "Query" ? [] : yield* queryErrors(endpoint)
  return [...found, ...query, ...(yield* bodyErrors(endpoint))]
})
