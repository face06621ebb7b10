import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { AppointmentId } from "#schemas/scheduling/appointment.ts"
import { defaultReminders } from "#schemas/scheduling/appointmentText.ts"
import { textChannel } from "#server/delivery/channels/textChannel.ts"
import { claim } from "#server/delivery/claim.ts"
import { sendNotices } from "#server/delivery/notices.ts"
import { Webhooks } from "#server/delivery/webhooks.ts"
import { systemContext } from "#server/handle.ts"
import { foundRow, readHistory } from "#server/scheduling/appointments/appointment.queries.ts"
import { moveByLink } from "#server/scheduling/patientBooking/patientBooking.commands.ts"
import { setUpTexts } from "#server/scheduling/texts/appointmentTexts.commands.ts"
import { answerReplies } from "#server/scheduling/texts/replies.commands.ts"
import { followAppointments, sendReminders } from "#server/scheduling/texts/texts.job.ts"
import { followOffers } from "#server/scheduling/waitlist/offerTexts.job.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { engineParts, noon, senderIdOf } from "#tests/support/outreach.ts"
import type { ReplyRule } from "#schemas/outreach/replyRule.ts"
import { rule } from "#tests/support/replyRuleSamples.ts"
import { slotAt } from "#tests/support/scheduleSamples.ts"
import {
  companyWith,
  monday,
  morning,
  savedPlace,
  schedulingClient,
  schedulingOn,
  seatDrift,
  slotIdOf,
} from "#tests/support/scheduling.ts"
import { carrier, messageSid, publicUrl, textFrom } from "#tests/support/signedWebhooks.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"
import { waitlistCalls } from "#tests/support/waitlist.ts"

const hour = 3_600_000
const start = Date.parse("2026-11-23T17:00:00.000Z")
const moveTo = (millis: number) => Effect.flatMap(MovableClock, (clock) => clock.move(millis))

const rowsOf = Effect.fnUntraced(function* <Row extends object>(companyId: CompanyId, query: string) {
  const { sql, company } = yield* Database
  return (yield* company(companyId)(sql.unsafe(query, [companyId]))) as ReadonlyArray<Row>
})

const outcomes = (companyId: CompanyId) =>
  Effect.map(
    rowsOf<{ outcome: string | null }>(
      companyId,
      "select outcome from text_replies where company_id = $1 order by reply_id",
    ),
    (rows) => rows.map(({ outcome }) => outcome),
  )

/** Sends what waits at the company's number. */
const sendNow = Effect.fnUntraced(function* (companyId: CompanyId) {
  const senderId = yield* senderIdOf(companyId)
  const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
  return (yield* claim(yield* Database, { companyId, senderId, channel: textChannel, most: 10, now, turn: 1 })).claimed
})

/** A company that texts about everything, with a free Monday morning. */
const texting = Effect.fnUntraced(function* (people = 1) {
  yield* moveTo(noon)
  const { companyId, patients } = yield* companyWith(people)
  yield* setUpTexts(systemContext(companyId, "set-up"), {
    ...{ senderId: yield* senderIdOf(companyId), reminders: defaultReminders },
    kinds: ["booked", "cancelled", "reminder", "offer", "offerGone"],
  })
  const as = asCompany(companyId)
  const place = yield* as(savedPlace([morning(monday, [slotAt("09:00", "09:30"), slotAt("10:00", "10:30")])]))
  const later = yield* as(slotIdOf(place, monday, "10:00"))
  const slotId = yield* as(slotIdOf(place, monday, "09:00"))
  return { companyId, patients, as, slotId, later, calls: yield* waitlistCalls }
})

/** The same, whose patient has an appointment that they were reminded of. */
const reminded = Effect.gen(function* () {
  const { companyId, patients, as, slotId, later, calls } = yield* texting()
  const { appointmentId, hashedId } = yield* as(calls.book(slotId, patients[0] ?? ""))
  const { patientId } = yield* foundRow(companyId, appointmentId)
  yield* moveTo(start - 24 * hour)
  yield* sendReminders
  expect(yield* sendNow(companyId)).toHaveLength(1)
  const events = Effect.flatMap(EventStore, (store) => store.readStream(companyId, `appointment-${appointmentId}`))
  return {
    ...{ companyId, appointmentId, patientId, as, calls, hashedId, later },
    types: Effect.map(events, (all) => all.map(({ type }) => type).slice(2)),
    follow: Effect.flatMap(events, followAppointments),
  }
})

const newest = (companyId: CompanyId, id: AppointmentId) =>
  Effect.map(readHistory(companyId, id), ([moment]) => moment?.type)

