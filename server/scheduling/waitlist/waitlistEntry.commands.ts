import { Effect } from "effect"
import type { Person } from "#schemas/caller.ts"
import type { CompanyId, PatientId } from "#schemas/ids.ts"
import { problem } from "#schemas/problem.ts"
import { WaitlistEntryEvent } from "#schemas/scheduling/events.ts"
import type { AppointmentId } from "#schemas/scheduling/appointment.ts"
import type { LocationId } from "#schemas/scheduling/location.ts"
import { WaitlistEntryId, waitlistLimits, type SaveWaitlistEntry } from "#schemas/scheduling/waitlist.ts"
import { contextOf, handle, systemContext, type CommandContext, type CommandOptions } from "#server/handle.ts"
import { foundRow } from "#server/scheduling/appointments/appointment.queries.ts"
import { foundPatient } from "#server/scheduling/appointments/availability.queries.ts"
import { locationProjection } from "#server/scheduling/locations/location.projection.ts"
import { Database } from "#server/store/Database.ts"
import { foundThing } from "#server/store/hashedIds.ts"
import type { Stream } from "#server/store/stream.ts"
import { againstWish } from "./fairOrder.rule.ts"
import { goOn, inTurn, toOffer } from "./round.commands.ts"
import { readOpenOffers } from "./round.queries.ts"
import { countWaiting, nextNumber, readExpired, readGroup, readWishes } from "./waitlist.queries.ts"
import {
  waitlistEntryDecider,
  type WaitlistEntryCommand,
  type WaitlistEntryFold,
  type Wish,
} from "./waitlistEntry.decider.ts"
import { placeName } from "#server/scheduling/locations/placeName.queries.ts"
import { waitlistEntryProjection, type WaitlistEntryRow } from "./waitlistEntry.projection.ts"

/** The streams of entries: `waitlistEntry-7`. */
export const waitlistEntryStream: Stream<
  WaitlistEntryFold,
  WaitlistEntryCommand,
  WaitlistEntryEvent,
  WaitlistEntryRow
> = {
  decider: waitlistEntryDecider,
  events: WaitlistEntryEvent,
  projection: waitlistEntryProjection,
  outside: "number",
  activity: {
    name: ({ company, id }) =>
      `select coalesce(${placeName(company, "(e.row ->> 'locationId')::int")}, e.row ->> 'group', 'any location')
       from read_models e where e.company_id = ${company} and e.category = 'waitlistEntry' and e.id = ${id}`,
    opens: null,
    isNumbered: true,
  },
}

const waitsAlready = () => {
  const message = "This patient waits for this place already. Change that entry instead."
  return problem("AlreadyExists", message, { errors: [{ field: "entry.patientHashedId", message }] })
}

const listFull = () =>
  problem("NotAllowedNow", `${waitlistLimits.people} people wait already. Take off who waits no longer first.`)

const keepNote = Effect.fnUntraced(function* (companyId: CompanyId, entryId: WaitlistEntryId, note: string) {
  const { sql } = yield* Database
  yield* Effect.orDie(sql`
    insert into waitlist_notes (company_id, entry_id, note) values (${companyId}, ${entryId}, ${note})
    on conflict (company_id, entry_id) do update set note = excluded.note`)
})

/**
 * Adds a person to the waitlist, by a new number. Fails with NotAllowedNow where no more people may wait, and with
 * AlreadyExists where they wait for the same places already.
 */
export const addWaitlistEntry = Effect.fn("addWaitlistEntry")(function* (
  context: CommandContext,
  patientId: PatientId,
  wish: Wish,
  note: string,
) {
  const companyId = context.actingCompanyId
  // Two who come at once are counted one after the other.
  return yield* inTurn(companyId)(
    Effect.gen(function* () {
      if ((yield* countWaiting(companyId)) >= waitlistLimits.people) return yield* Effect.fail(listFull())
      const id = WaitlistEntryId.make(yield* nextNumber("waitlist_entry_ids"))
      return yield* saveEntry(context, id, { patientId, wish, isNew: true }, note)
    }),
  )
})

