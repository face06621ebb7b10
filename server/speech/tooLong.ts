import { problem } from "#schemas/problem.ts"

/** A text whose sound does not end in time. */
export const tooLong = problem("Unavailable", "This text takes too long to speak. Make it shorter.")