for (const [name, database] of testDatabases) {
  const parts = Webhooks.layer(publicUrl).pipe(
    Layer.provideMerge(engineParts),
    Layer.provideMerge(Layer.mergeAll(schedulingOn(database), carrier)),
  )
  layer(parts, { excludeTestServices: true, timeout: 60_000 })(`replies to texts on ${name}`, (it) => {
    it.effect("confirm once, for a webhook that comes twice and two processes", () =>
      Effect.gen(function* () {
        const { companyId, appointmentId, types } = yield* reminded
        const sid = messageSid(77_000 + companyId)
        yield* Effect.all([textFrom(companyId, 1, " c. ", sid), textFrom(companyId, 1, " c. ", sid)], {
          concurrency: 2,
        })
        yield* Effect.all([answerReplies, answerReplies], { concurrency: 2 })
        yield* answerReplies
        expect(yield* types).toEqual(["AppointmentConfirmed"])
        expect(yield* outcomes(companyId)).toEqual(["confirmed"])
        expect(yield* newest(companyId, appointmentId)).toBe("ReplyConfirmed")
      }),
    )

    it.effect.each<readonly [string, ReplyRule["effect"], ReadonlyArray<string>, string | null]>([
      ["I am coming", "confirm", ["AppointmentConfirmed"], "confirmed"],
      ["wrong day", "cancel", ["AppointmentCancelled"], "cancelled"],
      // What our own words would do, a rule may leave to a person.
      ["C", "handOver", [], null],
    ])("do what a rule of their template says: %s, %s", ([said, effect, types, outcome]) =>
      Effect.gen(function* () {
        const { companyId, types: happened } = yield* reminded
        const rules = JSON.stringify([rule({ said, effect })])
        yield* rowsOf(
          companyId,
          `insert into template_versions (company_id, template_id, version, text, variables, created_at, reply_rules)
           select company_id, template_id, version + 1, text, variables, created_at, '${rules}' from template_versions
           where company_id = $1`,
        )
        yield* rowsOf(
          companyId,
          "update campaign_runs set template_version = template_version + 1 where company_id = $1",
        )
        yield* textFrom(companyId, 1, said)
        yield* answerReplies
        expect(yield* happened).toEqual(types)
        expect(yield* outcomes(companyId)).toEqual([outcome])
      }),
    )

    it.effect.each(["sending", "unknown"])("confirm while it is not known whether the reminder left: %s", (state) =>
      Effect.gen(function* () {
        const { companyId, types } = yield* reminded
        yield* rowsOf(
          companyId,
          `update recipients set state = '${state}' where company_id = $1 and key like 'reminder %'`,
        )
        yield* textFrom(companyId, 1, "C")
        yield* answerReplies
        expect(yield* types).toEqual(["AppointmentConfirmed"])
        expect(yield* outcomes(companyId)).toEqual(["confirmed"])
      }),
    )

    it.effect("cancel as the patient's wish and free the seat; a later reply changes nothing", () =>
      Effect.gen(function* () {
        const { companyId, types, appointmentId } = yield* reminded
        yield* textFrom(companyId, 1, "No puedo")
        yield* answerReplies
        yield* textFrom(companyId, 1, "C")
        yield* textFrom(companyId, 1, "R")
        yield* answerReplies
        expect(yield* types).toEqual(["AppointmentCancelled"])
        expect(yield* seatDrift).toEqual([])
        expect(yield* outcomes(companyId)).toEqual(["cancelled", "unused", "unused"])
        const [moment] = yield* readHistory(companyId, appointmentId)
        expect(moment).toMatchObject({ type: "ReplyCancelled", reason: "patient" })
        expect(yield* rowsOf(companyId, "select from notices where company_id = $1")).toEqual([])
      }),
    )

    it.effect("change nothing once the visit has begun", () =>
      Effect.gen(function* () {
        const { companyId, types } = yield* reminded
        yield* moveTo(start)
        yield* textFrom(companyId, 1, "N")
        yield* answerReplies
        expect(yield* types).toEqual([])
        expect(yield* outcomes(companyId)).toEqual(["unused"])
      }),
    )

    it.effect("send the link to the appointment to someone who wants another time", () =>
      Effect.gen(function* () {
        const { companyId, types, appointmentId } = yield* reminded
        yield* textFrom(companyId, 1, "R")
        yield* answerReplies
        yield* answerReplies
        expect(yield* newest(companyId, appointmentId)).toBe("ReplyLinked")
        const notices = yield* rowsOf<{ body: string; kind: string }>(
          companyId,
          "select kind, body from notices where company_id = $1",
        )
        expect(notices).toHaveLength(1)
        expect(notices[0]?.body).toMatch(/choose another time here: http\S+\/a\S+ Reply STOP/)
        expect(yield* types).toEqual([])
      }),
    )

    it.effect(
      "to a reminder of a time that was moved since change nothing, and are answered with the link to the new one",
      () =>
        Effect.gen(function* () {
          const { companyId, types, as, hashedId, later } = yield* reminded
          const { Appointment } = yield* schedulingClient
          yield* as(Appointment.Reschedule({ headers: {}, payload: { hashedId, slotId: later } }))
          yield* textFrom(companyId, 1, "C")
          yield* textFrom(companyId, 1, "N")
          yield* answerReplies
          expect(yield* types).toEqual(["AppointmentRescheduled"])
          expect(yield* outcomes(companyId)).toEqual(["linked", "linked"])
          const [notice] = yield* rowsOf<{ body: string }>(companyId, "select body from notices where company_id = $1")
          expect(notice?.body).toMatch(/your appointment has another time now. See it here: http\S+\/a\S+ Reply STOP/)
        }),
    )

    it.effect("and a move by the link at once never confirm the time that the text did not speak of", () =>
      Effect.gen(function* () {
        for (let round = 0; round < 4; round += 1) {
          const { companyId, types, appointmentId, patientId, later } = yield* reminded
          const caller = { subject: { purpose: "appointment", companyId, appointmentId }, patientId } as const
          yield* textFrom(companyId, 1, "C")
          const move = Effect.result(moveByLink(caller, systemContext(companyId, `link-${companyId}`), later))
          yield* Effect.all([answerReplies, move, answerReplies], { concurrency: "unbounded" })
          yield* answerReplies
          const happened = yield* types
          const [outcome] = yield* outcomes(companyId)
          if (outcome === "linked") expect(happened).toEqual(["AppointmentRescheduled"])
          else expect([outcome, happened[0]]).toEqual(["confirmed", "AppointmentConfirmed"])
          expect(yield* seatDrift).toEqual([])
        }
      }),
    )

    it.effect("are not answered with a link once the person has opted out, even while it waits", () =>
      Effect.gen(function* () {
        const { companyId } = yield* reminded
        const senderId = yield* senderIdOf(companyId)
        yield* textFrom(companyId, 1, "R")
        yield* answerReplies
        yield* textFrom(companyId, 1, "STOP")
        yield* sendNotices(yield* Database, { companyId, senderId, channel: textChannel }, publicUrl)
        expect(yield* rowsOf(companyId, "select kind, state from notices where company_id = $1")).toEqual([
          { kind: "link", state: "failed" },
        ])
      }),
    )

    it.effect("leave the words of consent, and what is not understood, what they are", () =>
      Effect.gen(function* () {
        const { companyId, types } = yield* reminded
        yield* textFrom(companyId, 1, "Can I bring my mother?")
        yield* textFrom(companyId, 1, "CANCEL")
        yield* answerReplies
        expect(yield* types).toEqual([])
        expect(yield* rowsOf(companyId, "select answer, outcome from text_replies where company_id = $1")).toEqual([
          { answer: null, outcome: null },
        ])
        expect(yield* rowsOf(companyId, "select consent from opt_outs where company_id = $1")).toEqual([
          { consent: "revoked" },
        ])
      }),
    )

    it.effect("take an offer by yes, once, and tell the one who was offered it too that it is gone", () =>
      Effect.gen(function* () {
        const { companyId, patients, as, slotId, calls } = yield* texting(2)
        for (const patient of patients) yield* as(calls.add(patient))
        const roundId = yield* as(calls.offer(slotId))
        yield* as(calls.next(roundId))
        const offers = (yield* as(calls.waitlist)).rounds.flatMap((round) => round.offers)
        const store = yield* EventStore
        const follow = Effect.forEach(offers, ({ offerId }) =>
          Effect.flatMap(store.readStream(companyId, `offer-${offerId}`), followOffers),
        )
        yield* follow
        yield* follow
        expect((yield* sendNow(companyId)).map(({ body }) => body)).toEqual([
          expect.stringContaining("a time is free on Monday, November 23 at 9:00 AM"),
          expect.stringMatching(/Reply Y to take it, or open http\S+\/a\S+ Reply STOP/),
        ])
        yield* Effect.all([textFrom(companyId, 1, "Sí"), textFrom(companyId, 2, "yes")])
        yield* Effect.all([answerReplies, answerReplies], { concurrency: 2 })
        yield* follow
        expect((yield* outcomes(companyId)).toSorted()).toEqual(["accepted", "unused"])
        expect(yield* seatDrift).toEqual([])
        expect((yield* sendNow(companyId)).map(({ body }) => body)).toEqual([expect.stringContaining("is taken")])
      }),
    )
  })
}
