import { Clock, Context, Effect, Layer } from "effect"
import { readFileSync } from "node:fs"
import { IncomingMessage, type ServerResponse } from "node:http"
import { problem } from "#schemas/problem.ts"
import { Accounts } from "./Accounts.ts"
import { makeAccountForms } from "./accountForms.ts"
import { makeAccountSteps } from "./accountSteps.ts"
import { placeOf } from "./addresses.ts"
import { makeAddressThrottle } from "./addressThrottle.ts"
import { makeSignInStartLimit } from "./signInStartLimit.ts"
import { embeddedIssuer, Identity, providerPath } from "./IdentityConfig.ts"
import { callerOf, judgedRequest, refuse } from "./formRequests.ts"
import { makeForgotSteps } from "./forgotSteps.ts"
import { makeLinkForms } from "./linkForms.ts"
import { makeLinkSteps } from "./linkSteps.ts"
import { ProviderKeys } from "./ProviderKeys.ts"
import { answerFailures, answerNothing } from "./providerFailures.ts"
import { makeProvider } from "./providerSettings.ts"
import { removeExpiredRegularly, makeProviderStore } from "./providerStore.ts"
import { RealTime } from "./realTime.ts"
import { makeSignInForms } from "./signInForms.ts"
import { makeSignInSteps } from "./signInSteps.ts"
import { SignInAudit } from "./SignInAudit.ts"
import { SignInUsers } from "./SignInUsers.ts"
import { accountStatus } from "#server/session/login.rule.ts"
import { onConnectionsApart } from "#server/store/connectionsApart.ts"
import { secondsOfTrouble, unforeseen } from "#server/store/databaseTrouble.ts"

const file = (path: string) => readFileSync(new URL(path, import.meta.url))
const css = "text/css; charset=utf-8"
const js = "text/javascript; charset=utf-8"

/** Files of the forms; colours and sheet are the application's own, so that both sides of a sign-in look alike. */
const assets: Readonly<Record<string, { readonly type: string; readonly body: Buffer }>> = {
  "tokens.css": { type: css, body: file("../../src/views/tokens.css") },
  "inter.woff2": { type: "font/woff2", body: file("../../src/views/inter.woff2") },
  "session.css": { type: css, body: file("../../src/views/session/session.css") },
  "sign-in.css": { type: css, body: file("assets/sign-in.css") },
  "sign-out.js": { type: js, body: file("assets/sign-out.js") },
  "show-password.js": { type: js, body: file("assets/show-password.js") },
  "passkey.js": { type: js, body: file("assets/passkey.js") },
  "open-link.js": { type: js, body: file("assets/open-link.js") },
}

/** Headers of every answer under the provider's path; its pages are never framed and run no inline script. */
const headers = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
} as const

/** How long a stop waits for sign-in requests under way, in milliseconds. */
const drainMillis = 5_000

const nothingHere = problem("NotFound", "There is nothing at this address.")

const sendAsset = (request: IncomingMessage, response: ServerResponse): void => {
  const name = (request.url ?? "").slice(`${providerPath}/assets/`.length)
  const found = Object.hasOwn(assets, name) ? assets[name] : undefined
  if (found === undefined) return refuse(request, response, nothingHere)
  response.writeHead(200, { "content-type": found.type, "cache-control": "max-age=3600" }).end(found.body)
}

/** Makes a request speak of the public address, whatever host it names: the provider builds its addresses from it. */
const atPublicAddress = (request: IncomingMessage, origin: URL) => {
  request.headers.host = origin.host
  request.headers["x-forwarded-proto"] = origin.protocol.slice(0, -1)
  delete request.headers["x-forwarded-host"]
  delete request.headers["x-forwarded-for"]
}

