import { expect, layer } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import fc from "fast-check"
import { CampaignId, type CompanyId } from "#schemas/ids.ts"
import { ladderLimits } from "#schemas/outreach/ladder.ts"
import { settleMultiCampaigns } from "#server/outreach/multiCampaigns/multiCampaign.job.ts"
import { planRecipients } from "#server/outreach/recipients/planRecipients.job.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { ladderDraft } from "#tests/support/ladderSamples.ts"
import { hour, ladderCompany, launchLadder, minute, nextLook } from "#tests/support/ladders.ts"
import { engineOn, launchCampaign, noon, sendCommand } from "#tests/support/outreach.ts"
import { shuffledDelivery, wasTaken, type Fate, type Handed } from "#tests/support/shuffledDelivery.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

/** So many people each go through two ladders and a campaign. */
const people = 3

const fates = ["delivered", "delivered", "failed", "refused", "deferred", "lost"] as const satisfies ReadonlyArray<Fate>

const stepsOf = fc.array(
  fc.record({
    channel: fc.constantFrom("SMS" as const, "IVR" as const),
    start: fc.constantFrom("parallel" as const, "afterPrevious" as const),
    waitMinutes: fc.constantFrom(0, 0, 10, 240, 1_440),
    retries: fc.constantFrom(0, 2),
  }),
  { minLength: 2, maxLength: 7 },
)
const ladderOf = fc.record({ steps: stepsOf, mostTouches: fc.integer({ min: 1, max: ladderLimits.touches }) })

/** What happens next: jobs run, messages leave by one number or by both at once, something is heard, time passes. */
const moveOf = fc.record({
  what: fc.constantFrom("settle", "send", "send", "hear", "hear", "hear", "launch", "pass"),
  chance: fc.integer({ min: 0, max: 999 }).map((thousandths) => thousandths / 1_000),
})
type Move = { readonly what: string; readonly chance: number }

const course = fc.record({
  ladders: fc.tuple(ladderOf, ladderOf),
  moves: fc.array(moveOf, { minLength: 20, maxLength: 60 }),
  fates: fc.array(fc.constantFrom(...fates), { minLength: 12, maxLength: 12 }),
})

const zones = ["America/New_York", "America/Los_Angeles"] as const
const dayIn = (zone: string, at: number): string => new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(at)

/** The channels whose numbers send in a move. */
const sending = [["SMS"], ["IVR"], ["SMS", "IVR"]] as const

const journeysLeft = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, company: inCompany } = yield* Database
  return (yield* inCompany(companyId)(sql`select from journeys where company_id = ${companyId} and ended_at is null`))
    .length
})

type Course = typeof course extends fc.Arbitrary<infer A> ? A : never

type Services = Layer.Success<ReturnType<typeof engineOn>>
let company = 0

/** A company whose people are in two ladders, launched, and on the list of a campaign, which `launch` launches. */
const prepare = Effect.fnUntraced(function* ({ ladders }: Course) {
  company += 1
  const made = yield* ladderCompany(company, people)
  const { companyId, listId, step, senders, text } = made
  const { sql, company: inCompany } = yield* Database
  yield* inCompany(companyId)(
    sql`update patients set timezone = ${zones[1]} where company_id = ${companyId} and patient_id % 2 = 0`,
  )
  for (const [index, { steps, mostTouches }] of ladders.entries()) {
    const own = steps.map(({ channel, ...more }, place) =>
      step(place + 1, channel, { ...more, retries: channel === "SMS" ? more.retries : 0 }),
    )
    const facts = { name: `Ladder ${index + 1}`, stops: [], mostTouches, closeAfterMinutes: 60 }
    yield* launchLadder(companyId, company * 2 + index, ladderDraft(listId, own, facts))
  }
  const campaignId = CampaignId.make(1_000_000 + company)
  const campaign = { campaignId, campaignType: "SMS", name: "One text", purpose: "Survey", startAt: null } as const
  const parts = { templateId: text, templateVersion: 1, listId, senderId: senders[0] }
  yield* sendCommand(companyId, campaignId, { _tag: "CreateCampaign", campaign: { ...campaign, ...parts } })
  let isLaunched = false
  const launch = Effect.gen(function* () {
    if (isLaunched) return
    isLaunched = true
    yield* launchCampaign(companyId, campaignId)
    yield* planRecipients(companyId, campaignId)
  })
  return { companyId, senders, launch }
})

