import { isSqlError } from "effect/sql/SqlError"
import { problem, type Problem } from "#schemas/problem.ts"

/** Reasons that the driver distinguishes itself. */
const reasons = new Set(["ConnectionError", "AuthenticationError", "LockTimeoutError", "StatementTimeoutError"])

/**
 * The server's codes (PostgreSQL's appendix A) for a database that cannot do its work now: connection broken (08), who
 * we are (28), no room, memory or connections (53), a lock not given (55P03), stopped or cancelled (57), disk (58),
 * read only (25006), a transaction that was cut (25P03, 25P04), no such database (3D000), no tables (42P01, 3F000).
 */
const codes = /^(08...|28...|53...|55P03|57...|58...|25006|25P0[34]|3D000|3F000|42P01)$/

/** What an operating system says of an address that does not answer. */
const systemCodes = /^(ECONN\w+|EPIPE|ENOENT|EAI_AGAIN|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/

const codeOf = (failure: unknown): string =>
  typeof failure === "object" && failure !== null && "code" in failure ? String(failure.code) : ""

/**
 * Whether the server refused or ended the session itself. It says so with codes too that mean the statement elsewhere:
 * 55000 is a database that takes no connections, and also an object that is not ready for what was asked of it.
 */
const hasNoSession = (failure: unknown): boolean => {
  if (typeof failure !== "object" || failure === null) return false
  // One driver gives the word as a server in any language writes it; the other has only the server's own.
  const { severityUnlocalized, severity } = failure as Readonly<Record<string, unknown>>
  return (severityUnlocalized ?? severity) === "FATAL"
}

/** After so many seconds it makes sense to try again. */
export const troubleSeconds = 5

/**
 * The problem of a failure that says that the database is away, read only, empty, full, out of connections or too
 * slow, and nothing of what was asked; undefined for every other failure.
 */
export const databaseTrouble = (failure: unknown): Problem | undefined => {
  const isSql = isSqlError(failure)
  const said = isSql ? failure.reason.cause : failure
  const code = codeOf(said)
  const isDriver = isSql && (reasons.has(failure.reason._tag) || systemCodes.test(code))
  if (!isDriver && !codes.test(code) && !hasNoSession(said)) return undefined
  return problem("Unavailable", "The database does not work right now. Nothing was lost; try again in a moment.")
}

/** The problem of a failure that nothing before it made one: of the database, or our own mistake. */
export const unforeseen = (failure: unknown): Problem =>
  databaseTrouble(failure) ??
  problem("Unexpected", "Something went wrong on our side. Nothing was lost; please try again.")

/** After how many seconds it makes sense to try again, where the failure says so. */
export const secondsOfTrouble = (failure: unknown): number | undefined =>
  databaseTrouble(failure) === undefined ? undefined : troubleSeconds

/** Whether a table or schema is missing: of an empty database, or in a statement of ours that is wrong. */
export const isMissingTable = (failure: unknown): boolean =>
  isSqlError(failure) && ["42P01", "3F000"].includes(codeOf(failure.reason.cause))
