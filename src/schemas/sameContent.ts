import { Equal } from "effect"

/** Whether two values say the same, however deep: what views ask before they draw again what was read again. */
export const sameContent = (one: unknown, other: unknown): boolean => Equal.equals(one, other)