const make = Effect.fnUntraced(function* (options: { readonly showMailbox: boolean }) {
  const { origin } = yield* Identity
  const accounts = yield* Accounts
  const users = yield* SignInUsers
  const audit = yield* SignInAudit
  const realTime = yield* RealTime
  const run = yield* Effect.map(Effect.context(), Effect.runPromiseWith)

  const person = Effect.fnUntraced(function* (subject: string) {
    const user = yield* users.find(subject)
    if (user === undefined) return undefined
    const account = yield* accounts.find(embeddedIssuer, subject)
    const roles = (account?.accessIds ?? []).join(",")
    return { email: user.email, displayName: user.displayName, roles, locked: account?.locked ?? false }
  })
  const statusOf = Effect.fnUntraced(function* (subject: string) {
    const account = yield* accounts.find(embeddedIssuer, subject)
    return account === undefined ? undefined : accountStatus(account, yield* Clock.currentTimeMillis)
  })
  const provider = makeProvider({
    origin,
    keys: yield* ProviderKeys,
    store: yield* makeProviderStore(realTime),
    person: (subject) => run(person(subject)),
  })
  provider.on("end_session.success", (ctx) => {
    const { accountId, uid } = ctx.oidc.session ?? {}
    if (accountId === undefined) return
    void run(audit.ofSubject(accountId, { _tag: "SignedOut" }, { ...callerOf(ctx.req), sessionId: uid ?? null }))
  })
  const { showMailbox } = options
  const signInThrottle = makeAddressThrottle(realTime)
  const steps = {
    ...(yield* makeSignInSteps({ throttle: signInThrottle, showMailbox })),
    // Counted by themselves: a forgotten password uses up no one's attempts to sign in.
    ...(yield* makeForgotSteps({ origin, throttle: makeAddressThrottle(realTime), showMailbox })),
  }
  const forms = makeSignInForms(provider, steps, origin, run)
  const account = makeAccountForms({
    provider,
    // Counted with the attempts to sign in: a stolen session buys no others.
    steps: yield* makeAccountSteps({ throttle: signInThrottle }),
    find: users.find,
    statusOf,
    origin,
    run,
  })
  const links = makeLinkForms(yield* makeLinkSteps(), origin, run)
  const refusedBeginning = makeSignInStartLimit(realTime)
  const publicAddress = new URL(origin)

  yield* Effect.forkScoped(removeExpiredRegularly(realTime))

  const broken = (request: IncomingMessage, response: ServerResponse) => (error: unknown) => {
    void run(
      Effect.logError("A sign-in request failed").pipe(
        Effect.annotateLogs({ failure: error instanceof Error ? error.name : "unknown" }),
      ),
    )
    if (response.headersSent) response.destroy()
    else refuse(request, response, unforeseen(error), secondsOfTrouble(error))
  }
  answerFailures(provider, broken)
  answerNothing(provider, (request, response) => refuse(request, response, nothingHere))
  const answer = provider.callback()

  const serve = async (request: IncomingMessage, response: ServerResponse, url: string) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    const place = placeOf(url)
    if (place === undefined) return refuse(request, response, nothingHere)
    if (place === "asset") return sendAsset(request, response)
    atPublicAddress(request, publicAddress)
    if (place === "signInForm") return forms(request, response)
    if (place === "linkForm") return links(request, response)
    if (place === "accountForm") return account(request, response)
    if (place === "beginning" && refusedBeginning(request, response, url)) return
    const judged = request.method === "POST" ? await judgedRequest(request) : request
    if (!(judged instanceof IncomingMessage)) return refuse(request, response, judged)
    // The provider learns its mount point from the part that `originalUrl` has more.
    return answer(Object.assign(judged, { originalUrl: url, url: url.slice(providerPath.length) }), response)
  }

  const underWay = new Set<Promise<unknown>>()
  // The database closes after this: what a request has begun to write is written.
  yield* Effect.addFinalizer(() =>
    Effect.timeoutOption(
      Effect.promise(() => Promise.allSettled(underWay)),
      drainMillis,
    ),
  )

  const handle = (request: IncomingMessage, response: ServerResponse): boolean => {
    const url = request.url ?? ""
    if (!url.startsWith(`${providerPath}/`)) return false
    const served = serve(request, response, url)
      .catch(broken(request, response))
      .finally(() => underWay.delete(served))
    underWay.add(served)
    return true
  }
  return EmbeddedProvider.of({ handle })
})

/**
 * The OpenID provider of our own, mounted under `/idp` of the application's
 * server (docs/architecture.md#identity); it exists only while no hosted tenant is configured.
 */
export class EmbeddedProvider extends Context.Service<
  EmbeddedProvider,
  {
    /** Takes a request that is the provider's and says so; leaves any other untouched. */
    readonly handle: (request: IncomingMessage, response: ServerResponse) => boolean
  }
>()("admin-view/identity/EmbeddedProvider") {
  /** @param options.showMailbox whether the code page links to the demo's mailbox */
  static readonly layer = (options: { readonly showMailbox: boolean }) =>
    Layer.effect(EmbeddedProvider, onConnectionsApart(make(options)))
}
