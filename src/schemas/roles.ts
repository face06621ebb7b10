/**
 * Reads the Roles claim: a comma-separated list of numbers (docs/policy.md#kept-in-the-browser). Anything
 * that is not exactly an access id is dropped, so a malformed claim gives fewer
 * rights, never more.
 */
export const parseRoles = (claim: unknown): ReadonlyArray<number> =>
  typeof claim !== "string"
    ? []
    : [...new Set(claim.split(",").map((part) => part.trim()))]
        .filter((part) => /^([1-9]|1[0-7])$/.test(part))
        .map(Number)
