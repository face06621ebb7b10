import { Context, Effect, Layer } from "effect"
import type { Problem } from "#schemas/problem.ts"
import type { UserType } from "#schemas/access.ts"
import { readLogin, type LoginOutcome, type LoginSuccess } from "#schemas/session/login.ts"
import { ApiClient } from "./ApiClient.ts"
import { SessionStore } from "./SessionStore.ts"
import { SignIn, type LogoutReturn } from "./SignIn.ts"

/** What the login call came to, without the token (spec §4). */
export type LoggedIn =
  | {
      readonly outcome: "signedIn"
      readonly person: {
        readonly userId: number
        readonly userType: UserType
        readonly userName: string
        readonly displayName: string
        readonly companyId: number
        readonly companyName: string
        readonly accessIds: ReadonlyArray<number>
      }
    }
  | { readonly outcome: "locked" }
  | { readonly outcome: "refused"; readonly refusal: Exclude<LoginOutcome, "ok" | "locked"> }

const personOf = ({ userId, userType, userName, displayName, companyId, companyName, accessIds }: LoginSuccess) => ({
  userId,
  userType,
  userName,
  displayName,
  companyId,
  companyName,
  accessIds,
})

/** Signing in and out at the product's own server, with the storage effects of spec §4. */
export class Session extends Context.Service<
  Session,
  {
    /** The login call with the stored token; keeps the person's values when it succeeds. */
    readonly login: Effect.Effect<LoggedIn, Problem>
    /** Leaves for the identity provider; ends only if leaving fails. */
    readonly redirect: Effect.Effect<never, Problem>
    readonly clear: Effect.Effect<void>
    /** Clears what is kept and ends the provider's session; ends only if leaving fails. */
    readonly end: (to: LogoutReturn) => Effect.Effect<never, Problem>
  }
>()("admin-view/effects/Session") {
  static readonly layer = Layer.effect(
    Session,
    Effect.gen(function* () {
      const api = yield* ApiClient
      const store = yield* SessionStore
      const signIn = yield* SignIn
      const keep = (reply: LoginSuccess) =>
        Effect.andThen(
          store.keepToken(reply.token.access_Token),
          store.keepPerson({
            userName: reply.userName,
            companyName: reply.companyName,
            displayName: reply.displayName,
            roles: reply.accessIds.join(","),
            userType: reply.userType,
            companyId: reply.companyId,
          }),
        )
      return Session.of({
        login: Effect.gen(function* () {
          const reply = yield* api.call((client) => client.User.login({}))
          const outcome = readLogin(reply)
          if (reply.statusCode === "200") {
            yield* keep(reply)
            return { outcome: "signedIn" as const, person: personOf(reply) }
          }
          return outcome === "locked" || outcome === "ok"
            ? { outcome: "locked" as const }
            : { outcome: "refused" as const, refusal: outcome }
        }),
        redirect: store.setPending(true).pipe(
          Effect.andThen(signIn.redirect),
          Effect.onError(() => store.setPending(false)),
        ),
        clear: store.clear,
        // The library needs its own cache to name the session it ends, so that part goes only when leaving fails.
        end: (to) =>
          store.clearOwn.pipe(
            Effect.andThen(signIn.end(to)),
            Effect.onError(() => store.clear),
          ),
      })
    }),
  )
}
