import { expect, layer } from "@effect/vitest"
import { Effect, Result } from "effect"
import { CampaignId, CompanyId, type PatientId } from "#schemas/ids.ts"
import { textChannel } from "#server/delivery/channels/textChannel.ts"
import { claim } from "#server/delivery/claim.ts"
import { findWork } from "#server/delivery/findWork.ts"
import { recordEntries } from "#server/delivery/ledger.ts"
import { systemContext } from "#server/handle.ts"
import { readCampaign } from "#server/outreach/campaigns/campaign.queries.ts"
import { publishTemplate, saveTemplate } from "#server/outreach/templates/template.commands.ts"
import { readTextsSetUp } from "#server/scheduling/texts/appointmentTexts.queries.ts"
import { setUpTexts } from "#server/scheduling/texts/appointmentTexts.commands.ts"
import { queueAppointmentText, stopAppointmentTexts } from "#server/scheduling/texts/queueText.commands.ts"
import { defaultReminders } from "#schemas/scheduling/appointmentText.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { Caller } from "#tests/support/callingAs.ts"
import { countsOf, engineOn, makeCompany, makeList, noon, senderIdOf, sendCommand } from "#tests/support/outreach.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

const hour = 3_600_000

const context = (companyId: CompanyId) => systemContext(companyId, "set-up")

/** A company with one patient, which texts about bookings and reminders. */
const textingCompany = Effect.fnUntraced(function* (id: number) {
  const companyId = CompanyId.make(id)
  yield* (yield* MovableClock).move(noon)
  yield* makeCompany(companyId)
  yield* makeList(companyId, 1)
  const database = yield* Database
  const senderId = yield* senderIdOf(companyId)
  yield* setUpTexts(context(companyId), { senderId, kinds: ["booked", "reminder"], reminders: defaultReminders })
  const setUp = yield* readTextsSetUp(companyId)
  const campaignOf = (kind: string) => setUp?.campaigns.find((one) => one.kind === kind)
  const [patient] = yield* database.company(companyId)(
    database.sql<{ id: PatientId }>`select patient_id as id from patients where company_id = ${companyId}`,
  )
  const patientId = patient?.id ?? (yield* Effect.die("no patient"))
  const campaignId = campaignOf("reminder")?.campaignId ?? CampaignId.make(0)
  const templateId = campaignOf("reminder")?.templateId
  const text = (about: string, key: string, notAfter = noon + 4 * hour) => ({
    ...{ kind: "reminder" as const, patientId, about, key, notAfter },
    values: {
      appointmentDate: "Friday, November 20",
      appointmentTime: "10:30 AM",
      locationName: "Mission Clinic",
      locationAddress: "2400 Mission St",
    },
  })
  const sendable = claim(database, { companyId, senderId, channel: textChannel, most: 10, now: noon, turn: 1 })
  return { companyId, senderId, database, patientId, campaignId, templateId, text, sendable }
})

