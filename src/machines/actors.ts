import type { Problem, ProblemName } from "#schemas/problem.ts"

/** Stands in a chart for an actor that wiring provides; a chart that runs without it fails with this. */
export const unprovided = (): Promise<never> => Promise.reject(new Error("The actor of this chart was not provided."))

/** Why an actor failed: they fail with problems alone. */
export const problemOf = (event: unknown): Problem => (event as { readonly error: Problem }).error

const passing: ReadonlyArray<ProblemName> = ["TooManyRequests", "Unreachable", "BadGateway", "Unavailable"]

/** Whether a failed step passes by itself: the same step is tried again after a pause. */
export const isWorthRepeating = (event: unknown): boolean => passing.includes(problemOf(event).problem)
