import { Effect } from "effect"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import type { RoundId, WaitlistDraft } from "#schemas/scheduling/waitlist.ts"
import { endWaits, offerFreedSeats } from "#server/scheduling/waitlist/waitlist.job.ts"
import { systemContext } from "#server/handle.ts"
import { setUpTexts } from "#server/scheduling/texts/appointmentTexts.commands.ts"
import { defaultReminders, type TextKind } from "#schemas/scheduling/appointmentText.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore, type StoredEvent } from "#server/store/EventStore.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { asCompany } from "./callingAs.ts"
import { noon, senderIdOf } from "./outreach.ts"
import { slotAt } from "./scheduleSamples.ts"
import { companyWith, monday, morning, savedPlace, schedulingClient, slotIdOf } from "./scheduling.ts"

/** Someone who waits for any place and time. */
export const wish = (patientHashedId: string, more: Partial<WaitlistDraft> = {}): WaitlistDraft => ({
  patientHashedId,
  ...{ locationHashedId: null, group: null, weekdays: [], part: "any", from: null, until: null, note: "" },
  ...more,
})

/** The same things as calls, as the caller. */
export const waitlistCalls = Effect.map(schedulingClient, ({ Appointment }) => ({
  add: (patient: string, more: Partial<WaitlistDraft> = {}) =>
    Effect.map(
      Appointment.SaveWaitlistEntry({ headers: {}, payload: { entryId: null, entry: wish(patient, more) } }),
      ({ data }) => data.entryId,
    ),
  waitlist: Effect.map(Appointment.GetWaitlist({}), ({ data }) => data),
  log: Effect.map(Appointment.GetOfferLog({ query: {} }), ({ data }) => data),
  offer: (slotId: SlotId) =>
    Effect.map(Appointment.OfferSlot({ headers: {}, payload: { slotId } }), ({ data }) => data.roundId),
  next: (roundId: RoundId) => Appointment.OfferNext({ headers: {}, payload: { roundId } }),
  stop: (roundId: RoundId) => Appointment.StopOffer({ headers: {}, payload: { roundId } }),
  answer: (
    offerId: Parameters<typeof Appointment.AnswerOffer>[0]["payload"]["offerId"],
    answer: "accept" | "decline",
  ) => Appointment.AnswerOffer({ headers: {}, payload: { offerId, answer } }),
  book: (slotId: SlotId, patientHashedId: string) =>
    Effect.gen(function* () {
      const payload = { slotId, patientHashedId, overbook: false }
      const { hashedId } = (yield* Appointment.HoldSlot({ headers: {}, payload })).data
      return (yield* Appointment.BookAppointment({ headers: {}, payload: { hashedId, note: "" } })).data
    }),
  cancel: (hashedId: string) =>
    Appointment.ChangeStatus({ headers: {}, payload: { hashedId, action: "cancel", reason: "patient" } }),
}))

/** Switches the texts of offers on, without which no seat is offered by itself. */
export const textOffers = Effect.fnUntraced(function* (
  companyId: CompanyId,
  kinds: ReadonlyArray<TextKind> = ["offer"],
) {
  const senderId = yield* senderIdOf(companyId)
  yield* setUpTexts(systemContext(companyId, "offers"), { senderId, kinds, reminders: defaultReminders })
})

/** Shows the events of a company’s appointments to the waitlist, as the subscriber does. */
export const showFreed = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  const streams = yield* company(companyId)(
    sql<{
      stream: string
    }>`select distinct stream_id as stream from events where company_id = ${companyId} and stream_id like 'appointment-%'`,
  )
  const store = yield* EventStore
  const all: Array<StoredEvent> = []
  for (const { stream } of streams) all.push(...(yield* store.readStream(companyId, stream)))
  yield* endWaits(all)
  yield* offerFreedSeats(all)
})

/** Moves the clock to so many minutes after noon of the tests. */
export const after = (minutes: number) => Effect.flatMap(MovableClock, (clock) => clock.move(noon + minutes * 60_000))

export type Here = {
  readonly companyId: CompanyId
  readonly place: string
  readonly slotId: SlotId
  readonly patients: ReadonlyArray<string>
}

/** Runs in a company that texts offers and has one slot of one seat, Monday at nine. */
export const inPlace = <A, E, R>(people: number, work: (here: Here) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(companyWith(people), ({ companyId, patients }) =>
    asCompany(companyId)(
      Effect.gen(function* () {
        yield* after(0)
        yield* textOffers(companyId)
        const place = yield* savedPlace([morning(monday, [slotAt("09:00", "09:30", { capacity: 1 })])])
        const slotId = yield* slotIdOf(place, monday, "09:00")
        return yield* work({ companyId, place, slotId, patients })
      }),
    ),
  )
