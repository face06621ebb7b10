import { problem, type Problem } from "../problem.ts"

/** Problems that only the browser meets, with their sentences (architecture §8). */
export const unreachable = (): Problem => problem("Unreachable", "The server could not be reached.")

/** An answer that is not ours: HTML in place of JSON, a proxy's page, another version. */
export const unexpectedAnswer = (): Problem =>
  problem("Unexpected", "The server gave an answer this page does not understand.")

/** A defect of this page: a bug must never read as "no connection". */
export const unexpectedHere = (): Problem => problem("Unexpected", "Something went wrong in this page.")

/** No valid token can be had without signing in again. */
export const signInAgain = (): Problem => problem("Unauthenticated", "Your sign-in is no longer valid.")

/** A person stopped waiting for a call. */
export const cancelled = (): Problem => problem("Unavailable", "You cancelled this before an answer came.")

/** The identity provider or the way to it failed; `code` is the sign-in library's (spec §8). */
export const signInFailed = (code: string): Problem =>
  code === "storage_not_supported"
    ? problem(
        "Unavailable",
        "This browser does not let the page keep a sign-in. Allow storage for this site, then try again.",
      )
    : code === "interaction_in_progress"
      ? problem("Unavailable", "A sign-in is already open in another window. Finish or close it, then try again.")
      : code === "user_cancelled" || code === "access_denied"
        ? problem("Unauthenticated", "Sign-in was cancelled.")
        : problem("Unavailable", "Sign-in could not be completed.")
