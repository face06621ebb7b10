import type { Problem } from "../problem.ts"
import type { SharedWordId } from "../sharedWords.ts"

/**
 * What to do about a problem, as words behind its sentence. A problem with `retryAt` says in its sentence when it may
 * be tried again, so no second time stands behind it; only one with a reference asks to pass that on.
 */
export const wayOutOf = ({ problem: name, retryAt, correlationId }: Problem): SharedWordId | undefined => {
  if (name === "Unexpected" && correlationId !== undefined) return "problem.Unexpected.wayByReference"
  if (retryAt === undefined) return `problem.${name}.way`
  return name === "BadGateway" ? "problem.BadGateway.wayAfter" : undefined
}
