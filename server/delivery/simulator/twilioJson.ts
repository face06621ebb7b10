import { segmentCount } from "#server/outreach/templates/segments.rule.ts"
import type { SimulatedMessage } from "./messageBook.ts"

/** An answer of the simulated carrier's REST; a 204 has no body. */
export type RestAnswer = { readonly status: number; readonly json: unknown; readonly retryAfterSeconds?: number }

const words: Readonly<Record<number, string>> = {
  20003: "Authenticate",
  20004: "Method not allowed",
  20009: "Cannot delete this resource before it is complete",
  20404: "The requested resource was not found",
  20429: "Too Many Requests",
  20503: "Service Unavailable",
  21211: "Invalid 'To' Phone Number",
  21212: "Invalid 'From' Number",
  21408: "Permission to send an SMS has not been enabled for the region indicated by the 'To' number",
  21602: "Message body is required.",
  21603: "A 'From' phone number is required.",
  21604: "A 'To' phone number is required.",
  21606: "The 'From' phone number provided is not a valid, SMS-capable inbound phone number for your account",
  21609: "The 'StatusCallback' URL is not a valid URL.",
  21610: "Attempt to send to unsubscribed recipient",
  21611: "This 'From' number has exceeded the maximum number of queued messages",
  21612: "The 'To' phone number is not currently reachable using the 'From' phone number via SMS",
  21614: "'To' number is not a valid mobile number",
  30400: "Parameters are not valid",
  30409: "This message cannot be canceled",
  35114: "Scheduling does not support this timestamp",
  35115: "Scheduling does not support this ScheduleType",
  21617: "The concatenated message body exceeds the 1600 character limit",
}

/** A refusal in the form Twilio gives it. */
export const errorAnswer = (status: number, code: number, retryAfterSeconds?: number): RestAnswer => ({
  status,
  json: {
    code,
    message: words[code] ?? "Refused",
    more_info: `https://www.twilio.com/docs/errors/${code}`,
    status,
  },
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
})

const dateOf = (millis: number | null): string | null =>
  millis === null ? null : new Date(millis).toUTCString().replace("GMT", "+0000")

const collectionOf = (accountSid: string): string => `/2010-04-01/Accounts/${accountSid}/Messages`

/** Segments are counted once the sender is chosen: to a text that a service sends Twilio answers "0" at first. */
const segmentsOf = ({ service, status, body }: SimulatedMessage): string =>
  service !== null && (status === "accepted" || status === "scheduled") ? "0" : String(segmentCount(body))

/** A text as Twilio's Message resource. */
export const messageResource = (accountSid: string, message: SimulatedMessage) => ({
  account_sid: accountSid,
  api_version: "2010-04-01",
  body: message.body,
  date_created: dateOf(message.created),
  date_sent: dateOf(message.sent),
  date_updated: dateOf(message.updated),
  direction: message.direction,
  error_code: message.errorCode === null ? null : Number(message.errorCode),
  error_message: null,
  from: message.from,
  messaging_service_sid: message.service,
  num_media: "0",
  num_segments: segmentsOf(message),
  price: null,
  price_unit: "USD",
  sid: message.sid,
  status: message.status,
  subresource_uris: { media: `${collectionOf(accountSid)}/${message.sid}/Media.json` },
  to: message.to,
  uri: `${collectionOf(accountSid)}/${message.sid}.json`,
})

/** One page of texts in the form of Twilio's list. `page` counts from 0. */
export const messagePage = (
  accountSid: string,
  messages: ReadonlyArray<SimulatedMessage>,
  { page, pageSize, query }: { readonly page: number; readonly pageSize: number; readonly query: URLSearchParams },
) => {
  const start = page * pageSize
  const shown = messages.slice(start, start + pageSize)
  const uriOf = (wanted: number): string => {
    const others = new URLSearchParams(query)
    others.set("PageSize", String(pageSize))
    others.set("Page", String(wanted))
    return `${collectionOf(accountSid)}.json?${others}`
  }
  return {
    messages: shown.map((message) => messageResource(accountSid, message)),
    page,
    page_size: pageSize,
    start,
    end: start + Math.max(shown.length - 1, 0),
    uri: uriOf(page),
    first_page_uri: uriOf(0),
    previous_page_uri: page > 0 ? uriOf(page - 1) : null,
    next_page_uri: start + pageSize < messages.length ? uriOf(page + 1) : null,
  }
}
