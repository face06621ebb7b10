import { Effect } from "effect"
import { isOver, type SimulatedCall } from "./callBook.ts"
import { endLeg, type Leg, ring } from "./callLeg.ts"
import type { Line } from "./callPlay.ts"
import type { CallPlan } from "./callPlan.ts"
import type { DialVerb } from "./twiml.ts"

/** How the other phone of a transfer comes to be. */
export type Connect = (parent: Leg, verb: DialVerb, document: string) => { readonly leg: Leg; readonly plan: CallPlan }

/** How long two people talk after a transfer, in milliseconds at speed 1. */
const talkMillis = 20_000

const outcomeOf = ({ sid, status, seconds }: SimulatedCall): Readonly<Record<string, string>> => ({
  DialCallSid: sid,
  DialCallStatus: status,
  DialCallDuration: String(seconds ?? 0),
})

/** Calls another number from within a call; when the first one ends, so does the second. */
export const dialFrom =
  (parent: Leg, connect: Connect, finish: (leg: Leg) => void): Line["dial"] =>
  (verb, document) =>
    Effect.suspend(() => {
      const { leg, plan } = connect(parent, verb, document)
      let answeredAt: number | null = null
      parent.hear("transferred", verb.number)
      const talk = Effect.gen(function* () {
        const answered = yield* ring(leg, plan.ringsAfter, verb.seconds)
        if (answered === null) return
        answeredAt = answered.at
        yield* parent.clock.pass(talkMillis)
      })
      const end = Effect.sync(() => {
        if (!isOver(leg.call)) {
          const status = answeredAt === null ? "canceled" : "completed"
          endLeg(leg, status, answeredAt, { SipResponseCode: answeredAt === null ? "487" : "200" })
        }
        finish(leg)
      })
      return Effect.as(Effect.ensuring(talk, end), outcomeOf(leg.call)).pipe(Effect.map(() => outcomeOf(leg.call)))
    })
