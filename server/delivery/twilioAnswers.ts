import { Option, Schema } from "effect"
import { type StatusReport, StatusWord } from "#schemas/outreach/delivery.ts"
import type { ChannelFacts } from "#schemas/outreach/channel.ts"
import type { CarrierMessage, LateText, MessageSearch, SendOutcome } from "./Carrier.ts"
import type { Exchange } from "./connectionPool.ts"
import { AnySid, Sid, withoutNul } from "./twilioForms.ts"

const Created = Schema.fromJsonString(Schema.Struct({ sid: AnySid }))
const Failure = Schema.fromJsonString(Schema.Struct({ code: Schema.Int }))
const ListedMessage = Schema.Struct({
  sid: Sid,
  status: StatusWord,
  body: Schema.NullOr(Schema.String),
  from: Schema.NullOr(Schema.String),
  to: Schema.String,
  messaging_service_sid: Schema.NullOr(Schema.String),
  date_created: Schema.String,
  direction: Schema.String,
  error_code: Schema.NullOr(Schema.Int),
})
const Page = Schema.fromJsonString(
  Schema.Struct({ messages: Schema.Array(ListedMessage), next_page_uri: Schema.NullOr(Schema.String) }),
)

const ReadMessage = Schema.fromJsonString(
  Schema.Struct({ sid: Sid, status: StatusWord, error_code: Schema.NullOr(Schema.Int) }),
)

const decodeCreated = Schema.decodeUnknownOption(Created)
const decodeFailure = Schema.decodeUnknownOption(Failure)

const decodeMessage = Schema.decodeUnknownOption(ReadMessage)
const decodePage = Schema.decodeUnknownOption(Page)

/** One page of the list of messages; absent when the answer is something else. */
export const pageOf = (answer: Exchange): typeof Page.Type | undefined =>
  answer._tag === "Answered" && answer.status === 200 ? Option.getOrUndefined(decodePage(answer.body)) : undefined

const codeOf = (code: number | null): string | null => (code === null ? null : String(code))

/** What the carrier says of one of its texts, as a report without a key; absent when the answer is something else. */
export const reportOf = (answer: Exchange): Omit<StatusReport, "key"> | undefined => {
  if (answer._tag !== "Answered" || answer.status !== 200) return undefined
  return Option.getOrUndefined(
    Option.map(decodeMessage(answer.body), ({ sid, status, error_code: code }) => ({
      id: `${sid}:${status}`,
      ...{ sid, status, errorCode: codeOf(code) },
    })),
  )
}

/** Refusals that a later try can overcome although the HTTP status says "bad request". */
const passingCodes: ReadonlySet<string> = new Set(["20429", "21611", "14107", "30001", "30022"])

const longestRetryAfterSeconds = 3600

/** The dates that HTTP's `Retry-After` may have: `Sun, 22 Nov 2026 09:30:00 GMT`. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** The wait a header asks for, in seconds; undefined for what is neither a number of seconds nor a date. */
const secondsIn = (header: string, now: number): number | undefined => {
  if (/^\d+$/.test(header)) return Number(header)
  const until = httpDate.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - now) / 1000))
}

/** `Retry-After`, seconds or a date, as milliseconds and an hour at most; nonsense is left out. */
const retryAfterMillis = (header: string | undefined, now: number): { readonly retryAfterMillis?: number } => {
  const seconds = header === undefined ? undefined : secondsIn(header.trim(), now)
  return seconds === undefined ? {} : { retryAfterMillis: Math.min(seconds, longestRetryAfterSeconds) * 1000 }
}

/**
 * What an answer to "create a message" or "create a call" means. Doubt is `Unknown`: a 2xx that
 * cannot be read, and a 5xx that the carrier itself did not word (a gateway may
 * have passed the request on), save 503, which says that no one took it.
 * @param facts the channel's words for a refusal
 * @param now milliseconds since 1970, for a wait that is given as a date
 */
export const outcomeOf = ({ describe }: Pick<ChannelFacts, "describe">, ending: Exchange, now: number): SendOutcome => {
  if (ending._tag === "HeldBack") return ending
  if (ending._tag === "NotSent") return { _tag: "Deferred", code: "unreachable" }
  if (ending._tag === "Lost") return { _tag: "Unknown", reason: ending.reason }
  const { status, body } = ending
  if (status >= 200 && status < 300) {
    return Option.match(decodeCreated(body), {
      onNone: (): SendOutcome => ({ _tag: "Unknown", reason: "unreadable answer" }),
      onSome: ({ sid }): SendOutcome => ({ _tag: "Accepted", sid }),
    })
  }
  const worded = Option.map(decodeFailure(body), (failure) => String(failure.code))
  const code = Option.getOrElse(worded, () => `http-${status}`)
  if (status >= 500 && status !== 503 && Option.isNone(worded)) return { _tag: "Unknown", reason: code }
  // 401, 403 and 404 are about our account, 3xx about its address: no fault of the recipient.
  if (status !== 400 || passingCodes.has(code))
    return { _tag: "Deferred", code, ...retryAfterMillis(ending.retryAfter, now) }
  // The carrier's own sentence names the phone number, so ours is used.
  return { _tag: "Refused", code, message: describe(code).words, permanent: true }
}

/** Letters and digits only: carriers swap quotes, dashes and spaces, and trial accounts add a prefix. */
const lettersOf = (text: string): string => text.normalize("NFKC").replaceAll(/[^\p{L}\p{N}]/gu, "")

const sameText = (sent: string, found: string): boolean => {
  const letters = lettersOf(sent)
  return letters === "" ? sent.trim() === found.trim() : lettersOf(found).endsWith(letters)
}

/** Twilio's dates have whole seconds; a text created in the second the send began counts. */
const startOfSecond = (millis: number): number => Math.floor(millis / 1000) * 1000

/** The message as a find result, or none when it is not the one searched. */
export const matching =
  (search: MessageSearch) =>
  (listed: typeof ListedMessage.Type): ReadonlyArray<CarrierMessage> => {
    const created = Date.parse(listed.date_created)
    const fits =
      listed.to === search.to &&
      (listed.from === search.from || listed.messaging_service_sid === search.from) &&
      created >= startOfSecond(search.since) &&
      sameText(search.body, listed.body ?? "")
    return fits ? [{ sid: listed.sid, status: listed.status, errorCode: codeOf(listed.error_code), created }] : []
  }

/** The message as a text from a person to a number of ours within some time, or none when it is something else. Lists are asked for by the day or by the second. */
export const receivedAt =
  (number: string, since: number, until = Number.POSITIVE_INFINITY) =>
  ({ sid, from, to, body, direction, ...listed }: typeof ListedMessage.Type): ReadonlyArray<LateText> => {
    const writtenAt = Date.parse(listed.date_created)
    const fits = direction === "inbound" && to === number && writtenAt >= startOfSecond(since) && writtenAt < until
    return fits && from !== null ? [{ id: sid, sid, from, to, body: withoutNul(body ?? ""), writtenAt }] : []
  }
