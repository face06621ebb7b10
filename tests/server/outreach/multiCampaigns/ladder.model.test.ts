import { expect, layer } from "@effect/vitest"
import { Clock, Effect, type Layer } from "effect"
import fc from "fast-check"
import { PatientId, type CompanyId } from "#schemas/ids.ts"
import { asksForValue, LadderStop, StepCondition, type Ladder, type LadderStep } from "#schemas/outreach/ladder.ts"
import type { RecipientFact } from "#schemas/outreach/events.ts"
import type { Journey } from "#schemas/outreach/multiCampaign.ts"
import { readJourneys } from "#server/outreach/multiCampaigns/journeyPages.queries.ts"
import { followVisits } from "#server/outreach/multiCampaigns/multiCampaign.job.ts"
import { countOpening } from "#server/scheduling/patientBooking/opening.commands.ts"
import { Database } from "#server/store/Database.ts"
import type { StoredEvent } from "#server/store/EventStore.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { fates, lawValue, liveThrough, type Fate } from "#tests/support/ladderLaw.ts"
import { ladderDraft } from "#tests/support/ladderSamples.ts"
import { countedPeople, hour, ladderCompany, launchLadder, runToEnd, type Sent } from "#tests/support/ladders.ts"
import { engineOn, noon } from "#tests/support/outreach.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

/** So many people go through ladders; the long check lets more. */
const runs = Number(process.env["ADMIN_VIEW_LONG_RUNS"] ?? 48)
/** So many of them share a ladder: what happens to each is drawn for them alone. */
const people = runs > 1_000 ? 40 : 8
/** How long that may take, in milliseconds. */
const longest = runs > 1_000 ? 3_600_000 : 120_000

const stepsOf = fc.array(
  fc.record({
    channel: fc.constantFrom("SMS" as const, "IVR" as const),
    start: fc.constantFrom("parallel" as const, "afterPrevious" as const),
    waitMinutes: fc.constantFrom(0, 20, 60, 500, 1_440, 2_880),
    onlyIf: fc.constantFrom(...StepCondition.literals),
    retries: fc.integer({ min: 0, max: 2 }),
    retryMinutes: fc.constantFrom(10, 300, 1_440),
  }),
  { minLength: 1, maxLength: 12 },
)
/** A step that asks for a value goes alone. */
const withRoom = (steps: ReadonlyArray<Pick<LadderStep, "start" | "onlyIf">>, place: number): boolean =>
  [steps[place], steps[place - 1]].some((step) => step !== undefined && asksForValue(step.onlyIf))
const course = fc.record({
  steps: stepsOf.map((all) =>
    all.map((step, place) => ({
      ...step,
      ...(withRoom(all, place) ? { start: "afterPrevious" as const } : {}),
      ifValue: lawValue,
    })),
  ),
  stops: fc.subarray([...LadderStop.literals]),
  mostTouches: fc.integer({ min: 1, max: 6 }),
  closeAfterMinutes: fc.constantFrom(0, 60, 1_440),
  seed: fc.nat(),
})
type Course = typeof course extends fc.Arbitrary<infer A> ? A : never

/** What becomes of a message depends on who gets it, by which step, and at which attempt. */
const fateOf = (seed: number, person: number, stepId: number, attempt: number): Fate => {
  let mixed = Math.imul(seed ^ (person * 0x9e37_79b1) ^ (stepId * 0x85eb_ca6b) ^ attempt, 0xc2b2_ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b_3c6d)
  mixed = (mixed ^ (mixed >>> 13)) >>> 0
  // Most messages arrive or fail: else every ladder would be over by its second step.
  return fates[mixed % 3 === 0 ? (mixed >>> 8) % fates.length : (mixed >>> 8) % 2] ?? "arrives"
}

const factsOf = (fate: Fate, { key, channel }: Sent): ReadonlyArray<RecipientFact> => {
  if (fate === "refused") return [{ _tag: "SendRefused", code: "21211" }]
  const accepted = { _tag: "SendAccepted", sid: `SM${key}` } as const
  if (fate === "fails") return [accepted, { _tag: "MessageFailed", code: channel === "SMS" ? "30003" : "no-answer" }]
  if (fate === "wrongNumber") return [accepted, { _tag: "MessageFailed", code: "30005" }]
  const delivered = { _tag: "MessageDelivered" } as const
  if (fate === "replies" || fate === "says") return [accepted, delivered, { _tag: "ReplyReceived" }]
  return fate === "optsOut" ? [accepted, delivered, { _tag: "RecipientOptedOut" }] : [accepted, delivered]
}

type Services = Layer.Success<ReturnType<typeof engineOn>>

