import { IncomingMessage, type ServerResponse } from "node:http"
import { problem, type Problem, type ProblemName } from "#schemas/problem.ts"
import { formOf } from "#server/http/body.rule.ts"
import { answerProblem } from "#server/http/nodeAnswers.ts"
import { clientAddress } from "./clientAddress.ts"
import type { Caller } from "./SignInAudit.ts"
import { deadEndPage } from "./signInPages.ts"

/** A form of ours, and what our own client sends to the provider, is far smaller, in bytes. */
const formBytes = 8 * 1024

const isForm = (request: IncomingMessage): boolean =>
  request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true

/** Reads the whole body of a request; a problem when it is too large. */
const readBody = async (request: IncomingMessage): Promise<Buffer | Problem> => {
  const chunks: Array<Buffer> = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > formBytes) return problem("TooLarge", "What was sent is too large.")
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Reads a posted form, empty for what is none; a problem when it is too large, or no text. */
export const readForm = async (request: IncomingMessage): Promise<URLSearchParams | Problem> => {
  if (!isForm(request)) return new URLSearchParams()
  const body = await readBody(request)
  return Buffer.isBuffer(body) ? formOf(body) : body
}

/**
 * Judges the body of a request that the provider's library reads itself, by reading it first: gives the same request
 * with its body yet to be read, or the problem.
 */
export const judgedRequest = async (request: IncomingMessage): Promise<IncomingMessage | Problem> => {
  const body = await readBody(request)
  if (!Buffer.isBuffer(body)) return body
  const form = isForm(request) ? formOf(body) : new URLSearchParams()
  if (!(form instanceof URLSearchParams)) return form
  const { method, url, headers, httpVersion, httpVersionMajor, httpVersionMinor } = request
  const again = Object.assign(new IncomingMessage(request.socket), {
    // Of one that is not, the end would take the connection with it.
    complete: true,
    method,
    url,
    headers,
    httpVersion,
    httpVersionMajor,
    httpVersionMinor,
  })
  again.push(body)
  again.push(null)
  return again
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

const refusalPage = (text: string, heading = "This sign-in cannot go on") => deadEndPage({ heading, text })

/** What is answered to a form that was not sent from our pages. */
export const foreignForm = refusalPage("The form was not sent from our own page.")

/** What stands above a sentence that no sign-in has to do with. */
const headings: Partial<Record<ProblemName, string>> = {
  NotFound: "There is nothing here",
  Unavailable: "This does not work right now",
  Unexpected: "This did not work",
}

/** The error form, with what a client of OAuth reads of a failure (RFC 6749). */
const forClients = (found: Problem): Problem => {
  const fault = found.problem === "Unavailable" ? "temporarily_unavailable" : "server_error"
  const error = Number(found.statusCode) < 500 ? "invalid_request" : fault
  return Object.assign({ error, error_description: found.message }, found)
}

const wantsPage = (request: IncomingMessage): boolean => request.headers.accept?.includes("text/html") === true

/**
 * Refuses a request: people with a page, programs with the error form. What is still on its way is thrown away, so that
 * the sender can read why.
 * @param seconds until it makes sense to try again
 */
export const refuse = (request: IncomingMessage, response: ServerResponse, found: Problem, seconds?: number): void =>
  wantsPage(request)
    ? sendPage(
        response,
        Number(found.statusCode),
        refusalPage(found.message, headings[found.problem]),
        retryAfter(seconds),
      )
    : answerProblem(response, forClients(found), seconds === undefined ? {} : { retryAfterSeconds: seconds })

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
