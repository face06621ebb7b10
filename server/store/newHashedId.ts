import { randomBytes } from "node:crypto"

/** A new public id: 128 random bits. */
export const newHashedId = (): string => randomBytes(16).toString("base64url")
