import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"

const method = "aes-256-gcm"

/** Encrypts a secret that must be read again, so that a copy of its table alone gives none away. */
export const seal = (key: Buffer, text: string): string => {
  const nonce = randomBytes(12)
  const cipher = createCipheriv(method, key, nonce)
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url")
}

/** Reads what was sealed; throws for what was changed, or sealed by another key. */
export const unseal = (key: Buffer, stored: string): string => {
  const bytes = Buffer.from(stored, "base64url")
  const decipher = createDecipheriv(method, key, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8")
}
