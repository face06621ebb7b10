import type { Clock } from "effect"
import { dayMillis, limits } from "#schemas/constants.ts"
import type { MessageBook, SimulatedMessage } from "./messageBook.ts"
import { type Answer, refusedSenders } from "./magicNumbers.ts"
import type { Network } from "./network.ts"
import { makeSenderRate } from "./senderRate.ts"
import { changeMessage } from "./messageChanges.ts"
import { messagePage, messageResource, errorAnswer, type RestAnswer } from "./twilioJson.ts"

/**
 * What to do with a request to send: `answer` may be absent, because some magic
 * numbers break the connection or leave it hanging. `afterwards` is done once
 * the answer is written.
 */
type Creation = {
  readonly answer: RestAnswer | "hang" | "reset"
  readonly afterwards?: () => void
}

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
const largestPage = 1000

/** What the request was answered with although the text was taken. */
const answersAfterTaking: Partial<Record<Answer, Creation["answer"]>> = {
  acceptThenHang: "hang",
  acceptThenReset: "reset",
  acceptThenGateway: { status: 502, json: "Bad Gateway" },
}

/** Builds the REST on a book and a network. */
export const makeMessagesApi = (parts: Parts, book: MessageBook, network: Network): MessagesApi => {
  const mayTake = makeSenderRate(parts.acceptPerSecond, parts.clock)
  const webhookOrigin = new URL(parts.webhookBase).origin
  const triedOnce = new Set<string>()
  let refused = 0

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

  const refuse = (status: number, code: number, retryAfterSeconds?: number): Creation => {
    refused += 1
    return { answer: errorAnswer(status, code, retryAfterSeconds) }
  }

  const mustWait = (answer: Answer, from: string, to: string, body: string): boolean => {
    if (answer !== "tooManyOnce") return answer === "tooMany" || !mayTake(from)
    const text = `${from} ${to} ${body}`
    return !triedOnce.delete(text) && triedOnce.add(text).size > 0
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
      const plan = network.planFor(text.to, text.body)
      if (plan.refuse !== null) return refuse(400, plan.refuse)
      if (plan.answer === "reset") return { answer: "reset" }
      if (plan.answer === "busy") return refuse(503, 20503)
      const from = text.from === "" ? serviceNumber : text.from
      if (mustWait(plan.answer, from, text.to, text.body)) return refuse(429, 20429, 1)
      const wait = waitOf(form, parts.clock.currentTimeMillisUnsafe())
      if (typeof wait !== "number") return refuse(400, wait.code)
      const message = network.accept(
        { ...text, from, service: service === "" ? null : service, key: keyIn(text.statusCallback) },
        service === "" ? "queued" : wait === 0 ? "accepted" : "scheduled",
      )
      return {
        answer: answersAfterTaking[plan.answer] ?? { status: 201, json: messageResource(parts.accountSid, message) },
        afterwards: () => network.carry(message, plan, wait),
      }
    },
    one: (method, sid, form) => {
      const message = book.get(sid)
      if (message === undefined) return errorAnswer(404, 20404)
      const refused = changeMessage(book, message, method, form, parts.clock.currentTimeMillisUnsafe())
      if (refused !== undefined) return refused
      if (method === "DELETE") return { status: 204, json: null }
      return { status: 200, json: messageResource(parts.accountSid, message) }
    },
    list: (query) => {
      const page = Math.max(Number(query.get("Page") ?? 0) || 0, 0)
      const pageSize = Math.min(Math.max(Number(query.get("PageSize") ?? 50) || 50, 1), largestPage)
      return { status: 200, json: messagePage(parts.accountSid, matching(book, query), { page, pageSize, query }) }
    },
    refused: () => refused,
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

const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : "")

/** The send key in the address for reports. */
const keyIn = (address: string): string =>
  address.includes("key=") ? (new URL(address).searchParams.get("key") ?? "") : ""

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
