import { Effect } from "effect"
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
export const makeActingTeller = () => {
  const known = new Set<string>()
  return Effect.fn("tellActing")(function* (person: Person) {
    const what = `${person.userId} ${person.sessionId} ${person.actingCompanyId}`
    if (known.has(what)) return
    if (known.size >= mostRemembered) known.clear()
    yield* recordAudit(person, { _tag: "ActingBegan" } satisfies AdministrationAuditEvent)
    known.add(what)
  })
}
