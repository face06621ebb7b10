import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { CampaignId, CompanyId, type SenderId } from "#schemas/ids.ts"
import { textChannel } from "#server/delivery/channels/textChannel.ts"
import { claim, type Claimed } from "#server/delivery/claim.ts"
import { recordEnded } from "#server/delivery/ledger.ts"
import { findLostSends } from "#server/delivery/lostSends.ts"
import { reconcile } from "#server/delivery/reconcile.ts"
import { factOf } from "#server/delivery/results.ts"
import { makeSenderHealth } from "#server/delivery/senderHealth.ts"
import { recordReports } from "#server/delivery/statusReports.ts"
import { planRecipients } from "#server/outreach/recipients/planRecipients.job.ts"
import { Database } from "#server/store/Database.ts"
import { engineOn, noon, recordedCarrier, sidOf } from "#tests/support/outreach.ts"
import { standing, startStoodIn } from "#tests/support/standIns.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

/** So many courses of outages are tried; the long check tries more. */
const runs = Number(process.env["ADMIN_VIEW_LONG_RUNS"] ?? 80)
const longest = runs > 1_000 ? 7_200_000 : 240_000
const people = 4

/** The first number, and the one that stands in for it. */
const lanes = [0, 1] as const
type Lane = (typeof lanes)[number]
const lane = fc.constantFrom(...lanes)

/** How a carrier answers a text, and whether it has it. */
const answers = {
  takes: { ending: { _tag: "Accepted", sid: sidOf(1) }, leaves: true },
  putsOff: { ending: { _tag: "Deferred", code: "unreachable" }, leaves: false },
  refuses: { ending: { _tag: "Refused", code: "21211", message: "", permanent: true }, leaves: false },
  takesUnheard: { ending: { _tag: "Unknown", reason: "timeout" }, leaves: true },
  isUnheard: { ending: { _tag: "Unknown", reason: "timeout" }, leaves: false },
} as const
/** Answers that are lost are the ones that tempt to send again. */
const answer = fc.constantFrom("takes", "putsOff", "putsOff", "refuses", "takesUnheard", "takesUnheard", "isUnheard")