/** A time that stands still until it is moved, so that what is recorded is exact. */
const standingStill = (real: Clock.Clock) => {
  let now = noon
  const clock: Clock.Clock = { ...real, currentTimeMillisUnsafe: () => now, currentTimeMillis: Effect.sync(() => now) }
  const movable = MovableClock.of({
    move: (to) => Effect.sync(() => void (now = to)),
    reset: Effect.void,
    offset: Effect.succeed(0),
  })
  return <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    effect.pipe(Effect.provideService(MovableClock, movable), Effect.provideService(Clock.Clock, clock))
}

let [companies, appointments, replies] = [0, 0, 0]

/** Writes appointments as the log of appointments does, and lets their people be looked at again. */
const visit = Effect.fnUntraced(function* (
  companyId: CompanyId,
  visits: ReadonlyArray<{ readonly p: number; readonly state: "booked" | "confirmed"; readonly at: string }>,
) {
  if (visits.length === 0) return
  const { sql, company } = yield* Database
  // What was booked before the launch has a lower number than any appointment since.
  const rows = visits.map((one) => {
    appointments += 1
    return { ...one, id: one.state === "booked" ? 100_000_000 + appointments : -appointments }
  })
  yield* company(companyId)(sql`
    insert into read_models (company_id, category, id, version, stream_version, state, row, updated_at)
    select ${companyId}::int, 'appointment', v.id, 1, 1, v.state,
      jsonb_build_object('appointmentId', v.id, 'patientId', v.p, 'updatedOn', v.at), v.at::timestamptz
    from jsonb_to_recordset(${sql.json(rows)}) as v (id integer, p integer, state text, at text)`)
  yield* followVisits(
    rows.map(({ id }) => ({ companyId, stream: `appointment-${id}`, type: "AppointmentBooked" }) as StoredEvent),
  )
})

const offsets = { "America/New_York": -5 * hour, "America/Los_Angeles": -8 * hour } as const

/** What became of everyone, by their place on the list: what they got when, and how and when it ended for them. */
type Outcome = ReadonlyMap<number, ReturnType<typeof liveThrough>>

/** The steps of which a person's row says something: what they got, or why they were passed by. */
const saidOf = ({ touches = [], skipped = [] }: Partial<Journey> = {}): ReadonlyArray<number> =>
  [...new Set([...touches, ...skipped].map(({ stepId }) => stepId))].toSorted((one, other) => one - other)

/** Whether a step was over for who came to a rung, counted from 1: its own rung is one before. */
const isBefore = (steps: ReadonlyArray<LadderStep>, stepId: number, rung: number): boolean => {
  const upTo = steps.slice(1, steps.findIndex((step) => step.stepId === stepId) + 1)
  return upTo.filter(({ start }) => start === "afterPrevious").length + 1 < rung
}

