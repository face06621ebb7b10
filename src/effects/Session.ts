import { Clock, Context, Effect, Layer, Option, Schedule } from "effect"
import { idleMillis, leaderFallbackMillis, leaderResponseMillis } from "#schemas/constants.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { signInAgain, someoneElseElsewhere, unexpectedAnswer } from "#schemas/session/problems.ts"
import { readLogin, type LoginSuccess } from "#schemas/session/login.ts"
import type { LoginOutcome, Restored, SignedInPerson, SignOutInput } from "#schemas/session/outcome.ts"
import { LoginGroup } from "#schemas/session/loginCalls.ts"
import { ApiClient, rightsChanged } from "./ApiClient.ts"
import { SessionStore } from "./SessionStore.ts"
import { SignIn } from "./SignIn.ts"
import { Token } from "./Token.ts"
import { isForeign } from "./tokenClaims.ts"

const personOf = ({ statusCode: _, status: __, token: ___, ...person }: LoginSuccess): SignedInPerson => person

/** Signing in and out at the product's own server, with what each does to storage (docs/policy.md#sessions). */
export class Session extends Context.Service<
  Session,
  {
    /**
     * What the browser kept of a session, if it may go on: the answer of a redirect
     * that just came back, or a token with its logged-in flag and activity within the hour. Anything less is cleared.
     */
    readonly restore: Effect.Effect<Restored, Problem>
    /** The login call with the stored token, for someone who comes in; keeps the person's values when it succeeds. */
    readonly login: Effect.Effect<LoginOutcome, Problem>
    /**
     * The same call for someone who is in, and once more with another token where their record holds rights that the
     * present one lacks. Whether they were away for too long is the idle chart's to judge. `Unavailable` when no other
     * token came: the present one stays good.
     */
    readonly reread: Effect.Effect<LoginOutcome, Problem>
    /** Leaves for the identity provider, which offers the account with this address; ends only if leaving fails. */
    readonly redirect: (email: string | undefined) => Effect.Effect<never, Problem>
    readonly clear: Effect.Effect<void>
    /**
     * Waits for the leading tab to take the token away, then clears what is kept here. Without one that does
     * so within the fallback interval nothing is cleared and this tab is alone: a laptop may sleep while its leader is closed.
     */
    readonly followLeader: Effect.Effect<{ readonly isAlone: boolean }>
    /** Clears what is kept and ends the provider's session; ends only if leaving fails. */
    readonly end: (to: SignOutInput["to"]) => Effect.Effect<never, Problem>
  }
