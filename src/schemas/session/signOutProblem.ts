import type { Problem } from "../problem.ts"

/** Another tab signed out, or found that no one was there for an hour; a tab that could not tell by its own clock says this. */
export const endedElsewhere = (): Problem => ({
  statusCode: "401",
  status: "error",
  message: "Your session ended in another tab of this browser. Sign in again to go on.",
  problem: "Unauthenticated",
})

/**
 * Nothing is kept here any more; what the provider still knows, no one can say.
 * Written out as data: the session's chart is loaded before the code that makes other problems.
 */
export const signOutUnanswered = (): Problem => ({
  statusCode: "503",
  status: "error",
  message:
    "You are signed out here, but the sign-in service did not answer. On a shared computer, close the browser too.",
  problem: "Unavailable",
})
