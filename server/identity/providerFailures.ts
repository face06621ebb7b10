import type { IncomingMessage, ServerResponse } from "node:http"
import type { Provider } from "oidc-provider"

type Answer = (request: IncomingMessage, response: ServerResponse) => (failure: unknown) => void

/**
 * Lets `answer` say what became of a request in which the provider's library failed. The library says so itself in
 * three ways: on the page for sign-ins that are over, as JSON, and as bare text where it saves the session at the end.
 */
export const answerFailures = (provider: Provider, answer: Answer): void => {
  const failures = new WeakMap<ServerResponse, unknown>()
  provider.on("server_error", (ctx, failure) => void failures.set(ctx.res, failure))
  provider.use(async (ctx, next) => {
    await next().catch((failure: unknown) => void failures.set(ctx.res, failure))
    if (!failures.has(ctx.res)) return
    ctx.respond = false
    // Of the body that the library would have sent.
    ctx.res.removeHeader("content-length")
    answer(ctx.req, ctx.res)(failures.get(ctx.res))
  })
}

/** Lets `answer` say that there is nothing: the library leaves a method it does not take, such as GET of tokens, as bare text. */
export const answerNothing = (
  provider: Provider,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): void =>
  void provider.use(async (ctx, next) => {
    await next()
    if (ctx.status !== 404 || (ctx.body !== undefined && ctx.body !== null)) return
    ctx.respond = false
    answer(ctx.req, ctx.res)
  })
