import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { recipientLifecycle } from "#machines/lifecycles/recipient.lifecycle.ts"
import { CampaignId, CompanyId, TemplateId } from "#schemas/ids.ts"
import { callChannel } from "#server/delivery/channels/callChannel.ts"
import { textChannel } from "#server/delivery/channels/textChannel.ts"
import { claim, type Claimed } from "#server/delivery/claim.ts"
import { receiveTexts } from "#server/delivery/inboundMessages.ts"
import { recordEnded } from "#server/delivery/ledger.ts"
import { findLostSends } from "#server/delivery/lostSends.ts"
import { reconcile } from "#server/delivery/reconcile.ts"
import { releaseHeld } from "#server/delivery/releaseHeld.ts"
import type { SendOutcome } from "#server/delivery/Carrier.ts"
import { factOf } from "#server/delivery/results.ts"
import { makeSenderHealth } from "#server/delivery/senderHealth.ts"
import { SendGate } from "#server/delivery/SendGate.ts"
import { recordReports } from "#server/delivery/statusReports.ts"
import { cancelRecipients } from "#server/outreach/recipients/cancelRecipients.job.ts"
import { planRecipients } from "#server/outreach/recipients/planRecipients.job.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { declaredTransitions } from "#tests/paths/instrument.ts"
import { cannotOccur } from "#tests/paths/cannotOccur.ts"
import { fluShotCall } from "#tests/support/callFlows.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import {
  engineOn,
  launchCampaign,
  makeCampaign,
  makeCompany,
  makeDraft,
  makeList,
  makeTemplate,
  noon,
  phoneOf,
  sendCommand,
  senderIdOf,
  senderNumber,
  sidOf,
} from "#tests/support/outreach.ts"
import { takenByFacts } from "./taken.ts"

const services = engineOn(embeddedDatabase)
const hour = 3_600_000
const night = noon + 11 * hour
const morning = noon + 24 * hour

/** What the server, the carrier and the person do, in the order of a life; by the way that leads to each state. */
const sending = ["plan", "claim"] as const
const unknown = [...sending, "lose"] as const
const sent = [...sending, "accept"] as const
const delivered = [...sent, "report delivered"] as const
const failed = [...sent, "report undelivered"] as const
const queuedAgain = [...sending, "defer"] as const
const heldAgain = [...queuedAgain, "claim at night"] as const
const lives = [
  ["lose phone", "plan"],
  ["plan", "change phone", "claim"],
  ["plan", "STOP"],
  ["plan", "cancel"],
  ["plan", "claim at night", "release"],
  ["plan at night", "STOP"],
  ["plan at night", "cancel"],
  ["plan at night", "ask to stop"],
  [...queuedAgain, "report sent"],
  [...heldAgain, "report sent"],
  [...sending, "report sent"],
  [...sending, "refuse"],
  [...sending, "reply"],
  [...sending, "STOP"],
  [...unknown, "report sent"],
  [...unknown, "find nothing"],
  [...unknown, "refuse"],
  [...unknown, "reply"],
  [...unknown, "STOP"],
  [...sent, "reply", "STOP"],
  [...sent, "STOP"],
  [...delivered, "reply"],
  [...failed, "report delivered"],
  [...failed, "reply"],
] as const
type Action = (typeof lives)[number][number]

let companies = 0
let said = 0

