import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { defaultReminders } from "#schemas/scheduling/appointmentText.ts"
import type { CompanyId } from "#schemas/ids.ts"
import type { BookingNotice } from "#schemas/scheduling/appointment.ts"
import { textChannel } from "#server/delivery/channels/textChannel.ts"
import { claim } from "#server/delivery/claim.ts"
import { LiveCounts } from "#server/delivery/LiveCounts.ts"
import { systemContext } from "#server/handle.ts"
import { setUpTexts } from "#server/scheduling/texts/appointmentTexts.commands.ts"
import { followAppointments, sendReminders } from "#server/scheduling/texts/texts.job.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { noon, senderIdOf } from "#tests/support/outreach.ts"
import { slotAt } from "#tests/support/scheduleSamples.ts"
import {
  companyWith,
  monday,
  morning,
  savedPlace,
  schedulingClient,
  schedulingOn,
  slotIdOf,
} from "#tests/support/scheduling.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

const minute = 60_000
const hour = 60 * minute
const start = Date.parse("2026-11-23T17:00:00.000Z")

type Row = { readonly kind: string; readonly state: string; readonly reason: string | null }

const textsOf = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  return yield* company(companyId)(sql<Row>`
    select split_part(key, ' before', 1) as kind, state, reason from recipients
    where company_id = ${companyId} order by campaign_id, recipient_id`)
})

const moveTo = (millis: number) => Effect.flatMap(MovableClock, (clock) => clock.move(millis))

/** A booked appointment on Monday at nine in Los Angeles, of a company that texts about everything. */
const booked = Effect.fnUntraced(function* (notice: BookingNotice = "sms") {
  const { companyId, patients } = yield* companyWith(1)
  const senderId = yield* senderIdOf(companyId)
  yield* setUpTexts(systemContext(companyId, "set-up"), {
    senderId,
    kinds: ["booked", "moved", "cancelled", "reminder"],
    reminders: defaultReminders,
  })
  const asStaff = asCompany(companyId)
  const place = yield* asStaff(savedPlace([morning(monday, [slotAt("09:00", "09:30"), slotAt("09:30", "10:00")])]))
  const { Appointment } = yield* schedulingClient
  const slotId = yield* asStaff(slotIdOf(place, monday, "09:00"))
  const held = yield* asStaff(
    Appointment.HoldSlot({ headers: {}, payload: { slotId, patientHashedId: patients[0] ?? "", overbook: false } }),
  )
  const { hashedId } = held.data
  const { data } = yield* asStaff(Appointment.BookAppointment({ headers: {}, payload: { hashedId, note: "", notice } }))
  const follow = Effect.flatMap(EventStore, (store) =>
    Effect.flatMap(store.readStream(companyId, `appointment-${data.appointmentId}`), followAppointments),
  )
  const change = (action: "arrive" | "cancel", wished: BookingNotice = "sms") =>
    asStaff(
      Appointment.ChangeStatus({
        headers: {},
        payload: { hashedId, action, reason: action === "cancel" ? "patient" : null, notice: wished },
      }),
    )
  const move = (wished: BookingNotice = "sms") =>
    Effect.flatMap(asStaff(slotIdOf(place, monday, "09:30")), (to) =>
      asStaff(Appointment.Reschedule({ headers: {}, payload: { hashedId, slotId: to, notice: wished } })),
    )
  const send = Effect.flatMap(Database, (database) =>
    Effect.flatMap(
      Effect.clockWith((clock) => clock.currentTimeMillis),
      (now) => claim(database, { companyId, senderId, channel: textChannel, most: 10, now, turn: 1 }),
    ),
  )
  return { companyId, follow, change, move, send }
})

