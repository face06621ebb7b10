import { Clock, Effect } from "effect"
import type { PatientCaller } from "#schemas/caller.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import { OfferId } from "#schemas/scheduling/waitlist.ts"
import type { CommandContext } from "#server/handle.ts"
import {
  bookAppointment,
  changeAppointmentStatus,
  extendHold,
  lockVisits,
  releaseHold,
  reschedule,
} from "#server/scheduling/appointments/appointment.commands.ts"
import { holdSlot } from "#server/scheduling/appointments/hold.commands.ts"
import { findSlot } from "#server/scheduling/schedules/slot.queries.ts"
import { acceptOffer, declineOffer } from "#server/scheduling/waitlist/answer.commands.ts"
import { addWaitlistEntry } from "#server/scheduling/waitlist/waitlistEntry.commands.ts"
import { Database } from "#server/store/Database.ts"
import { findVisitRow, readPlaces, readWho } from "./patientBooking.queries.ts"
import { canBook, isOver } from "./patientBooking.rule.ts"

/** What a link may not do now, in words that say nothing of the person. */
const refused = {
  time: "This time cannot be booked here. Choose another one.",
  booked: "This link has led to a visit already. Load the page again to see it.",
  held: "The seat is held no longer. Choose a time again.",
  over: "This visit is over, or it was cancelled. Please call the clinic.",
  offer: "This time is not offered any more. Load the page again to see why.",
  waitlist: "No one more can be put on the waitlist now. Please call the clinic.",
}

const refuse = (why: keyof typeof refused) => Effect.fail(problem("NotAllowedNow", refused[why]))

/** What is refused is said in the words of this page: those for staff may name a place or another visit of the person. */
const inWordsOf =
  (why: keyof typeof refused) =>
  <A, R>(effect: Effect.Effect<A, Problem, R>) =>
    Effect.catch(effect, (failure) =>
      failure.problem === "NotAllowedNow" || failure.problem === "AlreadyExists" || failure.problem === "NotFound"
        ? refuse(why)
        : Effect.fail(failure),
    )

/** One thing after the other for each link: two tabs of one phone never hold two seats. */
const byLink = <A, R>(caller: PatientCaller, why: keyof typeof refused, effect: Effect.Effect<A, Problem, R>) =>
  Effect.gen(function* () {
    const { sql, company } = yield* Database
    const { companyId } = caller.subject
    const key = `patient ${caller.patientId}`
    const turn = Effect.orDie(sql`select pg_advisory_xact_lock(hashtext(${key}), ${companyId}::int)`)
    return yield* company(companyId)(Effect.andThen(turn, effect))
  }).pipe(inWordsOf(why))

/** Refuses a time at a place that patients may not choose. */
const refuseUnlessPublic = Effect.fnUntraced(function* (caller: PatientCaller, slotId: SlotId) {
  const slot = yield* findSlot(caller.subject.companyId, slotId)
  const places = yield* readPlaces(caller)
  if (!places.some(({ locationId }) => locationId === slot?.locationId)) return yield* refuse("time")
})

/** The appointment of a link; fails where it has led to none. */
const foundVisit = Effect.fnUntraced(function* (caller: PatientCaller, why: keyof typeof refused) {
  return (yield* findVisitRow(caller)) ?? (yield* refuse(why))
})

/** The appointment of a link while it can be changed: booked, and not begun; fails with NotAllowedNow. */
export const openVisit = Effect.fnUntraced(function* (caller: PatientCaller) {
  const row = yield* foundVisit(caller, "over")
  const now = yield* Clock.currentTimeMillis
  const { status } = row
  return (status === "booked" || status === "confirmed") && !isOver({ ...row, status }, now)
    ? row
    : yield* refuse("over")
})

/** Holds a seat for a link’s patient, and gives back the one that was held by it before. Fails with SlotTaken and other times. */
export const holdByLink = (caller: PatientCaller, context: CommandContext, slotId: SlotId) =>
  byLink(
    caller,
    "time",
    Effect.gen(function* () {
      const { subject, patientId } = caller
      const before = yield* findVisitRow(caller)
      if (subject.purpose !== "book" || !canBook(subject, before ?? null)) return yield* refuse("booked")
      yield* refuseUnlessPublic(caller, slotId)
      const { stageId } = yield* readWho(caller)
      if (before?.status === "pending") {
        if (before.slotId === slotId) return
        yield* lockVisits(subject.companyId, { patientIds: [patientId], slotIds: [before.slotId, slotId] })
        // One whose time is over has ended by then.
        if ((yield* findVisitRow(caller))?.status === "pending") yield* releaseHold(context, before.appointmentId)
      }
      const { campaignId, recipientId } = subject
      yield* holdSlot(context, {
        ...{ slotId, patient: { patientId }, source: "link", isOverbooked: false },
        ...{ campaignId, recipientId },
        ...(stageId === null ? {} : { stageId }),
      })
    }),
  )

