import { ByteSize, Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { type Problem, problem } from "#schemas/problem.ts"
import { anyFormOf, asStorable } from "#server/http/body.rule.ts"
import { Carrier, type FormFields } from "./Carrier.ts"

/** A carrier's request whose signature holds: the fields of its body and of its address. */
export type Webhook = { readonly form: FormFields; readonly query: FormFields }

/** Most bytes of a carrier's form: a text of 1,600 characters needs a fraction of it. */
const maxBytes = 64 * 1024

const fieldsOf = (pairs: Iterable<readonly [string, string]>): FormFields => {
  // No prototype: a field may be called anything.
  const fields: Record<string, string | Array<string>> = Object.create(null)
  for (const [name, value] of pairs) {
    const before = fields[name]
    fields[name] = before === undefined ? value : [before, value].flat()
  }
  return fields
}

/** The carrier drops what is refused, and a patient's STOP may hold any character: only what cannot be stored is left out. */
const storable = (fields: URLSearchParams): FormFields =>
  fieldsOf([...fields].map(([name, value]) => [asStorable(name), asStorable(value)] as const))

const tooLarge = () => problem("TooLarge", "The request is larger than 64 kB.")

const readForm = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return yield* Effect.fail(tooLarge())
  const bytes = yield* request.arrayBuffer.pipe(
    Effect.provideService(HttpServerRequest.MaxBodySize, ByteSize.bytes(maxBytes)),
    Effect.mapError(({ reason }) =>
      reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"
        ? tooLarge()
        : problem("BadRequest", "The request could not be read."),
    ),
  )
  const form = anyFormOf(bytes)
  return form instanceof URLSearchParams ? form : yield* Effect.fail(form)
})

/**
 * Path and query as they came, not normalised: the signature covers their exact
 * characters. The host is left out, because a caller may claim any.
 */
const targetOf = (originalUrl: string): string => originalUrl.replace(/^[a-z]+:\/\/[^/?#]*/i, "")

/**
 * Reads the carrier's request at hand and lets it through only when the carrier
 * signed it (docs/architecture.md#webhooks). Fails with UnsupportedFormat, TooLarge,
 * BadRequest, Invalid, or Forbidden for an absent or wrong signature; nothing may be
 * changed then.
 * @param publicBase the address of this server as the carrier knows it, exactly as in the callback addresses given out
 */
export const readWebhook = Effect.fn("readWebhook")(function* (
  publicBase: string,
): Effect.fn.Return<Webhook, Problem, Carrier | HttpServerRequest.HttpServerRequest> {
  const request = yield* HttpServerRequest.HttpServerRequest
  const carrier = yield* Carrier
  const contentType = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase()
  if (contentType !== "application/x-www-form-urlencoded") {
    return yield* Effect.fail(problem("UnsupportedFormat", "A form is expected here."))
  }
  const form = yield* readForm(request)
  const url = publicBase.replace(/\/$/, "") + targetOf(request.originalUrl)
  if (!carrier.verifySignature(url, fieldsOf(form), request.headers["x-twilio-signature"] ?? "")) {
    return yield* Effect.fail(problem("Forbidden", "This request was not signed by the carrier."))
  }
  return { form: storable(form), query: storable(new URL(url).searchParams) }
})