const step = fc.oneof(
  { weight: 1, arbitrary: fc.record({ do: fc.constant("breaks" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("heals" as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("claims" as const), lane, most: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("answers" as const), lane, how: answer }) },
  // What is under way when a process dies was taken, or not.
  { weight: 1, arbitrary: fc.record({ do: fc.constant("dies" as const), lane, leaves: fc.boolean() }) },
  // A carrier's list may lack what it took a moment ago.
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("asks" as const), lane, isOld: fc.constantFrom(true, true, false) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reports" as const), place: fc.nat(20) }) },
)
const course = fc.record({
  smpp: fc.subarray([0, 1] as const),
  steps: fc.array(step, { minLength: 5, maxLength: 40 }),
})

/** Nothing is refused for being put off. */
const inTrouble = makeSenderHealth(textChannel, { code: "unreachable", since: 0 })

type Course = typeof course extends fc.Arbitrary<infer A> ? A : never

for (const [name, database] of testDatabases) {
  const carrier = recordedCarrier()
  let made = 0

  /** Lives through a course, and through what follows it once everything is well. */
  const live = Effect.fnUntraced(function* ({ smpp, steps }: Course) {
    const companyId = CompanyId.make((made += 1))
    const campaignId = CampaignId.make(companyId)
    const carrierOf = (one: Lane) => (smpp.includes(one) ? "smpp" : "twilio")
    const { firstId, secondId } = yield* startStoodIn(companyId, campaignId, people, {
      first: carrierOf(0),
      second: carrierOf(1),
    })
    yield* planRecipients(companyId, campaignId)
    const store = yield* Database
    const ids = [firstId, secondId] as const
    const underWay: readonly [Array<Claimed>, Array<Claimed>] = [[], []]
    /** What carriers have, whatever was heard of it. */
    const left: Array<Claimed & { readonly sid: string }> = []
    let now = noon
    let turn = 0
    let isOld = false
    carrier.found = (to) =>
      isOld ? [] : left.filter((one) => one.to === to).map(({ sid }) => ({ sid, created: noon }))
    const served = (one: Lane) => ({ companyId, senderId: ids[one] as SenderId, channel: textChannel })
    const leave = (one: Claimed) => {
      const sid = sidOf(left.length + companyId * 1_000)
      left.push({ ...one, sid })
      return sid
    }
    const trouble = (since: number | null) =>
      store.company(companyId)(store.sql`
        update senders set trouble_code = ${since === null ? null : "unreachable"},
          trouble_since = ${since === null ? null : new Date(since).toISOString()}::timestamptz
        where company_id = ${companyId} and sender_id = ${firstId}`)
    const end = Effect.fnUntraced(function* (one: Lane, how: keyof typeof answers) {
      const claimed = underWay[one].shift()
      if (claimed === undefined) return
      const { ending, leaves } = answers[how]
      const sid = leaves ? leave(claimed) : ""
      const fact = factOf(ending._tag === "Accepted" ? { ...ending, sid } : ending, claimed, now, inTrouble)
      const { campaignId: c, recipientId, key } = claimed
      yield* recordEnded(store, companyId, new Date(now).toISOString(), textChannel, [
        { campaignId: c, recipientId, key, facts: [fact] },
      ])
    })
    const take = Effect.fnUntraced(function* (one: Lane, most: number) {
      turn += 1
      const { claimed } = yield* claim(store, { ...served(one), most, now, turn })
      underWay[one].push(...claimed)
      return claimed.length
    })
    const ask = (one: Lane) => reconcile(store, served(one), now, [0])
    const report = ({ key, sid }: (typeof left)[number]) =>
      recordReports(store, textChannel, new Date(now).toISOString(), [
        { id: `${key} delivered`, sid, key, status: "delivered", errorCode: null },
      ])

    for (const one of steps) {
      now += 20_000
      if (one.do === "breaks") yield* trouble(now - 300_000)
      else if (one.do === "heals") yield* trouble(null)
      else if (one.do === "claims") yield* take(one.lane, one.most)
      else if (one.do === "answers") yield* end(one.lane, one.how)
      else if (one.do === "asks") {
        isOld = one.isOld
        yield* ask(one.lane)
        yield* ask(one.lane)
        isOld = false
      } else if (one.do === "dies") {
        if (one.leaves) underWay[one.lane].forEach(leave)
        underWay[one.lane].length = 0
        yield* findLostSends(store, companyId, ids[one.lane] as SenderId, new Set())
      } else if (one.do === "reports") {
        const about = left[one.place]
        if (about !== undefined) yield* report(about)
      }
    }
    // The second number takes what it may, and then the first is well.
    yield* trouble(now - 300_000)
    yield* take(1, people)
    while (underWay[1].length > 0) yield* end(1, "takes")
    yield* trouble(null)
    for (let round = 0; round < 12; round += 1) {
      now += 20_000
      for (const one of lanes) {
        yield* take(one, 3)
        while (underWay[one].length > 0) yield* end(one, "takes")
        yield* ask(one)
      }
    }
    for (const one of left) yield* report(one)
    return { rows: yield* standing(companyId, campaignId), left }
  })

  layer(engineOn(database, carrier), { excludeTestServices: true, timeout: longest })(
    `failover through any outage on ${name}`,
    (it) => {
      it.effect(
        "sends no text twice and loses none, and shows as delivered what left alone",
        () =>
          Effect.gen(function* () {
            const services = yield* Effect.context<Effect.Services<ReturnType<typeof live>>>()
            let stoodIn = 0
            yield* Effect.promise(() =>
              fc.assert(
                fc.asyncProperty(course, async (drawn) => {
                  const { rows, left } = await Effect.runPromise(Effect.provideContext(live(drawn), services))
                  const times = Map.groupBy(left, ({ to }) => to)
                  const isTwice = (texts: ReadonlyArray<Claimed>) => texts.length > 1
                  const numbers = [...times.values()].map((texts) => new Set(texts.map(({ from }) => from)).size)
                  expect(numbers.filter((count) => count > 1)).toEqual([])
                  const isMisled = drawn.steps.some((one) => one.do === "asks" && one.isOld)
                  if (!isMisled) expect([...times.values()].filter(isTwice)).toEqual([])
                  const shown = rows.map(({ phone, state }) => [phone, state === "delivered"])
                  const got = rows.map(({ phone }) => [phone, times.has(phone)])
                  expect(shown).toEqual(got)
                  const others = rows.filter(({ phone }) => !times.has(phone))
                  expect(others.every(({ state, reason }) => state === "failed" && reason !== null)).toBe(true)
                  stoodIn += rows.filter(({ by }) => by !== null).length
                }),
                { numRuns: runs },
              ),
            )
            expect(stoodIn).toBeGreaterThan(runs / 20)
          }),
        longest,
      )
    },
  )
}
