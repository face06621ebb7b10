import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { CampaignId, CompanyId, TemplateId } from "#schemas/ids.ts"
import { defaultSettings, type GlobalSettings } from "#schemas/administration/globalSettings.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import { writeGlobalSettings } from "#server/administration/globalSettings/globalSettings.queries.ts"
import { channelOf } from "#server/delivery/channels/channels.ts"
import { claim } from "#server/delivery/claim.ts"
import { releaseHeld } from "#server/delivery/releaseHeld.ts"
import { checkCampaign } from "#server/outreach/campaigns/checkCampaign.queries.ts"
import { planRecipients } from "#server/outreach/recipients/planRecipients.job.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { fluShotCall } from "#tests/support/callFlows.ts"
import {
  engineOn,
  launchCampaign,
  makeCampaign,
  makeCompany,
  makeList,
  makeTemplate,
  messageText,
  noon,
  senderIdOf,
} from "#tests/support/outreach.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

let made = 0

const bodies: Record<ChannelName, string> = { SMS: messageText, IVR: JSON.stringify(fluShotCall) }

/** A company that texts from 8:00 to 21:00 and calls from 9:00 to 20:00, and its campaign by one channel to someone in Miami. */
const running = Effect.fnUntraced(function* (channel: ChannelName) {
  const id = (made += 1)
  const [companyId, campaignId, templateId] = [CompanyId.make(id), CampaignId.make(1), TemplateId.make(id)]
  const database = yield* Database
  const { sql, company } = database
  yield* (yield* MovableClock).move(noon)
  yield* makeCompany(companyId, 100, channel)
  const listId = yield* makeList(companyId, 1)
  yield* company(companyId)(
    Effect.andThen(
      sql`update companies set sending_from = '08:00', sending_to = '21:00', calling_from = '09:00', calling_to = '20:00' where company_id = ${companyId}`,
      sql`update patients set zip = '33101' where company_id = ${companyId}`,
    ),
  )
  yield* makeTemplate(companyId, templateId, bodies[channel], channel)
  yield* makeCampaign(companyId, { campaignId, listId, templateId, channel })
  yield* launchCampaign(companyId, campaignId)
  yield* planRecipients(companyId, campaignId)
  return { database, companyId, campaignId, listId, senderId: yield* senderIdOf(companyId) }
})

type Running = Effect.Success<ReturnType<typeof running>>

/** What becomes of the campaign's person at an instant: "leaves", or the instant until which they are held. */
const leavesAt = Effect.fnUntraced(function* (
  { database, companyId, senderId }: Running,
  channel: ChannelName,
  instant: string,
) {
  const now = Date.parse(instant)
  yield* releaseHeld(database, companyId, senderId, now)
  const request = { companyId, senderId, channel: channelOf(channel), most: 10, now, turn: 1 }
  const { claimed } = yield* claim(database, request)
  if (claimed.length > 0) return "leaves"
  const { sql, company } = database
  const [held] = yield* company(companyId)(
    sql<{ until: Date | null }>`select held_until as until from recipients where company_id = ${companyId}`,
  )
  return held?.until?.toISOString()
})

const bothAt = Effect.fnUntraced(function* (instant: string) {
  const text = yield* leavesAt(yield* running("SMS"), "SMS", instant)
  const call = yield* leavesAt(yield* running("IVR"), "IVR", instant)
  return { text, call }
})

const settle = (settings: Partial<GlobalSettings>) =>
  Effect.flatMap(Database, ({ sql, everyCompany }) =>
    everyCompany(writeGlobalSettings(sql, { ...defaultSettings, ...settings })),
  )

