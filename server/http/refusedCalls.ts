import { Effect } from "effect"
import type { Call } from "#schemas/access.ts"
import type { AdministrationAuditEvent } from "#schemas/administration/events.ts"
import type { Person } from "#schemas/api.ts"
import { isProblem, type Problem, type ProblemName } from "#schemas/problem.ts"
import { recordAudit } from "./audit.ts"

/** Writes a refusal to the company's audit stream; one that cannot be written changes nothing for the person. */
export const tellRefused = (person: Person, call: Call, name: ProblemName) =>
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

/** A command whose refusal stands in the audit stream, too. */
export const tellingRefusals = <A, E, R>(person: Person, call: Call, deed: Effect.Effect<A, E, R>) =>
  Effect.tapError(deed, (failure) => {
    const found = problemIn(failure)
    return found === undefined ? Effect.void : tellRefused(person, call, found.problem)
  })
