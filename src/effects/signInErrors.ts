import { isProblem, type Problem } from "#schemas/problem.ts"
import { signInFailed, signInProblems, unreachable } from "#schemas/session/problems.ts"

const codeOf = (error: unknown): string | null =>
  typeof error === "object" && error !== null && "errorCode" in error ? String(error.errorCode) : null

/** Azure AD B2C says in the text what its code does not: `access_denied` is as well who forgot the password. */
const tenantCodes: ReadonlyArray<string> = Object.keys(signInProblems).filter((code) => code.startsWith("AADB2C"))

const tenantCodeOf = (error: unknown): string | undefined => {
  const text = error instanceof Error ? error.message : ""
  return tenantCodes.find((code) => text.includes(`${code}:`))
}

/** A reason beneath the code, where this page has a sentence for it: Entra reports a missing consent as `invalid_grant`. */
const subCodeOf = (error: unknown): string | undefined => {
  const sub = typeof error === "object" && error !== null && "subError" in error ? String(error.subError) : ""
  return Object.hasOwn(signInProblems, sub) ? sub : undefined
}

const statusOf = (error: unknown): number =>
  typeof error !== "object" || error === null
    ? 0
    : Number("status" in error ? error.status : "httpStatus" in error ? error.httpStatus : 0)

/**
 * Whether the provider answered that it cannot answer now. For a minute after, the
 * library repeats that by itself, with an empty code and no status.
 */
const isUnwell = (error: unknown): boolean => statusOf(error) === 429 || statusOf(error) >= 500 || codeOf(error) === ""

/** Why the library could not be set up; without a code of its own the way to it failed. */
export const loadProblem = (error: unknown): Problem => {
  if (isProblem(error)) return error
  const code = codeOf(error)
  return code === null ? unreachable() : signInFailed(code)
}

/**
 * What an error of the library means to a person.
 * @param wantsPerson whether the library marks it as one that only the person can help.
 */
export const signInProblem = (error: unknown, wantsPerson: boolean): Problem => {
  if (isProblem(error)) return error
  if (isUnwell(error)) return signInFailed("temporarily_unavailable")
  const code = tenantCodeOf(error) ?? subCodeOf(error) ?? codeOf(error) ?? "unexpected_error"
  // A provider has more reasons to ask the person than this page has sentences.
  return signInFailed(wantsPerson && !Object.hasOwn(signInProblems, code) ? "interaction_required" : code)
}
