import { Clock, Effect, Layer, Schedule } from "effect"
import { AppointmentId } from "#schemas/scheduling/appointment.ts"
import type { AppointmentEvent } from "#schemas/scheduling/events.ts"
import { systemContext } from "#server/handle.ts"
import { appointmentProjection } from "#server/scheduling/appointments/appointment.projection.ts"
import { appointmentStream } from "#server/scheduling/appointments/appointment.commands.ts"
import { thingOf } from "#server/decider.ts"
import { EventStore, type StoredEvent } from "#server/store/EventStore.ts"
import { foldStored, initial } from "#server/store/stream.ts"
import { lapseOffers, startRound } from "./round.commands.ts"
import { sendsOffers } from "./waitlist.queries.ts"
import { endWait, expireEntries } from "./waitlistEntry.commands.ts"

/** How often offers are looked at whose time is over. */
const lookEvery = "20 seconds"
/** A seat that is free for longer was seen by all: no one is asked about it any more, in milliseconds. */
const newsMillis = 3_600_000

const frees: ReadonlySet<string> = new Set<AppointmentEvent["_tag"]>(["AppointmentCancelled", "AppointmentRescheduled"])

/** A swap hands its seats over. */
const isSwap = (data: unknown): boolean =>
  typeof data === "object" && data !== null && "swappedWith" in data && data.swappedWith !== undefined

const isFreed = ({ type, stream, at, data }: StoredEvent, now: number): boolean =>
  frees.has(type) &&
  !isSwap(data) &&
  thingOf(appointmentProjection, stream) !== undefined &&
  now - Date.parse(at) < newsMillis

/**
 * Offers the seats that events freed to people who wait: of each, the one that the appointment had before. The same
 * event seen twice, or by two processes, starts one round. A company whose offers are not texted starts none by itself:
 * the seat would be held for people who hear nothing of it.
 */
export const offerFreedSeats = Effect.fn("offerFreedSeats")(function* (events: ReadonlyArray<StoredEvent>) {
  const store = yield* EventStore
  const now = yield* Clock.currentTimeMillis
  for (const { companyId, stream, version, at } of events.filter((event) => isFreed(event, now))) {
    const before = (yield* store.readStream(companyId, stream)).filter((event) => event.version < version)
    const { slotId } = before.reduce(foldStored(appointmentStream), initial(appointmentStream)).state
    if (slotId === null) continue
    if (!(yield* sendsOffers(companyId))) continue
    const cause = `${stream}@${version}`
    // A refusal says that the seat is not free or not offered any more, that no one fits, or that it was done before.
    yield* Effect.ignore(startRound(systemContext(companyId, cause), slotId, { cause, at }))
  }
})

const books: ReadonlySet<string> = new Set<AppointmentEvent["_tag"]>(["AppointmentBooked", "AppointmentRescheduled"])

/** When the appointment of an event was booked, ISO 8601 in UTC: who had it before they waited wants another one, moved or not. */
const bookedAt = Effect.fnUntraced(function* ({ companyId, stream, type, at }: StoredEvent) {
  if (type === "AppointmentBooked") return at
  const store = yield* EventStore
  return (yield* store.readStream(companyId, stream)).find((event) => event.type === "AppointmentBooked")?.at
})

/** Ends the wait of people who got a visit that suits them without an offer. The same event seen twice changes nothing more. */
export const endWaits = Effect.fn("endWaits")(function* (events: ReadonlyArray<StoredEvent>) {
  for (const event of events) {
    const { companyId, stream, type, version } = event
    const number = thingOf(appointmentProjection, stream)
    if (number === undefined || !books.has(type)) continue
    const at = yield* bookedAt(event)
    if (at === undefined) continue
    yield* endWait(systemContext(companyId, `${stream}@${version}`), AppointmentId.make(number), at).pipe(
      // What is not in order with one does not stop the others; the event is seen again where commands were quicker.
      Effect.catchIf(
        ({ problem }) => problem !== "StaleVersion",
        (failure) =>
          Effect.logError(`The waits that ${stream} of company ${companyId} ends could not be ended`, failure),
      ),
    )
  }
})

/** The background work of the waitlist, for processes with the worker role: waits end, freed seats are offered, offers end. */
export const waitlistWork = Layer.effectDiscard(
  Effect.gen(function* () {
    const store = yield* EventStore
    yield* store
      .subscribe("waitlist", (events) => Effect.andThen(endWaits(events), offerFreedSeats(events)))
      .pipe(Effect.forkScoped)
    yield* Effect.andThen(lapseOffers, expireEntries).pipe(
      Effect.catchCause((cause) => Effect.logError("Offers could not be ended", cause)),
      Effect.repeat(Schedule.spaced(lookEvery)),
      Effect.forkScoped,
    )
  }),
)
