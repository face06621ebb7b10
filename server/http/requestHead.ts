import type { IncomingMessage } from "node:http"
import { problem, type Problem } from "#schemas/problem.ts"
import { isSoundEncoded } from "./body.rule.ts"

/** The spellings of the one encoding of text we read; US-ASCII is a part of it. */
const charsets = new Set(["utf-8", "utf8", "us-ascii"])

const charsetOf = (type: string): string | undefined => /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type)?.[1]?.toLowerCase()

/** What is wrong with a request by its head alone, whatever it is for: its parameters, or how its body is written. */
export const headFault = ({ url = "", headers }: IncomingMessage): Problem | undefined => {
  const place = url.indexOf("?")
  if (place >= 0 && !isSoundEncoded(url.slice(place + 1)))
    return problem("BadRequest", "The address holds characters that are not text.")
  const coding = headers["content-encoding"]?.trim().toLowerCase() ?? "identity"
  if (coding !== "identity") return problem("UnsupportedFormat", "Send the request body as it is, without compression.")
  const charset = charsetOf(headers["content-type"] ?? "")
  if (charset !== undefined && !charsets.has(charset)) return problem("UnsupportedFormat", "Send text in UTF-8.")
  return undefined
}
