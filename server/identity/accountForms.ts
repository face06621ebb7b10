import { Effect } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Provider } from "oidc-provider"
import { loginRefusal, type AccountStatus } from "#server/session/login.rule.ts"
import type { AccountAnswer, AccountCaller, AccountSteps } from "./accountSteps.ts"
import { noticeOf } from "./accountPages.ts"
import { deviceOf } from "./device.ts"
import { callerOf, foreignForm, isOwnForm, readForm, refuse, retryAfter, sendPage } from "./formRequests.ts"
import { accountPath } from "./IdentityConfig.ts"
import { deadEndPage } from "./signInPages.ts"
import type { SignInUser } from "./SignInUsers.ts"

const signedOut = deadEndPage({
  heading: "You are not signed in",
  text: "Sign in first; then open your profile and come back from there.",
})
/** Says why the account may not be used, as the login call does (docs/policy.md#sign-in). */
const shut = (status: Exclude<AccountStatus, "ok">) =>
  deadEndPage({ heading: "You cannot change how you sign in now", text: loginRefusal(status).message })
const notHere = deadEndPage({ heading: "There is nothing here", text: "The address is not one of ours." })

type Refused = { readonly status: 401 | 403; readonly html: string }
type Session = { readonly accountId?: string; readonly uid: string }
/** As much of the provider's library as reads a session by its signed cookie, outside the library's own addresses. */
type SessionReader = {
  readonly createContext: (request: IncomingMessage, response: ServerResponse) => unknown
  readonly Session: { readonly get: (ctx: unknown) => Promise<Session> }
}

const answered = (name: string, steps: AccountSteps, who: AccountCaller, form: URLSearchParams) => {
  const text = (field: string): string => form.get(field) ?? ""
  const known: Readonly<Record<string, () => Effect.Effect<AccountAnswer>>> = {
    "GET ": () => steps.show(who, noticeOf(form.get("done"))),
    "GET app": () => steps.showApp(who),
    "POST app": () => steps.turnOn(who, text("code")),
    "POST codes": () => steps.renewCodes(who),
    "POST remove": () => steps.remove(who),
    "GET passkey": () => steps.showNewPasskey(who),
    "POST passkey": () => steps.addPasskey(who, text("answer")),
    "POST remove-passkey": () => steps.removePasskey(who, text("passkey")),
    "POST password": () => steps.changePassword(who, { current: text("current"), password: text("password") }),
  }
  return Object.hasOwn(known, name) ? known[name] : undefined
}

/** Answers the addresses under which signed-in people change how they sign in. */
export const makeAccountForms = (parts: {
  readonly provider: Provider
  readonly steps: AccountSteps
  readonly find: (subject: string) => Effect.Effect<SignInUser | undefined>
  /** Whether the person's account may be used now; nothing where they have none. */
  readonly statusOf: (subject: string) => Effect.Effect<AccountStatus | undefined>
  readonly origin: string
  readonly run: <A>(effect: Effect.Effect<A>) => Promise<A>
}) => {
  const { steps, origin, run } = parts
  const provider = parts.provider as unknown as SessionReader

  /** Who asks, where their account may be used now; otherwise the answer that refuses them. */
  const callerIn = async (request: IncomingMessage, response: ServerResponse): Promise<AccountCaller | Refused> => {
    const { accountId, uid } = await provider.Session.get(provider.createContext(request, response))
    const user = accountId === undefined ? undefined : await run(parts.find(accountId))
    const status = user === undefined ? undefined : await run(parts.statusOf(user.id))
    if (user === undefined || status === undefined || status === "inactive") return { status: 401, html: signedOut }
    if (status !== "ok") return { status: 403, html: shut(status) }
    const { browser, system } = deviceOf(request.headers["user-agent"])
    const device = [browser, system].filter(Boolean).join(", ") || "Unknown device"
    return { user, sessionUid: uid, caller: { ...callerOf(request), sessionId: uid }, device }
  }

  const answerWith = (response: ServerResponse, answer: AccountAnswer): void =>
    answer._tag === "Page"
      ? sendPage(response, answer.status, answer.html, retryAfter(answer.retryAfterSeconds))
      : void response.writeHead(303, { location: accountPath + answer.query }).end()

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "", origin)
    const isPost = request.method === "POST"
    if (isPost && !isOwnForm(request, origin)) return sendPage(response, 403, foreignForm)
    const who = await callerIn(request, response)
    if ("html" in who) return sendPage(response, who.status, who.html)
    const form = isPost ? await readForm(request) : url.searchParams
    if (!(form instanceof URLSearchParams)) return refuse(request, response, form)
    const name = `${request.method} ${url.pathname.slice(accountPath.length + 1)}`
    if (name === "POST confirm") return answerWith(response, await run(steps.confirm(who, form.get("current") ?? "")))
    const step = answered(name, steps, who, form)
    if (step === undefined) return sendPage(response, 404, notHere)
    if (await run(steps.isConfirmed(who))) return answerWith(response, await run(step()))
    return answerWith(response, isPost ? { _tag: "Go", query: "" } : steps.askPassword(who))
  }
}
