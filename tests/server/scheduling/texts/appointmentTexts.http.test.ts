import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { defaultReminders, TextKind } from "#schemas/scheduling/appointmentText.ts"
import { SenderId } from "#schemas/ids.ts"
import { SlotId } from "#schemas/scheduling/slot.ts"
import { systemContext } from "#server/handle.ts"
import { setUpTexts } from "#server/scheduling/texts/appointmentTexts.commands.ts"
import { Database } from "#server/store/Database.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { senderIdOf } from "#tests/support/outreach.ts"
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

layer(schedulingOn(embeddedDatabase), { excludeTestServices: true, timeout: 60_000 })(
  "texts about appointments",
  (it) => {
    it.effect("are set up with a template and a campaign for each kind, once, at the version that was seen", () =>
      Effect.gen(function* () {
        const { companyId } = yield* companyWith(0)
        const senderId = yield* senderIdOf(companyId)
        const { Appointment } = yield* schedulingClient
        const asStaff = asCompany(companyId)
        const save = (kinds: ReadonlyArray<"booked" | "reminder">, version: number, reminders = defaultReminders) =>
          asStaff(
            Appointment.SaveAppointmentTexts({
              headers: { "if-match": String(version) },
              payload: { senderId, kinds, reminders },
            }),
          )
        const before = (yield* asStaff(Appointment.GetAppointmentTexts({}))).data
        expect(before).toMatchObject({
          senderId: null,
          kinds: [],
          reminders: defaultReminders,
          campaigns: [],
          version: 0,
        })
        expect(before.senders.map((one) => one.senderId)).toEqual([senderId])
        expect(before.previews.map(({ kind }) => kind)).toEqual(TextKind.literals)
        expect(before.previews[0]?.text).toContain("your appointment is booked for Thursday, December 3 at 10:30 AM")
        const first = (yield* save(["reminder", "booked"], 0)).data
        expect(
          first.campaigns.map(({ kind, templateName, campaignState }) => [kind, templateName, campaignState]),
        ).toEqual([
          ["booked", "Appointment booked", "running"],
          ["reminder", "Appointment reminder", "running"],
        ])
        const stale = yield* Effect.flip(save(["booked"], 0))
        expect(stale).toMatchObject({ problem: "StaleVersion" })
        const off = (yield* save(["booked"], 1)).data
        expect(off).toMatchObject({ kinds: ["booked"], version: 2 })
        const again = (yield* save(["booked", "reminder"], 2)).data
        expect(again.campaigns).toEqual(first.campaigns)
      }),
    )

    it.effect(
      "are shown before a seat is booked as the patient will get them, or with the reason why they get none",
      () =>
        Effect.gen(function* () {
          const { companyId, patients } = yield* companyWith(2)
          const [first = "", second = ""] = patients
          const { Appointment } = yield* schedulingClient
          const asStaff = asCompany(companyId)
          const place = yield* asStaff(savedPlace([morning(monday, [slotAt("09:00", "09:30")])]))
          const slotId = yield* asStaff(slotIdOf(place, monday, "09:00"))
          const hold = (patientHashedId: string) =>
            asStaff(Appointment.HoldSlot({ headers: {}, payload: { slotId, patientHashedId, overbook: false } }))
          const { hashedId, version, notice } = (yield* hold(first)).data
          expect(notice).toEqual({ text: null, leavesAt: null, why: "off" })
          yield* setUpTexts(systemContext(companyId, "set-up"), {
            ...{ senderId: yield* senderIdOf(companyId), kinds: ["booked"], reminders: defaultReminders },
          })
          const extended = yield* asStaff(
            Appointment.ExtendHold({ headers: { "if-match": String(version) }, payload: { hashedId } }),
          )
          expect(extended.data.notice).toMatchObject({ why: null })
          expect(extended.data.notice.text).toContain("your appointment is booked for Monday, November 23 at 9:00 AM")
          const { sql, company } = yield* Database
          yield* company(companyId)(sql`update patients set phone = null where hashed_id = ${second}`)
          expect((yield* hold(second)).data.notice).toEqual({ text: null, leavesAt: null, why: "noPhone" })
        }),
    )

    it.effect("are shown before a move or a cancellation: of a move with the time and place where it goes", () =>
      Effect.gen(function* () {
        const { companyId, patients } = yield* companyWith(1)
        const { Appointment } = yield* schedulingClient
        const asStaff = asCompany(companyId)
        const place = yield* asStaff(savedPlace([morning(monday, [slotAt("09:00", "09:30")])]))
        const other = yield* asStaff(savedPlace([morning(monday, [slotAt("10:00", "10:30")])], { name: "Westmont" }))
        const slotId = yield* asStaff(slotIdOf(place, monday, "09:00"))
        const payload = { slotId, patientHashedId: patients[0] ?? "", overbook: false }
        const { hashedId } = (yield* asStaff(Appointment.HoldSlot({ headers: {}, payload }))).data
        yield* asStaff(Appointment.BookAppointment({ headers: {}, payload: { hashedId, note: "" } }))
        const notice = (more: { readonly slotId?: SlotId } = {}) =>
          Effect.map(asStaff(Appointment.GetNotice({ query: { hashedId, ...more } })), ({ data }) => data)
        expect(yield* notice()).toEqual({ text: null, leavesAt: null, why: "off" })
        yield* setUpTexts(systemContext(companyId, "set-up"), {
          ...{ senderId: yield* senderIdOf(companyId), kinds: ["moved", "cancelled"], reminders: defaultReminders },
        })
        const cancelled = yield* notice()
        expect(cancelled).toMatchObject({ why: null, leavesAt: null })
        expect(cancelled.text).toMatch(/Monday, November 23 at 9:00 AM.*cancel/)
        const moved = yield* notice({ slotId: yield* asStaff(slotIdOf(other, monday, "10:00")) })
        expect(moved).toMatchObject({ why: null, leavesAt: null })
        expect(moved.text).toContain("Monday, November 23 at 10:00 AM, Westmont")
        const stranger = yield* companyWith(0)
        const theirs = Effect.flip(asCompany(stranger.companyId)(Appointment.GetNotice({ query: { hashedId } })))
        expect(yield* theirs).toMatchObject({ problem: "NotFound" })
        const nowhere = Effect.flip(notice({ slotId: SlotId.make(999_999) }))
        expect(yield* nowhere).toMatchObject({ problem: "NotFound" })
      }),
    )

    it.effect("are refused for a number of another company, and for no reminder or too many", () =>
      Effect.gen(function* () {
        const { companyId } = yield* companyWith(0)
        const { Appointment } = yield* schedulingClient
        const save = (payload: Parameters<typeof Appointment.SaveAppointmentTexts>[0]["payload"]) =>
          Effect.flip(asCompany(companyId)(Appointment.SaveAppointmentTexts({ headers: { "if-match": "0" }, payload })))
        const strange = { senderId: SenderId.make(999_999), kinds: ["booked"], reminders: defaultReminders } as const
        expect(yield* save(strange)).toMatchObject({ problem: "Invalid" })
      }),
    )
  },
)
