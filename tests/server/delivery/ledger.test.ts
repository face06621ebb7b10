import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { textChannel } from "#server/delivery/channels/textChannel.ts"
import { claim } from "#server/delivery/claim.ts"
import { factOf } from "#server/delivery/results.ts"
import { makeSenderHealth } from "#server/delivery/senderHealth.ts"
import { readSendKey } from "#server/delivery/sendKey.rule.ts"
import { recordEntries, recordEnded } from "#server/delivery/ledger.ts"
import { reconcile } from "#server/delivery/reconcile.ts"
import { planRecipients } from "#server/outreach/recipients/planRecipients.job.ts"
import { Database } from "#server/store/Database.ts"
import {
  countsOf,
  engineOn,
  launchCampaign,
  makeDraft,
  noon,
  recordedCarrier,
  sendCommand,
  senderIdOf,
  sidOf,
} from "#tests/support/outreach.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"
import { CampaignId, CompanyId } from "#schemas/ids.ts"

const at = new Date(noon).toISOString()
const place = { campaignId: CampaignId.make(1), recipientId: 1 }

/** A running campaign to one person, whose text is on its way as `first`. */
const onItsWay = Effect.fnUntraced(function* (companyId: CompanyId) {
  yield* makeDraft(companyId, 1)
  yield* launchCampaign(companyId, CampaignId.make(1))
  yield* planRecipients(companyId, CampaignId.make(1))
  const database = yield* Database
  yield* recordEntries(database, companyId, at, [{ ...place, facts: [{ _tag: "SendStarted", key: "first" }] }])
  return database
})

for (const [name, database] of testDatabases) {
  const carrier = recordedCarrier()
  const parts = engineOn(database, carrier)
  layer(parts, { excludeTestServices: true })(`how sends end, on ${name}`, (it) => {
    it.effect("the late end of an earlier send does not free the person for a third one", () =>
      Effect.gen(function* () {
        const [companyId, campaignId] = [CompanyId.make(1), CampaignId.make(1)]
        const store = yield* onItsWay(companyId)
        const deferred = {
          ...place,
          key: "first",
          facts: [{ _tag: "SendDeferred", code: "busy", until: null } as const],
        }
        yield* recordEnded(store, companyId, at, textChannel, [deferred])
        yield* recordEntries(store, companyId, at, [{ ...place, facts: [{ _tag: "SendStarted", key: "second" }] }])
        yield* recordEnded(store, companyId, at, textChannel, [deferred])
        expect((yield* countsOf(companyId, campaignId)).rows).toEqual({ sending: 1 })
        yield* recordEnded(store, companyId, at, textChannel, [
          { ...place, key: "first", facts: [{ _tag: "SendAccepted", sid: sidOf(1) }] },
        ])
        expect((yield* countsOf(companyId, campaignId)).rows).toEqual({ sent: 1 })
      }),
    )

    it.effect("a text that was held back is claimed again after a second, and was no attempt", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(4)
        const store = yield* onItsWay(companyId)
        const senderId = yield* senderIdOf(companyId)
        const held = { key: "first", ...place, carrier: "twilio" as const, from: "", to: "", body: "", cost: 1 }
        const facts = [factOf({ _tag: "HeldBack" }, held, noon, makeSenderHealth(textChannel))]
        yield* recordEnded(store, companyId, at, textChannel, [{ ...place, key: "first", facts }])
        const claimAt = (now: number) =>
          Effect.map(
            claim(store, { companyId, senderId, channel: textChannel, most: 1, now, turn: 1 }),
            ({ claimed }) => claimed.map(({ key }) => readSendKey(key)?.attempt),
          )
        expect(yield* claimAt(noon + 999)).toEqual([])
        expect(yield* claimAt(noon + 1_000)).toEqual([1])
      }),
    )

    it.effect("a person who comes back to a campaign that was cancelled meanwhile is cancelled with it", () =>
      Effect.gen(function* () {
        const [companyId, campaignId] = [CompanyId.make(2), CampaignId.make(1)]
        const store = yield* onItsWay(companyId)
        yield* sendCommand(companyId, campaignId, { _tag: "CancelCampaign" })
        const stopped = [{ _tag: "SendDeferred", code: "stopped", until: null } as const]
        yield* recordEnded(store, companyId, at, textChannel, [{ ...place, key: "first", facts: stopped }])
        expect(yield* countsOf(companyId, campaignId)).toEqual({
          rows: { cancelled: 1 },
          counters: { cancelled: 1 },
        })
      }),
    )

    it.effect("a lost send is looked for 5, 20, 60 and 120 seconds later, and goes back to the queue only then", () =>
      Effect.gen(function* () {
        const companyId = CompanyId.make(3)
        const store = yield* onItsWay(companyId)
        yield* recordEntries(store, companyId, at, [{ ...place, body: "Hi", facts: [{ _tag: "SendLost" }] }])
        const senderId = yield* senderIdOf(companyId)
        const looks: Array<number> = []
        const back: Array<number> = []
        for (let seconds = 0; seconds <= 130; seconds += 5) {
          carrier.found = () => {
            looks.push(seconds)
            return []
          }
          yield* reconcile(store, { companyId, senderId, channel: textChannel }, noon + seconds * 1_000)
          if ((yield* countsOf(companyId, CampaignId.make(1))).rows["queued"] === 1) back.push(seconds)
        }
        expect(looks).toEqual([5, 20, 60, 120])
        expect(back).toEqual([120, 125, 130])
      }),
    )
  })
}
