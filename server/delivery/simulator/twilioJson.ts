/** An answer of the simulated carrier's REST: JSON, or a sound; a 204 has no body. */
export type RestAnswer =
  | { readonly status: number; readonly json: unknown; readonly retryAfterSeconds?: number }
  | { readonly status: number; readonly wav: Uint8Array }

const words: Readonly<Record<number, string>> = {
  20003: "Authenticate",
  20004: "Method not allowed",
  20009: "Cannot delete this resource before it is complete",
  20404: "The requested resource was not found",
  20429: "Too Many Requests",
  20500: "Internal Server Error",
  20503: "Service Unavailable",
  21201: "No 'To' number is specified",
  21205: "The 'Url' parameter is invalid",
  21213: "No 'From' number is specified",
  21214: "'To' phone number cannot be reached",
  21215: "Account not authorized to call the 'To' number",
  21216: "Account not allowed to call the 'To' number",
  21217: "Phone number does not appear to be valid",
  21220: "Call is not in-progress. Cannot redirect.",
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

/** An instant as Twilio writes it (RFC 2822); null for none. */
export const dateOf = (millis: number | null): string | null =>
  millis === null ? null : new Date(millis).toUTCString().replace("GMT", "+0000")

/** The origin of an address; empty for what is none. */
export const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : "")

const largestPage = 1000

/** The page that a query asks for, in the form of Twilio's lists: `Page` counts from 0, `PageSize` is 50 where none is asked for. */
export const pageOf = <A>(
  collection: string,
  name: string,
  all: ReadonlyArray<A>,
  resource: (one: A) => unknown,
  query: URLSearchParams,
) => {
  const page = Math.max(Number(query.get("Page") ?? 0) || 0, 0)
  const pageSize = Math.min(Math.max(Number(query.get("PageSize") ?? 50) || 50, 1), largestPage)
  const start = page * pageSize
  const shown = all.slice(start, start + pageSize)
  const uriOf = (wanted: number): string => {
    const others = new URLSearchParams(query)
    others.set("PageSize", String(pageSize))
    others.set("Page", String(wanted))
    return `${collection}.json?${others}`
  }
  return {
    [name]: shown.map(resource),
    page,
    page_size: pageSize,
    start,
    end: start + Math.max(shown.length - 1, 0),
    uri: uriOf(page),
    first_page_uri: uriOf(0),
    previous_page_uri: page > 0 ? uriOf(page - 1) : null,
    next_page_uri: start + pageSize < all.length ? uriOf(page + 1) : null,
  }
}
