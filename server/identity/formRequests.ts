import type { IncomingMessage, ServerResponse } from "node:http"
import { clientAddress } from "./clientAddress.ts"
import type { Caller } from "./SignInAudit.ts"
import { deadEndPage } from "./signInPages.ts"

/** A form of ours is far smaller, in bytes. */
const formBytes = 8 * 1024

/** Reads a posted form; undefined when it is too large. */
export const readForm = async (request: IncomingMessage): Promise<URLSearchParams | undefined> => {
  if (request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") !== true)
    return new URLSearchParams()
  const chunks: Array<Buffer> = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > formBytes) return undefined
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString("utf8"))
}

/** Answers with a page of ours. */
export const sendPage = (
  response: ServerResponse,
  status: number,
  html: string,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", ...headers })
  response.end(html)
}

/** Headers that say how long to wait, where that is known. */
export const retryAfter = (seconds: number | undefined): Record<string, string> =>
  seconds === undefined ? {} : { "retry-after": String(seconds) }

/** What is answered to a form that nobody can have sent from our pages. */
export const refusedForms = {
  tooLarge: deadEndPage({ heading: "This sign-in cannot go on", text: "What was sent is too large." }),
  foreign: deadEndPage({ heading: "This sign-in cannot go on", text: "The form was not sent from our own page." }),
} as const

/**
 * Whether a form comes from one of our own pages. Our cookies are bound to their
 * path and not sent with foreign forms already; this closes what older browsers leave open.
 */
export const isOwnForm = (request: IncomingMessage, origin: string): boolean => {
  const site = request.headers["sec-fetch-site"]
  if (site !== undefined) return site === "same-origin" || site === "none"
  const from = request.headers.origin
  return from === undefined || from === origin
}

/** Where a request comes from, for the audit. */
export const callerOf = (request: IncomingMessage): Caller => ({
  address: clientAddress(request.headers),
  sessionId: null,
  correlationId: crypto.randomUUID(),
})
