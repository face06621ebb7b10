import { Clock, Effect } from "effect"
import type { Call } from "#schemas/access.ts"
import type { AdministrationAuditEvent } from "#schemas/administration/events.ts"
import type { Person } from "#schemas/api.ts"
import { isProblem, type Problem, type ProblemName } from "#schemas/problem.ts"
import { askedThing } from "./askedThing.ts"
import { recordAudit } from "./audit.ts"

/**
 * What counts as refused. What was typed wrong is a person's to mend; what is
 * read may be gone or somebody else's, so that only a missing right refuses it.
 */
const refusals: Readonly<Record<"deed" | "read", ReadonlyArray<string>>> = {
  deed: ["Forbidden", "NotFound", "NotAllowedNow", "AlreadyExists", "StaleVersion"],
  read: ["Forbidden"],
}

/** The refusal a handler failed with; the library carries it in an envelope of its own until it leaves the contract. */
const problemIn = (failure: unknown): Problem | undefined => {
  const inner = typeof failure === "object" && failure !== null && "error" in failure ? failure.error : failure
  return isProblem(inner) ? inner : undefined
}

/** The same refusal of the same person is written once in so long, in milliseconds: nobody may fill the log with them. */
const sameAgainMillis = 60_000
/** Of one person in that time; who tries one id after the other is known by then. */
const mostOfOne = 60
const mostRemembered = 10_000

/** What was told within the last minute, and how much of whom. */
const makeMemory = () => {
  const lastTold = new Map<string, { readonly at: number; readonly userId: number }>()
  const isFresh = (at: number, now: number): boolean => Math.abs(now - at) < sameAgainMillis
  return {
    forget: (what: string): void => void lastTold.delete(what),
    /** Whether it is to be told; notes it then. */
    take: (what: string, userId: number, now: number): boolean => {
      const before = lastTold.get(what)
      if (before !== undefined && isFresh(before.at, now)) return false
      const ofOne = [...lastTold.values()].filter((told) => told.userId === userId && isFresh(told.at, now))
      if (ofOne.length >= mostOfOne) return false
      if (lastTold.size >= mostRemembered) lastTold.clear()
      lastTold.set(what, { at: now, userId })
      return true
    },
  }
}

/**
 * What writes refusals to the audit stream of the company: of the policy table,
 * and of commands by the thing itself. One that cannot be written changes nothing
 * for the person, and is written the next time.
 */
export const makeRefusalTeller = () => {
  const memory = makeMemory()
  const tell = Effect.fn("tellRefused")(function* (person: Person, call: Call, name: ProblemName) {
    const asked = yield* askedThing
    const what = `${person.userId} ${person.actingCompanyId} ${call} ${name} ${asked ?? ""}`
    if (!memory.take(what, person.userId, yield* Clock.currentTimeMillis)) return
    const refused = { _tag: "CallRefused", call, problem: name, ...(asked === undefined ? {} : { asked }) } as const
    yield* recordAudit(person, refused satisfies AdministrationAuditEvent).pipe(
      Effect.catchCause((cause) => {
        memory.forget(what)
        return Effect.logError("A refusal could not be written to the audit stream", cause)
      }),
    )
  })
  const telling = <A, E, R>(person: Person, call: Call, kind: keyof typeof refusals, answer: Effect.Effect<A, E, R>) =>
    Effect.tapError(answer, (failure) => {
      const found = problemIn(failure)
      const isRefused = found !== undefined && refusals[kind].includes(found.problem)
      return isRefused ? tell(person, call, found.problem) : Effect.void
    })
  return { tell, telling }
}