/** Messages that a carrier took, each with the place of its ladder, null for the campaign, and the day of the person's zone. */
const gotBy = Effect.fnUntraced(function* (companyId: CompanyId, handed: ReadonlyArray<Handed>) {
  const { sql, company: inCompany } = yield* Database
  const rows = yield* inCompany(companyId)(sql<{ place: string; ladder: number | null; zone: string }>`
    select r.campaign_id || '.' || r.recipient_id as place, s.multi_campaign_id % 2 as ladder, r.zone
    from recipients r left join ladder_steps s on s.company_id = r.company_id and s.campaign_id = r.campaign_id
    where r.company_id = ${companyId}`)
  const known = new Map(rows.map((row) => [row.place, row]))
  return handed.filter(wasTaken).map((one) => {
    const row = known.get(`${one.campaignId}.${one.recipientId}`)
    return { ...one, ladder: row?.ladder ?? null, day: dayIn(row?.zone ?? "UTC", one.at) }
  })
})

/** Everything that people got in one course of things. */
const run = Effect.fnUntraced(function* (things: Course) {
  const { companyId, senders, launch } = yield* prepare(things)
  const clock = yield* MovableClock
  const fateOf = (place: number) => things.fates[place % things.fates.length] ?? "failed"
  const { handed, send, hearOne } = shuffledDelivery(companyId, senders, fateOf)
  let now = noon
  const happen = Effect.fnUntraced(function* ({ what, chance }: Move) {
    if (what === "settle") return yield* settleMultiCampaigns
    if (what === "send") return yield* send(sending[Math.floor(chance * 3)] ?? ["SMS"], 1 + Math.floor(chance * 9), now)
    if (what === "hear") return yield* hearOne(chance, chance > 0.7, now)
    if (what === "launch") return yield* launch
    now += Math.floor(chance * chance * 12 * hour)
    return yield* clock.move(now)
  })
  for (const move of things.moves) yield* happen(move)
  yield* launch
  // What is left comes about until everyone has ended.
  for (let round = 0; round < 400; round += 1) {
    yield* settleMultiCampaigns
    const left = yield* send(["SMS", "IVR"], 5, now)
    let isHeard = false
    for (const chance of [0.7, 0.1, 0.4, 0]) isHeard = (yield* hearOne(chance, false, now)) || isHeard
    if (left > 0 || isHeard) continue
    if ((yield* journeysLeft(companyId)) === 0) break
    now = Math.max(now + minute, (yield* nextLook(companyId)) ?? now)
    yield* clock.move(now)
  }
  expect(yield* journeysLeft(companyId)).toBe(0)
  return yield* gotBy(companyId, handed)
})

type Got = Effect.Success<ReturnType<typeof run>>

/** What one person got of each ladder, and of all on each day. */
const expectBounds = (who: string, all: Got, { ladders }: Course) => {
  for (const [index, { mostTouches }] of ladders.entries()) {
    const touches = all.filter(({ ladder }) => ladder === index).length
    expect([who, touches, touches <= mostTouches]).toEqual([who, touches, true])
  }
  for (const [day, some] of Map.groupBy(all, (sent) => sent.day)) {
    const ofLadders = some.filter(({ ladder }) => ladder !== null)
    expect([who, day, ofLadders.length <= ladderLimits.touchesADay]).toEqual([who, day, true])
    for (const { claimNo } of ofLadders) {
      const before = some.filter((other) => other.claimNo < claimNo).length
      expect([who, day, before < ladderLimits.touchesADay]).toEqual([who, day, true])
    }
  }
}

for (const [name, database] of testDatabases)
  layer(engineOn(database), { excludeTestServices: true, timeout: 120_000 })(
    `the bounds of ladders on ${name}`,
    (it) => {
      it.effect(
        "hold for people in two ladders and a campaign, in whatever order jobs run and reports come",
        () =>
          Effect.gen(function* () {
            const services = yield* Effect.context<Services>()
            const every: Array<Got[number]> = []
            const property = fc.asyncProperty(course, async (things) => {
              const got = await Effect.runPromise(Effect.provideContext(run(things), services))
              every.push(...got)
              for (const [who, all] of Map.groupBy(got, ({ to }) => to)) expectBounds(who, all, things)
            })
            // Each run takes a second: what failed is not made smaller.
            yield* Effect.promise(() => fc.assert(property, { numRuns: 10, endOnFailure: true }))
            const days = [...Map.groupBy(every, ({ to, day }) => `${to} ${day}`).values()]
            expect(days.some((some) => new Set(some.map(({ ladder }) => ladder)).size > 1)).toBe(true)
            expect(days.some((some) => some.some(({ ladder }) => ladder === null) && some.length > 1)).toBe(true)
          }),
        120_000,
      )
    },
  )