/** A campaign of one person in a company of its own, and what may happen to that person. */
const open = Effect.fnUntraced(function* () {
  const database = yield* Database
  const { sql, company } = database
  const gate = yield* SendGate
  const clock = yield* MovableClock
  const id = CompanyId.make((companies += 1))
  const { campaignId } = yield* makeDraft(id, 1, CampaignId.make(id))
  const senderId = yield* senderIdOf(id)
  const place = { campaignId, recipientId: 1 }
  const at = new Date(noon).toISOString()
  let claimed: Claimed | undefined

  const patient = (phone: string | null) =>
    company(id)(sql`update patients set phone = ${phone} where company_id = ${id}`)
  const plan = Effect.andThen(launchCampaign(id, campaignId), planRecipients(id, campaignId))
  const claimAt = (now: number) =>
    Effect.map(claim(database, { companyId: id, senderId, channel: textChannel, most: 1, now, turn: 1 }), (found) => {
      claimed = found.claimed[0] ?? claimed
    })
  const end = (ending: SendOutcome) =>
    Effect.suspend(() => {
      if (claimed === undefined) return Effect.die("no one was claimed")
      const facts = [factOf(ending, claimed, noon, makeSenderHealth(textChannel))]
      return recordEnded(database, id, at, textChannel, [{ ...place, key: claimed.key, facts }])
    })
  const report = (status: "sent" | "delivered" | "undelivered") =>
    Effect.suspend(() => {
      const errorCode = status === "undelivered" ? "30003" : null
      const key = claimed?.key ?? null
      return recordReports(database, textChannel, at, [
        { id: `${id} ${status}`, sid: sidOf(id), key, status, errorCode },
      ])
    })
  const write = (body: string) =>
    Effect.suspend(() => {
      const sid = `SM-${(said += 1)}`
      return receiveTexts(database, gate, at, [{ id: sid, sid, from: phoneOf(id, 1), to: senderNumber(id), body }])
    })
  const actions: Readonly<Record<Action, Effect.Effect<unknown, unknown, unknown>>> = {
    plan,
    "plan at night": Effect.andThen(clock.move(night), plan),
    "lose phone": patient(null),
    "change phone": patient(phoneOf(id, 2)),
    claim: claimAt(noon),
    "claim at night": claimAt(night),
    release: releaseHeld(database, id, senderId, morning),
    cancel: Effect.andThen(sendCommand(id, campaignId, { _tag: "CancelCampaign" }), cancelRecipients(id, campaignId)),
    accept: end({ _tag: "Accepted", sid: sidOf(id) }),
    defer: end({ _tag: "Deferred", code: "20429" }),
    refuse: end({ _tag: "Refused", code: "21211", message: "", permanent: true }),
    lose: findLostSends(database, id, senderId, new Set()),
    // The first look sets the time of the next; the second finds nothing and is the last.
    "find nothing": Effect.forEach([noon, noon + hour], (now) =>
      reconcile(database, { companyId: id, senderId, channel: textChannel }, now, [1]),
    ),
    "report sent": report("sent"),
    "report delivered": report("delivered"),
    "report undelivered": report("undelivered"),
    reply: write("It went well, thanks"),
    "ask to stop": write("please stop texting me"),
    STOP: write("STOP"),
  }
  return actions as Readonly<Record<Action, Effect.Effect<unknown>>>
})

layer(services, { excludeTestServices: true, timeout: 60_000 })("the life of a recipient on the server", (it) => {
  it.effect.each(lives.map((life) => [life] as const))("moves as the chart says: %s", ([life]) =>
    Effect.gen(function* () {
      const actions = yield* open()
      const thing = `${companies} ${companies} 1`
      let facts = ""
      for (const action of life) {
        yield* actions[action]
        const { sql, company } = yield* Database
        const [row] = yield* company(CompanyId.make(companies))(
          sql<{ state: string; facts: string }>`
            select state, (select count(*) from deliveries where company_id = ${companies})::text as facts
            from recipients where company_id = ${companies}`,
        )
        expect(row?.state).toBe((yield* takenByFacts(recipientLifecycle)).ends[thing])
        // What is done to a planned person is recorded; what was done to a patient before is not.
        if (!action.endsWith("phone")) expect(row?.facts).not.toBe(facts)
        facts = row?.facts ?? ""
      }
    }),
  )

  it.effect("holds a person whose call no one answered for another one", () =>
    Effect.gen(function* () {
      const database = yield* Database
      const id = CompanyId.make((companies += 1))
      const [campaignId, templateId] = [CampaignId.make(id), TemplateId.make(id)]
      yield* makeCompany(id, 100, "IVR")
      const flow = { ...fluShotCall, retries: [{ outcome: "no-answer", times: 1, minutes: 60 }] }
      yield* makeTemplate(id, templateId, JSON.stringify(flow), "IVR")
      yield* makeCampaign(id, { campaignId, listId: yield* makeList(id, 1), templateId, channel: "IVR" })
      yield* launchCampaign(id, campaignId)
      yield* planRecipients(id, campaignId)
      const sender = { companyId: id, senderId: yield* senderIdOf(id), channel: callChannel }
      const { claimed } = yield* claim(database, { ...sender, most: 1, now: noon, turn: 1 })
      const report = { sid: "CA1", key: claimed[0]?.key ?? null, errorCode: null }
      yield* recordReports(database, callChannel, new Date(noon).toISOString(), [
        { ...report, id: "ringing", status: "ringing" },
        { ...report, id: "no-answer", status: "no-answer" },
      ])
      const { ends } = yield* takenByFacts(recipientLifecycle)
      expect(ends[`${id} ${id} 1`]).toBe("held")
    }),
  )

  it.effect("took every transition of the chart that anything can bring", () =>
    Effect.gen(function* () {
      const { taken } = yield* takenByFacts(recipientLifecycle)
      const missed = declaredTransitions(recipientLifecycle).filter((name) => !taken.has(name))
      expect(missed.toSorted()).toEqual(Object.keys(cannotOccur.recipient).toSorted())
    }),
  )
})
