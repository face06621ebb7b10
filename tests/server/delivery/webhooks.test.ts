import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { CampaignId, CompanyId, type ListId, TemplateId } from "#schemas/ids.ts"
import { webhookPaths } from "#schemas/outreach/delivery.ts"
import { textChannel } from "#server/delivery/channels/textChannel.ts"
import { claim, type Claimed } from "#server/delivery/claim.ts"
import { recordEntries } from "#server/delivery/ledger.ts"
import { signLikeTwilio } from "#server/delivery/twilioForms.ts"
import { Webhooks } from "#server/delivery/webhooks.ts"
import { decideReply, readUnclearReplies } from "#server/delivery/unclearReplies.ts"
import { SendGate } from "#server/delivery/SendGate.ts"
import { planRecipients } from "#server/outreach/recipients/planRecipients.job.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { answerOf, authToken, carrier, messageSid, post, publicUrl, textFrom } from "#tests/support/signedWebhooks.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import {
  countsOf,
  engineParts,
  eventually,
  launchCampaign,
  makeCampaign,
  makeCompany,
  makeList,
  makeTemplate,
  noon,
  phoneOf,
  senderIdOf,
  senderNumber,
  storeOn,
} from "#tests/support/outreach.ts"

const services = Webhooks.layer(publicUrl).pipe(
  Layer.provideMerge(engineParts),
  Layer.provideMerge(Layer.mergeAll(storeOn(embeddedDatabase), carrier)),
)

const report = (claimed: Pick<Claimed, "key" | "recipientId">, status: string, errorCode?: string) =>
  post(`${webhookPaths.status}?key=${encodeURIComponent(claimed.key)}`, {
    MessageSid: messageSid(claimed.recipientId),
    MessageStatus: status,
    ...(errorCode === undefined ? {} : { ErrorCode: errorCode }),
  })

const rowOf = Effect.fnUntraced(function* (companyId: CompanyId, recipientId: number, campaignId: number = companyId) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(
    sql<{ state: string; sid: string | null; failed_code: string | null; said: ReadonlyArray<string> }>`
      select state, sid, failed_code,
        (select coalesce(jsonb_agg(d.type order by d.pos), '[]') from deliveries d where d.company_id = r.company_id
           and d.campaign_id = r.campaign_id and d.recipient_id = r.recipient_id) as said
      from recipients r where company_id = ${companyId} and campaign_id = ${campaignId} and recipient_id = ${recipientId}`,
  )
  return row
})

/** What was kept aside, in the order it came. */
const strays = Effect.flatMap(
  Database,
  ({ sql }) => sql<{ why: string; status: string }>`select why, status from stray_reports order by ctid`,
)

const rowsOf = Effect.fnUntraced(function* (companyId: CompanyId, table: string, columns: string) {
  const { sql, company } = yield* Database
  return yield* company(companyId)(
    sql.unsafe(`select ${columns} from ${table} where company_id = ${companyId} order by 1`),
  )
})

/** A running campaign whose people are all being sent to; company, template and campaign have the same number. */
const prepare = Effect.fnUntraced(function* (id: number, people: number) {
  const [companyId, campaignId] = [CompanyId.make(id), CampaignId.make(id)]
  yield* (yield* MovableClock).move(noon)
  yield* makeCompany(companyId)
  const listId = yield* makeList(companyId, people)
  yield* makeTemplate(companyId, TemplateId.make(id))
  yield* launchOn(companyId, campaignId, listId)
  const claimed = yield* claimedOf(companyId)
  const [first = yield* Effect.die("no one was claimed"), second] = claimed
  return { companyId, campaignId, claimed, first, second }
})

/** Launches another campaign of the company's template on a list, and plans it. */
const launchOn = Effect.fnUntraced(function* (companyId: CompanyId, campaignId: CampaignId, listId: ListId) {
  yield* makeCampaign(companyId, { campaignId, listId, templateId: TemplateId.make(companyId) })
  yield* launchCampaign(companyId, campaignId)
  yield* planRecipients(companyId, campaignId)
})

const claimedOf = Effect.fnUntraced(function* (companyId: CompanyId, { most = 500, turn = 1 } = {}) {
  const senderId = yield* senderIdOf(companyId)
  const sender = { companyId, senderId, channel: textChannel }
  const { claimed } = yield* claim(yield* Database, { ...sender, most, now: noon, turn })
  return claimed.toSorted((left, right) => left.recipientId - right.recipientId)
})

