import { Result } from "effect"
import { waitlistEntryTable } from "#machines/lifecycles/waitlistEntry.lifecycle.ts"
import type { PatientId } from "#schemas/ids.ts"
import { notFound, problem, type Problem } from "#schemas/problem.ts"
import type { AppointmentId } from "#schemas/scheduling/appointment.ts"
import type { WaitlistEntryEvent } from "#schemas/scheduling/events.ts"
import type { LocationId } from "#schemas/scheduling/location.ts"
import type { WaitlistEntryId, WaitlistState, WishTimes } from "#schemas/scheduling/waitlist.ts"
import type { Decider } from "#server/decider.ts"

/** What a person waits for: one location, any of a group, or any at all where both are null. */
export type Wish = WishTimes & { readonly locationId: LocationId | null; readonly group: string | null }

/** An entry as its decisions need it. */
export type WaitlistEntryFold = { readonly state: WaitlistState | "reserved"; readonly patientId: PatientId | null }

/** What may be asked of an entry. */
export type WaitlistEntryCommand =
  /** Adds the person, or changes what they wait for. */
  | {
      readonly _tag: "SaveEntry"
      readonly entryId: WaitlistEntryId
      readonly patientId: PatientId
      readonly wish: Wish
      /** Whether the number is new: an entry that is changed must be there. */
      readonly isNew: boolean
    }
  | { readonly _tag: "BookEntry"; readonly appointmentId: AppointmentId }
  | { readonly _tag: "RemoveEntry" }
  | { readonly _tag: "ExpireEntry" }

const sentences: Readonly<Record<WaitlistEntryFold["state"], string>> = {
  reserved: "This person is not on the waitlist. Add them first.",
  waiting: "This person is on the waitlist already.",
  booked: "This person took a seat from the waitlist. Add them again if they wait for another one.",
  removed: "This person was taken off the waitlist. Add them again.",
  expired: "The last day of this person is over. Add them again with another one.",
}

const happen = (
  { state }: WaitlistEntryFold,
  event: WaitlistEntryEvent,
): Result.Result<ReadonlyArray<WaitlistEntryEvent>, Problem> =>
  waitlistEntryTable.next(state, event._tag) === undefined
    ? Result.fail(problem("NotAllowedNow", sentences[state], { allowed: waitlistEntryTable.allowed(state) }))
    : Result.succeed([event])

/** Entries of the waitlist: a person waits until a seat is booked, staff take them off, or their last day is over. */
export const waitlistEntryDecider: Decider<WaitlistEntryFold, WaitlistEntryCommand, WaitlistEntryEvent> = {
  initialState: { state: "reserved", patientId: null },
  decide: (fold, command) => {
    switch (command._tag) {
      case "SaveEntry": {
        const { entryId, patientId, wish, isNew } = command
        if (isNew) return happen(fold, { _tag: "WaitlistEntryAdded", entryId, patientId, ...wish })
        if (fold.state === "reserved") return Result.fail(notFound())
        return fold.patientId === patientId
          ? happen(fold, { _tag: "WaitlistEntryRevised", ...wish })
          : Result.fail(problem("NotAllowedNow", "This entry is another person’s. Add a new one for this patient."))
      }
      case "BookEntry":
        return happen(fold, { _tag: "WaitlistEntryBooked", appointmentId: command.appointmentId })
      case "RemoveEntry":
        if (fold.state === "reserved") return Result.fail(notFound())
        return happen(fold, { _tag: "WaitlistEntryRemoved" })
      case "ExpireEntry":
        return happen(fold, { _tag: "WaitlistEntryExpired" })
    }
  },
  evolve: (fold, event) => ({
    state: waitlistEntryTable.next(fold.state, event._tag) ?? fold.state,
    patientId: event._tag === "WaitlistEntryAdded" ? event.patientId : fold.patientId,
  }),
}
