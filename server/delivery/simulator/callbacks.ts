import { Effect, Queue, type Scope } from "effect"
import { webhookPaths } from "#schemas/outreach/delivery.ts"
import { exchange, openPool } from "../connectionPool.ts"
import { signLikeTwilio } from "../twilioForms.ts"
import type { SimulatedMessage } from "./messageBook.ts"
import { makeTimetable } from "./timetable.ts"
import type { Workload } from "./workload.ts"

/** Where callbacks go and how hard they try. */
export type CallbackConfig = {
  readonly accountSid: string
  readonly authToken: string
  /** The public address of the server under test; callbacks elsewhere are refused. */
  readonly webhookBase: string
  /** Most callbacks under way at once. */
  readonly connections: number
  /** The wait before the first retry, doubled for each further one, in milliseconds. */
  readonly retryBaseMillis: number
}

/** Signed requests to the server under test. */
export type Callbacks = {
  /** Reports a status of a text to the address given with it. */
  readonly report: (message: SimulatedMessage, status: string, errorCode: string | null) => void
  /** Brings a person's text. */
  readonly bring: (message: SimulatedMessage) => void
  readonly answered: () => number
  readonly retried: () => number
  /** Given up after five retries, or refused by the server. */
  readonly dropped: () => number
}

type Post = { readonly url: URL; readonly form: Record<string, string>; readonly attempt: number }

const retries = 5

/** Twilio repeats what did not reach the server or broke there, not what it refused. */
const worthRetrying = (status: number): boolean => status === 429 || status >= 500

/** Starts sending callbacks; ends with the scope, dropping what waits. */
export const startCallbacks = (
  config: CallbackConfig,
  workload: Workload,
): Effect.Effect<Callbacks, never, Scope.Scope> =>
  Effect.gen(function* () {
    const pool = yield* openPool(new URL(config.webhookBase).origin, {
      connections: config.connections,
      timeoutMillis: 15_000,
    })
    const queue = yield* Queue.unbounded<Post>()
    const counts = { answered: 0, retried: 0, dropped: 0 }
    const timetable = yield* makeTimetable<Post>((post) => Queue.offerUnsafe(queue, post))

    const begin = (address: string, form: Record<string, string>) => {
      workload.begin()
      Queue.offerUnsafe(queue, { url: new URL(address), form, attempt: 0 })
    }
    const finish = (as: "answered" | "dropped") => {
      counts[as] += 1
      workload.finish()
    }
    const retry = (post: Post) => {
      if (post.attempt >= retries) return finish("dropped")
      counts.retried += 1
      timetable.after(config.retryBaseMillis * 2 ** post.attempt, { ...post, attempt: post.attempt + 1 })
    }
    const send = (post: Post) =>
      exchange(pool, {
        path: post.url.pathname + post.url.search,
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "x-twilio-signature": signLikeTwilio(config.authToken, post.url.href, post.form),
        },
        body: new URLSearchParams(post.form).toString(),
      }).pipe(
        Effect.map((ending) => {
          if (ending._tag !== "Answered" || worthRetrying(ending.status)) return retry(post)
          finish(ending.status < 300 ? "answered" : "dropped")
        }),
      )

    const sender = Effect.forever(Effect.flatMap(Queue.take(queue), send))
    yield* Effect.forEach(Array.from({ length: config.connections }), () => Effect.forkScoped(sender))

    const common = (message: SimulatedMessage) => ({
      AccountSid: config.accountSid,
      ApiVersion: "2010-04-01",
      MessageSid: message.sid,
      SmsSid: message.sid,
      From: message.from,
      To: message.to,
      ...(message.service === null ? {} : { MessagingServiceSid: message.service }),
    })
    return {
      report: (message, status, errorCode) => {
        if (message.statusCallback === "") return
        begin(message.statusCallback, {
          ...common(message),
          MessageStatus: status,
          SmsStatus: status,
          ...(errorCode === null ? {} : { ErrorCode: errorCode }),
        })
      },
      bring: (message) =>
        begin(config.webhookBase.replace(/\/$/, "") + webhookPaths.inbound, {
          ...common(message),
          SmsMessageSid: message.sid,
          SmsStatus: "received",
          Body: message.body,
          NumMedia: "0",
          NumSegments: "1",
        }),
      answered: () => counts.answered,
      retried: () => counts.retried,
      dropped: () => counts.dropped,
    }
  })
