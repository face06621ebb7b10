import { problem } from "#schemas/problem.ts"

/** What sending is refused with outside the contract. */
export const noContract = problem(
  "NotAllowedNow",
  "The contract of this company does not run, so nothing can be sent. Please contact your administrator.",
)