for (const [name, database] of testDatabases) {
  const parts = LiveCounts.layer.pipe(Layer.provideMerge(schedulingOn(database)))
  layer(parts, { excludeTestServices: true, timeout: 60_000 })(`texts about an appointment on ${name}`, (it) => {
    it.effect("tell once that it is booked, with day, time and place", () =>
      Effect.gen(function* () {
        const { companyId, follow, send } = yield* booked()
        yield* follow
        yield* follow
        expect(yield* textsOf(companyId)).toEqual([{ kind: "booked 2", state: "queued", reason: null }])
        const [text] = (yield* send).claimed
        expect(text?.body).toMatch(/is booked for Monday, November 23 at 9:00 AM, Eastmont, .+\. Reply N/)
      }),
    )

    it.effect("say nothing where staff chose so, and nothing of what happened long ago", () =>
      Effect.gen(function* () {
        const silent = yield* booked("none")
        yield* silent.follow
        expect(yield* textsOf(silent.companyId)).toEqual([])
        yield* silent.move("none")
        yield* silent.follow
        yield* silent.change("cancel", "none")
        yield* silent.follow
        expect(yield* textsOf(silent.companyId)).toEqual([])
        const late = yield* booked()
        yield* moveTo(noon + 2 * hour)
        yield* late.follow
        expect(yield* textsOf(late.companyId)).toEqual([])
        yield* moveTo(noon)
      }),
    )

    it.effect("remind at each step, once for two processes, and the newer in place of one that waits", () =>
      Effect.gen(function* () {
        const { companyId } = yield* booked("none")
        yield* moveTo(start - 72 * hour - minute)
        yield* sendReminders
        expect(yield* textsOf(companyId)).toEqual([])
        yield* moveTo(start - 72 * hour)
        yield* Effect.all([sendReminders, sendReminders], { concurrency: 2 })
        yield* sendReminders
        expect(yield* textsOf(companyId)).toEqual([{ kind: "reminder 3 days", state: "queued", reason: null }])
        yield* moveTo(start - 24 * hour)
        yield* sendReminders
        expect((yield* textsOf(companyId)).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
          "reminder 3 days cancelled",
          "reminder 1 days queued",
        ])
        yield* moveTo(noon)
      }),
    )

    it.effect("remind not twice within an hour", () =>
      Effect.gen(function* () {
        const { companyId, send } = yield* booked("none")
        yield* moveTo(start - 2 * hour)
        yield* sendReminders
        expect((yield* send).claimed).toHaveLength(1)
        const senderId = yield* senderIdOf(companyId)
        yield* setUpTexts(systemContext(companyId, "closer"), {
          ...{ senderId, kinds: ["reminder"] },
          reminders: [
            { amount: 2, unit: "hours" },
            { amount: 90, unit: "minutes" },
          ],
        })
        yield* moveTo(start - 1.5 * hour)
        yield* sendReminders
        expect(yield* textsOf(companyId)).toHaveLength(1)
        yield* moveTo(start - hour + minute)
        yield* sendReminders
        expect((yield* textsOf(companyId)).map(({ kind }) => kind)).toEqual(["reminder 2 hours", "reminder 90 minutes"])
        yield* moveTo(noon)
      }),
    )

    it.effect(
      "take back a reminder that waits when the appointment is moved, cancelled or begun, and remind no more",
      () =>
        Effect.gen(function* () {
          for (const action of ["cancel", "arrive", "move"] as const) {
            yield* moveTo(noon)
            const { companyId, follow, change, move } = yield* booked("none")
            yield* moveTo(start - 2 * hour)
            yield* sendReminders
            yield* action === "move" ? move() : change(action)
            yield* follow
            yield* sendReminders
            const texts = yield* textsOf(companyId)
            const told = { cancel: ["cancelled 3 queued"], arrive: [], move: ["moved 3 queued"] }[action]
            expect(texts.map(({ kind, state }) => `${kind} ${state}`).toSorted()).toEqual(
              [...told, "reminder 2 hours cancelled"].toSorted(),
            )
          }
          yield* moveTo(noon)
        }),
    )

    it.effect("take back a reminder that waits for the morning, however late it is heard of the cancellation", () =>
      Effect.gen(function* () {
        const { companyId, follow, change } = yield* booked("none")
        yield* moveTo(start - 2 * hour)
        yield* sendReminders
        yield* change("cancel")
        yield* moveTo(start - 30 * minute)
        yield* follow
        expect((yield* textsOf(companyId)).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
          "reminder 2 hours cancelled",
        ])
        yield* moveTo(noon)
      }),
    )
  })
}
