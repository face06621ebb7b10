import { expect, layer } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import fc from "fast-check"
import type { CallFlow } from "#schemas/outreach/callFlow.ts"
import { Database } from "#server/store/Database.ts"
import { fluShotCall } from "#tests/support/callFlows.ts"
import { callServices, prepareCalls, reported, step, taken, type Call } from "#tests/support/carriedCalls.ts"

/** So many calls are made in all; the long check makes more. */
const calls = Number(process.env["ADMIN_VIEW_LONG_RUNS"] ?? 60)
/** So many of them go on at the same time. */
const together = calls > 1_000 ? 50 : 20
/** How long that may take, in milliseconds. */
const longest = calls > 1_000 ? 3_600_000 : 120_000

const flow: CallFlow = { ...fluShotCall, retries: [{ outcome: "no-answer", times: 1, minutes: 60 }] }

type Webhook = (call: Call) => Effect.Effect<unknown, unknown, Layer.Success<typeof callServices>>

const report =
  (status: string, more: Readonly<Record<string, string>> = {}): Webhook =>
  (call) =>
    reported(call, status, more)
const asked =
  (log?: string, form: Readonly<Record<string, string>> = {}): Webhook =>
  (call) =>
    step(call, log, form)

const before = [report("initiated"), report("ringing")]
const ended = (answeredBy: string, seconds: number) =>
  report("completed", { AnsweredBy: answeredBy, CallDuration: String(seconds) })

/**
 * What can become of a call: the reports that come in any order, the answer that it was taken among them, the steps that
 * are asked for in theirs while it goes on, the report of its end, and what must be recorded when all of them came.
 */
const fates = {
  hangsUpAfterTheGreeting: {
    reports: [...before, report("in-progress")],
    steps: [asked()],
    end: ended("human", 4),
    leaves: { state: "delivered", status: "completed", seconds: 4, pressed: "", isMachine: false, leftMessage: false },
  },
  pressesAKey: {
    reports: [...before, report("in-progress")],
    steps: [asked(), asked("af", { Digits: "3" })],
    end: ended("human", 12),
    leaves: { state: "replied", status: "completed", seconds: 12, pressed: "3", isMachine: false, leftMessage: false },
  },
  optsOut: {
    reports: [...before, report("in-progress")],
    steps: [asked(), asked("af", { Digits: "9" })],
    end: ended("human", 15),
    leaves: { state: "optedOut", status: "completed", seconds: 15, pressed: "9", isMachine: false, leftMessage: false },
  },
  machineGetsTheMessage: {
    reports: [...before, report("in-progress")],
    steps: [asked(), asked("m")],
    end: ended("machine_end_beep", 20),
    leaves: { state: "delivered", status: "machine", seconds: 20, pressed: "", isMachine: true, leftMessage: true },
  },
  isBusy: {
    reports: before,
    steps: [],
    end: report("busy"),
    leaves: { state: "failed", status: "busy", seconds: null, pressed: "", isMachine: false, leftMessage: false },
  },
  isNotInService: {
    reports: before,
    steps: [],
    end: report("failed", { ErrorCode: "32005" }),
    leaves: { state: "failed", status: "failed", seconds: null, pressed: "", isMachine: false, leftMessage: false },
  },
  isTriedAgain: {
    reports: before,
    steps: [],
    end: report("no-answer"),
    leaves: { state: "held", status: "no-answer", seconds: null, pressed: "", isMachine: false, leftMessage: false },
  },
} as const satisfies Record<string, object>
type Fate = keyof typeof fates

/** In the order of reports: the end of a call, and the answer to the request that made it. */
const [endAt, answerAt] = [3, 4]

/** How the webhooks of a call come: which reports late, which of all twice, and between which calls of strangers. */
type Course = { readonly fate: Fate; readonly order: ReadonlyArray<number>; readonly again: ReadonlyArray<number> }
const courseOf: fc.Arbitrary<Course> = fc.record({
  fate: fc.constantFrom(...(Object.keys(fates) as ReadonlyArray<Fate>)),
  order: fc.shuffledSubarray([0, 1, 2, endAt, answerAt], { minLength: 5 }),
  again: fc.array(fc.nat({ max: 7 }), { maxLength: 4 }),
})

