import { Effect } from "effect"
import { Mailer } from "#server/mail/Mailer.ts"
import { accountChangedMail } from "#server/mail/passwordMails.ts"
import { Database } from "#server/store/Database.ts"
import { accountPage, appPage, confirmPage, recoveryPage, type AccountNotice } from "./accountPages.ts"
import { type AddressThrottle, tooManyFromAddress } from "./addressThrottle.ts"
import { Confirmations } from "./Confirmations.ts"
import { endOtherSignIns } from "./endSignIns.ts"
import { newPasskeyPage } from "./passkeyPages.ts"
import { Passkeys } from "./Passkeys.ts"
import { judgePassword } from "./passwordPolicy.rule.ts"
import { hashPassword } from "./passwords.ts"
import { SecondFactors } from "./SecondFactors.ts"
import { type Caller, SignInAudit } from "./SignInAudit.ts"
import { failuresAllowed, lockOutMillis, SignInUsers, type SignInUser } from "./SignInUsers.ts"

/** Who asks: the person of the provider's session, and from where. */
export type AccountCaller = {
  readonly user: SignInUser
  readonly sessionUid: string
  readonly caller: Caller
  /** What they ask with, as their browser calls it. */
  readonly device: string
}

/** What a step answers with: a page, or the account's first page. */
export type AccountAnswer =
  | { readonly _tag: "Page"; readonly status: number; readonly html: string; readonly retryAfterSeconds?: number }
  | { readonly _tag: "Go"; readonly query: string }

const page = (status: number, html: string): AccountAnswer => ({ _tag: "Page", status, html })
const go = (query = ""): AccountAnswer => ({ _tag: "Go", query })
/** The same in a pause: whether the password is right is not to be found out by trying on. */
const wrongPassword = `This is not your present password. After ${failuresAllowed} wrong ones in a row it is refused for ${lockOutMillis / 60_000} minutes.`
const wrongCode =
  "This is not the code the app shows now. Wait for the next one, and see that your phone’s time is right."

const changes = {
  authenticatorAdded: "An authenticator app was set up for your Admin View account.",
  authenticatorRemoved: "The authenticator app of your Admin View account was removed.",
  recoveryCodesMade: "New recovery codes were made for your Admin View account.",
  passkeyAdded: "A passkey was added to your Admin View account.",
  passkeyRemoved: "A passkey of your Admin View account was removed.",
} as const

/**
 * What a signed-in person does to how they sign in: another password, an authenticator app, recovery codes. All of it
 * asks for the password again, at most ten minutes before.
 */
