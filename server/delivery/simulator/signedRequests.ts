import { Effect, type Scope } from "effect"
import { type Exchange, exchange, openPool } from "../connectionPool.ts"
import { signLikeTwilio } from "../twilioForms.ts"

/** Where requests go, and whose secret signs them. */
export type WebhookConfig = {
  readonly accountSid: string
  readonly authToken: string
  /** The public address of the server under test; what is to go elsewhere is refused. */
  readonly webhookBase: string
  /** Most requests under way at once. */
  readonly connections: number
}

/** One request to the server under test; a GET has its fields in the address. */
export type SignedRequest = {
  readonly url: URL
  readonly method: "GET" | "POST"
  readonly form: Readonly<Record<string, string>>
  /** The same for every repetition. */
  readonly token: string
}

/** Sends a request once, signed as Twilio signs. */
export type SignedRequests = (request: SignedRequest) => Effect.Effect<Exchange>

/** What has become of the requests so far. */
export type WebhookCounts = { answered: number; retried: number; dropped: number }

/** Opens the connections for requests; they close with the scope. */
export const openSignedRequests = (config: WebhookConfig): Effect.Effect<SignedRequests, never, Scope.Scope> =>
  openPool(new URL(config.webhookBase).origin, { connections: config.connections, timeoutMillis: 15_000 }).pipe(
    Effect.map((pool) => ({ url, method, form, token }) => {
      const target = new URL(url)
      // A fragment says how to repeat and is not part of what is signed.
      target.hash = ""
      const isPost = method === "POST"
      if (!isPost) for (const [name, value] of Object.entries(form)) target.searchParams.append(name, value)
      return exchange(pool, {
        path: target.pathname + target.search,
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "x-twilio-signature": signLikeTwilio(config.authToken, target.href, isPost ? form : {}),
          "i-twilio-idempotency-token": token,
        },
        ...(isPost ? { body: new URLSearchParams(form).toString() } : {}),
      })
    }),
  )
