import type { SimulatedCall } from "./callBook.ts"
import { dateOf } from "./twilioJson.ts"

/** Where the calls of an account lie at the carrier, without its origin. */
export const callsOf = (accountSid: string): string => `/2010-04-01/Accounts/${accountSid}/Calls`

/** A call as Twilio's Call resource. */
export const callResource = (accountSid: string, call: SimulatedCall) => ({
  account_sid: accountSid,
  annotation: null,
  answered_by: call.answeredBy,
  api_version: "2010-04-01",
  caller_name: "",
  date_created: dateOf(call.created),
  date_updated: dateOf(call.updated),
  direction: call.direction,
  duration: call.seconds === null ? null : String(call.seconds),
  end_time: dateOf(call.ended),
  forwarded_from: null,
  from: call.from,
  from_formatted: call.from,
  group_sid: null,
  parent_call_sid: call.parent,
  phone_number_sid: "",
  price: null,
  price_unit: "USD",
  queue_time: "0",
  sid: call.sid,
  start_time: dateOf(call.answered ?? (call.ended === null ? null : call.created)),
  status: call.status,
  subresource_uris: { recordings: `${callsOf(accountSid)}/${call.sid}/Recordings.json` },
  to: call.to,
  to_formatted: call.to,
  trunk_sid: null,
  uri: `${callsOf(accountSid)}/${call.sid}.json`,
})
