import { Effect, Queue, type Scope } from "effect"
import type { SignedRequest, SignedRequests, WebhookCounts } from "./signedRequests.ts"
import { makeTimetable } from "./timetable.ts"
import type { Workload } from "./workload.ts"

/** How hard callbacks about texts try. */
export type CallbackConfig = {
  /** Most callbacks under way at once. */
  readonly connections: number
  /** The wait before the first retry, doubled for each further one, in milliseconds. */
  readonly retryBaseMillis: number
}

/** Sends a form to an address of the server under test, in the background. It is given up after five retries, or when it is refused. */
export type SendCallback = (address: string, form: Readonly<Record<string, string>>) => void

type Post = SignedRequest & { readonly attempt: number }

const retries = 5

/** Twilio repeats what did not reach the server or broke there, not what it refused. */
const worthRetrying = (status: number): boolean => status === 429 || status >= 500

/** Starts sending callbacks about texts; ends with the scope, dropping what waits. */
export const startCallbacks = (
  config: CallbackConfig,
  request: SignedRequests,
  counts: WebhookCounts,
  workload: Workload,
): Effect.Effect<SendCallback, never, Scope.Scope> =>
  Effect.gen(function* () {
    const queue = yield* Queue.unbounded<Post>()
    const timetable = yield* makeTimetable<Post>((post) => Queue.offerUnsafe(queue, post))

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
      Effect.map(request(post), (ending) => {
        if (ending._tag !== "Answered" || worthRetrying(ending.status)) return retry(post)
        finish(ending.status < 300 ? "answered" : "dropped")
      })

    const sender = Effect.forever(Effect.flatMap(Queue.take(queue), send))
    yield* Effect.forEach(Array.from({ length: config.connections }), () => Effect.forkScoped(sender))
    return (address, form) => {
      workload.begin()
      const post = { url: new URL(address), method: "POST", form, token: crypto.randomUUID(), attempt: 0 } as const
      Queue.offerUnsafe(queue, post)
    }
  })