for (const [name, database] of testDatabases) {
  layer(engineOn(database), { excludeTestServices: true })(`calling hours on ${name}`, (it) => {
    it.effect("hold a call before and after them, while a text may leave", () =>
      Effect.gen(function* () {
        expect(yield* bothAt("2026-11-18T13:30:00Z")).toEqual({ text: "leaves", call: "2026-11-18T14:00:00.000Z" })
        expect(yield* bothAt("2026-11-18T17:00:00Z")).toEqual({ text: "leaves", call: "leaves" })
        expect(yield* bothAt("2026-11-19T01:00:00Z")).toEqual({ text: "leaves", call: "2026-11-19T14:00:00.000Z" })
      }),
    )

    it.effect("hold a call to the hour on the wall in nights in which the clocks change", () =>
      Effect.gen(function* () {
        // Half past eight in the evening, and in the morning; clocks go forward on March 14, back on November 7.
        expect(yield* bothAt("2027-03-14T01:30:00Z")).toEqual({ text: "leaves", call: "2027-03-14T13:00:00.000Z" })
        expect(yield* bothAt("2027-03-14T12:30:00Z")).toEqual({ text: "leaves", call: "2027-03-14T13:00:00.000Z" })
        expect(yield* bothAt("2027-11-07T00:30:00Z")).toEqual({ text: "leaves", call: "2027-11-07T14:00:00.000Z" })
        expect(yield* bothAt("2027-11-07T13:30:00Z")).toEqual({ text: "leaves", call: "2027-11-07T14:00:00.000Z" })
      }),
    )

    it.effect("let a call leave that was held, and not a moment before", () =>
      Effect.gen(function* () {
        const campaign = yield* running("IVR")
        const at = (instant: string) => leavesAt(campaign, "IVR", instant)
        expect(yield* at("2027-11-07T00:30:00Z")).toBe("2027-11-07T14:00:00.000Z")
        expect(yield* at("2027-11-07T13:59:59.999Z")).toBe("2027-11-07T14:00:00.000Z")
        expect(yield* at("2027-11-07T14:00:00Z")).toBe("leaves")
      }),
    )

    it.effect("hold a call that could leave after them, however slow the carrier is", () =>
      Effect.gen(function* () {
        // Half a minute before nine in the morning nothing leaves yet; half a minute before eight in the evening nothing any more.
        expect(yield* bothAt("2026-11-18T13:59:45Z")).toEqual({ text: "leaves", call: "2026-11-18T14:00:00.000Z" })
        expect(yield* bothAt("2026-11-19T00:59:29Z")).toEqual({ text: "leaves", call: "leaves" })
        expect(yield* bothAt("2026-11-19T00:59:30Z")).toEqual({ text: "leaves", call: "2026-11-19T14:00:00.000Z" })
      }),
    )

    it.effect("are narrowed by a state and by a holiday, as those of texts", () =>
      Effect.gen(function* () {
        yield* settle({ quietHours: [{ state: "FL", from: "10:00", to: "19:00" }] })
        const held = "2026-11-18T15:00:00.000Z"
        expect(yield* bothAt("2026-11-18T14:30:00Z")).toEqual({ text: held, call: held })
        yield* settle({})
        const campaign = yield* running("IVR")
        const { companyId, database: store } = campaign
        yield* store.company(companyId)(
          store.sql`update companies set holidays = '[{"date":"2026-11-18","name":"Founders’ day"}]' where company_id = ${companyId}`,
        )
        expect(yield* leavesAt(campaign, "IVR", "2026-11-18T17:00:00Z")).toBe("2026-11-19T14:00:00.000Z")
      }),
    )

    it.effect("are what the check before the launch says", () =>
      Effect.gen(function* () {
        const { companyId, listId } = yield* running("IVR")
        const flow = { text: bodies.IVR, parameters: [], translations: [] }
        const request = { channel: channelOf("IVR"), companyId, campaignId: CampaignId.make(2), listId, ...flow }
        const { held } = yield* checkCampaign({ ...request, startAt: "2026-11-19T01:30:00Z" })
        expect(held).toMatchObject([{ until: "2026-11-19T14:00:00.000Z", people: 1 }])
      }),
    )
  })
}
