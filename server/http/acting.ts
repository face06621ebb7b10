import { Clock, Effect } from "effect"
import type { AdministrationAuditEvent } from "#schemas/administration/events.ts"
import type { Person } from "#schemas/caller.ts"
import { auditStream } from "#server/identity/SignInAudit.ts"
import { Database } from "#server/store/Database.ts"
import { recordAudit } from "./audit.ts"

/** How long a process relies on what it knows of a session, in milliseconds: another one may have written the end. */
const reliedOnMillis = 30_000
/** Sessions a process remembers; with more it looks again. */
const maxRemembered = 10_000

/** Whether the month's audit stream says that a session works for the company, whichever process wrote it. */
const isLogged = Effect.fnUntraced(function* ({ actingCompanyId, sessionId, userId }: Person, now: number) {
  const { sql } = yield* Database
  const [last] = yield* sql<{ type: string }>`
    select type from events where company_id = ${actingCompanyId} and stream_id = ${auditStream(actingCompanyId, now)}
      and type in ('ActingBegan', 'ActingEnded')
      and meta ->> 'sessionId' = ${sessionId} and (meta ->> 'actorId')::int = ${userId}
    order by version desc limit 1`
  return last?.type === "ActingBegan"
})

/**
 * What writes to a company's audit stream that a Super Admin works for it: at the
 * first call of a session that names it, whatever the call, and before
 * anything of the company is shown.
 */
export const makeActingLog = () => {
  const known = new Map<string, number>()
  const keyOf = (person: Person) => `${person.userId} ${person.sessionId} ${person.actingCompanyId}`
  const isKnown = (person: Person, now: number): boolean => {
    const since = known.get(keyOf(person))
    // Where tokens name no session, the stream cannot say whose beginning it holds.
    return since !== undefined && (person.sessionId === "" || Math.abs(now - since) < reliedOnMillis)
  }

  const logNew = Effect.fnUntraced(function* (person: Person, now: number) {
    const { sql } = yield* Database
    // A page begins with several calls at once, which may reach several processes: the first one writes, the others wait.
    yield* sql`select pg_advisory_xact_lock(hashtext('acting'), ${person.actingCompanyId}::int)`
    if (isKnown(person, now)) return
    if (person.sessionId === "" || !(yield* isLogged(person, now)))
      yield* recordAudit(person, { _tag: "ActingBegan" } satisfies AdministrationAuditEvent)
    if (known.size >= maxRemembered) known.clear()
    known.set(keyOf(person), now)
  })
  const forget = (person: Person) => Effect.sync(() => known.delete(keyOf(person)))
  return {
    log: Effect.fnUntraced(function* (person: Person) {
      const now = yield* Clock.currentTimeMillis
      if (isKnown(person, now)) return
      const { company } = yield* Database
      yield* Effect.onError(company(person.actingCompanyId)(logNew(person, now)), () => forget(person))
    }),
    /** The work has ended; when it goes on after all, that is written again. */
    forget,
  }
}