for (const [name, database] of testDatabases) {
  layer(engineOn(database), { excludeTestServices: true })(`ongoing campaigns on ${name}`, (it) => {
    it.effect("take a person once for each key, several times for several, and write their own values", () =>
      Effect.gen(function* () {
        const { companyId, campaignId, text, sendable } = yield* textingCompany(1)
        const queue = (key: string) => queueAppointmentText(companyId, text("appointment-1", key))
        const answers = yield* Effect.all([queue("first"), queue("first"), queue("first")], { concurrency: 3 })
        expect(answers.toSorted()).toEqual(["added", "known", "known"])
        expect(yield* queue("second")).toBe("added")
        expect(yield* countsOf(companyId, campaignId)).toEqual({ rows: { queued: 2 }, counters: { queued: 2 } })
        const { claimed } = yield* sendable
        expect(claimed.map(({ body }) => body)).toEqual(
          Array.from(
            { length: 2 },
            () =>
              "Clinic 1: see you Friday, November 20 at 10:30 AM, Mission Clinic, 2400 Mission St. Reply C to confirm, N if you cannot come. Reply STOP to opt out.",
          ),
        )
      }),
    )

    it.effect("are never complete by themselves, and wait for the next person", () =>
      Effect.gen(function* () {
        const { companyId, campaignId, text, sendable, database: store } = yield* textingCompany(2)
        yield* queueAppointmentText(companyId, text("appointment-1", "first"))
        const [sent] = (yield* sendable).claimed
        yield* recordEntries(store, companyId, new Date(noon).toISOString(), [
          { campaignId, recipientId: sent?.recipientId ?? 0, facts: [{ _tag: "SendAccepted", sid: "SM1" }] },
        ])
        const { finished } = yield* findWork(store, noon, false)
        expect(finished.filter(({ company_id }) => company_id === companyId)).toEqual([])
        const complete = yield* Effect.result(sendCommand(companyId, campaignId, { _tag: "CompleteCampaign" }))
        expect(Result.isFailure(complete)).toBe(true)
        expect((yield* readCampaign(companyId, campaignId))?.state).toBe("running")
      }),
    )

    it.effect("leave out what would go too late, because of the hour or after a pause, and say so", () =>
      Effect.gen(function* () {
        const { companyId, campaignId, text, senderId, database: store } = yield* textingCompany(3)
        const evening = noon + 9 * hour
        yield* (yield* MovableClock).move(evening)
        yield* queueAppointmentText(companyId, text("appointment-1", "at night", evening + hour))
        expect((yield* countsOf(companyId, campaignId)).rows).toEqual({ excluded: 1 })
        yield* (yield* MovableClock).move(noon)
        yield* queueAppointmentText(companyId, text("appointment-1", "paused", noon + hour))
        yield* sendCommand(companyId, campaignId, { _tag: "PauseCampaign" })
        const at = (now: number) => claim(store, { companyId, senderId, channel: textChannel, most: 10, now, turn: 1 })
        expect((yield* at(noon)).claimed).toEqual([])
        yield* sendCommand(companyId, campaignId, { _tag: "ResumeCampaign" })
        expect((yield* at(noon + hour)).claimed).toEqual([])
        const reasons = yield* store.company(companyId)(
          store.sql`select distinct reason from recipients where company_id = ${companyId}`,
        )
        expect(reasons).toEqual([{ reason: "tooLate" }])
      }),
    )

    it.effect("take back what waits about one thing, and leave the rest", () =>
      Effect.gen(function* () {
        const { companyId, campaignId, text } = yield* textingCompany(4)
        yield* queueAppointmentText(companyId, text("appointment-1", "first"))
        yield* queueAppointmentText(companyId, text("appointment-11", "other"))
        expect(yield* stopAppointmentTexts(companyId, "appointment-1")).toBe(1)
        expect((yield* countsOf(companyId, campaignId)).rows).toEqual({ cancelled: 1, queued: 1 })
      }),
    )

    it.effect("send the newest published version of their template", () =>
      Effect.gen(function* () {
        const { companyId, templateId, text, sendable, campaignId } = yield* textingCompany(5)
        if (templateId === undefined) return yield* Effect.die("no template")
        const person = { ...(yield* Caller), companyId, actingCompanyId: companyId }
        yield* queueAppointmentText(companyId, text("appointment-1", "first"))
        const save = { companyId, templateId, channel: "SMS", name: "Reminder", purpose: "Reminder" } as const
        const written = "{{ companyName }}: {{ appointmentTime }}. Reply STOP to opt out."
        yield* saveTemplate(person, { ...save, text: written }, {})
        yield* publishTemplate(person, templateId, {})
        expect((yield* sendable).claimed.map(({ body }) => body)).toEqual([
          "Clinic 5: 10:30 AM. Reply STOP to opt out.",
        ])
        expect((yield* readCampaign(companyId, campaignId))?.templateVersion).toBe(2)
      }),
    )

    it.effect("take no one once they are cancelled, or for a kind that is off", () =>
      Effect.gen(function* () {
        const { companyId, campaignId, text, senderId } = yield* textingCompany(6)
        yield* sendCommand(companyId, campaignId, { _tag: "CancelCampaign" })
        expect(yield* queueAppointmentText(companyId, text("appointment-1", "first"))).toBe("off")
        expect(yield* queueAppointmentText(companyId, { ...text("appointment-1", "first"), kind: "moved" })).toBe("off")
        yield* setUpTexts(context(companyId), { senderId, kinds: ["reminder"], reminders: defaultReminders })
        expect(yield* queueAppointmentText(companyId, text("appointment-1", "first"))).toBe("added")
        expect(yield* queueAppointmentText(companyId, { ...text("appointment-1", "first"), kind: "booked" })).toBe(
          "off",
        )
      }),
    )
  })
}
