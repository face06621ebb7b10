import type { SqlError } from "effect/sql/SqlError"

/** What lies at the bottom of a failure: the server's own words, or the system's code. */
export const wordsOf = ({ reason }: SqlError): string => {
  const { cause } = reason
  if (!(cause instanceof Error)) return reason.message
  return cause.message || ("code" in cause ? String(cause.code) : reason.message)
}
