import { Clock, Context, DateTime, Effect, Layer, Schema } from "effect"
import type { CompanyId, UserId } from "#schemas/ids.ts"
import { SignInEvent, type SecondFactorChanged, type SignInRefusalReason } from "#schemas/session/events.ts"
import type { Account, AccountStatus } from "#server/session/login.rule.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { Accounts } from "./Accounts.ts"
import { embeddedIssuer } from "./IdentityConfig.ts"

/** Where a sign-in came from. */
export type Caller = {
  readonly address: string | null
  readonly sessionId: string | null
  readonly correlationId: string
}

/** The audit stream of a company at an instant, one a month: `audit-7-202611`. */
export const auditStream = (companyId: CompanyId, millis: number): string =>
  `audit-${companyId}-${DateTime.formatIsoDate(DateTime.makeUnsafe(millis)).slice(0, 7).replace("-", "")}`

/** Sign-ins whose judgement a process remembers; with more it may write one twice. */
const maxJudgements = 10_000

/** What is known of a person of the embedded provider; whose account it is, is looked up. */
type SubjectFact =
  | { readonly _tag: "SignInRefused"; readonly reason: SignInRefusalReason }
  | { readonly _tag: "SignedOut" | "PasswordLinkSent" | "PasswordChanged" }
  | Pick<typeof SecondFactorChanged.Type, "_tag" | "change">

/** Who has shown to be the person the event is about; anyone can fail to sign in as them, or ask for a link. */
const ownDeeds: ReadonlySet<SignInEvent["_tag"]> = new Set([
  "SignInSucceeded",
  "NewDeviceSeen",
  "SignedOut",
  "PasswordChanged",
  "SecondFactorChanged",
])
const actorOf = (event: SignInEvent): UserId | null =>
  ownDeeds.has(event._tag) && "userId" in event ? event.userId : null

const make = Effect.gen(function* () {
  const events = yield* EventStore
  const accounts = yield* Accounts
  const scope = yield* Effect.scope
  const encode = Schema.encodeSync(SignInEvent)

  const write = Effect.fn("SignInAudit.write")(function* (event: SignInEvent, caller: Caller) {
    const now = yield* Clock.currentTimeMillis
    const { _tag, ...data } = encode(event)
    const actorId = actorOf(event)
    yield* events.appendNext({
      companyId: event.companyId,
      stream: auditStream(event.companyId, now),
      events: [{ type: _tag, data }],
      metadata: {
        ...caller,
        commandId: caller.correlationId,
        actorId,
        companyId: actorId === null ? null : event.companyId,
        actingCompanyId: event.companyId,
        causationId: null,
        at: new Date(now).toISOString(),
      },
    })
  })
  /** An audit line that cannot be written must not decide whether someone may sign in; it is logged. */
  const forgiving = <E>(written: Effect.Effect<void, E>): Effect.Effect<void> =>
    Effect.catchCause(written, (cause) => Effect.logError("A sign-in could not be written to the audit stream", cause))
  const record = (event: SignInEvent, caller: Caller): Effect.Effect<void> => forgiving(write(event, caller))

  // The login call is made at every load of a page; a sign-in is one, however many pages it shows.
  const judgements = new Map<string, AccountStatus>()
  const onceForEach = <E>(
    sessionId: string | null,
    account: Account,
    found: AccountStatus,
    write: Effect.Effect<void, E>,
  ) =>
    Effect.suspend(() => {
      // A provider whose tokens name no session leaves nothing to distinguish sign-ins by: each is written.
      if (sessionId === null || sessionId === "") return write
      const whose = `${account.userId} ${sessionId}`
      if (judgements.get(whose) === found) return Effect.void
      if (judgements.size >= maxJudgements) judgements.clear()
      judgements.set(whose, found)
      return Effect.onError(write, () => Effect.sync(() => judgements.delete(whose)))
    })

  const about = (account: Account) => ({ userId: account.userId, companyId: account.company.companyId })

  return SignInAudit.of({
    record,
    judged: (account, found, caller) =>
      forgiving(
        onceForEach(
          caller.sessionId,
          account,
          found,
          write(
            found === "ok"
              ? { _tag: "SignInSucceeded", ...about(account) }
              : { _tag: "SignInRefused", ...about(account), reason: found },
            caller,
          ),
        ),
      ),
    ofSubject: (subject, fact, caller) =>
      accounts.find(embeddedIssuer, subject).pipe(
        Effect.flatMap((account) =>
          account === undefined ? Effect.void : record({ ...fact, ...about(account) }, caller),
        ),
        // Not waited for: the answer would come later for a known person than for an unknown one.
        Effect.uninterruptible,
        Effect.forkIn(scope),
        Effect.asVoid,
      ),
  })
})

/** Writes sign-ins, refusals, locks and changed passwords to the company's audit stream of the month; ids only (docs/architecture.md#personal-data). */
export class SignInAudit extends Context.Service<
  SignInAudit,
  {
    /** What the login call said to a verified person; once for each sign-in, and again when the answer is another. */
    readonly judged: (account: Account, found: AccountStatus, caller: Caller) => Effect.Effect<void>
    /** What happened to a person of the embedded provider; a person without an account has no company whose log could say so. Not waited for. */
    readonly ofSubject: (subject: string, fact: SubjectFact, caller: Caller) => Effect.Effect<void>
    /** Anything else, by ids known already; the operator's own actions included. */
    readonly record: (event: SignInEvent, caller: Caller) => Effect.Effect<void>
  }
>()("admin-view/identity/SignInAudit") {
  static readonly layer = Layer.effect(SignInAudit, make)
}