export const makeAccountSteps = Effect.fnUntraced(function* (options: { readonly throttle: AddressThrottle }) {
  const { throttle } = options
  const users = yield* SignInUsers
  const factors = yield* SecondFactors
  const passkeys = yield* Passkeys
  const confirmations = yield* Confirmations
  const audit = yield* SignInAudit
  const mailer = yield* Mailer
  const database = yield* Database

  /** The sentence for a password that is not right, or cannot be judged now; nothing for the right one. */
  const whyNot = Effect.fnUntraced(function* ({ user, caller }: AccountCaller, password: string) {
    const wait = throttle.book(caller.address ?? "")
    if (wait > 0) return { status: 429, error: tooManyFromAddress(wait), retryAfterSeconds: wait }
    const outcome = yield* users.checkPassword(user.email, password)
    if (outcome._tag === "Right") {
      throttle.giveBack(caller.address ?? "")
      return undefined
    }
    const reason = outcome.lockedOut ? "lockedOut" : "password"
    yield* audit.ofSubject(user.id, { _tag: "SignInRefused", reason }, caller)
    return { status: 422, error: wrongPassword, retryAfterSeconds: undefined }
  })

  const tell = Effect.fnUntraced(function* ({ user, caller }: AccountCaller, change: keyof typeof changes) {
    yield* audit.ofSubject(user.id, { _tag: "SecondFactorChanged", change }, caller)
    // It is done whether or not the mail about it can be sent; the mailer logs a failure.
    yield* Effect.ignore(mailer.send(accountChangedMail(user.email, changes[change])))
  })

  const confirm = Effect.fn("account.confirm")(function* (who: AccountCaller, password: string) {
    const refused = yield* whyNot(who, password)
    if (refused !== undefined) return page(refused.status, confirmPage(who.user.email, refused.error))
    yield* confirmations.keep(who.sessionUid)
    return go()
  })

  const shownOf = Effect.fnUntraced(function* ({ id, email }: SignInUser) {
    const held = passkeys.areOffered ? yield* passkeys.list(id) : undefined
    return { email, factors: yield* factors.stateOf(id), passkeys: held }
  })

  const show = Effect.fn("account.show")(function* ({ user }: AccountCaller, notice: AccountNotice) {
    return page(200, accountPage({ ...(yield* shownOf(user)), notice }))
  })

  const changePassword = Effect.fn("account.password")(function* (
    who: AccountCaller,
    given: { readonly current: string; readonly password: string },
  ) {
    const { id, email } = who.user
    const judged = judgePassword(given.password, email)
    const refused = yield* whyNot(who, given.current)
    if (refused !== undefined || !judged.isValid) {
      const shown = { ...(yield* shownOf(who.user)), judged, currentError: refused?.error }
      return page(refused?.status ?? 422, accountPage(shown))
    }
    const hash = yield* hashPassword(given.password)
    yield* Effect.orDie(
      database.everyCompany(
        Effect.andThen(
          users.setPassword(id, hash),
          Effect.provideService(endOtherSignIns(id, who.sessionUid), Database, database),
        ),
      ),
    )
    yield* audit.ofSubject(id, { _tag: "PasswordChanged" }, who.caller)
    yield* Effect.ignore(mailer.send(accountChangedMail(email, "The password of your Admin View account was changed.")))
    return go("?done=password")
  })

  const showApp = Effect.fn("account.showApp")(function* ({ user }: AccountCaller) {
    const begun = yield* factors.begin(user.id, user.email)
    return begun === undefined ? go() : page(200, appPage(begun))
  })

  const turnOn = Effect.fn("account.turnOn")(function* (who: AccountCaller, typed: string) {
    const codes = yield* factors.confirm(who.user.id, typed)
    if (codes !== undefined) {
      yield* tell(who, "authenticatorAdded")
      return page(200, recoveryPage(codes))
    }
    const begun = yield* factors.begin(who.user.id, who.user.email)
    return begun === undefined ? go() : page(422, appPage(begun, wrongCode))
  })

  const renewCodes = Effect.fn("account.renewCodes")(function* (who: AccountCaller) {
    if (!(yield* factors.stateOf(who.user.id)).authenticator) return go()
    const codes = yield* factors.renewCodes(who.user.id)
    yield* tell(who, "recoveryCodesMade")
    return page(200, recoveryPage(codes))
  })

  const remove = Effect.fn("account.remove")(function* (who: AccountCaller) {
    yield* factors.remove(who.user.id)
    yield* tell(who, "authenticatorRemoved")
    return go("?done=removed")
  })

  const showNewPasskey = Effect.fn("account.showNewPasskey")(function* (who: AccountCaller, error?: string) {
    const options = yield* passkeys.creation(who.user, who.sessionUid)
    return options === undefined ? go() : page(error === undefined ? 200 : 422, newPasskeyPage(options, error))
  })

  const addPasskey = Effect.fn("account.addPasskey")(function* (who: AccountCaller, answer: string) {
    const { user, sessionUid, device } = who
    if (!(yield* passkeys.add({ userId: user.id, sessionUid }, { answer, device })))
      return yield* showNewPasskey(who, "This passkey could not be added. Try again.")
    yield* tell(who, "passkeyAdded")
    return go("?done=passkey")
  })

  const removePasskey = Effect.fn("account.removePasskey")(function* (who: AccountCaller, credentialId: string) {
    if (!(yield* passkeys.remove(who.user.id, credentialId))) return go()
    yield* tell(who, "passkeyRemoved")
    return go("?done=passkeyRemoved")
  })

  return {
    isConfirmed: ({ sessionUid }: AccountCaller) => confirmations.holds(sessionUid),
    askPassword: ({ user }: AccountCaller) => page(200, confirmPage(user.email)),
    confirm,
    show,
    changePassword,
    showApp,
    turnOn,
    renewCodes,
    remove,
    showNewPasskey: (who: AccountCaller) => showNewPasskey(who),
    addPasskey,
    removePasskey,
  }
})

/** The steps of one provider. */
export type AccountSteps = Effect.Success<ReturnType<typeof makeAccountSteps>>
