/** How a reason is said wherever one is shown, by id (docs/architecture.md#words). */
export const reasonWords = {
  "reason.code": "{why} (code {code})",
} as const
