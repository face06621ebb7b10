import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { PatientId } from "#schemas/ids.ts"
import { AppointmentId } from "#schemas/scheduling/appointment.ts"
import { SlotId } from "#schemas/scheduling/slot.ts"
import { OfferId, RoundId, WaitlistEntryId } from "#schemas/scheduling/waitlist.ts"
import { offerDecider, type OfferCommand } from "#server/scheduling/waitlist/offer.decider.ts"
import { waitlistEntryDecider, type WaitlistEntryCommand } from "#server/scheduling/waitlist/waitlistEntry.decider.ts"

const entryId = WaitlistEntryId.make(1)
const wish = { locationId: null, group: null, weekdays: [], part: "any", from: null, until: null } as const
const save: WaitlistEntryCommand = { _tag: "SaveEntry", entryId, patientId: PatientId.make(2), wish, isNew: true }
const book: WaitlistEntryCommand = { _tag: "BookEntry", appointmentId: AppointmentId.make(9) }
const entryAfter = (...commands: ReadonlyArray<WaitlistEntryCommand>) =>
  commands.reduce(
    (fold, command) =>
      Result.getOrThrow(waitlistEntryDecider.decide(fold, command)).reduce(waitlistEntryDecider.evolve, fold),
    waitlistEntryDecider.initialState,
  )
const entryRefusal = (before: ReadonlyArray<WaitlistEntryCommand>, command: WaitlistEntryCommand) =>
  Result.getOrThrow(Result.flip(waitlistEntryDecider.decide(entryAfter(...before), command)))

describe("a person on the waitlist", () => {
  it("waits, and waits for something else once that is saved", () => {
    const later = { ...save, wish: { ...wish, part: "morning" }, isNew: false } as const
    expect(Result.getOrThrow(waitlistEntryDecider.decide(entryAfter(save), later))).toEqual([
      { _tag: "WaitlistEntryRevised", ...wish, part: "morning" },
    ])
  })

  it("is another one’s entry for no other patient, and none where there is no entry", () => {
    expect(entryRefusal([save], { ...save, patientId: PatientId.make(3), isNew: false }).message).toMatch(
      /another person/,
    )
    expect(entryRefusal([], { ...save, isNew: false }).problem).toBe("NotFound")
    expect(entryRefusal([], { _tag: "RemoveEntry" }).problem).toBe("NotFound")
  })

  it("is booked, removed or expired once, and is added again as a new entry", () => {
    const ends: ReadonlyArray<WaitlistEntryCommand> = [book, { _tag: "RemoveEntry" }, { _tag: "ExpireEntry" }]
    for (const end of ends) {
      for (const other of ends) expect(entryRefusal([save, end], other).problem).toBe("NotAllowedNow")
      expect(entryRefusal([save, end], { ...save, isNew: false }).message).toMatch(/again/)
    }
  })
})

const start = Date.parse("2026-11-20T15:00:00Z")
const at = (minutes: number, asked: object) => ({ ...asked, now: start + minutes * 60_000 }) as OfferCommand
const offer = at(0, {
  _tag: "OfferSlot",
  offer: {
    ...{ offerId: OfferId.make(1), roundId: RoundId.make(2), entryId },
    ...{ patientId: PatientId.make(2), slotId: SlotId.make(5) },
  },
})
const accept = { _tag: "AcceptOffer", by: "text", appointmentId: AppointmentId.make(9) }
const after = (...commands: ReadonlyArray<OfferCommand>) =>
  commands.reduce(
    (fold, command) => Result.getOrThrow(offerDecider.decide(fold, command)).reduce(offerDecider.evolve, fold),
    offerDecider.initialState,
  )
const given = (...commands: ReadonlyArray<OfferCommand>) =>
  offerDecider.decide(after(...commands.slice(0, -1)), commands.at(-1)!)

describe("an offer", () => {
  it("can be answered for fifteen minutes, not from then on", () => {
    expect(after(offer).answerBy).toBe("2026-11-20T15:15:00.000Z")
    expect(after(offer, at(14.99, accept)).state).toBe("accepted")
    for (const late of [accept, { _tag: "DeclineOffer", by: "link" }]) {
      expect(Result.getOrThrow(Result.flip(given(offer, at(15, late)))).message).toMatch(
        /time to answer this offer is over/,
      )
    }
  })

  it("lapses once its time is over, not before, and not after an answer", () => {
    expect(Result.getOrThrow(given(offer, at(14.99, { _tag: "LapseOffer" })))).toEqual([])
    expect(Result.getOrThrow(given(offer, at(15, { _tag: "LapseOffer" })))).toEqual([{ _tag: "OfferLapsed" }])
    expect(Result.getOrThrow(given(offer, at(1, accept), at(20, { _tag: "LapseOffer" })))).toEqual([])
  })

  it("says who was first when it is lost, and stays as it ended", () => {
    const lost = at(1, { _tag: "LoseOffer" })
    expect(Result.getOrThrow(Result.flip(given(offer, lost, at(2, accept)))).message).toMatch(
      /Someone else took this time/,
    )
    expect(Result.isFailure(given(offer, at(1, accept), lost))).toBe(true)
    expect(Result.isFailure(given(offer, at(1, { _tag: "WithdrawOffer" }), at(2, accept)))).toBe(true)
  })
})
