import { expect, layer } from "@effect/vitest"
import { Clock, Effect, Redacted } from "effect"
import { CampaignId, CompanyId, TemplateId, UserId } from "#schemas/ids.ts"
import { isOver, type SimulatedCall } from "#server/delivery/simulator/callBook.ts"
import { startSimulator } from "#server/delivery/simulator/simulator.ts"
import { readCampaignDetail } from "#server/outreach/campaigns/campaign.queries.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { checkUpCall } from "#tests/support/checkUpCall.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { countsOf, launchCampaign, makeCampaign, makeCompany, makeList, makeTemplate } from "#tests/support/outreach.ts"
import { passTime } from "#tests/support/passTime.ts"
import { freePort } from "#tests/support/runningApp.ts"
import { account, sendingProgram } from "#tests/support/sendingProgram.ts"

/** So many people are called; the long check calls more. */
const people = Number(process.env["ADMIN_VIEW_LONG_RUNS"] ?? 60)
/** How long that may take, in milliseconds. */
const longest = people > 1_000 ? 3_600_000 : 120_000
const ports = { own: await freePort(), simulator: await freePort() }

const [companyId, campaignId, templateId] = [CompanyId.make(1), CampaignId.make(1), TemplateId.make(1)]

/** A quarter past seven in New York and past four in Los Angeles, on the evening before the clocks go forward. */
const start = Date.parse("2027-03-14T00:15:00Z")

/** A company's campaign to people of the two coasts, launched. */
const launch = Effect.gen(function* () {
  const { sql, company } = yield* Database
  yield* (yield* MovableClock).move(start)
  yield* makeCompany(companyId, 100_000, "IVR")
  const listId = yield* makeList(companyId, people)
  yield* company(companyId)(
    Effect.andThen(
      sql`update senders set concurrent_calls = 1000 where company_id = ${companyId}`,
      sql`update patients set timezone = 'America/Los_Angeles' where company_id = ${companyId} and patient_id % 2 = 0`,
    ),
  )
  yield* makeTemplate(companyId, templateId, JSON.stringify(checkUpCall), "IVR")
  yield* makeCampaign(companyId, { campaignId, listId, templateId, channel: "IVR" })
  yield* launchCampaign(companyId, campaignId)
})

/** The phones of the seed, in the time of the program; requests go wrong, and webhooks are lost, late and doubled. */
const carrier = startSimulator({
  accountSid: account.accountSid,
  authToken: Redacted.make(account.authToken),
  port: ports.simulator,
  seed: "a called campaign",
  webhookBase: `http://127.0.0.1:${ports.own}`,
  speed: Number.POSITIVE_INFINITY,
  callBehaviour: { badRequests: 0.12, badReports: 0.15 },
  callbackConnections: 64,
})

const untilCompleted = Effect.gen(function* () {
  const { sql, company } = yield* Database
  const state = company(companyId)(
    sql<{
      state: string
    }>`select state from campaign_runs where company_id = ${companyId} and campaign_id = ${campaignId}`,
  )
  while ((yield* state)[0]?.state !== "completed") {
    yield* passTime(companyId)
    yield* Effect.sleep(100)
  }
})

/** What became of a call, by the carrier's book, as the program is to have it. */
const inBook = (call: SimulatedCall) => {
  const { sid, status, answeredBy, seconds, heard, recording } = call
  const isMachine = answeredBy?.startsWith("machine") === true
  return {
    ...{ sid, seconds, isMachine, recordings: recording === null ? 0 : 1 },
    status: status === "completed" && isMachine ? "machine" : status,
    // The key that ends a recording is no answer.
    pressed: heard.flatMap(({ what, text }) => (what === "pressed" && text !== "#" ? [text] : [])).join(""),
    leftMessage: heard.some(({ what, text }) => what === "said" && text.startsWith("This is Clinic 1")),
  }
}

type InBook = ReturnType<typeof inBook>

/** Whether there is to be another call after so many, by the call flow. */
const goesOn = ({ status, leftMessage }: InBook, made: number): boolean =>
  !leftMessage && checkUpCall.retries.some(({ outcome, times }) => outcome === status && made <= times)

