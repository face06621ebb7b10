/** Problems as plain data: the first screen makes some before any library is loaded that could check their shape. */
import type { FieldError, Problem } from "./problem.ts"

/**
 * Every failure a person can meet, by its HTTP status (docs/architecture.md#problems-and-answers). The
 * name is the value of `problem` on the wire and the key of its sentence.
 */
export const problemStatus = {
  BadRequest: 400,
  Unauthenticated: 401,
  Forbidden: 403,
  NotFound: 404,
  NotAllowedNow: 409,
  AlreadyExists: 409,
  StaleVersion: 409,
  /** The last seat of a slot went to someone else. */
  SlotTaken: 409,
  TooLarge: 413,
  UnsupportedFormat: 415,
  Invalid: 422,
  TooManyRequests: 429,
  /** Waits for its turn; asked again, it keeps its place. */
  Queued: 429,
  Unexpected: 500,
  Unavailable: 503,
  /** Met only in the browser: the server could not be reached. */
  Unreachable: 503,
  /** Met only in the browser: what stands before the server got no answer from it. */
  BadGateway: 503,
  /** Met only in the browser: the settings name no address that a call could go to. */
  WrongAddress: 503,
  /** Met only in the browser: a part of the page's own code did not come. */
  ChunkLoadError: 503,
} as const

/** The name of a problem. */
export type ProblemName = keyof typeof problemStatus

/**
 * Makes a problem.
 * @param message a sentence for the person: what is wrong and what to do.
 */
export const problem = (
  name: ProblemName,
  message: string,
  more: {
    readonly errors?: ReadonlyArray<FieldError>
    readonly allowed?: ReadonlyArray<string>
    readonly offered?: Problem["offered"]
  } = {},
): Problem =>
  ({
    statusCode: String(problemStatus[name]),
    status: name === "Invalid" ? "invalid" : "error",
    message,
    problem: name,
    ...more,
  }) as Problem
