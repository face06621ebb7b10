import { Equal } from "effect"

/**
 * Whether two values say the same, however deep. Home is read again whenever anything happens; its parts compare what
 * they are given by this, and what stayed the same is not drawn again.
 */
export const sameContent = (one: unknown, other: unknown): boolean => Equal.equals(one, other)
