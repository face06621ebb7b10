import { Clock, Effect, Layer, Redacted } from "effect"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import { problem } from "#schemas/problem.ts"
import { Carrier, type CarrierMessage, type LateText, type MessageSearch, type OutgoingMessage } from "./Carrier.ts"
import type { Exchange } from "./connectionPool.ts"
import { matching, outcomeOf, pageOf, receivedAt, reportOf } from "./twilioAnswers.ts"
import { parseTwilioInbound, parseTwilioStatus, verifyTwilioSignature } from "./twilioForms.ts"
import { openTwilio, type Page, pageSize, type TwilioConfig, withKey } from "./twilioRest.ts"

const messages = "/Messages.json"

const isService = (from: string): boolean => from.startsWith("MG")

const formOf = (message: OutgoingMessage) =>
  new URLSearchParams({
    To: message.to,
    [isService(message.from) ? "MessagingServiceSid" : "From"]: message.from,
    Body: message.body,
    StatusCallback: withKey(message.statusCallback, message.key),
  })

const unreadableText = () => problem("Unavailable", "The carrier could not be asked about this text.")

/** What the answer to a question about one text says; a text that was removed there has no report. */
const readReport = (answer: Exchange) => {
  if (answer._tag === "Answered" && answer.status === 404) return Effect.succeed(undefined)
  const report = reportOf(answer)
  return report === undefined ? Effect.fail(unreadableText()) : Effect.succeed({ ...report, key: null })
}

const firstPage = (search: MessageSearch): string => {
  // Not filtered by DateSent: a text that still waits at the carrier has none and would be missed.
  const query = new URLSearchParams({ To: search.to, PageSize: String(pageSize) })
  if (!isService(search.from)) query.set("From", search.from)
  return `${messages}?${query}`
}

const foundIn =
  (search: MessageSearch) =>
  (answer: Exchange): Page<CarrierMessage> | undefined => {
    const page = pageOf(answer)
    return page && { found: page.messages.flatMap(matching(search)), next: page.next_page_uri }
  }

/** Most pages of texts to one number that are read at once: more than a number gets in an hour. */
const manyPages = 250

const textsTo =
  (...asked: Parameters<typeof receivedAt>) =>
  (answer: Exchange): Page<LateText> | undefined => {
    const page = pageOf(answer)
    return page && { found: page.messages.flatMap(receivedAt(...asked)), next: page.next_page_uri }
  }

/** The list of what came to a number within some time. Twilio reads the name `DateSent>` as "then or later". */
const receivedPage = (to: string, since: number, until: number | undefined): string => {
  const query = new URLSearchParams({ To: to, "DateSent>": new Date(since).toISOString(), PageSize: String(pageSize) })
  if (until !== undefined) query.set("DateSent<", new Date(until).toISOString())
  return `${messages}?${query}`
}

/** The carrier port on Twilio's REST for messages, over one pool of keep-alive connections. */
export const twilioCarrier = (config: TwilioConfig): Layer.Layer<Carrier> =>
  Layer.effect(
    Carrier,
    Effect.gen(function* () {
      const twilio = yield* openTwilio(config)
      const authToken = Redacted.value(config.authToken)
      return Carrier.of({
        send: (message, mayLeave) =>
          Effect.zipWith(twilio.post(messages, formOf(message), mayLeave), Clock.currentTimeMillis, (ending, now) =>
            outcomeOf(textFacts, ending, now),
          ),
        find: (search) => twilio.find(firstPage(search), foundIn(search)),
        read: (sid) => Effect.flatMap(twilio.read(`/Messages/${sid}.json`), readReport),
        received: (to, since, until) =>
          Effect.map(twilio.list(receivedPage(to, since, until), textsTo(to, since, until), manyPages), (found) =>
            found.toReversed(),
          ),
        parseStatus: parseTwilioStatus,
        parseInbound: parseTwilioInbound,
        verifySignature: (url, form, signature) => verifyTwilioSignature(authToken, url, form, signature),
      })
    }),
  )
