import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { RecipientFact } from "#schemas/outreach/events.ts"
import type { ReplyRule } from "#schemas/outreach/replyRule.ts"
import { loginOutcome } from "#server/session/login.rule.ts"
import { foldFact, planned, type RecipientRow } from "#server/outreach/recipients/recipient.rule.ts"
import { readUnclearReplies } from "#server/delivery/unclearReplies.ts"
import { readRequest } from "#server/outreach/optOuts/optOut.rule.ts"
import { demoAccounts, demoColleagues } from "#server/demo/accounts.ts"
import { Demo } from "#server/demo/Demo.ts"
import { seedDemo } from "#server/demo/seed.ts"
import { northwindTemplates } from "#server/demo/texts.ts"
import { TextKind } from "#schemas/scheduling/appointmentText.ts"
import { readAppointmentTexts } from "#server/scheduling/texts/appointmentTexts.queries.ts"
import { newsMillis } from "#server/administration/notices/notice.rule.ts"
import { Accounts } from "#server/identity/Accounts.ts"
import { embeddedIssuer } from "#server/identity/IdentityConfig.ts"
import { hashOfRules } from "#server/outreach/replyRules/replyRule.commands.ts"
import { judgeRules } from "#server/outreach/replyRules/replyRule.queries.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { beginReplay, progressOf, replay } from "#server/store/replay.ts"
import { streams } from "#server/streams.ts"
import { outcomeDrift } from "#tests/support/outcomeDrift.ts"
import { demoIds, emptyServices, seedingDay } from "#tests/support/seededDemo.ts"

const progress: Array<readonly [number, number]> = []
const seeded = Layer.effectDiscard(
  Effect.gen(function* () {
    yield* (yield* MovableClock).move(seedingDay)
    yield* seedDemo((done, of) => Effect.sync(() => void progress.push([done, of])))
  }),
).pipe(Layer.provideMerge(emptyServices))