const saveEntry = Effect.fnUntraced(function* (
  context: CommandContext,
  entryId: WaitlistEntryId,
  entry: { readonly patientId: PatientId; readonly wish: Wish; readonly isNew: boolean },
  note: string,
) {
  yield* handle(waitlistEntryStream, entryId, { _tag: "SaveEntry", entryId, ...entry }, context, {
    beforeAppend: () => keepNote(context.actingCompanyId, entryId, note),
  }).pipe(Effect.mapError((failure) => (failure.problem === "AlreadyExists" ? waitsAlready() : failure)))
  return entryId
})

/**
 * Adds a person to the waitlist, or changes what they wait for. Fails with AlreadyExists where they wait for the same
 * places already, and with NotFound for a patient, location or entry that the company does not have.
 */
export const saveWaitlistEntry = Effect.fn("saveWaitlistEntry")(function* (
  person: Person,
  {
    entryId,
    entry: { patientHashedId, locationHashedId, group, weekdays, part, from, until, note },
  }: SaveWaitlistEntry,
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const patientId = yield* foundPatient(companyId, patientHashedId)
  const locationId =
    locationHashedId === null ? null : yield* foundThing<LocationId>(companyId, locationProjection, locationHashedId)
  const wish = { locationId, group, weekdays, part, from, until }
  const context = contextOf(person, options)
  return entryId === null
    ? yield* addWaitlistEntry(context, patientId, wish, note)
    : yield* saveEntry(context, entryId, { patientId, wish, isNew: false }, note)
})

/** Ends what an entry was offered, and goes on with the rounds. Joins a change in turn. */
const withdrawOffers = Effect.fnUntraced(function* (context: CommandContext, entryId: WaitlistEntryId) {
  for (const { offerId, roundId } of yield* readOpenOffers(context.actingCompanyId, { entryId })) {
    yield* toOffer(context, offerId, { _tag: "WithdrawOffer" })
    yield* goOn(context, roundId)
  }
})

/** How often the end of a wait is tried again when another command on the entry was first. */
const staleAttempts = 5

/**
 * Ends the wait of a person who has got a visit by themselves, at an instant: each entry of before that the visit suits,
 * while it stands. What they were offered is withdrawn, and the next person is asked. Done twice it changes nothing more.
 */
export const endWait = Effect.fn("endWait")(function* (
  context: CommandContext,
  appointmentId: AppointmentId,
  at: string,
) {
  const companyId = context.actingCompanyId
  const { status, patientId, locationId, date, start } = yield* foundRow(companyId, appointmentId)
  if (status !== "booked" && status !== "confirmed") return
  const wishes = yield* readWishes(companyId, patientId, at)
  if (wishes.length === 0) return
  const seat = { locationId, group: yield* readGroup(companyId, locationId), date, start }
  for (const { entryId } of wishes.filter((one) => againstWish(seat, one) === null))
    yield* inTurn(companyId)(
      Effect.andThen(
        handle(waitlistEntryStream, entryId, { _tag: "BookEntry", appointmentId }, context),
        withdrawOffers(context, entryId),
      ),
    ).pipe(
      Effect.retry({ while: ({ problem }) => problem === "StaleVersion", times: staleAttempts }),
      // The entry or its offer ended meanwhile; the others still stand.
      Effect.catchIf(
        ({ problem }) => problem === "NotAllowedNow",
        () => Effect.void,
      ),
    )
})

/** Takes a person off the waitlist; what they were offered is withdrawn, and the next person is asked. */
export const removeWaitlistEntry = Effect.fn("removeWaitlistEntry")(function* (
  person: Person,
  entryId: WaitlistEntryId,
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const context = contextOf(person, options)
  yield* inTurn(companyId)(
    Effect.andThen(
      handle(waitlistEntryStream, entryId, { _tag: "RemoveEntry" }, context),
      withdrawOffers({ ...context, expectedVersion: undefined }, entryId),
    ),
  )
})

/** Takes off the people of all companies whose last day is over. */
export const expireEntries = Effect.flatMap(readExpired(), (entries) =>
  Effect.forEach(
    entries,
    ({ companyId, entryId }) =>
      // A refusal means that it was decided meanwhile.
      Effect.ignore(
        inTurn(companyId)(
          handle(waitlistEntryStream, entryId, { _tag: "ExpireEntry" }, systemContext(companyId, `entry-${entryId}`)),
        ),
      ),
    { discard: true },
  ),
).pipe(Effect.withSpan("expireEntries"))
