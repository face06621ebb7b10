import { Clock, Effect, Fiber } from "effect"
import type { Call } from "#schemas/access.ts"
import type { AdministrationAuditEvent } from "#schemas/administration/events.ts"
import type { Person } from "#schemas/caller.ts"
import { isProblem, type Problem, type ProblemName } from "#schemas/problem.ts"
import { recordAudit } from "./audit.ts"

/**
 * What counts as refused. What was typed wrong is a person's to correct. A thing that is not there may be someone
 * else's, so who asks for it leaves a trace, whether it was to be changed, shown, previewed or taken away.
 */
const loggedProblems: Readonly<Record<"command" | "read", ReadonlyArray<string>>> = {
  command: ["Forbidden", "NotFound", "NotAllowedNow", "AlreadyExists", "StaleVersion"],
  read: ["Forbidden", "NotFound"],
}

/** The refusal a handler failed with; the library carries it in an envelope of its own until it leaves the contract. */
const problemIn = (failure: unknown): Problem | undefined => {
  const inner = typeof failure === "object" && failure !== null && "error" in failure ? failure.error : failure
  return isProblem(inner) ? inner : undefined
}

/** The same refusal of the same person is written once in so long, in milliseconds: no one may fill the log with them. */
const sameAgainMillis = 60_000
/** Of one person's refusals of one kind in that time; who tries one id after the other is known by then. */
const maxOfAKind = 60
const maxKinds = 10_000

type Refused = {
  readonly person: Person
  readonly call: Call
  readonly problem: ProblemName
  /** What the call named. */
  readonly target: string | undefined
}

/** What was written of each kind of refusal since the first one of it, for as long as that counts. */
const makeMemory = () => {
  const kinds = new Map<string, { readonly since: number; readonly logged: Set<string> }>()
  const kindOf = ({ person, call, problem }: Refused) => `${person.userId} ${person.actingCompanyId} ${call} ${problem}`
  return {
    forget: (refused: Refused): void => void kinds.get(kindOf(refused))?.logged.delete(refused.target ?? ""),
    /** Whether it is to be written; notes it then. */
    take: (refused: Refused, now: number): boolean => {
      const kind = kindOf(refused)
      const before = kinds.get(kind)
      const isOver = before === undefined || Math.abs(now - before.since) >= sameAgainMillis
      if (isOver && kinds.size >= maxKinds) kinds.clear()
      const { since, logged } = isOver ? { since: now, logged: new Set<string>() } : before
      if (logged.has(refused.target ?? "") || logged.size >= maxOfAKind) return false
      kinds.set(kind, { since, logged: logged.add(refused.target ?? "") })
      return true
    },
  }
}

/**
 * What writes refusals to the audit stream of the company: of the policy table,
 * and of commands by the thing itself. One that cannot be written changes nothing
 * for the person, and is written the next time. A caller who hangs up stays on record.
 */
export const makeRefusalLog = Effect.gen(function* () {
  const memory = makeMemory()
  const scope = yield* Effect.scope
  const write = Effect.fnUntraced(function* (refused: Refused) {
    if (!memory.take(refused, yield* Clock.currentTimeMillis)) return
    const { person, call, problem, target } = refused
    const event = { _tag: "CallRefused", call, problem, ...(target === undefined ? {} : { asked: target }) } as const
    yield* recordAudit(person, event satisfies AdministrationAuditEvent).pipe(
      Effect.catchCause((cause) => {
        memory.forget(refused)
        return Effect.logError("A refusal could not be written to the audit stream", cause)
      }),
    )
  })
  const log = <R>(refused: Omit<Refused, "target">, target: Effect.Effect<string | undefined, never, R>) =>
    target.pipe(
      Effect.flatMap((thing) => write({ ...refused, target: thing })),
      Effect.forkIn(scope),
      Effect.flatMap(Fiber.join),
    )
  const logging = <A, E, R, R2>(
    of: Pick<Refused, "person" | "call">,
    kind: keyof typeof loggedProblems,
    target: Effect.Effect<string | undefined, never, R2>,
    answer: Effect.Effect<A, E, R>,
  ) =>
    Effect.tapError(answer, (failure) => {
      const found = problemIn(failure)
      const isRefused = found !== undefined && loggedProblems[kind].includes(found.problem)
      return isRefused ? log({ ...of, problem: found.problem }, target) : Effect.void
    })
  return { log, logging }
})
