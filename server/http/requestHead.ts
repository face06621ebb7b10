import type { IncomingMessage } from "node:http"
import { problem, type Problem } from "#schemas/problem.ts"
import { isSoundEncoded } from "./body.rule.ts"

/** The spellings of the one encoding of text we read; US-ASCII is a part of it. */
const charsets = new Set(["utf-8", "utf8", "us-ascii"])

const charsetOf = (type: string): string | undefined => /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type)?.[1]?.toLowerCase()

/** RFC 9112 §3.2: one host, and none only in HTTP/1.0. */
const namesOneHost = ({ headersDistinct, httpVersion }: IncomingMessage): boolean => {
  const hosts = headersDistinct["host"]?.length ?? (httpVersion === "1.0" ? 1 : 0)
  return hosts === 1
}

/**
 * What is wrong with a request by its head alone, whatever it is for: its host, its parameters, or how its body
 * is written.
 */
export const headFault = (request: IncomingMessage): Problem | undefined => {
  const { url = "", headers } = request
  if (!namesOneHost(request)) return problem("BadRequest", "A request names one host.")
  const transfer = headers["transfer-encoding"]?.trim().toLowerCase() ?? "chunked"
  if (transfer !== "chunked") return problem("BadRequest", "Send the request body as it is, or in chunks.")
  const place = url.indexOf("?")
  if (place >= 0 && !isSoundEncoded(url.slice(place + 1)))
    return problem("BadRequest", "The address holds characters that are not text.")
  const coding = headers["content-encoding"]?.trim().toLowerCase() ?? "identity"
  if (coding !== "identity") return problem("UnsupportedFormat", "Send the request body as it is, without compression.")
  const charset = charsetOf(headers["content-type"] ?? "")
  if (charset !== undefined && !charsets.has(charset)) return problem("UnsupportedFormat", "Send text in UTF-8.")
  return undefined
}