const heldBy = Effect.fnUntraced(function* (caller: PatientCaller) {
  const row = yield* foundVisit(caller, "held")
  return row.status === "pending" ? row.appointmentId : yield* refuse(row.status === "booked" ? "booked" : "held")
})

/** Holds the seat of a link for as long again, once. */
export const extendByLink = (caller: PatientCaller, context: CommandContext) =>
  byLink(
    caller,
    "held",
    Effect.flatMap(heldBy(caller), (id) => extendHold(context, id)),
  )

/** Gives the seat of a link back; one that is held no longer is given back already. */
export const releaseByLink = (caller: PatientCaller, context: CommandContext) =>
  byLink(
    caller,
    "held",
    Effect.flatMap(findVisitRow(caller), (row) =>
      row?.status === "pending" ? Effect.asVoid(releaseHold(context, row.appointmentId)) : Effect.void,
    ),
  )

/** Books the seat that is held by a link. */
export const bookByLink = (caller: PatientCaller, context: CommandContext) =>
  byLink(
    caller,
    "held",
    Effect.flatMap(heldBy(caller), (id) => bookAppointment(context, id, { note: "" })),
  )

/** Says that the patient of a link will come. What was said already is true still. */
export const confirmByLink = (caller: PatientCaller, context: CommandContext) =>
  byLink(
    caller,
    "over",
    Effect.flatMap(openVisit(caller), ({ appointmentId, status }) =>
      status === "confirmed"
        ? Effect.void
        : Effect.asVoid(changeAppointmentStatus(context, appointmentId, { action: "confirm", reason: null })),
    ),
  )

/** Moves the appointment of a link to another time, or leaves it where it is. Fails with SlotTaken and other times. */
export const moveByLink = (caller: PatientCaller, context: CommandContext, slotId: SlotId) =>
  byLink(
    caller,
    "time",
    Effect.gen(function* () {
      const { appointmentId } = yield* openVisit(caller)
      yield* refuseUnlessPublic(caller, slotId)
      yield* reschedule(context, appointmentId, { slotId })
    }),
  )

/** Cancels the appointment of a link, which frees its seat. */
export const cancelByLink = (caller: PatientCaller, context: CommandContext) =>
  byLink(
    caller,
    "over",
    Effect.flatMap(openVisit(caller), ({ appointmentId }) =>
      changeAppointmentStatus(context, appointmentId, { action: "cancel", reason: "patient" }),
    ),
  )

/** The offer of a link; the waitlist answers one after the other of a company, so that this needs no turn of its own. */
const offerOf = ({ subject }: PatientCaller) =>
  subject.purpose === "offer" ? Effect.succeed(OfferId.make(subject.offerId)) : refuse("offer")

/** Takes the time that a link offers, if no one else did, and in time. */
export const acceptByLink = (caller: PatientCaller, context: CommandContext) =>
  Effect.flatMap(offerOf(caller), (offerId) => acceptOffer(context, offerId, "link")).pipe(inWordsOf("offer"))

/** Says no to the time that a link offers; the next person is asked at once. */
export const declineByLink = (caller: PatientCaller, context: CommandContext) =>
  Effect.flatMap(offerOf(caller), (offerId) => declineOffer(context, offerId, "link")).pipe(inWordsOf("offer"))

const anyTime = { group: null, weekdays: [], part: "any", from: null, until: null } as const

/** Puts a link’s patient on the waitlist of a place from which they could choose a time, once. */
export const waitByLink = (caller: PatientCaller, context: CommandContext, hashedId: string) =>
  byLink(
    caller,
    "waitlist",
    Effect.gen(function* () {
      const place = (yield* readPlaces(caller)).find((one) => one.hashedId === hashedId)
      const visit = yield* findVisitRow(caller)
      if (place === undefined || !canBook(caller.subject, visit ?? null)) return yield* refuse("waitlist")
      if (place.isWaiting) return
      yield* addWaitlistEntry(context, caller.patientId, { ...anyTime, locationId: place.locationId }, "")
    }),
  )
