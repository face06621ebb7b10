import { Effect } from "effect"
import { CurrentPerson } from "#schemas/caller.ts"
import type { PeopleAuditEvent } from "#schemas/people/events.ts"
import { reply } from "#schemas/reply.ts"
import { contextOf } from "#server/handle.ts"
import { recordLook } from "#server/http/audit.ts"
import { commandOptions } from "#server/http/commandHeaders.ts"
import { callsOf } from "#server/http/handlers.ts"
import { pageIn, pageReply } from "#server/http/paging.ts"
import { acceptOffer, declineOffer } from "./answer.commands.ts"
import { offerNext, startRound, stopRound } from "./round.commands.ts"
import { readOfferLog, readOpenRounds } from "./round.queries.ts"
import { readEntries, sendsOffers } from "./waitlist.queries.ts"
import { removeWaitlistEntry, saveWaitlistEntry } from "./waitlistEntry.commands.ts"

const looked = (people: number): PeopleAuditEvent => ({ _tag: "PatientsViewed", people, listId: null, searched: false })

/** The calls of the waitlist and of the offers to who waits, for the acting company. */
export const waitlistCalls = callsOf("Appointment", {
  GetWaitlist: Effect.fn("Appointment.GetWaitlist")(function* () {
    const person = yield* CurrentPerson
    const entries = yield* readEntries(person.actingCompanyId)
    const rounds = yield* readOpenRounds(person.actingCompanyId)
    yield* recordLook(person, looked(entries.length), ["waitlist"])
    return reply({ entries, rounds, offersByText: yield* sendsOffers(person.actingCompanyId) })
  }),

  SaveWaitlistEntry: Effect.fn("Appointment.SaveWaitlistEntry")(function* ({ headers, payload }) {
    return reply({ entryId: yield* saveWaitlistEntry(yield* CurrentPerson, payload, yield* commandOptions(headers)) })
  }),

  RemoveWaitlistEntry: Effect.fn("Appointment.RemoveWaitlistEntry")(function* ({ headers, payload }) {
    yield* removeWaitlistEntry(yield* CurrentPerson, payload.entryId, yield* commandOptions(headers))
    return reply({})
  }),

  OfferSlot: Effect.fn("Appointment.OfferSlot")(function* ({ headers, payload: { slotId } }) {
    const context = contextOf(yield* CurrentPerson, yield* commandOptions(headers))
    return reply({ roundId: yield* startRound(context, slotId, null) })
  }),

  OfferNext: Effect.fn("Appointment.OfferNext")(function* ({ headers, payload: { roundId } }) {
    yield* offerNext(contextOf(yield* CurrentPerson, yield* commandOptions(headers)), roundId)
    return reply({})
  }),

  StopOffer: Effect.fn("Appointment.StopOffer")(function* ({ headers, payload }) {
    yield* stopRound(contextOf(yield* CurrentPerson, yield* commandOptions(headers)), payload.roundId)
    return reply({})
  }),

  AnswerOffer: Effect.fn("Appointment.AnswerOffer")(function* ({ headers, payload: { offerId, answer } }) {
    const context = contextOf(yield* CurrentPerson, yield* commandOptions(headers))
    yield* answer === "accept" ? acceptOffer(context, offerId, "staff") : declineOffer(context, offerId, "staff")
    return reply({})
  }),

  GetOfferLog: Effect.fn("Appointment.GetOfferLog")(function* ({ query }) {
    const person = yield* CurrentPerson
    const page = yield* readOfferLog(person.actingCompanyId, yield* pageIn(query))
    const people = page.rows.reduce((sum, { offers }) => sum + offers.length, 0)
    yield* recordLook(person, looked(people), ["offers", query.cursor])
    return pageReply(page)
  }),
})
