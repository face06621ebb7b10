import { expect, layer } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { offerLifecycle, offerTable } from "#machines/lifecycles/offer.lifecycle.ts"
import { waitlistEntryLifecycle, waitlistEntryTable } from "#machines/lifecycles/waitlistEntry.lifecycle.ts"
import { PatientId } from "#schemas/ids.ts"
import { AppointmentId } from "#schemas/scheduling/appointment.ts"
import type { OfferEvent, WaitlistEntryEvent } from "#schemas/scheduling/events.ts"
import { SlotId } from "#schemas/scheduling/slot.ts"
import { OfferId, RoundId, waitlistLimits, WaitlistEntryId } from "#schemas/scheduling/waitlist.ts"
import { handle, systemContext } from "#server/handle.ts"
import { offerStream } from "#server/scheduling/waitlist/round.commands.ts"
import { waitlistEntryStream } from "#server/scheduling/waitlist/waitlistEntry.commands.ts"
import type { OfferCommand } from "#server/scheduling/waitlist/offer.decider.ts"
import type { WaitlistEntryCommand } from "#server/scheduling/waitlist/waitlistEntry.decider.ts"
import { declaredTransitions } from "#tests/paths/instrument.ts"
import { pathsOf } from "#tests/paths/paths.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { freshCompany } from "#tests/support/outreachCalls.ts"
import { schedulingOn } from "#tests/support/scheduling.ts"
import { takenByEvents } from "./taken.ts"

const entryId = WaitlistEntryId.make(1)
const offerId = OfferId.make(1)
const patientId = PatientId.make(1)
const appointmentId = AppointmentId.make(1)

const wish = { locationId: null, group: null, weekdays: [], part: "any", from: null, until: null } as const
const entryCommands: Readonly<Record<WaitlistEntryEvent["_tag"], WaitlistEntryCommand>> = {
  WaitlistEntryAdded: { _tag: "SaveEntry", entryId, patientId, wish, isNew: true },
  WaitlistEntryRevised: { _tag: "SaveEntry", entryId, patientId, wish: { ...wish, part: "morning" }, isNew: false },
  WaitlistEntryBooked: { _tag: "BookEntry", appointmentId },
  WaitlistEntryRemoved: { _tag: "RemoveEntry" },
  WaitlistEntryExpired: { _tag: "ExpireEntry" },
}

/** What may be asked of an offer that was made at an instant; it lapses once its time is over. */
const offerCommands = (now: number): Readonly<Record<OfferEvent["_tag"], OfferCommand>> => {
  const offer = { offerId, roundId: RoundId.make(1), entryId, patientId, slotId: SlotId.make(1) }
  return {
    SlotOffered: { _tag: "OfferSlot", offer, now },
    OfferAccepted: { _tag: "AcceptOffer", by: "text", appointmentId, now },
    OfferDeclined: { _tag: "DeclineOffer", by: "text", now },
    OfferLapsed: { _tag: "LapseOffer", now: now + waitlistLimits.answerMinutes * 60_000 },
    OfferLost: { _tag: "LoseOffer", now },
    OfferWithdrawn: { _tag: "WithdrawOffer", now },
  }
}

const typesOf = <Type>(lifecycle: typeof offerLifecycle | typeof waitlistEntryLifecycle) =>
  pathsOf(lifecycle, {}).paths.map(({ events }) => [events.map(({ type }) => type as Type)] as const)

layer(schedulingOn(embeddedDatabase), { excludeTestServices: true, timeout: 60_000 })(
  "the lives of waitlist entries and offers on the server",
  (it) => {
    it.effect.each(typesOf<WaitlistEntryEvent["_tag"]>(waitlistEntryLifecycle))(
      "are those of an entry: %s",
      ([types]) =>
        Effect.gen(function* () {
          const companyId = yield* freshCompany()
          const ask = (type: WaitlistEntryEvent["_tag"], id: string) =>
            handle(waitlistEntryStream, entryId, entryCommands[type], systemContext(companyId, `${companyId} ${id}`))
          let expected: ReturnType<typeof waitlistEntryTable.next> = waitlistEntryTable.initial
          for (const [index, type] of types.entries()) {
            expected = waitlistEntryTable.next(expected ?? "reserved", type)
            expect((yield* ask(type, `step ${index}`)).state.state).toBe(expected)
            const allowed = waitlistEntryTable.allowed(expected ?? "reserved")
            for (const wished of ["WaitlistEntryBooked", "WaitlistEntryRemoved", "WaitlistEntryExpired"] as const)
              if (!allowed.includes(wished))
                expect(yield* Effect.flip(ask(wished, `${index} ${wished}`))).toMatchObject({
                  problem: "NotAllowedNow",
                })
          }
        }),
    )

    it.effect.each(typesOf<OfferEvent["_tag"]>(offerLifecycle))("are those of an offer: %s", ([types]) =>
      Effect.gen(function* () {
        const companyId = yield* freshCompany()
        const commands = offerCommands(yield* Clock.currentTimeMillis)
        const ask = (type: OfferEvent["_tag"], id: string) =>
          handle(offerStream, offerId, commands[type], systemContext(companyId, `${companyId} ${id}`))
        let expected: ReturnType<typeof offerTable.next> = offerTable.initial
        for (const [index, type] of types.entries()) {
          expected = offerTable.next(expected ?? "reserved", type)
          expect((yield* ask(type, `step ${index}`)).state.state).toBe(expected)
          const allowed = offerTable.allowed(expected ?? "reserved")
          for (const wished of ["OfferAccepted", "OfferDeclined", "OfferLost", "OfferWithdrawn"] as const)
            if (!allowed.includes(wished))
              expect(yield* Effect.flip(ask(wished, `${index} ${wished}`))).toMatchObject({ problem: "NotAllowedNow" })
        }
      }),
    )

    it.effect("took every transition of both charts, and no other", () =>
      Effect.gen(function* () {
        for (const lifecycle of [waitlistEntryLifecycle, offerLifecycle]) {
          const { taken, strange } = yield* takenByEvents(lifecycle)
          expect(declaredTransitions(lifecycle).filter((name) => !taken.has(name))).toEqual([])
          expect(strange).toEqual([])
        }
      }),
    )
  },
)