/** Lets people go through a ladder in the database. */
const inDatabase = Effect.fnUntraced(function* ({ steps, seed, ...rules }: Course) {
  companies += 1
  const { companyId, listId, step, senders } = yield* ladderCompany(companies, people)
  const { sql, company } = yield* Database
  const own = steps.map(({ channel, ...more }, index) =>
    step(index + 1, channel, { ...more, retries: channel === "SMS" ? more.retries : 0 }),
  )
  const ladder = ladderDraft(listId, own, rules)
  yield* company(companyId)(
    sql`update patients set timezone = 'America/Los_Angeles' where company_id = ${companyId} and right(phone, 1)::int % 2 = 0`,
  )
  // With few lines calls would wait for each other, which is no matter of one person.
  yield* company(companyId)(sql`update senders set concurrent_calls = 1000 where company_id = ${companyId}`)
  const id = yield* launchLadder(companyId, companies, ladder)
  const carriers = yield* company(companyId)(
    sql<{
      c: number
      s: number
    }>`select campaign_id as c, step_id as s from ladder_steps where company_id = ${companyId}`,
  )
  const stepOf = new Map(carriers.map(({ c, s }) => [c, s]))
  const placeOf = ({ to }: { readonly to: string }): number => Number(to.slice(-6))
  const outcome = new Map(
    Array.from({ length: people }, (_, index) => [
      index + 1,
      { touches: new Array<{ stepId: number; attempt: number; at: number }>(), end: "", endedAt: 0 },
    ]),
  )
  const tried = new Map<string, number>()
  const fate = new Map<string, Fate>()
  const answer = (sent: Sent): ReadonlyArray<RecipientFact> => {
    const stepId = stepOf.get(sent.campaignId) ?? 0
    const attempt = (tried.get(`${sent.to} ${stepId}`) ?? 0) + 1
    tried.set(`${sent.to} ${stepId}`, attempt)
    const what = fateOf(seed, placeOf(sent), stepId, attempt)
    fate.set(sent.key, what)
    if (what !== "refused") outcome.get(placeOf(sent))?.touches.push({ stepId, attempt, at: sent.at })
    return factsOf(what, sent)
  }
  const patients = yield* company(companyId)(
    sql<{ to: string; p: number }>`select phone as to, patient_id as p from patients where company_id = ${companyId}`,
  )
  const patientOf = new Map(patients.map(({ to, p }) => [to, p]))
  const book = (sent: ReadonlyArray<Sent>) =>
    visit(
      companyId,
      sent.flatMap(({ key, to, at }) => {
        const what = fate.get(key)
        if (what !== "books" && what !== "confirms") return []
        const state = what === "books" ? ("booked" as const) : ("confirmed" as const)
        return [{ p: patientOf.get(to) ?? 0, state, at: new Date(at).toISOString() }]
      }),
    ).pipe(Effect.orDie)
  /** What rules keep of replies, and pages of links, in the same moment. */
  const note = (sent: ReadonlyArray<Sent>) =>
    Effect.forEach(sent, ({ key, to, campaignId, recipientId }) => {
      const subject = { purpose: "book", companyId, campaignId, recipientId } as const
      const what = fate.get(key)
      if (what === "clicks")
        return countOpening({ subject, patientId: PatientId.make(patientOf.get(to) ?? 0) }, "Mozilla/5.0")
      if (what !== "says") return Effect.void
      replies += 1
      return company(companyId)(sql`
        insert into rule_replies (company_id, inbound_id, template_id, version, campaign_id, recipient_id, outcome, name, value, at)
        values (${companyId}, ${replies}, 1, 1, ${campaignId}, ${recipientId}, 'setValue', ${lawValue.name}, ' Morning', now())`)
    })
  const meanwhile = (sent: ReadonlyArray<Sent>) => Effect.andThen(Effect.orDie(note(sent)), book(sent))
  yield* runToEnd(companyId, senders, answer, noon, meanwhile)
  const { counted, found } = yield* countedPeople(companyId)
  expect(counted).toEqual(found)
  const ends = yield* company(companyId)(sql<{
    to: string
    end: string
    at: Date
    way: ReadonlyArray<number>
    rung: number
  }>`
    select p.phone as to, j.ended_as as "end", j.ended_at as at, j.way, j.at_rung as rung from journeys j
    join patients p on p.company_id = j.company_id and p.patient_id = j.patient_id where j.company_id = ${companyId}`)
  const { rows } = yield* readJourneys(companyId, id, { pageSize: people })
  for (const { at, end, to, way, rung } of ends) {
    const shown = rows.find(({ phone }) => phone === to)
    expect(saidOf(shown).filter((stepId) => isBefore(own, stepId, rung))).toEqual(
      own.map(({ stepId }) => stepId).filter((stepId) => isBefore(own, stepId, rung)),
    )
    const got = [...tried.keys()].filter((key) => key.startsWith(`${to} `)).map((key) => Number(key.slice(to.length)))
    expect(way).toEqual(got.toSorted((one, other) => one - other))
    const known = outcome.get(placeOf({ to }))
    if (known !== undefined) Object.assign(known, { end, endedAt: at.getTime() })
  }
  return { ladder, outcome: outcome as Outcome }
})

/** The same by the law alone. */
const byLaw = (ladder: Ladder, seed: number): Outcome =>
  new Map(
    Array.from({ length: people }, (_, index) => {
      const person = index + 1
      const offset = offsets[person % 2 === 0 ? "America/Los_Angeles" : "America/New_York"]
      return [person, liveThrough(ladder, noon, offset, (stepId, attempt) => fateOf(seed, person, stepId, attempt))]
    }),
  )

for (const [name, database] of testDatabases)
  layer(engineOn(database), { excludeTestServices: true, timeout: longest })(`a ladder on ${name}`, (it) => {
    it.effect(
      "gives everyone what the law gives them, at its time, and ends as the law says",
      () =>
        Effect.gen(function* () {
          const services = yield* Effect.context<Services>()
          const still = standingStill(yield* Clock.Clock)
          const ends = new Set<string>()
          const property = fc.asyncProperty(course, async (one) => {
            const { ladder, outcome } = await Effect.runPromise(
              still(inDatabase(one)).pipe(Effect.provideContext(services)),
            )
            const law = byLaw(ladder, one.seed)
            for (const { end } of law.values()) ends.add(end)
            expect(Object.fromEntries(outcome)).toEqual(Object.fromEntries(law))
          })
          yield* Effect.promise(() => fc.assert(property, { numRuns: Math.ceil(runs / people), endOnFailure: true }))
          expect(ends.size).toBeGreaterThan(3)
        }),
      longest,
    )
  })
