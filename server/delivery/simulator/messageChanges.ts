import { textVerdicts } from "#schemas/outreach/textFacts.ts"
import type { MessageBook, SimulatedMessage } from "./messageBook.ts"
import { errorAnswer, type RestAnswer } from "./twilioJson.ts"

/** Whether nothing more will happen to a text. */
const isComplete = ({ status }: SimulatedMessage): boolean =>
  status === "received" || textVerdicts[status] !== "underway"

/**
 * Changes one text as Twilio does: POST with an empty `Body` takes its words out,
 * POST with `Status=canceled` stops one that is scheduled, DELETE removes it.
 * @param now milliseconds since 1970
 * @returns why not; undefined when it is done, and for GET
 */
export const changeMessage = (
  book: MessageBook,
  message: SimulatedMessage,
  method: string,
  form: URLSearchParams,
  now: number,
): RestAnswer | undefined => {
  if (method === "GET") return undefined
  if (method === "DELETE") {
    if (!isComplete(message)) return errorAnswer(409, 20009)
    book.remove(message)
    return undefined
  }
  if (method !== "POST") return errorAnswer(405, 20004)
  const body = form.get("Body")
  const status = form.get("Status")
  if (body === "" && status === null) {
    if (!isComplete(message)) return errorAnswer(409, 20009)
    message.body = ""
    message.updated = now
    return undefined
  }
  if (status !== "canceled" || body !== null) return errorAnswer(400, 30400)
  if (message.status !== "scheduled") return errorAnswer(409, 30409)
  message.status = "canceled"
  message.updated = now
  return undefined
}
