import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { TextKind } from "#schemas/scheduling/appointmentText.ts"
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
import { companyWith, monday, morning, savedPlace, schedulingClient, schedulingOn } from "#tests/support/scheduling.ts"
import { book } from "#tests/support/stages.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

const minute = 60_000
const hour = 60 * minute
/** Nine o’clock of the Monday where the location is. */
const nine = Date.parse("2026-11-23T17:00:00.000Z")

const moveTo = (millis: number) => Effect.flatMap(MovableClock, (clock) => clock.move(millis))

/** Texts of a company with whose appointment each is about, the first or the second. */
const textsOf = Effect.fnUntraced(function* (companyId: CompanyId, ids: ReadonlyArray<number>) {
  const { sql, company } = yield* Database
  const rows = yield* company(companyId)(sql<{ about: string; kind: string; state: string }>`
    select about, split_part(key, ' before', 1) as kind, state from recipients
    where company_id = ${companyId} order by recipient_id`)
  const whose = (about: string) => (about === `appointment-${ids[0]}` ? "first" : "second")
  return rows.map(({ about, kind, state }) => `${whose(about)}: ${kind} ${state}`)
})

/** Two patients at nine and half past nine, and a swap of both, of a company that sends texts of these kinds. */
const twoVisits = Effect.fnUntraced(function* (kinds: ReadonlyArray<TextKind>) {
  yield* moveTo(noon)
  const { companyId, patients } = yield* companyWith(2)
  const asStaff = asCompany(companyId)
  yield* setUpTexts(systemContext(companyId, "set-up"), {
    ...{ senderId: yield* senderIdOf(companyId), kinds },
    reminders: [{ amount: 1, unit: "days" }],
  })
  const place = yield* asStaff(savedPlace([morning(monday, [slotAt("09:00", "09:30"), slotAt("09:30", "10:00")])]))
  const { Appointment } = yield* schedulingClient
  const bookAt = (start: string, patient = "") => asStaff(book(place, monday, { start, patient }))
  const [first, second] = [yield* bookAt("09:00", patients[0]), yield* bookAt("09:30", patients[1])]
  const ids = [first.appointmentId, second.appointmentId]
  const store = yield* EventStore
  const follow = Effect.forEach(ids, (id) =>
    Effect.flatMap(store.readStream(companyId, `appointment-${id}`), followAppointments),
  )
  const other = { hashedId: second.hashedId, version: second.version }
  const swap = asStaff(Appointment.Swap({ headers: {}, payload: { hashedId: first.hashedId, other } }))
  const textTo = ({ hashedId }: typeof first, { slotId }: typeof first) =>
    Effect.map(asStaff(Appointment.GetNotice({ query: { hashedId, slotId } })), ({ data }) => data.text)
  return { first, second, follow, swap, textTo, texts: textsOf(companyId, ids) }
})

for (const [name, database] of testDatabases) {
  const parts = LiveCounts.layer.pipe(Layer.provideMerge(schedulingOn(database)))
  layer(parts, { excludeTestServices: true, timeout: 60_000 })(`texts about a swap on ${name}`, (it) => {
    it.effect("remind each patient before the time that they have now, once", () =>
      Effect.gen(function* () {
        const { follow, swap, texts } = yield* twoVisits(["reminder"])
        yield* swap
        yield* follow
        yield* moveTo(nine - 24 * hour)
        yield* sendReminders
        yield* sendReminders
        expect(yield* texts).toEqual(["second: reminder 1 days queued"])
        yield* moveTo(nine - 24 * hour + 30 * minute)
        yield* sendReminders
        expect(yield* texts).toEqual(["second: reminder 1 days queued", "first: reminder 1 days queued"])
        yield* moveTo(noon)
      }),
    )

    it.effect("take back a reminder of the time before, and remind of the new one", () =>
      Effect.gen(function* () {
        const { follow, swap, texts } = yield* twoVisits(["reminder"])
        yield* moveTo(nine - 24 * hour)
        yield* sendReminders
        expect(yield* texts).toEqual(["first: reminder 1 days queued"])
        yield* swap
        yield* follow
        yield* sendReminders
        // The time to remind of nine o’clock was over as the second patient got it.
        expect(yield* texts).toEqual(["first: reminder 1 days cancelled"])
        yield* moveTo(nine - 24 * hour + 30 * minute)
        yield* sendReminders
        expect(yield* texts).toEqual(["first: reminder 1 days cancelled", "first: reminder 1 days queued"])
        yield* moveTo(noon)
      }),
    )

    it.effect("read before it as they will, each with the patient’s own new time", () =>
      Effect.gen(function* () {
        const { first, second, textTo } = yield* twoVisits(["moved"])
        expect(yield* textTo(first, second)).toContain("Monday, November 23 at 9:30 AM")
        expect(yield* textTo(second, first)).toContain("Monday, November 23 at 9:00 AM")
      }),
    )
  })
}
