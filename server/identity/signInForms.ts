import { Effect } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Provider } from "oidc-provider"
import { deadEndPage } from "./signInPages.ts"
import type { Answer, SignIn, SignInSteps } from "./signInSteps.ts"
import { providerPath } from "./IdentityConfig.ts"

/** A form of ours is far smaller, in bytes. */
const formBytes = 8 * 1024

const interactionPath = `${providerPath}/interaction/`

const readForm = async (request: IncomingMessage): Promise<URLSearchParams | undefined> => {
  if (request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") !== true)
    return new URLSearchParams()
  const chunks: Array<Buffer> = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > formBytes) return undefined
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString("utf8"))
}

const sendPage = (response: ServerResponse, status: number, html: string, headers: Record<string, string> = {}) => {
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", ...headers })
  response.end(html)
}

const expired = deadEndPage({
  heading: "This sign-in cannot go on",
  text: "It has expired, or it was started in another window. Please start again.",
})
const tooLarge = deadEndPage({ heading: "This sign-in cannot go on", text: "What was sent is too large." })
const foreign = deadEndPage({ heading: "This sign-in cannot go on", text: "The form was not sent from our own page." })

/**
 * Whether a form comes from one of our own pages. The cookie of the sign-in is
 * Lax and bound to its path already; this closes what older browsers leave open.
 */
const isOwnForm = (request: IncomingMessage, origin: string): boolean => {
  const site = request.headers["sec-fetch-site"]
  if (site !== undefined) return site === "same-origin" || site === "none"
  const from = request.headers.origin
  return from === undefined || from === origin
}

const step = (
  steps: SignInSteps,
  signIn: SignIn,
  name: string,
  form: URLSearchParams,
): Effect.Effect<Answer> | undefined => {
  switch (name) {
    case "GET ":
      return steps.showPassword(signIn)
    case "GET code":
      return steps.showCode(signIn, form.has("sent"))
    case "POST password":
      return steps.givePassword(signIn, { email: form.get("email") ?? "", password: form.get("password") ?? "" })
    case "POST code":
      return steps.giveCode(signIn, form.get("code") ?? "")
    case "POST resend":
      return steps.resend(signIn)
    case "POST restart":
      return steps.restart(signIn)
    default:
      return undefined
  }
}

/** Answers the provider's interaction addresses with our forms. Never rejects for what a person can do wrong. */
export const makeSignInForms = (
  provider: Provider,
  steps: SignInSteps,
  origin: string,
  run: <A>(effect: Effect.Effect<A>) => Promise<A>,
) => {
  const finish = (request: IncomingMessage, response: ServerResponse, accountId: string) =>
    provider.interactionFinished(
      request,
      response,
      // Not remembered by the browser beyond its own session.
      { login: { accountId, amr: ["pwd", "otp"], remember: false } },
      { mergeWithLastSubmission: false },
    )

  const answerWith = async (request: IncomingMessage, response: ServerResponse, uid: string, answer: Answer) => {
    switch (answer._tag) {
      case "Page": {
        const { retryAfterSeconds: wait } = answer
        return sendPage(response, answer.status, answer.html, wait === undefined ? {} : { "retry-after": String(wait) })
      }
      case "Go":
        return void response.writeHead(303, { location: `${interactionPath}${uid}${answer.step}` }).end()
      case "SignedIn":
        return finish(request, response, answer.userId)
    }
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "", origin)
    const [uid = "", name = ""] = url.pathname.slice(interactionPath.length).split("/")
    const isPost = request.method === "POST"
    if (isPost && !isOwnForm(request, origin)) return sendPage(response, 403, foreign)
    const details = await provider.interactionDetails(request, response).catch(() => undefined)
    if (details === undefined || details.uid !== uid || details.prompt.name !== "login")
      return sendPage(response, 400, expired)
    const form = isPost ? await readForm(request) : url.searchParams
    if (form === undefined) return sendPage(response, 413, tooLarge, { connection: "close" })
    const { login_hint: hint } = details.params
    const caller = {
      address: request.socket.remoteAddress ?? null,
      sessionId: null,
      correlationId: crypto.randomUUID(),
    }
    const signIn = { uid, caller, hint: typeof hint === "string" ? hint.slice(0, 254) : "" }
    const answer = step(steps, signIn, `${request.method} ${name}`, form)
    if (answer === undefined) return sendPage(response, 404, expired)
    return answerWith(request, response, uid, await run(answer))
  }
}
