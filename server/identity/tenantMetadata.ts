import { Effect, Schedule, Schema } from "effect"
import { CannotStart } from "#server/store/CannotStart.ts"
import type { HostedTenant, ProviderMetadata } from "./IdentityConfig.ts"
import { isLoopback } from "./network.rule.ts"

/** How long one reading may take, in milliseconds. */
const patienceMillis = 5_000
/** A tenant that does not answer is asked this many more times before the start is given up. */
const furtherTries = 4

/** Whether an address may be trusted with sign-in: https, or plain http to this very machine. */
export const isSafeAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname))
}

const SafeAddress = Schema.String.check(
  Schema.makeFilter((text) => isSafeAddress(text) || "must be an https address", { identifier: "SafeAddress" }),
)

const Metadata = Schema.Struct({
  issuer: Schema.String,
  authorization_endpoint: SafeAddress,
  token_endpoint: SafeAddress,
  jwks_uri: SafeAddress,
  end_session_endpoint: SafeAddress,
})
const decode = Schema.decodeUnknownEffect(Metadata)

const cannot = (message: string) => new CannotStart({ message })

/** An answer that will not become another one by asking again. */
class Refused extends Error {}

const fetchDocument = async (uri: string, signal: AbortSignal): Promise<unknown> => {
  const limits = AbortSignal.any([signal, AbortSignal.timeout(patienceMillis)])
  const answer = await fetch(uri, { headers: { accept: "application/json" }, redirect: "manual", signal: limits })
  if (!answer.ok) throw new (answer.status < 500 ? Refused : Error)(`HTTP status ${answer.status}`)
  return answer.json().catch(() => {
    throw new Refused("the answer is not JSON")
  })
}

const reasonOf = (cause: unknown): string => {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  return inner instanceof Error ? inner.message : String(inner)
}

/**
 * Reads the addresses a hosted tenant publishes (OpenID Connect Discovery), once at
 * start: the browser is handed them and never looks itself, tokens are checked with
 * the keys they name, and the content security policy is made from them. Fails with
 * `CannotStart` when the tenant does not answer, lacks an address, or calls itself
 * by another issuer than the one pinned by the operator.
 */
export const readTenantMetadata = Effect.fn("readTenantMetadata")(function* ({ metadataUri, issuer }: HostedTenant) {
  const document = yield* Effect.tryPromise({
    try: (signal) => fetchDocument(metadataUri, signal),
    catch: (cause) => cause,
  }).pipe(
    Effect.retry({
      schedule: Schedule.exponential("500 millis"),
      times: furtherTries,
      while: (cause) => !(cause instanceof Refused),
    }),
    Effect.mapError((cause) =>
      cannot(
        `The identity provider's metadata could not be read from ${metadataUri} (${reasonOf(cause)}). Check IDENTITY_AUTHORITY, or IDENTITY_METADATA if it is set.`,
      ),
    ),
  )
  const metadata: ProviderMetadata = yield* decode(document).pipe(
    Effect.mapError((error) =>
      cannot(
        `The identity provider's metadata at ${metadataUri} cannot be used: ${error.message.replace(/\s+/g, " ")}.`,
      ),
    ),
  )
  if (metadata.issuer !== issuer) {
    return yield* cannot(
      `IDENTITY_ISSUER is ${issuer}, but the identity provider calls itself ${metadata.issuer}. The two must be equal, a slash at the end included.`,
    )
  }
  return metadata
})