layer(seeded, { excludeTestServices: true, timeout: 60_000 })("the demo's data", (it) => {
  const all = <A extends object>(text: string) =>
    Effect.gen(function* () {
      const { sql, everyCompany } = yield* Database
      return yield* everyCompany(sql.unsafe<A>(text))
    })

  it.effect("is stored once, with a note of when, and reports how far it is", () =>
    Effect.gen(function* () {
      expect(yield* seedDemo()).toBe(false)
      const demo = yield* Effect.provide(Effect.service(Demo), Demo.layer)
      expect(demo.isOn).toBe(true)
      expect(demo.seededAt?.slice(0, 16)).toBe("2026-11-21T15:00")
      expect(progress.map(([done]) => done)).toEqual(progress.map((_, place) => place))
      expect(progress.at(-1)).toEqual([progress.length - 1, progress.length - 1])
    }),
  )

  it.effect(
    "has 5,000 patients for Northwind and 200 for Harbor, finished campaigns in every month of the year, one to come, and for Northwind one that is being sent",
    () =>
      Effect.gen(function* () {
        const people = yield* all<{ code: string; people: number }>(
          "select code, count(*)::int as people from patients join companies using (company_id) group by code order by code",
        )
        expect(people).toEqual([
          { code: "HARBOR", people: 200 },
          { code: "NORTHWIND", people: 5_000 },
        ])
        const campaigns = yield* all<{ months: number; open: ReadonlyArray<string>; newest: Date }>(
          `select count(distinct to_char((row ->> 'launchedOn')::timestamptz, 'YYYY-MM'))::int as months,
                array_agg(state) filter (where state <> 'completed' and row ->> 'listId' is not null) as open, max(updated_at) as newest
         from read_models where category = 'campaign' group by company_id order by company_id`,
        )
        expect(campaigns.map(({ open }) => open.toSorted())).toEqual([["running", "scheduled"], ["scheduled"]])
        for (const { months, newest } of campaigns) {
          expect(months).toBeGreaterThanOrEqual(12)
          expect(newest.getTime()).toBeLessThan(seedingDay)
        }
        expect(campaigns).toHaveLength(2)
      }),
  )

  it.effect(
    "sends every text about appointments for Northwind, through ongoing campaigns with published templates",
    () =>
      Effect.gen(function* () {
        const texts = yield* readAppointmentTexts(demoIds.northwind)
        expect(texts.kinds).toEqual(TextKind.literals)
        expect(texts.campaigns.map(({ kind, campaignState }) => [kind, campaignState])).toEqual(
          TextKind.literals.toSorted().map((kind) => [kind, "running"]),
        )
        expect((yield* readAppointmentTexts(demoIds.harbor)).kinds).toEqual([])
      }),
  )

  it.effect("has read models that are what their streams replay to", () =>
    Effect.gen(function* () {
      const [found] = yield* all<{ rows: number }>("select count(*)::int as rows from read_models")
      expect(found?.rows).toBeGreaterThan(90)
      const replayed = yield* Effect.forEach(streams, (stream) =>
        beginReplay(stream).pipe(Effect.andThen(replay(stream, () => Effect.void)), Effect.andThen(progressOf(stream))),
      )
      expect(replayed.map((progress) => progress?.differed)).toEqual(streams.map(() => 0))
      expect(replayed.reduce((sum, progress) => sum + (progress?.streams ?? 0), 0)).toBe(found?.rows)
    }),
  )

  it.effect("has recipients that are what their facts fold to, and counts that are their sums", () =>
    Effect.gen(function* () {
      const facts = yield* all<{ key: string; type: string; data: object; at: Date }>(
        "select company_id || '.' || campaign_id || '.' || recipient_id as key, type, data, at from deliveries order by pos",
      )
      const folded = new Map<string, RecipientRow>()
      for (const { key, type, data, at } of facts) {
        const fact = { _tag: type, ...data } as RecipientFact
        folded.set(key, foldFact(folded.get(key) ?? planned, fact, at.toISOString()))
      }
      const rows = yield* all<Record<string, unknown> & { key: string }>(
        `select company_id || '.' || campaign_id || '.' || recipient_id as key, state, reason, held_until as "heldUntil", attempts,
                send_key as "sendKey", sid, started_at as "startedAt", sent_at as "sentAt", delivered_at as "deliveredAt",
                replied_at as "repliedAt", opted_out_at as "optedOutAt", failed_code as "failedCode",
                sender_id as "senderId", was_lost as "wasLost" from recipients`,
      )
      expect(rows).toHaveLength(folded.size)
      const iso = (value: unknown) => (value instanceof Date ? value.toISOString() : value)
      for (const { key, ...row } of rows) {
        expect(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, iso(value)]))).toEqual(
          folded.get(key),
        )
      }
      const wrong = yield* all(
        `select 1 from (select company_id, campaign_id, state, count(*) as people from recipients group by 1, 2, 3) r
         full join campaign_counts c using (company_id, campaign_id, state) where r.people is distinct from c.people`,
      )
      expect(wrong).toEqual([])
      expect(yield* all(outcomeDrift)).toEqual([])
    }),
  )

  it.effect("sends no one a text after their STOP, and calls no one after their key for it, nor in the night", () =>
    Effect.gen(function* () {
      const wrong = yield* all(
        `select r.campaign_id from recipients r join opt_outs o on o.company_id = r.company_id and o.phone = r.phone
         join read_models c on c.company_id = r.company_id and c.category = 'campaign' and c.id = r.campaign_id
         where r.started_at > o.at and o.channel = c.row ->> 'campaignType'`,
      )
      expect(wrong).toEqual([])
      const calls = yield* all<{ early: boolean; channel: string }>(
        `select (c.began_at at time zone r.zone)::time not between '09:00' and '19:59:59.999' as early, s.channel
         from calls c join recipients r using (company_id, campaign_id, recipient_id) join senders s on s.company_id = c.company_id and s.sender_id = c.sender_id`,
      )
      expect(calls.length).toBeGreaterThan(500)
      expect(calls.filter(({ early, channel }) => early || channel !== "IVR")).toEqual([])
      const nightly = yield* all(
        `select 1 from recipients where (started_at at time zone zone)::time not between '08:00' and '20:59:59.999'`,
      )
      expect(nightly).toEqual([])
    }),
  )

  it.effect(
    "has campaigns of calls with every outcome, keys, voicemails and opt-outs of calls, each with its attempts",
    () =>
      Effect.gen(function* () {
        const campaigns = yield* all<{ calls: number; people: number; statuses: ReadonlyArray<string> }>(
          `select count(*)::int as calls, count(distinct recipient_id)::int as people, array_agg(distinct status order by status) as statuses
         from calls group by company_id, campaign_id`,
        )
        expect(campaigns.length).toBe(6)
        for (const { calls, people, statuses } of campaigns) {
          expect(calls).toBeGreaterThan(people)
          expect(statuses).toEqual(["busy", "completed", "failed", "machine", "no-answer"])
        }
        const wrong = yield* all(
          `select 1 from recipients r join campaign_runs c using (company_id, campaign_id)
             join senders s on s.company_id = c.company_id and s.sender_id = c.sender_id
         where s.channel = 'IVR' and r.attempts <> (select count(*) from calls k
           where k.company_id = r.company_id and k.campaign_id = r.campaign_id and k.recipient_id = r.recipient_id)`,
        )
        expect(wrong).toEqual([])
        const [said] = yield* all<{ left: boolean; keys: boolean; stopped: number }>(
          `select bool_or(left_message) as left, bool_or(pressed <> '[]') as keys,
           (select count(*)::int from opt_outs where channel = 'IVR' and source = 'call') as stopped from calls`,
        )
        expect(said).toEqual({ left: true, keys: true, stopped: expect.any(Number) })
        expect(said?.stopped).toBeGreaterThan(3)
      }),
  )

  it.effect("has replies for each company that wait for someone to say what they mean", () =>
    Effect.gen(function* () {
      for (const companyId of [demoIds.northwind, demoIds.harbor]) {
        const waiting = yield* readUnclearReplies(companyId)
        expect(waiting.length).toBeGreaterThan(0)
        for (const { people, text } of waiting) {
          expect(people).not.toBe("")
          expect(readRequest(text).kind).toBe("unclear")
        }
      }
      const [texts] = yield* all<{ texts: number }>(
        `select count(*)::int as texts from inbound_messages i join opt_outs o
         on o.company_id = i.company_id and o.phone = i.phone and o.at = i.at and o.evidence = i.body
         where o.consent = 'unclear' and i.request = 'unclear' and i.recipient_id is not null`,
      )
      expect(texts?.texts).toBe(4)
    }),
  )

  it.effect("has rules for replies that may be published, pinned by their template", () =>
    Effect.gen(function* () {
      const { sql, everyCompany } = yield* Database
      const [row, ...more] = yield* everyCompany(sql<{ rules: ReadonlyArray<ReplyRule>; hash: string }>`
        select v.reply_rules as rules, e.data ->> 'rulesHash' as hash from template_versions v
        join events e on e.company_id = v.company_id and e.stream_id = 'template-' || v.template_id
          and e.type = 'TemplateReplyRulesChanged' and (e.data ->> 'version')::int = v.version
        where v.reply_rules <> '[]'`)
      expect(more).toEqual([])
      expect(row?.rules.map(({ effect }) => effect)).toEqual(["setValue", "setValue", "answer", "handOver"])
      const { rules = [] } = northwindTemplates.find(({ name }) => name === "Visit survey") ?? {}
      expect(row?.rules).toEqual(rules)
      expect(row?.hash).toBe(hashOfRules(rules))
      expect(yield* judgeRules(row?.rules ?? [])).toEqual([])
    }),
  )

  it.effect("lets every account meet its own outcome", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const people = yield* all<{ subject: string; email: string }>("select subject, email from accounts")
      const outcomes: Record<string, unknown> = {}
      for (const { subject, email } of people) {
        const account = yield* accounts.find(embeddedIssuer, subject)
        const claims = {
          issuer: embeddedIssuer,
          subject,
          roles: account?.accessIds ?? [],
          sessionId: "s",
          token: "t",
          actingCompany: null,
        }
        outcomes[email] = loginOutcome(account, claims, seedingDay)
      }
      expect(Object.keys(outcomes).sort()).toEqual(
        [...demoAccounts, ...demoColleagues].map(({ email }) => email).sort(),
      )
      for (const email of [
        "super@adminview.test",
        "admin@northwind.test",
        "user@northwind.test",
        "admin@harbor.test",
      ]) {
        expect(outcomes[email]).toMatchObject({ statusCode: "200" })
      }
      expect(outcomes["locked@northwind.test"]).toMatchObject({ status: "locked" })
      expect(JSON.stringify(outcomes["expired@lapsed.test"])).toContain("Company co")
      expect(JSON.stringify(outcomes["early@future.test"])).toContain("not valid")
    }),
  )

  it.effect("has told an administrator how their last campaigns ended, and gives them a right that is news today", () =>
    Effect.gen(function* () {
      const notices = yield* all<{ type: string; isRead: boolean }>(
        `select distinct n.type, read_at is not null as "isRead" from user_notices n join accounts using (user_id)
        where email = 'admin@northwind.test'`,
      )
      expect(notices).toContainEqual({ type: "CampaignCompleted", isRead: true })
      const given = yield* all<{ given: ReadonlyArray<number>; changed: ReadonlyArray<string>; at: Date }>(
        `select e.data -> 'accessIds' as given, e.data -> 'changed' as changed, e.at
        from events e join accounts a on e.stream_id = 'user-' || a.user_id
        where e.type = 'UserRevised' and email = 'admin@northwind.test'`,
      )
      expect(given.map(({ changed }) => changed)).toEqual([["accessIds"]])
      expect(given[0]?.given).toContain(16)
      expect(seedingDay - (given[0]?.at.getTime() ?? 0)).toBeLessThan(newsMillis.here)
    }),
  )

  it.effect("keeps names, numbers and addresses out of the log of events and of facts", () =>
    Effect.gen(function* () {
      const logged = yield* all<{ text: string }>(
        "select data::text || meta::text as text from events union all select data::text from deliveries",
      )
      const text = logged.map((line) => line.text).join("\n")
      const people = yield* all<{ last_name: string }>("select distinct last_name from patients")
      expect(text).not.toMatch(/1\d{3}55501\d\d|@example|\b(NW|HD)-1\d{4}\b/)
      const words = new Set(text.split(/[^\p{L}]+/u))
      const surnames = people.map(({ last_name }) => last_name).filter((name) => name.length > 4)
      expect(surnames.filter((name) => words.has(name))).toEqual([])
    }),
  )
})
