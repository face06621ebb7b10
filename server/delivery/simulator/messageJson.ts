import { segmentCount } from "#server/outreach/templates/segments.rule.ts"
import type { SimulatedMessage } from "./messageBook.ts"
import { dateOf } from "./twilioJson.ts"

/** Where the texts of an account lie at the carrier, without its origin. */
export const messagesOf = (accountSid: string): string => `/2010-04-01/Accounts/${accountSid}/Messages`

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
  subresource_uris: { media: `${messagesOf(accountSid)}/${message.sid}/Media.json` },
  to: message.to,
  uri: `${messagesOf(accountSid)}/${message.sid}.json`,
})