/** What a person is at the end of these calls. */
const stateAfter = (calls: ReadonlyArray<InBook>): string => {
  const last = calls.at(-1)
  if (last === undefined) return "never called"
  if (last.pressed.includes("9")) return "optedOut"
  if (last.pressed !== "") return "replied"
  return last.status === "completed" || last.leftMessage ? "delivered" : "failed"
}

type Row = {
  readonly phone: string
  readonly state: string
  readonly retries: number
  readonly isEast: boolean
  readonly calls: ReadonlyArray<InBook>
}

/** What the program knows of each person, and of each call that the carrier took. */
const rows = Effect.gen(function* () {
  const { sql, company } = yield* Database
  return yield* company(companyId)(sql<Row>`
    select r.phone, r.state, p.timezone = 'America/New_York' as "isEast",
      (select count(*)::int from deliveries d where d.company_id = r.company_id and d.campaign_id = r.campaign_id
        and d.recipient_id = r.recipient_id and d.type = 'RetryScheduled') as retries,
      (select coalesce(jsonb_agg(jsonb_build_object('sid', c.sid, 'seconds', c.seconds, 'isMachine', c.is_machine,
          'recordings', jsonb_array_length(c.recordings), 'status', c.status, 'leftMessage', c.left_message,
          'pressed', (select coalesce(string_agg(one ->> 'key', ''), '') from jsonb_array_elements(c.pressed) one)) order by c.attempt), '[]')
        from calls c where c.company_id = r.company_id and c.campaign_id = r.campaign_id and c.recipient_id = r.recipient_id
          and c.sid is not null) as calls
    from recipients r join patients p on p.company_id = r.company_id and p.patient_id = r.patient_id
    where r.company_id = ${companyId} and r.campaign_id = ${campaignId} order by r.recipient_id`)
})

const hourIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", hourCycle: "h23" })
  return (at: number): number => Number(format.format(at))
}
const hours = { east: hourIn("America/New_York"), west: hourIn("America/Los_Angeles") }

layer(sendingProgram(embeddedDatabase, ports, { lookupPauses: [200, 300, 500], tickMillis: 100 }), {
  excludeTestServices: true,
  timeout: longest,
})("a campaign of calls at a carrier with faults", (it) => {
  it.effect(
    "agrees with the carrier’s own book about everyone, calls within the hours, and no more often than its flow says",
    () =>
      Effect.gen(function* () {
        const simulator = yield* carrier
        yield* launch
        yield* untilCompleted
        yield* simulator.settled
        const known = yield* rows
        expect(known).toHaveLength(people)
        const called = known.map((row) => ({ row, calls: simulator.callsOf(row.phone) }))
        for (const { row, calls } of called) {
          const book = calls.map(inBook)
          expect([row.phone, row.calls]).toEqual([row.phone, book])
          expect([row.phone, row.state, row.retries]).toEqual([row.phone, stateAfter(book), book.length - 1])
          expect([row.phone, ...book.map((one, place) => goesOn(one, place + 1))]).toEqual([
            row.phone,
            ...book.map((_, place) => place < book.length - 1),
          ])
          for (const { created } of calls) {
            const hour = (row.isEast ? hours.east : hours.west)(created)
            expect([row.phone, created, hour >= 9 && hour < 20]).toEqual([row.phone, created, true])
          }
        }
        const all = called.flatMap(({ calls }) => calls)
        expect(all.filter((call) => !isOver(call))).toEqual([])
        expect(simulator.counts().repeatedKeys).toBe(0)
        // The faults were there, and the night between two attempts.
        expect(simulator.counts().refused).toBeGreaterThan(0)
        expect(all.some(({ created }) => created > start + 12 * 3_600_000)).toBe(true)
        expect(yield* Clock.currentTimeMillis).toBeGreaterThan(Date.parse("2027-03-14T07:00:00Z"))

        const { rows: states, counters } = yield* countsOf(companyId, campaignId)
        expect(counters).toEqual(states)
        const detail = yield* readCampaignDetail(companyId, campaignId, UserId.make(1))
        const shown = Object.fromEntries(Object.entries(detail?.counts ?? {}).filter(([, count]) => count > 0))
        expect(shown).toEqual(states)
        expect(detail?.failures.reduce((sum, { count }) => sum + count, 0)).toBe(states["failed"] ?? 0)
      }),
    longest,
  )
})
