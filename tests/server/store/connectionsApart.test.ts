import { Deferred, Effect, Fiber, Layer } from "effect"
import { HttpClientRequest } from "effect/http"
import { HttpApiMiddleware, HttpApiTest } from "effect/http-api"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Api } from "#schemas/api.ts"
import { BearerToken } from "#schemas/caller.ts"
import { CompanyId } from "#schemas/ids.ts"
import { perCall } from "#server/http/handlers.ts"
import { makeReadiness } from "#server/http/ready.ts"
import { Accounts } from "#server/identity/Accounts.ts"
import { Identity } from "#server/identity/IdentityConfig.ts"
import { Invitations } from "#server/identity/Invitations.ts"
import { SignInAudit } from "#server/identity/SignInAudit.ts"
import { Mailer } from "#server/mail/Mailer.ts"
import { userHandlers } from "#server/program/contract.ts"
import { bearerTokenLayer } from "#server/http/authentication.ts"
import { onConnectionsApart } from "#server/store/connectionsApart.ts"
import { Database } from "#server/store/Database.ts"
import { callingAs } from "#tests/support/callingAs.ts"
import { makeBrowser } from "#tests/support/cookieBrowser.ts"
import { freshPostgresql } from "#tests/support/freshPostgresql.ts"
import { eventually } from "#tests/support/outreach.ts"
import { makeCompany, openStore, type SignInServer, startSignIn, type Store } from "#tests/support/signInServer.ts"
import { signingIn } from "#tests/support/signingIn.ts"
import { postgresqlServer } from "#tests/support/testDatabases.ts"

const email = "waiting@clinic.test"

/** Everything else: the ear on the notifications has one of the twelve. */
const common = 11

/** Runs an effect while every connection but those apart is in a transaction that does not end. */
const whileAllAreHeld = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const { sql, everyCompany } = yield* Database
  const release = yield* Deferred.make<void>()
  let held = 0
  const hold = everyCompany(
    Effect.andThen(
      Effect.sync(() => held++),
      Deferred.await(release),
    ),
  )
  const holders = yield* Effect.forkChild(Effect.replicateEffect(hold, common, { concurrency: "unbounded" }))
  yield* eventually(Effect.sync(() => held === common))
  const waiting = yield* Effect.forkChild(sql`select 1`)
  const result = yield* effect
  expect(waiting.pollUnsafe()).toBeUndefined()
  yield* Deferred.succeed(release, undefined)
  yield* Fiber.join(waiting)
  yield* Fiber.join(holders)
  return result
})

// The embedded engine has one session for all callers.
for (const address of postgresqlServer === undefined ? [] : [postgresqlServer]) {
  describe("while every other connection is held", () => {
    let store: Store
    let server: SignInServer
    const { signIn } = signingIn(() => server)

    beforeAll(async () => {
      store = await openStore(freshPostgresql(address))
      server = await startSignIn(store)
      const person = { email, displayName: "Waiting", userType: 3 as const, accessIds: [1] }
      await server.runtime.runPromise(makeCompany([person]))
    })
    afterAll(async () => {
      await server.close()
      await store.close()
    })

    const login = (token: string) =>
      Effect.flatMap(HttpApiTest.groups(Api, ["User"]), (client) => client.User.login()).pipe(
        Effect.provide(
          userHandlers.pipe(
            Layer.provideMerge(
              Layer.mergeAll(
                callingAs,
                perCall(Accounts, Identity, Invitations, Mailer, SignInAudit),
                bearerTokenLayer.pipe(Layer.provide(callingAs)),
                HttpApiMiddleware.layerClient(BearerToken, ({ next, request }) =>
                  next(HttpClientRequest.bearerToken(request, token)),
                ),
              ),
            ),
          ),
        ),
        Effect.scoped,
      )

    it("a person signs in, by form, code and token, and the login call knows them", async () => {
      const answer = await server.runtime.runPromise(
        whileAllAreHeld(
          Effect.promise(() => signIn(makeBrowser(server.origin), email)).pipe(
            Effect.flatMap(({ access_token }) => login(access_token)),
          ),
        ),
      )
      expect(answer).toMatchObject({ status: "ok" })
    })

    it("the process says that it is ready", async () => {
      const { status } = await server.runtime.runPromise(whileAllAreHeld(Effect.flatten(makeReadiness)))
      expect(status).toBe(200)
    })

    it("what is begun within a transaction stays in it", async () => {
      const inside = Effect.flatMap(Database, ({ sql }) =>
        Effect.map(sql<{ pid: number }>`select pg_backend_pid() as pid`, ([row]) => row?.pid),
      )
      const pids = await server.runtime.runPromise(
        Effect.flatMap(Database, ({ everyCompany }) =>
          everyCompany(
            Effect.all([
              inside,
              onConnectionsApart(inside),
              onConnectionsApart(Effect.flatMap(Database, (database) => database.company(CompanyId.make(1))(inside))),
            ]),
          ),
        ),
      )
      expect(new Set(pids).size).toBe(1)
    })
  })
}