/** A step is asked for while the call goes on, so before its end is known of; all of them may come again at any time. */
const webhooksOf = ({ fate, order, again }: Course): ReadonlyArray<Webhook> => {
  const { reports, steps, end } = fates[fate]
  const at = order.indexOf(endAt)
  const picked = (places: ReadonlyArray<number>): ReadonlyArray<Webhook> =>
    places.flatMap((place) => (place === endAt ? [end] : place === answerAt ? [taken] : (reports[place] ?? [])))
  const once = [...picked(order.slice(0, at)), ...steps, ...picked(order.slice(at))]
  return [...once, ...again.flatMap((place) => once[place] ?? [])]
}

/** Webhooks that no call of ours has: of a key of no one, and of a campaign of another company. */
const strangers: ReadonlyArray<Webhook> = [
  (call) => reported({ ...call, key: "nonsense" }, "completed"),
  (call) => step({ ...call, key: call.key.replace(/^\d+\./u, "1.") }, "af", { Digits: "9" }),
]

/** Lets the calls' webhooks come one from here and one from there. */
const mixed = (
  lines: ReadonlyArray<ReadonlyArray<Effect.Effect<unknown, unknown, Layer.Success<typeof callServices>>>>,
) =>
  Array.from({ length: Math.max(...lines.map(({ length }) => length)) }, (_, place) =>
    lines.flatMap((line) => line[place] ?? []),
  ).flat()

const recorded = Effect.fnUntraced(function* ({ companyId, key, to }: Call) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(sql<{
    state: string
    attempts: number
    status: string
    seconds: number | null
    pressed: string
    isMachine: boolean
    leftMessage: boolean
    words: number
  }>`
    select r.state, r.attempts, c.status, c.seconds, c.is_machine as "isMachine", c.left_message as "leftMessage",
      (select coalesce(string_agg(one ->> 'key', ''), '') from jsonb_array_elements(c.pressed) one) as pressed,
      (select count(*)::int from opt_outs o where o.company_id = c.company_id and o.phone = ${to}) as words
    from calls c join recipients r using (company_id, campaign_id, recipient_id)
    where c.company_id = ${companyId} and c.send_key = ${key}`)
  return row
})

layer(callServices, { excludeTestServices: true, timeout: longest })("the webhooks of calls", (it) => {
  let company = 100
  it.effect(
    "leave each call in the same state in any order, late, twice, and between those of strangers",
    () =>
      Effect.gen(function* () {
        const context = yield* Effect.context<Layer.Success<typeof callServices>>()
        const run = Effect.fnUntraced(function* (courses: ReadonlyArray<Course>, strange: ReadonlyArray<number>) {
          const made = yield* prepareCalls((company += 1), flow, courses.length)
          const pairs = made.map((call, place) => ({ call, course: courses[place] as Course }))
          const lines = pairs.map(({ call, course }, place) => [
            ...webhooksOf(course).map((webhook) => webhook(call)),
            ...(strange.includes(place) ? strangers.map((webhook) => webhook(call)) : []),
          ])
          for (const webhook of mixed(lines)) yield* webhook
          return yield* Effect.forEach(pairs, ({ call, course }) =>
            Effect.map(recorded(call), (row) => ({ course, row })),
          )
        })
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(
              fc.array(courseOf, { minLength: together, maxLength: together }),
              fc.array(fc.nat({ max: together - 1 }), { maxLength: 5 }),
              async (courses, strange) => {
                const ends = await Effect.runPromise(Effect.provide(run(courses, strange), context))
                expect(ends).toHaveLength(together)
                for (const { course, row } of ends)
                  expect([course.fate, row]).toEqual([
                    course.fate,
                    { ...fates[course.fate].leaves, attempts: 1, words: course.fate === "optsOut" ? 1 : 0 },
                  ])
              },
            ),
            { numRuns: Math.ceil(calls / together), endOnFailure: true },
          ),
        )
      }),
    longest,
  )
})
