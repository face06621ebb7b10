import * as Pg from "@effect/sql-pg/PgClient"
import type { Result } from "@effect/sql-pg/PgConnection"
import { Context, Effect } from "effect"
import { make } from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import { SqlError, UnknownError } from "effect/sql/SqlError"

/** One writes for health, one may tidy, and two make a hundred sign-ins a second, which hash passwords more slowly. */
export const connectionsApart = 4

/** Whether the running fiber works on the connections apart. */
const IsApart = Context.Reference<boolean>("admin-view/store/IsApart", { defaultValue: () => false })

/**
 * Runs what must answer while everything else waits, health and sign-in, on connections that nothing else takes. What
 * is begun within a transaction stays in it.
 */
export const onConnectionsApart = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(effect, IsApart, true)

/** PostgreSQL answers `ROLLBACK` to the `COMMIT` of a transaction in which a statement failed. */
const commit = (connection: Connection): Effect.Effect<void, SqlError> =>
  Effect.flatMap(connection.executeRaw("COMMIT", []), (result) =>
    (result as Result).command === "ROLLBACK"
      ? Effect.fail(
          new SqlError({
            reason: new UnknownError({
              cause: new Error("COMMIT rolled back an aborted transaction"),
              message: "COMMIT rolled back an aborted transaction",
              operation: "commit",
            }),
          }),
        )
      : Effect.void,
  )

/** One client over two sets of connections: the running fiber says which one a statement or transaction takes. */
export const clientOver = Effect.fnUntraced(function* (common: Pg.PgClient, apart: Pg.PgClient) {
  const acquirer = Effect.flatMap(IsApart, (isApart) => (isApart ? apart : common).reserve)
  const client = yield* make({
    acquirer,
    compiler: Pg.makeCompiler(),
    driver: common.driver,
    spanAttributes: [["db.system.name", "postgresql"]],
    prepareTransactionControls: true,
    commit,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
  })
  const { config, json, listen, notify } = common
  return Object.assign(client, { [Pg.TypeId]: Pg.TypeId, config, json, listen, notify }) satisfies Pg.PgClient
})
