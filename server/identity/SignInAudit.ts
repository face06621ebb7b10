import { Clock, Context, DateTime, Effect, Layer, Schema } from "effect"
import { SignInEvent, type SignInRefusalReason } from "#schemas/session/events.ts"
import type { Account, Standing } from "#server/domain/session/login.ts"
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
export const auditStream = (companyId: number, millis: number): string =>
  `audit-${companyId}-${DateTime.formatIsoDate(DateTime.makeUnsafe(millis)).slice(0, 7).replace("-", "")}`

const make = Effect.gen(function* () {
  const events = yield* EventStore
  const accounts = yield* Accounts
  const scope = yield* Effect.scope
  const encode = Schema.encodeSync(SignInEvent)

  /** An audit line that cannot be written must not decide whether somebody may sign in; it is logged. */
  const record = Effect.fn("SignInAudit.record")(
    function* (event: SignInEvent, caller: Caller) {
      const now = yield* Clock.currentTimeMillis
      const { _tag, ...data } = encode(event)
      const signedIn = _tag === "SignInSucceeded"
      yield* events.appendNext({
        companyId: event.companyId,
        stream: auditStream(event.companyId, now),
        events: [{ type: _tag, data }],
        metadata: {
          ...caller,
          commandId: caller.correlationId,
          // Who failed to sign in has not shown to be that person.
          actorId: signedIn ? event.userId : null,
          companyId: signedIn ? event.companyId : null,
          actingCompanyId: event.companyId,
          causationId: null,
          at: new Date(now).toISOString(),
        },
      })
    },
    Effect.catchCause((cause) => Effect.logError("A sign-in could not be written to the audit stream", cause)),
  )

  const about = (account: Account) => ({ userId: account.userId, companyId: account.company.companyId })

  return SignInAudit.of({
    judged: (account, found, caller) =>
      record(
        found === "ok"
          ? { _tag: "SignInSucceeded", ...about(account) }
          : { _tag: "SignInRefused", ...about(account), reason: found },
        caller,
      ),
    refusedSubject: (subject, reason, caller) =>
      accounts.find(embeddedIssuer, subject).pipe(
        Effect.flatMap((account) =>
          account === undefined ? Effect.void : record({ _tag: "SignInRefused", ...about(account), reason }, caller),
        ),
        // Not waited for: the answer would come later for a known person than for an unknown one.
        Effect.uninterruptible,
        Effect.forkIn(scope),
        Effect.asVoid,
      ),
  })
})

/** Writes sign-ins and refusals to the company's audit stream of the month; ids only (architecture §12). */
export class SignInAudit extends Context.Service<
  SignInAudit,
  {
    /** What the login call said to a verified person. */
    readonly judged: (account: Account, found: Standing, caller: Caller) => Effect.Effect<void>
    /** A refusal by the embedded provider; somebody without an account has no company to tell. Not waited for. */
    readonly refusedSubject: (subject: string, reason: SignInRefusalReason, caller: Caller) => Effect.Effect<void>
  }
>()("admin-view/identity/SignInAudit") {
  static readonly layer = Layer.effect(SignInAudit, make)
}
