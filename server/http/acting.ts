import { Effect, Semaphore } from "effect"
import type { AdministrationAuditEvent } from "#schemas/administration/events.ts"
import type { Person } from "#schemas/api.ts"
import { recordAudit } from "./audit.ts"

/** Sessions a process remembers; with more it may tell one twice. */
const mostRemembered = 10_000

/**
 * What writes to a company's audit stream that a Super Admin works for it: at the
 * first call of a session that names it, whoever makes the call, and before
 * anything of the company is shown.
 */
export const makeActingTeller = Effect.gen(function* () {
  const known = new Set<string>()
  // A page begins with several calls at once: the first one tells, the others wait for it.
  const telling = yield* Semaphore.make(1)
  const keyOf = (person: Person) => `${person.userId} ${person.sessionId} ${person.actingCompanyId}`

  const tellNew = Effect.fnUntraced(function* (person: Person) {
    if (known.has(keyOf(person))) return
    if (known.size >= mostRemembered) known.clear()
    yield* recordAudit(person, { _tag: "ActingBegan" } satisfies AdministrationAuditEvent)
    known.add(keyOf(person))
  })
  return {
    tell: (person: Person) =>
      known.has(keyOf(person)) ? Effect.void : Semaphore.withPermits(telling, 1)(tellNew(person)),
    /** The work has ended; when it goes on after all, that is told anew. */
    forget: (person: Person) => Effect.sync(() => known.delete(keyOf(person))),
  }
})