layer(services, { excludeTestServices: true, timeout: 60_000 })("the carrier's webhooks", (it) => {
  it.effect("fold reports before any answer came, in the wrong order and twice", () =>
    Effect.gen(function* () {
      const { companyId, first, second } = yield* prepare(1, 2)
      if (second === undefined) return yield* Effect.die("no one was claimed")
      for (const status of ["delivered", "sent", "delivered", "queued"]) expect(yield* report(first, status)).toBe(204)
      expect(yield* report(second, "undelivered", "30003")).toBe(204)
      expect(yield* rowOf(companyId, 1)).toMatchObject({
        state: "delivered",
        sid: messageSid(1),
        said: ["RecipientQueued", "SendStarted", "SendAccepted", "MessageDelivered"],
      })
      expect(yield* rowOf(companyId, 2)).toMatchObject({ state: "failed", failed_code: "30003" })
      expect((yield* countsOf(companyId, CampaignId.make(1))).counters).toEqual({ delivered: 1, failed: 1 })
    }),
  )

  it.effect("commit many at once in one go, each answered when it is stored", () =>
    Effect.gen(function* () {
      const { companyId, claimed } = yield* prepare(2, 60)
      const answers = yield* Effect.forEach(
        claimed.flatMap((one) => [[one, "sent"] as const, [one, "delivered"] as const, [one, "delivered"] as const]),
        ([one, status]) => report(one, status),
        { concurrency: "unbounded" },
      )
      expect(new Set(answers)).toEqual(new Set([204]))
      const delivered = { delivered: 60 }
      expect(yield* countsOf(companyId, CampaignId.make(2))).toEqual({ rows: delivered, counters: delivered })
    }),
  )

  it.effect("are asked for once more, and when, while the database is away", () =>
    Effect.gen(function* () {
      const { sql } = yield* Database
      yield* sql`set search_path = nowhere`
      const form = { MessageSid: messageSid(1), MessageStatus: "sent" }
      const { status, headers } = yield* answerOf(`${webhookPaths.status}?key=1-1-1`, form)
      yield* sql`set search_path = public`
      expect([status, headers.get("retry-after")]).toEqual([503, "5"])
    }),
  )

  it.effect("change nothing for a wrong signature, another address, or a key of no one", () =>
    Effect.gen(function* () {
      const { companyId, first } = yield* prepare(3, 1)
      const form = { MessageSid: messageSid(1), MessageStatus: "delivered" }
      const path = `${webhookPaths.status}?key=${first.key}`
      expect(yield* post(path, form, "forged")).toBe(403)
      expect(yield* post(path, form, signLikeTwilio("other-token", publicUrl + path, form))).toBe(403)
      // Signed for another recipient's address: the key is part of what is signed.
      expect(yield* post(path, form, signLikeTwilio(authToken, publicUrl + path.replace(".1.1.", ".2.1."), form))).toBe(
        403,
      )
      expect(
        yield* post(
          webhookPaths.inbound,
          { MessageSid: messageSid(9), From: phoneOf(companyId, 1), To: senderNumber(companyId), Body: "STOP" },
          "",
        ),
      ).toBe(403)
      expect((yield* rowOf(companyId, 1))?.state).toBe("sending")
      for (const key of ["3.3.1.1.anotherRandom", "3.3.99.1.anotherRandom", "99.1.1.1.anotherRandom", "nonsense"]) {
        expect(yield* report({ key, recipientId: 1 }, "delivered")).toBe(204)
      }
      expect((yield* rowOf(companyId, 1))?.state).toBe("sending")
      expect(yield* rowsOf(companyId, "opt_outs", "phone")).toEqual([])
      // Repeated, and an answer to HELP, whose outcome is all that is known of it.
      expect(yield* report({ key: "nonsense", recipientId: 2 }, "sent")).toBe(204)
      expect(yield* report({ key: "nonsense", recipientId: 2 }, "sent")).toBe(204)
      expect(yield* report({ key: "notice.abcdefghijkl.1", recipientId: 3 }, "sent")).toBe(204)
      expect(yield* strays).toEqual([
        { why: "noText", status: "delivered" },
        { why: "noKey", status: "sent" },
      ])
    }),
  )

  it.effect("take a status that the carrier has one day, as proof that it has the text, and keep it", () =>
    Effect.gen(function* () {
      const { companyId, first } = yield* prepare(30, 1)
      const own = { ...first, recipientId: 3001 }
      for (const status of ["teleported", "teleported", "delivered", "teleported"]) {
        expect(yield* report(own, status)).toBe(204)
      }
      expect(yield* rowOf(companyId, 1)).toMatchObject({ state: "delivered", sid: messageSid(3001) })
      expect((yield* strays).slice(-1)).toEqual([{ why: "status", status: "teleported" }])
    }),
  )

  it.effect("believe a late report of a try that was given up", () =>
    Effect.gen(function* () {
      const { companyId, first } = yield* prepare(4, 1)
      const place = { campaignId: CampaignId.make(4), recipientId: 1 }
      const at = new Date(noon).toISOString()
      yield* recordEntries(yield* Database, companyId, at, [
        { ...place, facts: [{ _tag: "SendLost" }, { _tag: "SendDeferred", code: "absent", until: null }] },
      ])
      expect((yield* rowOf(companyId, 1))?.state).toBe("queued")
      expect(yield* report(first, "delivered")).toBe(204)
      expect((yield* rowOf(companyId, 1))?.state).toBe("delivered")
    }),
  )

  it.effect("believe a late report of a try that was given up, while a later one is on its way", () =>
    Effect.gen(function* () {
      const { companyId, first } = yield* prepare(9, 1)
      const at = new Date(noon).toISOString()
      yield* recordEntries(yield* Database, companyId, at, [
        {
          campaignId: CampaignId.make(9),
          recipientId: 1,
          facts: [{ _tag: "SendLost" }, { _tag: "SendDeferred", code: "absent", until: null }],
        },
      ])
      const claimed = yield* claimedOf(companyId, { most: 1, turn: 2 })
      expect(claimed.map(({ key }) => key)).not.toContain(first.key)
      expect((yield* rowOf(companyId, 1))?.state).toBe("sending")
      expect(yield* report(first, "delivered")).toBe(204)
      expect((yield* rowOf(companyId, 1))?.state).toBe("delivered")
    }),
  )

  it.effect("bring a STOP that is looked at once more when a text is claimed", () =>
    Effect.gen(function* () {
      const { companyId } = yield* prepare(10, 1)
      yield* textFrom(companyId, 1, "STOP")
      const again = yield* makeList(companyId, 1, { name: "Again", first: 900 })
      const { sql, company } = yield* Database
      yield* company(companyId)(sql`update patients set phone = ${phoneOf(companyId, 1)} where company_id = 10`)
      yield* launchOn(companyId, CampaignId.make(101), again)
      expect((yield* rowOf(companyId, 1, 101))?.state).toBe("excluded")
      // As if the campaign had been planned a moment before the STOP was stored.
      yield* company(companyId)(sql`
        update recipients set state = 'queued', reason = null where company_id = 10 and campaign_id = 101`)
      const claimed = yield* claimedOf(companyId, { most: 1, turn: 3 })
      expect(claimed).toEqual([])
      expect((yield* rowOf(companyId, 1, 101))?.state).toBe("optedOut")
    }),
  )

  it.effect("obey STOP for every text still to come, and count it for the campaign that was answered", () =>
    Effect.gen(function* () {
      const { companyId, first, second } = yield* prepare(5, 2)
      if (second === undefined) return yield* Effect.die("no one was claimed")
      yield* report(first, "delivered")
      const again = yield* makeList(companyId, 1, { name: "Again", first: 900 })
      const { sql, company } = yield* Database
      yield* company(companyId)(
        sql`update patients set phone = ${phoneOf(companyId, 1)} where company_id = 5 and identity = 'e:Again-900'`,
      )
      yield* launchOn(companyId, CampaignId.make(51), again)
      expect((yield* rowOf(companyId, 1, 51))?.state).toBe("queued")

      const sid = messageSid(77_777)
      expect(yield* textFrom(companyId, 1, " Stop! ", sid)).toBe(200)
      expect(yield* textFrom(companyId, 1, " Stop! ", sid)).toBe(200)
      expect((yield* rowOf(companyId, 1))?.state).toBe("optedOut")
      expect((yield* rowOf(companyId, 1))?.said.slice(-2)).toEqual(["ReplyReceived", "RecipientOptedOut"])
      expect((yield* rowOf(companyId, 1, 51))?.state).toBe("optedOut")
      expect(yield* rowsOf(companyId, "opt_outs", "opt_out_id::int as id, consent, source, evidence")).toMatchObject([
        { consent: "revoked", source: "reply", evidence: " Stop! " },
      ])
      // "Yes" now asks to be texted again; from the other person it is an answer.
      expect(yield* textFrom(companyId, 1, "Yes")).toBe(200)
      expect(yield* textFrom(companyId, 2, "Yes")).toBe(200)
      expect(yield* rowsOf(companyId, "opt_outs", "opt_out_id::int as id, consent")).toMatchObject([
        { consent: "revoked" },
        { consent: "granted" },
      ])
      expect((yield* rowOf(companyId, 2))?.state).toBe("replied")
    }),
  )

  it.effect("count a reply for the newest text that may have reached the person, not for one the carrier refused", () =>
    Effect.gen(function* () {
      const { companyId, first } = yield* prepare(41, 1)
      yield* report(first, "delivered")
      const again = yield* makeList(companyId, 1, { name: "Again", first: 900 })
      const { sql, company } = yield* Database
      yield* company(companyId)(
        sql`update patients set phone = ${phoneOf(companyId, 1)} where company_id = 41 and identity = 'e:Again-900'`,
      )
      const campaignId = CampaignId.make(411)
      yield* launchOn(companyId, campaignId, again)
      expect(yield* claimedOf(companyId)).toHaveLength(1)
      yield* recordEntries(yield* Database, companyId, new Date(noon).toISOString(), [
        { campaignId, recipientId: 1, facts: [{ _tag: "SendRefused", code: "21211" }] },
      ])
      expect(yield* textFrom(companyId, 1, "It went well, thanks")).toBe(200)
      expect((yield* rowOf(companyId, 1))?.state).toBe("replied")
      expect((yield* rowOf(companyId, 1, campaignId))?.state).toBe("failed")
    }),
  )

  it.effect("hold back at once who may have opted out, until staff or the person decide", () =>
    Effect.gen(function* () {
      const { companyId } = yield* prepare(29, 2)
      const campaignId = CampaignId.make(91)
      const again = yield* makeList(companyId, 2, { name: "Again", first: 900 })
      const { sql, company } = yield* Database
      for (const n of [1, 2]) {
        yield* company(companyId)(
          sql`update patients set phone = ${phoneOf(companyId, n)} where company_id = 29 and identity = ${`e:Again-${899 + n}`}`,
        )
      }
      yield* launchOn(companyId, campaignId, again)
      const until = new Date(noon + 3_600_000).toISOString()
      yield* recordEntries(yield* Database, companyId, new Date(noon).toISOString(), [
        { campaignId, recipientId: 2, facts: [{ _tag: "RecipientHeld", until }] },
      ])

      expect(yield* textFrom(companyId, 1, "please stop texting me")).toBe(200)
      expect(yield* textFrom(companyId, 2, "Stop\n\nPerson Two")).toBe(200)
      expect((yield* rowOf(companyId, 1, 91))?.state).toBe("excluded")
      expect((yield* rowOf(companyId, 2, 91))?.state).toBe("excluded")
      const gate = yield* SendGate
      expect(gate.refuses(companyId, CampaignId.make(29), phoneOf(companyId, 1))).toBe(true)
      // An answer to a question takes nothing back.
      yield* textFrom(companyId, 2, "Yes")
      const waiting = yield* readUnclearReplies(companyId)
      expect(waiting).toMatchObject([
        { phone: phoneOf(companyId, 1), text: "please stop texting me" },
        { phone: phoneOf(companyId, 2), text: "Stop\n\nPerson Two" },
      ])
      expect(waiting[0]?.people).toContain("Person1 Doe")

      const [first, second] = waiting
      yield* decideReply(companyId, { replyId: first?.replyId ?? 0, decision: "optOut" })
      expect((yield* rowOf(companyId, 1))?.state).toBe("optedOut")
      yield* textFrom(companyId, 2, "START")
      expect(yield* readUnclearReplies(companyId)).toEqual([])
      const late = yield* Effect.flip(decideReply(companyId, { replyId: second?.replyId ?? 0, decision: "optOut" }))
      expect(late).toMatchObject({ problem: "NotAllowedNow" })
      const foreign = decideReply(CompanyId.make(5), { replyId: first?.replyId ?? 0, decision: "keep" })
      expect(yield* Effect.flip(foreign)).toMatchObject({ problem: "NotFound" })
      expect(yield* rowsOf(companyId, "opt_outs", "opt_out_id::int as id, consent, source")).toMatchObject([
        { consent: "unclear", source: "reply" },
        { consent: "unclear", source: "reply" },
        { consent: "revoked", source: "staff" },
        { consent: "granted", source: "reply" },
      ])
    }),
  )

  it.effect("close and open the way of texts in every process", () =>
    Effect.gen(function* () {
      const { companyId, campaignId } = yield* prepare(31, 2)
      const here = yield* SendGate
      const elsewhere = Context.get(yield* Layer.build(Layer.fresh(SendGate.layer)), SendGate)
      const refuses = (gate: typeof here, person: number) =>
        gate.refuses(companyId, campaignId, phoneOf(companyId, person))
      const refuse = (person: number, wanted: boolean) =>
        eventually(Effect.sync(() => [here, elsewhere].every((gate) => refuses(gate, person) === wanted)))
      yield* textFrom(companyId, 1, "STOP")
      expect(refuses(here, 1)).toBe(true)
      yield* refuse(1, true)
      yield* textFrom(companyId, 1, "START")
      yield* refuse(1, false)
      yield* textFrom(companyId, 2, "stop it")
      yield* refuse(2, true)
      const [reply] = yield* readUnclearReplies(companyId)
      yield* decideReply(companyId, { replyId: reply?.replyId ?? 0, decision: "keep" })
      yield* refuse(2, false)
    }).pipe(Effect.scoped),
  )

  it.effect("close the way of texts while they are recorded, and open it when that fails", () =>
    Effect.gen(function* () {
      const companyId = CompanyId.make(32)
      const gate = yield* SendGate
      const refuses = Effect.sync(() => gate.refuses(companyId, CampaignId.make(32), phoneOf(companyId, 1)))
      const failed = gate.whileSaid(companyId, [phoneOf(companyId, 1)], Effect.flatMap(refuses, Effect.fail))
      expect([yield* Effect.flip(failed), yield* refuses]).toEqual([true, false])
    }),
  )

  it.effect("queue one answer to HELP, and keep what people wrote next to what they answered", () =>
    Effect.gen(function* () {
      const { companyId } = yield* prepare(6, 1)
      const sid = messageSid(88_888)
      yield* Effect.forEach([1, 2, 3], () => textFrom(companyId, 1, "help", sid), { concurrency: "unbounded" })
      yield* textFrom(companyId, 1, "It went well, thanks")
      expect(yield* rowsOf(companyId, "notices", "kind, state, phone")).toEqual([
        { kind: "help", state: "queued", phone: phoneOf(companyId, 1) },
      ])
      expect(
        yield* rowsOf(companyId, "inbound_messages", "inbound_id::int as id, request, body, campaign_id, recipient_id"),
      ).toMatchObject([
        { request: "help", body: "help" },
        { request: "other", body: "It went well, thanks", campaign_id: 6, recipient_id: 1 },
      ])
      expect((yield* rowOf(companyId, 1))?.state).toBe("replied")
    }),
  )

  it.effect("distinguish companies by the number a text came to", () =>
    Effect.gen(function* () {
      const { companyId } = yield* prepare(7, 1)
      yield* prepare(8, 1)
      // The same person, at a number of the other company.
      expect(
        yield* post(webhookPaths.inbound, {
          MessageSid: messageSid(99_999),
          From: phoneOf(companyId, 1),
          To: senderNumber(CompanyId.make(8)),
          Body: "STOP",
        }),
      ).toBe(200)
      expect((yield* rowOf(companyId, 1))?.state).toBe("sending")
      expect(yield* rowsOf(companyId, "opt_outs", "phone")).toEqual([])
      expect(yield* rowsOf(CompanyId.make(8), "opt_outs", "phone")).toEqual([{ phone: phoneOf(companyId, 1) }])
      expect(
        yield* post(webhookPaths.inbound, {
          MessageSid: messageSid(99_998),
          From: phoneOf(companyId, 1),
          To: "+12125559999",
          Body: "STOP",
        }),
      ).toBe(200)
    }),
  )
})
