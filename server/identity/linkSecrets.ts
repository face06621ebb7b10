import { createHash, randomBytes } from "node:crypto"
import { providerPath } from "./IdentityConfig.ts"

/** Where mailed links lead to. */
export const linkPath = `${providerPath}/link`

/** A link's secret: 256 random bits, as text that stands in an address. */
export const newSecret = (): string => randomBytes(32).toString("base64url")

/** What is stored of a secret. It is random, so a plain hash cannot be guessed backwards. */
export const hashOfSecret = (secret: string): string => createHash("sha256").update(secret).digest("base64url")

/** The address to mail. The secret stands behind `#`: no server, proxy or log ever gets that part to see. */
export const linkAddress = (origin: string, secret: string): string => `${origin}${linkPath}#${secret}`
