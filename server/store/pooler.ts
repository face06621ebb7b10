import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { CannotStart } from "./CannotStart.ts"

/** The server's process behind each of two connections, asked in turn. */
export type Backends = readonly [ReadonlyArray<number>, ReadonlyArray<number>]

/** How often each connection is asked: a pooler that takes turns among its own connections shows by then. */
export const rounds = 3

/**
 * Whether something between us and the server lends out its sessions statement by statement: a connection's own
 * session never changes, and is no one else's.
 */
export const areShared = ([one, other]: Backends): boolean =>
  new Set(one).size > 1 || new Set(other).size > 1 || one.some((backend) => other.includes(backend))

/** The server's process that answers a client. */
export const backendOf = Effect.fn("store.backendOf")(function* (sql: SqlClient) {
  const [row] = yield* sql<{ pid: number }>`select pg_backend_pid() as pid`
  return row?.pid ?? 0
})

/**
 * Refuses a pooler in transaction or statement mode, found out on two connections. There the role and the
 * notifications of one session would become another one's.
 */
export const refuseSharedSessions = Effect.fn("store.refuseSharedSessions")(function* (
  where: string,
  one: SqlClient,
  other: SqlClient,
) {
  const asked = Effect.all([backendOf(one), backendOf(other)])
  const answers = yield* Effect.replicateEffect(asked, rounds)
  if (!areShared([answers.map(([pid]) => pid), answers.map(([, pid]) => pid)])) return
  return yield* new CannotStart({
    message: `${where} is a pooler in transaction mode, which mixes up sessions. Name PostgreSQL itself.`,
  })
})

/** Refuses a session that did not take the application's role: something between us and the server dropped it. */
export const refuseOtherRole = Effect.fn("store.refuseOtherRole")(function* (where: string, role: string) {
  const sql = yield* SqlClient
  const [row] = yield* sql<{ name: string }>`select current_user as name`
  if (row?.name === role) return
  return yield* new CannotStart({
    message: `${where} works as ${row?.name}, not as ${role}: a pooler drops the role. Name PostgreSQL itself.`,
  })
})