>()("admin-view/effects/Session") {
  static readonly layer = Layer.effect(
    Session,
    Effect.gen(function* () {
      const api = yield* ApiClient
      const store = yield* SessionStore
      const signIn = yield* SignIn
      const token = yield* Token
      const keep = (reply: LoginSuccess) =>
        store.keepPerson({
          userName: reply.userName,
          companyName: reply.companyName,
          displayName: reply.displayName,
          roles: reply.accessIds.join(","),
          userType: reply.userType,
          companyId: reply.companyId,
        })
      const answered = Effect.gen(function* () {
        yield* store.setPending(false)
        const answer = yield* signIn.answer
        if (answer !== null) yield* store.holdToken(answer)
        return answer !== null
      })
      const mayGoOn = Effect.gen(function* () {
        const lastActivity = yield* store.lastActivity
        const now = yield* Clock.currentTimeMillis
        return (
          (yield* store.token) !== null &&
          (yield* store.authenticated) &&
          lastActivity !== null &&
          Math.abs(now - lastActivity) < idleMillis
        )
      })
      /**
       * No one tries again for someone who was not there for an hour. Who only now signs in was not there before:
       * what a tab kept too late of an earlier session's activity is not theirs.
       */
      const isOver = Effect.gen(function* () {
        const lastActivity = yield* store.lastActivity
        const now = yield* Clock.currentTimeMillis
        return (yield* store.authenticated) && lastActivity !== null && Math.abs(now - lastActivity) >= idleMillis
      })
      /** The login call's outcome, and the token it was made with where that one lacks what the record gives. */
      const loginCall = Effect.gen(function* () {
        const before = yield* store.storedToken
        const isFresh = (yield* store.token) !== before
        // Read here and not by the contract: an outcome that the contract does not name has a sentence all the same.
        const { body, isLacking } = yield* api.call(LoginGroup, (client) =>
          Effect.flatMap(client.login({ responseMode: "response-only" }), ({ headers, json }) =>
            Effect.map(json, (read) => ({ body: read, isLacking: rightsChanged in headers })),
          ),
        )
        const reply = Option.getOrUndefined(readLogin(body))
        if (reply === undefined) return yield* Effect.fail(unexpectedAnswer())
        if (reply === "locked") return { outcome: { outcome: "locked" as const }, lacking: null }
        if (typeof reply === "string")
          return { outcome: { outcome: "refused" as const, refusal: reply }, lacking: null }
        const own = reply.token.access_Token
        const kept = yield* store.storedToken
        // A sign-in lasts though what it replaces is gone meanwhile; who signed out in another tab stays so.
        if (kept === before || (isFresh && kept === null)) yield* store.keepToken(own)
        else {
          // One that another tab brought meanwhile is newer, and stays; nothing of someone else's becomes this person's.
          yield* store.dropHeldToken
          if (kept !== null && isForeign(own, kept)) return yield* Effect.fail(someoneElseElsewhere())
        }
        yield* keep(reply)
        // The company is gone meanwhile: the person works for their own again.
        if (reply.actingCompany === null) yield* store.keepActingCompany(null)
        yield* token.own
        const at = yield* Clock.currentTimeMillis
        return {
          outcome: { outcome: "signedIn" as const, person: personOf(reply), at },
          lacking: isLacking ? own : null,
        }
      })
      return Session.of({
        restore: Effect.gen(function* () {
          const isBack = yield* store.pending
          if (isBack && (yield* answered)) return { token: "kept" as const }
          if (yield* mayGoOn) {
            // A new tab knows no account; the token that it goes on with does not wait for that.
            yield* token.restore
            return { token: "kept" as const }
          }
          // Where no session is left, the person still wants to go where they wanted: back from the provider, or after a reload.
          yield* isBack || !(yield* store.authenticated) ? store.clearLeftover : store.clear
          return { token: "none" as const }
        }),
        login: Effect.gen(function* () {
          if (yield* isOver) {
            yield* store.clear
            return yield* Effect.fail(signInAgain())
          }
          return (yield* loginCall).outcome
        }),
        reread: Effect.gen(function* () {
          const first = yield* loginCall
          // What another tab brought during the call may carry what is lacking.
          const isOld = first.lacking !== null && first.lacking !== (yield* store.token)
          const { outcome, lacking } = isOld ? yield* loginCall : first
          if (lacking === null) return outcome
          // The present token works, so no one is asked to sign in for the sake of another one.
          yield* Effect.mapError(token.renew(lacking), ({ message }) => problem("Unavailable", message))
          return (yield* loginCall).outcome
        }),
        redirect: (email) =>
          store.setPending(true).pipe(
            Effect.andThen(signIn.redirect(email)),
            Effect.onError(() => store.setPending(false)),
          ),
        clear: store.clear,
        followLeader: Effect.gen(function* () {
          const isGone = Effect.map(store.token, (kept) => kept === null)
          const taken = yield* isGone.pipe(
            Effect.repeat({ until: (gone) => gone, schedule: Schedule.spaced(leaderResponseMillis) }),
            Effect.timeoutOption(leaderFallbackMillis),
          )
          if (taken._tag === "None") return { isAlone: true }
          yield* store.clear
          return { isAlone: false }
        }),
        // The library needs its own cache to name the session it ends, so that part goes only when leaving fails.
        end: (to) =>
          Effect.tap(token.wanted, () => store.clearOwn).pipe(
            Effect.flatMap((wanted) => signIn.end(to, wanted)),
            Effect.onError(() => store.clear),
          ),
      })
    }),
  )
}
