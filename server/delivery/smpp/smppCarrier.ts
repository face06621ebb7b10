import { randomInt } from "node:crypto"
import { Effect, Layer } from "effect"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import { Carrier, type OutgoingMessage, type SendOutcome } from "../Carrier.ts"
import { outcomeOfSubmit, restMillis } from "./smppAnswers.ts"
import { SmppLink } from "./SmppLink.ts"
import { textParts } from "./textParts.rule.ts"

/** How often a later part of a text that is partly taken is handed over until it is taken as well: half a minute. */
const mostTries = 30

const always = () => true
/** An E.164 number as SMPP writes it: digits, and that they are international. */
const digitsOf = (e164: string): string => e164.replace(/^\+/, "")

/** Says for the parts of a long text that they belong together; SMSCs know the texts of a number apart by `reference`. */
const headerOf = (reference: number, total: number, place: number): Buffer =>
  Buffer.from([5, 0, 3, reference, total, place + 1])

const openSending = Effect.map(SmppLink, ({ submit }) => {
  let reference = randomInt(256)

  const submitPart = (fields: Readonly<Record<string, unknown>>, mayLeave: () => boolean) =>
    Effect.map(submit(fields, mayLeave), (submitted) => outcomeOfSubmit(textFacts, submitted))

  /** Hands over what follows a part that was taken: it is tried until it is taken, for the text must not be sent again. */
  const submitLater = Effect.fnUntraced(function* (fields: Readonly<Record<string, unknown>>) {
    for (let tries = 1; ; tries += 1) {
      const outcome = yield* submitPart(fields, always)
      if (outcome._tag !== "Deferred" || tries >= mostTries) return outcome
      yield* Effect.sleep(restMillis)
    }
  })

  return Effect.fn("smpp.send")(function* (message: OutgoingMessage, mayLeave: () => boolean = always) {
    const { dataCoding, parts } = textParts(message.body)
    reference = (reference + 1) % 256
    const own = reference
    const fieldsOf = (part: Uint8Array, place: number) => ({
      ...{ source_addr_ton: 1, source_addr_npi: 1, source_addr: digitsOf(message.from) },
      ...{ dest_addr_ton: 1, dest_addr_npi: 1, destination_addr: digitsOf(message.to) },
      ...{ registered_delivery: 1, data_coding: dataCoding },
      short_message:
        parts.length === 1
          ? Buffer.from(part)
          : { udh: headerOf(own, parts.length, place), message: Buffer.from(part) },
    })
    const sids: Array<string> = []
    for (const [place, part] of parts.entries()) {
      const fields = fieldsOf(part, place)
      const outcome: SendOutcome = yield* place === 0 ? submitPart(fields, mayLeave) : submitLater(fields)
      if (outcome._tag === "Accepted") sids.push(outcome.sid)
      else if (place === 0 || outcome._tag === "Unknown") return outcome
      // What is taken cannot be taken back, and a second try would send it twice.
      else
        return {
          _tag: "Refused",
          code: "unanswered",
          message: textFacts.describe("unanswered").words,
          permanent: true,
        } as const
    }
    return { _tag: "Accepted", sid: sids.join(",") } as const
  })
})

/**
 * Texts by two carriers: each by that of the number it is sent from. What is looked up and what comes in by HTTP is the
 * first one's: SMPP cannot look up a text by its words, and its receipts and texts come by its own connection
 * (`smppDeliveries.ts`).
 */
export const carrierBySender = Layer.effect(
  Carrier,
  Effect.gen(function* () {
    const first = yield* Carrier
    const sendBySmpp = yield* openSending
    return Carrier.of({
      ...first,
      send: (message, mayLeave) => (message.carrier === "smpp" ? sendBySmpp : first.send)(message, mayLeave),
    })
  }),
)
