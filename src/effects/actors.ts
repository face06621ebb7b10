import { Cause, Exit, Result, type Effect } from "effect"
import { fromPromise } from "xstate"
import { isProblem, type Problem } from "#schemas/problem.ts"
import { cancelled, unexpectedHere } from "#schemas/session/problems.ts"

/** Names a failure once: a Problem stays itself; a defect is logged and becomes `Unexpected`, never "no connection". */
const problemOf = (cause: Cause.Cause<unknown>): Problem => {
  const found = Cause.findError(cause)
  if (Result.isSuccess(found) && isProblem(found.success)) return found.success
  if (Cause.hasInterruptsOnly(cause)) return cancelled()
  console.error(Cause.pretty(cause))
  return unexpectedHere()
}

/** What runs effects: the page's runtime, or the services at hand while it is made. */
type Runner<R> = {
  readonly runPromiseExit: <A, E>(
    effect: Effect.Effect<A, E, R>,
    options: { readonly signal: AbortSignal },
  ) => Promise<Exit.Exit<A, E>>
}

/**
 * Turns an effect into a promise that rejects with a Problem; the signal
 * interrupts the effect, and with it the request and the server's fibre.
 */
export const runEffect =
  <R>(runtime: Runner<R>) =>
  async <A, E>(effect: Effect.Effect<A, E, R>, signal: AbortSignal): Promise<A> => {
    // Effect begins before it looks at the signal; code that loads late must not act for a state that was left.
    if (signal.aborted) throw cancelled()
    const exit = await runtime.runPromiseExit(effect, { signal })
    if (Exit.isSuccess(exit)) return exit.value
    throw problemOf(exit.cause)
  }

/** An effect as actor logic: leaving the invoking state interrupts it. Errors are Problems. */
export const effectActor =
  <R>(runtime: Runner<R>) =>
  <I, A, E>(run: (input: I) => Effect.Effect<A, E, R>) =>
    fromPromise<A, I>(({ input, signal }) => runEffect(runtime)(run(input), signal))
