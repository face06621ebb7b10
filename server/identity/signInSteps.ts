import { Effect } from "effect"
import { loginMessages } from "#schemas/session/words.ts"
import { codeMail } from "#server/mail/codeMail.ts"
import { Mailer } from "#server/mail/Mailer.ts"
import { type AddressThrottle, tooManyFromAddress } from "./addressThrottle.ts"
import { type Caller, SignInAudit } from "./SignInAudit.ts"
import { codeMillis, SignInCodes } from "./SignInCodes.ts"
import { Passkeys } from "./Passkeys.ts"
import { passkeyPage } from "./passkeyPages.ts"
import { appCodePage, codePage, passwordPage as drawPasswordPage } from "./signInPages.ts"
import { failuresAllowed, lockOutMillis, SignInUsers } from "./SignInUsers.ts"

/** The addresses of a sign-in, behind the part that names it. */
type Step = "" | "/code" | "/code?sent" | "/forgot?sent"

/** What a step of a sign-in answers with: a page, another step, or the end. */
export type Answer =
  | { readonly _tag: "Page"; readonly status: number; readonly html: string; readonly retryAfterSeconds?: number }
  | { readonly _tag: "Go"; readonly step: Step }
  /** `amr` are the methods by their registered names (RFC 8176). */
  | { readonly _tag: "SignedIn"; readonly userId: string; readonly amr: ReadonlyArray<string> }

/** One sign-in under way: the provider's id for it, who asks, and the address the application suggested. */
export type SignIn = { readonly uid: string; readonly caller: Caller; readonly hint: string }

const minutesOf = (millis: number) => Math.round(millis / 60_000)
const page = (status: number, html: string): Answer => ({ _tag: "Page", status, html })
const go = (step: Step): Answer => ({ _tag: "Go", step })

const tooManyCodes = `Too many wrong codes. For your safety, wait ${minutesOf(lockOutMillis)} minutes and then sign in again.`
const tooManyMails = `Too many codes were mailed to this address. Wait ${minutesOf(lockOutMillis)} minutes and then sign in again.`
const noFurtherMail = `Too many codes were mailed to this address. The last one still works; for another one wait ${minutesOf(lockOutMillis)} minutes.`
/** Beneath every wrong password, of known and unknown addresses and before and in a pause alike: it must not reveal who works here. */
const pauseNote = `After ${failuresAllowed} wrong passwords in a row, signing in with an address pauses for ${minutesOf(lockOutMillis)} minutes. Until then even the right password is refused.`
const codeGone = "This code does not work any more. Ask for a new one."
const wrongCode = (left: number, byApp: boolean) =>
  `This is not the code ${byApp ? "we asked for" : "we mailed"}. You have ${left} ${left === 1 ? "try" : "tries"} left.`

const wrongPasskey = "This passkey does not sign you in here. Try again, or use your password."

const throttled = { _tag: "SignInRefused", reason: "throttled" } as const

type Options = { readonly throttle: AddressThrottle; readonly showMailbox: boolean }

