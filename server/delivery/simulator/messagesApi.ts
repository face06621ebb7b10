import type { Clock } from "effect"
import { dayMillis, limits } from "#schemas/constants.ts"
import type { MessageBook, SimulatedMessage } from "./messageBook.ts"
import { type Creation, makeIntake } from "./intake.ts"
import { refusedSenders } from "./magicNumbers.ts"
import type { Network } from "./network.ts"
import { changeMessage } from "./messageChanges.ts"
import { keyIn } from "./sendKeys.ts"
import { messageResource, messagesOf } from "./messageJson.ts"
import { errorAnswer, originOf, pageOf, type RestAnswer } from "./twilioJson.ts"

/** Twilio's REST for messages, without the transport. */
export type MessagesApi = {
  readonly create: (form: URLSearchParams) => Creation
  /** Shows, changes or removes one text, by the method: GET, POST or DELETE. */
  readonly one: (method: string, sid: string, form: URLSearchParams) => RestAnswer
  readonly list: (query: URLSearchParams) => RestAnswer
  readonly refused: () => number
}

type Parts = {
  readonly accountSid: string
  readonly webhookBase: string
  /** Texts a second taken from each sender; null for no limit. */
  readonly acceptPerSecond: number | null
  readonly clock: Clock.Clock
}

const e164 = /^\+[1-9]\d{6,14}$/
const serviceNumber = "+15005550006"

/** Builds the REST on a book and a network. */
export const makeMessagesApi = (parts: Parts, book: MessageBook, network: Network): MessagesApi => {
  const { refuse, take, refused } = makeIntake(parts.acceptPerSecond, parts.clock)
  const webhookOrigin = new URL(parts.webhookBase).origin

  const errorAbout = (text: Record<"from" | "service" | "to" | "body" | "statusCallback", string>): number | null => {
    if (text.to === "") return 21604
    if (text.from === "" && text.service === "") return 21603
    if (text.body === "") return 21602
    if (text.body.length > limits.messageCharacters) return 21617
    if (!e164.test(text.to)) return 21211
    if (refusedSenders[text.from] !== undefined) return refusedSenders[text.from] ?? null
    // Nothing simulated leaves this computer: reports go to the server under test only.
    if (text.statusCallback !== "" && originOf(text.statusCallback) !== webhookOrigin) return 21609
    return book.isStopped(text.from, text.to) ? 21610 : null
  }

  return {
    create: (form) => {
      const read = (name: string): string => form.get(name) ?? ""
      const service = read("MessagingServiceSid")
      const text = {
        from: read("From"),
        service,
        to: read("To"),
        body: read("Body"),
        statusCallback: read("StatusCallback"),
      }
      const error = errorAbout(text)
      if (error !== null) return refuse(400, error)
      const wait = waitOf(form, parts.clock.currentTimeMillisUnsafe())
      if (typeof wait !== "number") return refuse(400, wait.code)
      const plan = network.planFor(text.to, text.body)
      const from = text.from === "" ? serviceNumber : text.from
      return take({ plan, sender: from, again: `${from} ${text.to} ${text.body}` }, () => {
        const message = network.accept(
          { ...text, from, service: service === "" ? null : service, key: keyIn(text.statusCallback) },
          service === "" ? "queued" : wait === 0 ? "accepted" : "scheduled",
        )
        return {
          json: messageResource(parts.accountSid, message),
          afterwards: () => network.carry(message, plan, wait),
        }
      })
    },
    one: (method, sid, form) => {
      const message = book.get(sid)
      if (message === undefined) return errorAnswer(404, 20404)
      const problem = changeMessage(book, message, method, form, parts.clock.currentTimeMillisUnsafe())
      if (problem !== undefined) return problem
      if (method === "DELETE") return { status: 204, json: null }
      return { status: 200, json: messageResource(parts.accountSid, message) }
    },
    list: (query) => {
      const collection = messagesOf(parts.accountSid)
      const resource = (message: SimulatedMessage) => messageResource(parts.accountSid, message)
      return { status: 200, json: pageOf(collection, "messages", matching(book, query), resource, query) }
    },
    refused,
  }
}

const soonest = dayMillis / 96
const latest = 35 * dayMillis

/**
 * How long a text waits for its turn, in milliseconds, or why it cannot be scheduled.
 * Without a service Twilio drops what schedules, and sends at once.
 */
const waitOf = (form: URLSearchParams, now: number): number | { readonly code: number } => {
  const sendAt = form.get("SendAt")
  const type = form.get("ScheduleType")
  if ((form.get("MessagingServiceSid") ?? "") === "" || (sendAt === null && type === null)) return 0
  if (type !== "fixed") return { code: 35115 }
  const wait = Date.parse(sendAt ?? "") - now
  return wait >= soonest && wait <= latest ? wait : { code: 35114 }
}

/** The texts a list query asks for, newest first. `DateSent` (a day in UTC), `DateSent>` and `DateSent<` leave out what was not sent yet. */
const matching = (book: MessageBook, query: URLSearchParams): ReadonlyArray<SimulatedMessage> => {
  const to = query.get("To")
  const from = query.get("From")
  const day = query.get("DateSent")?.slice(0, 10) ?? null
  const after = query.get("DateSent>")
  const before = query.get("DateSent<")
  return [...candidates(book, to, from)]
    .filter(
      (message) =>
        (to === null || message.to === to) &&
        (from === null || message.from === from) &&
        (day === null || (message.sent !== null && new Date(message.sent).toISOString().startsWith(day))) &&
        (after === null || (message.sent !== null && message.sent >= Date.parse(after))) &&
        (before === null || (message.sent !== null && message.sent <= Date.parse(before))),
    )
    .toReversed()
}

/** One side of each text is a person, by whose number the book finds quickly. */
const candidates = (book: MessageBook, to: string | null, from: string | null): Iterable<SimulatedMessage> => {
  const known = [to, from]
    .map((number) => (number === null ? [] : book.ofPhone(number)))
    .find((list) => list.length > 0)
  return known ?? (to !== null && from !== null ? [] : book.all())
}
