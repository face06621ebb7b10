import { Result } from "effect"
import { offerTable } from "#machines/lifecycles/offer.lifecycle.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import type { AppointmentId } from "#schemas/scheduling/appointment.ts"
import type { OfferEvent } from "#schemas/scheduling/events.ts"
import { waitlistLimits, type AnsweredBy, type OfferState } from "#schemas/scheduling/waitlist.ts"
import type { Decider } from "#server/decider.ts"

/** An offer as its decisions need it; `answerBy` is ISO 8601 in UTC. */
export type OfferFold = { readonly state: OfferState | "reserved"; readonly answerBy: string }

type Offered = Extract<OfferEvent, { readonly _tag: "SlotOffered" }>

/** What may be asked of an offer, at an instant in milliseconds since 1970. */
export type OfferCommand = { readonly now: number } & (
  | { readonly _tag: "OfferSlot"; readonly offer: Omit<Offered, "_tag" | "answerBy"> }
  | { readonly _tag: "AcceptOffer"; readonly by: AnsweredBy; readonly appointmentId: AppointmentId }
  | { readonly _tag: "DeclineOffer"; readonly by: AnsweredBy }
  /** Ends an offer whose time is over, and says nothing of one whose time is not. */
  | { readonly _tag: "LapseOffer" }
  | { readonly _tag: "LoseOffer" }
  | { readonly _tag: "WithdrawOffer" }
)

const sentences: Readonly<Record<OfferFold["state"], string>> = {
  reserved: "No one was offered this time yet.",
  offered: "This offer waits for an answer.",
  accepted: "This offer was accepted: the time is booked.",
  declined: "This offer was declined. Book another time.",
  lapsed: "The time to answer this offer is over. Book another time.",
  lost: "Someone else took this time first. Book another one.",
  withdrawn: "This time is not offered any more. Book another one.",
}

type Decision = Result.Result<ReadonlyArray<OfferEvent>, Problem>

const refuse = (state: OfferFold["state"]): Decision =>
  Result.fail(problem("NotAllowedNow", sentences[state], { allowed: offerTable.allowed(state) }))

const happen = ({ state }: OfferFold, event: OfferEvent): Decision =>
  offerTable.next(state, event._tag) === undefined ? refuse(state) : Result.succeed([event])

/** An answer in time; one that comes later finds the offer lapsed, recorded so or not. */
const answer = (fold: OfferFold, now: number, event: OfferEvent): Decision =>
  fold.state === "offered" && now >= Date.parse(fold.answerBy) ? refuse("lapsed") : happen(fold, event)

/** Offers of a free seat to a person who waits: answered in time, or ended without an answer (docs/policy.md#waitlist). */
export const offerDecider: Decider<OfferFold, OfferCommand, OfferEvent> = {
  initialState: { state: "reserved", answerBy: "" },
  decide: (fold, command) => {
    const { now } = command
    switch (command._tag) {
      case "OfferSlot": {
        const answerBy = new Date(now + waitlistLimits.answerMinutes * 60_000).toISOString()
        return happen(fold, { _tag: "SlotOffered", ...command.offer, answerBy })
      }
      case "AcceptOffer":
        return answer(fold, now, { _tag: "OfferAccepted", by: command.by, appointmentId: command.appointmentId })
      case "DeclineOffer":
        return answer(fold, now, { _tag: "OfferDeclined", by: command.by })
      case "LapseOffer":
        return fold.state === "offered" && now >= Date.parse(fold.answerBy)
          ? happen(fold, { _tag: "OfferLapsed" })
          : Result.succeed([])
      case "LoseOffer":
        return happen(fold, { _tag: "OfferLost" })
      case "WithdrawOffer":
        return happen(fold, { _tag: "OfferWithdrawn" })
    }
  },
  evolve: (fold, event) => ({
    state: offerTable.next(fold.state, event._tag) ?? fold.state,
    answerBy: event._tag === "SlotOffered" ? event.answerBy : fold.answerBy,
  }),
}