/** The steps of signing in: password, then a mailed code (docs/architecture.md#identity). */
export const makeSignInSteps = Effect.fnUntraced(function* ({ throttle, showMailbox }: Options) {
  const users = yield* SignInUsers
  const codes = yield* SignInCodes
  const audit = yield* SignInAudit
  const mailer = yield* Mailer
  const passkeys = yield* Passkeys
  const scope = yield* Effect.scope
  const passwordPage = (at: Omit<Parameters<typeof drawPasswordPage>[0], "hasPasskeys">) =>
    drawPasswordPage({ ...at, hasPasskeys: passkeys.areOffered })
  const mailCode = (to: string, code: string) => mailer.send(codeMail(to, code, minutesOf(codeMillis)))

  const showCode = Effect.fnUntraced(function* (
    { uid }: SignIn,
    more: { readonly status?: number; readonly error?: string; readonly notice?: string } = {},
  ) {
    const pending = yield* codes.pending(uid)
    const user = pending === undefined ? undefined : yield* users.find(pending.userId)
    if (pending === undefined || user === undefined) return go("")
    const { status = 200, ...words } = more
    if (pending.byApp) return page(status, appCodePage({ uid, ...words }))
    const minutes = minutesOf(codeMillis)
    return page(
      status,
      codePage({ uid, email: user.email, minutes, resendsLeft: pending.resendsLeft, showMailbox, ...words }),
    )
  })

  const tooMany = (seconds: number, html: (error: string) => string): Answer => ({
    _tag: "Page",
    status: 429,
    html: html(tooManyFromAddress(seconds)),
    retryAfterSeconds: seconds,
  })

  /** Not waited for, as nothing of the audit is: an answer must not take longer for a known address. */
  const recordThrottled = (email: string, caller: Caller) =>
    users.subjectOf(email).pipe(
      Effect.flatMap((subject) => (subject === undefined ? Effect.void : audit.ofSubject(subject, throttled, caller))),
      Effect.uninterruptible,
      Effect.forkIn(scope),
    )

  const showPassword = Effect.fnUntraced(function* ({ uid, hint }: SignIn) {
    return (yield* codes.pending(uid)) === undefined ? page(200, passwordPage({ uid, email: hint })) : go("/code")
  })

  const givePassword = Effect.fn("signIn.password")(function* (
    { uid, caller }: SignIn,
    given: { readonly email: string; readonly password: string },
  ) {
    const again = (error: string, note?: string) =>
      passwordPage({ uid, email: given.email, error, ...(note === undefined ? {} : { note }) })
    const wait = throttle.book(caller.address ?? "")
    if (wait > 0) {
      yield* recordThrottled(given.email, caller)
      return tooMany(wait, (error) => again(error))
    }
    const outcome = yield* users.checkPassword(given.email, given.password)
    if (outcome._tag === "Wrong") {
      if (outcome.userId !== undefined) {
        yield* audit.ofSubject(
          outcome.userId,
          { _tag: "SignInRefused", reason: outcome.lockedOut ? "lockedOut" : "password" },
          caller,
        )
      }
      return page(422, again(loginMessages.invalid, pauseNote))
    }
    throttle.giveBack(caller.address ?? "")
    const code = yield* codes.start(uid, outcome.user.id)
    if (code === undefined) return page(429, again(tooManyMails))
    if (code === "ByApp") return go("/code")
    return yield* mailCode(outcome.user.email, code.code).pipe(
      Effect.as(go("/code")),
      Effect.catch((failed) => Effect.as(codes.forget(uid), page(503, again(failed.message)))),
    )
  })

  const giveCode = Effect.fn("signIn.code")(function* (signIn: SignIn, typed: string) {
    const { uid, caller, hint } = signIn
    const wait = throttle.book(caller.address ?? "")
    if (wait > 0) {
      const waiting = yield* codes.pending(uid)
      if (waiting !== undefined) yield* audit.ofSubject(waiting.userId, throttled, caller)
      return tooMany(wait, (error) => passwordPage({ uid, email: hint, error }))
    }
    const outcome = yield* codes.redeem(uid, typed)
    switch (outcome._tag) {
      case "Right":
        throttle.giveBack(caller.address ?? "")
        return { _tag: "SignedIn", userId: outcome.userId, amr: ["pwd", "otp"] } satisfies Answer
      case "Gone":
        return yield* showCode(signIn, { status: 422, error: codeGone })
      case "Wrong":
        yield* audit.ofSubject(outcome.userId, { _tag: "SignInRefused", reason: "code" }, caller)
        return yield* showCode(signIn, { status: 422, error: wrongCode(outcome.triesLeft, outcome.byApp) })
      case "Spent":
      case "LockedOut":
        yield* audit.ofSubject(
          outcome.userId,
          { _tag: "SignInRefused", reason: outcome._tag === "Spent" ? "code" : "lockedOut" },
          caller,
        )
        return page(422, passwordPage({ uid, email: hint, error: tooManyCodes }))
    }
  })

  const resend = Effect.fn("signIn.resend")(function* (signIn: SignIn) {
    const next = yield* codes.again(signIn.uid)
    if (next === "TooMany") return yield* showCode(signIn, { status: 429, error: noFurtherMail })
    const user = next === undefined ? undefined : yield* users.find(next.userId)
    if (next === undefined || user === undefined) return go("/code")
    return yield* mailCode(user.email, next.code).pipe(
      Effect.as(go("/code?sent")),
      Effect.catch((failed) => showCode(signIn, { status: 503, error: failed.message })),
    )
  })

  const showPasskey = Effect.fnUntraced(function* ({ uid }: SignIn, refused?: { readonly error: string }) {
    const options = yield* passkeys.request(uid)
    if (options === undefined) return go("")
    return page(refused === undefined ? 200 : 422, passkeyPage({ uid, options, ...refused }))
  })

  /** The device has made sure that it is them: the passkey stands for password and code. */
  const givePasskey = Effect.fn("signIn.passkey")(function* (signIn: SignIn, answer: string) {
    const { uid, caller, hint } = signIn
    const wait = throttle.book(caller.address ?? "")
    if (wait > 0) return tooMany(wait, (error) => passwordPage({ uid, email: hint, error }))
    const taken = yield* passkeys.take(uid, answer)
    if (taken?.isRight === true) {
      throttle.giveBack(caller.address ?? "")
      yield* codes.forget(uid)
      return { _tag: "SignedIn", userId: taken.userId, amr: ["swk", "user"] } satisfies Answer
    }
    if (taken !== undefined) yield* audit.ofSubject(taken.userId, { _tag: "SignInRefused", reason: "passkey" }, caller)
    return yield* showPasskey(signIn, { error: wrongPasskey })
  })

  const restart = ({ uid }: SignIn) => Effect.as(codes.forget(uid), go(""))

  return {
    showPassword,
    givePassword,
    showCode: (signIn: SignIn, sent: boolean) =>
      showCode(signIn, sent ? { notice: "A new code is on its way. The one before does not work any more." } : {}),
    giveCode,
    resend,
    restart,
    showPasskey: (signIn: SignIn) => showPasskey(signIn),
    givePasskey,
  }
})

/** The steps of one provider. */
export type SignInSteps = Effect.Success<ReturnType<typeof makeSignInSteps>>
