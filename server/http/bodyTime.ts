import type { IncomingMessage, ServerResponse } from "node:http"
import { problem } from "#schemas/problem.ts"
import { answerProblem } from "./nodeAnswers.ts"

/** How long a request may take to arrive, and its answer to be taken, in milliseconds. */
export type Patience = {
  readonly head: number
  readonly body: number
  /** The body of an upload. */
  readonly file: number
  /** A connection on which nothing moves: a reader who has stopped reading holds what its answer holds. */
  readonly stalled: number
}

/** What the guide for operators promises. */
export const patience: Patience = { head: 20_000, body: 30_000, file: 30 * 60_000, stalled: 2 * 60_000 }

/** The calls that take large files. */
const uploadPaths: ReadonlyArray<string> = ["/api/Database/UploadListFile", "/api/Outreach/UploadAudio"]

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0

/**
 * Cuts a request whose body does not arrive in its time, whatever reads it, and whether or not it is read at all: with
 * an answer while there is none yet. What is still on its way when the answer is out gets the time of a body once
 * more, so that a long upload that was refused can read why.
 */
export const limitBodyTime = (request: IncomingMessage, response: ServerResponse, { body, file }: Patience): void => {
  if (!hasBody(request)) return
  const { socket } = request
  const cut = () => {
    if (request.complete) return
    if (response.headersSent) return void socket.destroy()
    answerProblem(response, problem("BadRequest", "The request took too long to arrive."), { close: true })
    response.once("finish", () => socket.destroySoon())
  }
  const after = (millis: number, act: () => void) => setTimeout(act, millis).unref()
  const given = after(uploadPaths.includes(request.url?.split("?")[0] ?? "") ? file : body, cut)
  response.once("close", () => {
    clearTimeout(given)
    if (!request.complete) after(body, () => void (request.complete || socket.destroy()))
  })
}
