import { Effect } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { errors, type Provider } from "oidc-provider"
import { callerOf, foreignForm, isOwnForm, readForm, refuse, retryAfter, sendPage } from "./formRequests.ts"
import type { ForgotSteps } from "./forgotSteps.ts"
import { providerPath } from "./IdentityConfig.ts"
import { deadEndPage } from "./signInPages.ts"
import type { Answer, SignIn, SignInSteps } from "./signInSteps.ts"

const interactionPath = `${providerPath}/interaction/`

const expired = deadEndPage({
  heading: "This sign-in cannot go on",
  text: "It has expired, or it was started in another window. Please start again.",
})

/** Only a sign-in that is over counts as none: while the database is away no one can say that of it. */
const noneWhenOver = (failure: unknown): undefined => {
  if (!(failure instanceof errors.SessionNotFound)) throw failure
}

const step = (
  steps: SignInSteps & ForgotSteps,
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
    case "GET passkey":
      return steps.showPasskey(signIn)
    case "POST passkey":
      return steps.givePasskey(signIn, form.get("answer") ?? "")
    case "POST restart":
      return steps.restart(signIn)
    case "GET forgot":
      return steps.showForgot(signIn, form.has("sent"))
    case "POST forgot":
      return steps.askLink(signIn, form.get("email") ?? "")
    default:
      return undefined
  }
}

/** Answers the provider's interaction addresses with our forms. Rejects only for what a person cannot do wrong. */
export const makeSignInForms = (
  provider: Provider,
  steps: SignInSteps & ForgotSteps,
  origin: string,
  run: <A>(effect: Effect.Effect<A>) => Promise<A>,
) => {
  const finish = (
    request: IncomingMessage,
    response: ServerResponse,
    { userId: accountId, amr }: Extract<Answer, { readonly _tag: "SignedIn" }>,
  ) =>
    provider.interactionFinished(
      request,
      response,
      // Not remembered by the browser beyond its own session.
      { login: { accountId, amr: [...amr], remember: false } },
      { mergeWithLastSubmission: false },
    )

  const answerWith = async (request: IncomingMessage, response: ServerResponse, uid: string, answer: Answer) => {
    switch (answer._tag) {
      case "Page":
        return sendPage(response, answer.status, answer.html, retryAfter(answer.retryAfterSeconds))
      case "Go":
        return void response.writeHead(303, { location: `${interactionPath}${uid}${answer.step}` }).end()
      case "SignedIn":
        return finish(request, response, answer)
    }
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "", origin)
    const [uid = "", name = ""] = url.pathname.slice(interactionPath.length).split("/")
    const isPost = request.method === "POST"
    if (isPost && !isOwnForm(request, origin)) return sendPage(response, 403, foreignForm)
    const details = await provider.interactionDetails(request, response).catch(noneWhenOver)
    if (details === undefined || details.uid !== uid || details.prompt.name !== "login")
      return sendPage(response, 400, expired)
    const form = isPost ? await readForm(request) : url.searchParams
    if (!(form instanceof URLSearchParams)) return refuse(request, response, form)
    const { login_hint: hint } = details.params
    const signIn = { uid, caller: callerOf(request), hint: typeof hint === "string" ? hint.slice(0, 254) : "" }
    const answer = step(steps, signIn, `${request.method} ${name}`, form)
    if (answer === undefined) return sendPage(response, 404, expired)
    return answerWith(request, response, uid, await run(answer))
  }
}
