import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { onConnectionsApart } from "#server/store/connectionsApart.ts"
import { Database } from "#server/store/Database.ts"
import { troubleSeconds } from "#server/store/databaseTrouble.ts"

/** How long an answer is given again: anyone may ask. */
const reliedOn = "1 second"
const patience = "2 seconds"

const undone = "undone"

/**
 * Whether the process may be sent requests: the database does what a call needs. It writes, which an empty, full or
 * read-only database cannot, and takes it back; on connections of its own, so that busy people do not make it ill.
 */
export const makeReadiness = Effect.gen(function* () {
  const { sql, everyCompany } = yield* Database
  const write = Effect.suspend(
    () => sql`
      insert into commands (company_id, command_id, body_hash, at) values (0, ${crypto.randomUUID()}, '', now())`,
  )
  const works = everyCompany(Effect.andThen(write, Effect.fail(undone))).pipe(
    Effect.catchIf(
      (failure) => failure === undone,
      () => Effect.succeed(true),
    ),
    onConnectionsApart,
    Effect.timeout(patience),
    Effect.catchCause(() => Effect.succeed(false)),
  )
  const lately = yield* Effect.cachedWithTTL(works, reliedOn)
  return Effect.map(lately, (isReady) =>
    isReady
      ? HttpServerResponse.jsonUnsafe({ status: "ready" })
      : HttpServerResponse.jsonUnsafe(
          { status: "the database takes nothing that is written" },
          { status: 503, headers: { "retry-after": String(troubleSeconds) } },
        ),
  )
})
