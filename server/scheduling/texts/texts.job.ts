import { Cause, Clock, Effect, Layer, Stream } from "effect"
import type { AppointmentEvent } from "#schemas/scheduling/events.ts"
import { AppointmentId } from "#schemas/scheduling/appointment.ts"
import { thingOf } from "#server/decider.ts"
import { openClockWatch } from "#server/delivery/clockWatch.ts"
import { appointmentProjection } from "#server/scheduling/appointments/appointment.projection.ts"
import { EventStore, type StoredEvent } from "#server/store/EventStore.ts"
import { aboutAppointment, remindPatient, tellPatient } from "./appointmentNews.commands.ts"
import { stopAppointmentTexts } from "./queueText.commands.ts"
import { answerReplies } from "./replies.commands.ts"
import { readDueReminders } from "./reminders.queries.ts"

/** It is looked for reminders that are due every so many seconds, and at once when the clock was moved. */
const lookEvery = 20
/** What happened longer ago is no news, in milliseconds: no one is told of it, and what waits about it is stopped still. */
const newsMillis = 3_600_000

/** What an event tells the patient; null where it only ends what waits. */
const newsOf: Partial<Record<AppointmentEvent["_tag"], "booked" | "moved" | "cancelled" | null>> = {
  AppointmentBooked: "booked",
  AppointmentRescheduled: "moved",
  AppointmentCancelled: "cancelled",
  PatientArrived: null,
  AppointmentMissed: null,
}

const isSilent = ({ data }: StoredEvent): boolean => (data as { readonly notice?: string }).notice === "none"

/** Stops what waits about appointments that changed, and tells their patients. Seen twice, an event does nothing more. */
export const followAppointments = Effect.fn("followAppointments")(function* (events: ReadonlyArray<StoredEvent>) {
  const now = yield* Clock.currentTimeMillis
  for (const event of events) {
    const { companyId, stream, type, version, at } = event
    const number = thingOf(appointmentProjection, stream)
    const news = newsOf[type as AppointmentEvent["_tag"]]
    if (number === undefined || news === undefined) continue
    const id = AppointmentId.make(number)
    if (news !== "booked") yield* stopAppointmentTexts(companyId, aboutAppointment(id))
    const isNews = now - Date.parse(at) < newsMillis
    if (news !== null && isNews && !isSilent(event)) yield* tellPatient(companyId, id, { kind: news, version })
  }
})

/** Sends the reminders that are due, of all companies. */
export const sendReminders = Effect.gen(function* () {
  for (const { companyId, id, reminders } of yield* readDueReminders())
    yield* remindPatient(companyId, id, reminders).pipe(
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.logError("A reminder could not be queued", cause),
      ),
    )
}).pipe(Effect.withSpan("sendReminders"))

const answerDue = answerReplies.pipe(
  Effect.catchCause((cause) => Effect.logError("Replies could not be acted on", cause)),
)

/** The background work of texts about appointments, for processes with the worker role. */
export const appointmentTextWork = Layer.effectDiscard(
  Effect.gen(function* () {
    const store = yield* EventStore
    yield* store.subscribe("appointment-texts", followAppointments).pipe(Effect.forkScoped)
    const isMoved = yield* openClockWatch
    const pause = Effect.repeat(Effect.delay(isMoved, "1 second"), { until: Boolean, times: lookEvery - 1 })
    yield* sendReminders.pipe(
      Effect.catchCause((cause) => Effect.logError("Reminders could not be looked for", cause)),
      // A wake-up may be lost.
      Effect.andThen(answerDue),
      Effect.andThen(pause),
      Effect.forever,
      Effect.forkScoped,
    )
    yield* store.changes.pipe(
      Stream.filter(({ type }) => type === "TextReplied"),
      Stream.runForEach(() => answerDue),
      Effect.forkScoped,
    )
  }),
)
