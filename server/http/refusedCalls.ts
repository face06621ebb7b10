import { Clock, Effect } from "effect"
import type { Call } from "#schemas/access.ts"
import type { AdministrationAuditEvent } from "#schemas/administration/events.ts"
import type { Person } from "#schemas/api.ts"
import { isProblem, type Problem, type ProblemName } from "#schemas/problem.ts"
import { recordAudit } from "./audit.ts"

const writeRefusal = (person: Person, call: Call, name: ProblemName) =>
  recordAudit(person, { _tag: "CallRefused", call, problem: name } satisfies AdministrationAuditEvent).pipe(
    Effect.catchCause((cause) => Effect.logError("A refusal could not be written to the audit stream", cause)),
  )

/** What a person was not let do with a thing; what was typed wrong is theirs to mend and no refusal. */
const refusedDeeds: ReadonlyArray<string> = ["Forbidden", "NotFound", "NotAllowedNow", "AlreadyExists", "StaleVersion"]

/** The refusal a handler failed with; the library carries it in an envelope of its own until it leaves the contract. */
const problemIn = (failure: unknown): Problem | undefined => {
  const inner = typeof failure === "object" && failure !== null && "error" in failure ? failure.error : failure
  return isProblem(inner) && refusedDeeds.includes(inner.problem) ? inner : undefined
}

/** The same refusal of the same person is written once in so long, in milliseconds: nobody may fill the log with them. */
const sameAgainMillis = 60_000
const mostRemembered = 10_000

/**
 * What writes refusals to the audit stream of the company: of the policy table,
 * and of commands by the thing itself. One that cannot be written changes nothing
 * for the person.
 */
export const makeRefusalTeller = () => {
  const lastTold = new Map<string, number>()
  const isNew = (what: string, now: number): boolean => {
    const before = lastTold.get(what)
    if (before !== undefined && Math.abs(now - before) < sameAgainMillis) return false
    if (lastTold.size >= mostRemembered) lastTold.clear()
    lastTold.set(what, now)
    return true
  }
  const tell = Effect.fn("tellRefused")(function* (person: Person, call: Call, name: ProblemName) {
    const what = `${person.userId} ${person.actingCompanyId} ${call} ${name}`
    if (isNew(what, yield* Clock.currentTimeMillis)) yield* writeRefusal(person, call, name)
  })
  const telling = <A, E, R>(person: Person, call: Call, deed: Effect.Effect<A, E, R>) =>
    Effect.tapError(deed, (failure) => {
      const found = problemIn(failure)
      return found === undefined ? Effect.void : tell(person, call, found.problem)
    })
  return { tell, telling }
}
