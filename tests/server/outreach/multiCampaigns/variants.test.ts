import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TemplateId, type CompanyId, type TemplateId as Template } from "#schemas/ids.ts"
import type { LadderStep, StepTest } from "#schemas/outreach/ladder.ts"
import { MultiCampaignId } from "#schemas/outreach/multiCampaign.ts"
import { readState, systemContext } from "#server/handle.ts"
import { refuseProblems } from "#server/outreach/multiCampaigns/checkLadder.queries.ts"
import { judgeTests } from "#server/outreach/multiCampaigns/judgeTests.commands.ts"
import { readJourneys } from "#server/outreach/multiCampaigns/journeyPages.queries.ts"
import { commandMultiCampaign, multiCampaignStream } from "#server/outreach/multiCampaigns/multiCampaign.commands.ts"
import { readLadderCounts } from "#server/outreach/multiCampaigns/multiCampaign.queries.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { ladderDraft } from "#tests/support/ladderSamples.ts"
import {
  hour,
  ladderCompany,
  launchLadder,
  minute,
  runNow,
  runToEnd,
  type Answer,
  type Sent,
} from "#tests/support/ladders.ts"
import { engineOn, makeTemplate, noon, phoneOf } from "#tests/support/outreach.ts"

const textB = "{{ companyName }}: text B. Reply STOP to opt out."
const isB = ({ body }: Pick<Sent, "body">): boolean => body.includes("text B")

/** A running ladder whose first step tests two texts, with 50 people for each. */
const testing = Effect.fnUntraced(function* (
  number: number,
  people: number,
  more: Partial<StepTest> = {},
  steps: (
    step: (stepId: number, channel: "SMS" | "IVR", more?: Partial<LadderStep>) => LadderStep,
  ) => ReadonlyArray<LadderStep> = () => [],
) {
  const { companyId, listId, step, senders } = yield* ladderCompany(number, people)
  const other: Template = TemplateId.make(number * 10 + 5)
  yield* makeTemplate(companyId, other, textB)
  const test: StepTest = { templateIds: [other], minimumPeople: 50, judgeBy: "replied", afterHours: 24, ...more }
  const ladder = ladderDraft(listId, [step(1, "SMS", { test, retries: 1 }), ...steps(step)], {
    stops: [],
    closeAfterMinutes: 4_320,
  })
  const id = yield* launchLadder(companyId, number, ladder)
  const testOf = Effect.map(readLadderCounts(companyId, id), (counts) => counts.steps[0]?.test)
  return { companyId, senders, id, testOf, ladder }
})

/** The events of a multi-campaign that say how tests were decided. */
const decisions = Effect.fnUntraced(function* (companyId: CompanyId, id: MultiCampaignId) {
  const events = yield* (yield* EventStore).readStream(companyId, `multiCampaign-${id}`)
  return events.map(({ type }) => type).filter((type) => type.startsWith("Variant"))
})

/** Of those who get a text each so-many-th replies, by text. */
const repliesOf = (a: number, b: number): Answer => {
  const got = [0, 0]
  return (sent) => {
    const place = isB(sent) ? 1 : 0
    const count = (got[place] = (got[place] ?? 0) + 1)
    const every = place === 1 ? b : a
    return [
      { _tag: "SendAccepted", sid: `SM${sent.key}` },
      { _tag: "MessageDelivered" },
      ...(count % every === 0 ? ([{ _tag: "ReplyReceived" }] as const) : []),
    ]
  }
}

const shares = (sent: ReadonlyArray<Sent>) => [sent.filter((one) => !isB(one)).length, sent.filter(isB).length]

layer(engineOn(embeddedDatabase), { excludeTestServices: true, timeout: 60_000 })("a test of texts", (it) => {
  it.effect("splits the first people evenly, has the others wait, and gives those the text that did better", () =>
    Effect.gen(function* () {
      const { companyId, senders, id, testOf } = yield* testing(1, 130)
      const answer = repliesOf(10, 2)
      const first = yield* runNow(companyId, senders, noon + minute, answer)
      expect(shares(first)).toEqual([50, 50])
      const shown = yield* testOf
      expect(shown).toMatchObject({ waiting: 30, answer: null })
      expect(shown?.texts.map(({ people, reached, measured }) => [people, reached, measured])).toEqual([
        [50, 50, 5],
        [50, 50, 25],
      ])
      const waiting = (yield* readJourneys(companyId, id, { pageSize: 200 })).rows.filter(
        ({ reason }) => reason === "waitsForTest",
      )
      expect(waiting.length).toBe(30)
      expect(Math.round((Date.parse(waiting[0]?.next?.at ?? "") - noon) / hour)).toBe(24)
      expect(yield* runNow(companyId, senders, noon + 23 * hour, answer)).toEqual([])
      const rest = yield* runNow(companyId, senders, noon + 25 * hour, answer)
      expect(shares(rest)).toEqual([0, 30])
      expect((yield* testOf)?.answer).toMatchObject({ outcome: "better", winner: 1 })
      // What came since does not change what it was judged by.
      expect((yield* testOf)?.texts.map(({ people }) => people)).toEqual([50, 50])
      const touches = (yield* readJourneys(companyId, id, { pageSize: 200 })).rows.map((one) => one.touches)
      expect(touches.every((some) => some.length === 1)).toBe(true)
      expect(touches.filter(([one]) => one?.variant === 1).length).toBe(80)
    }),
  )

  it.effect("gives a phone that two people share one of the texts", () =>
    Effect.gen(function* () {
      const { companyId, senders } = yield* testing(20, 4)
      const { sql, company } = yield* Database
      const shared = phoneOf(companyId, 1)
      yield* company(companyId)(sql`update patients set phone = ${shared} where company_id = ${companyId}`)
      const sent = yield* runNow(companyId, senders, noon + minute, repliesOf(10, 10))
      expect(sent.map(({ to }) => to)).toEqual([shared])
    }),
  )

  it.effect("lets other steps be changed once a text of a test is retired", () =>
    Effect.gen(function* () {
      const { companyId, senders, ladder, testOf } = yield* testing(21, 4, {}, (step) => [step(2, "SMS")])
      yield* runNow(companyId, senders, noon + minute, repliesOf(10, 10))
      const { sql, company } = yield* Database
      yield* company(companyId)(sql`
        update read_models set state = 'retired' where company_id = ${companyId} and category = 'template' and id = 215`)
      const [first, second] = ladder.steps
      const changed = { ...ladder, steps: [first!, { ...second!, waitMinutes: 60 }] }
      const tested = [first?.stepId ?? 0]
      yield* refuseProblems(companyId, changed, tested)
      expect(yield* Effect.flip(refuseProblems(companyId, changed))).toMatchObject({ problem: "Invalid" })
      expect((yield* testOf)?.texts.length).toBe(2)
    }),
  )

  it.effect("has no winner where the texts did alike: everyone else gets the step's own", () =>
    Effect.gen(function* () {
      const { companyId, senders, testOf } = yield* testing(2, 110)
      const answer = repliesOf(4, 5)
      expect(shares(yield* runNow(companyId, senders, noon + minute, answer))).toEqual([50, 50])
      expect(shares(yield* runNow(companyId, senders, noon + 25 * hour, answer))).toEqual([10, 0])
      expect((yield* testOf)?.answer).toMatchObject({ outcome: "tooClose", winner: null })
    }),
  )

  it.effect("splits a smaller list over its texts, and says that they were too few", () =>
    Effect.gen(function* () {
      const { companyId, senders, id, testOf } = yield* testing(3, 31)
      const sent = yield* runToEnd(companyId, senders, repliesOf(30, 1))
      expect(shares(sent).toSorted()).toEqual([15, 16])
      expect((yield* testOf)?.answer).toMatchObject({ outcome: "tooFew", winner: null })
      expect(yield* decisions(companyId, id)).toEqual(["VariantsJudged"])
      expect((yield* readState(multiCampaignStream, companyId, id)).state.state).toBe("completed")
    }),
  )

  it.effect("is judged once, in whatever order and however often it is looked at", () =>
    Effect.gen(function* () {
      const { companyId, senders, id } = yield* testing(4, 120)
      yield* runNow(companyId, senders, noon + minute, repliesOf(10, 2))
      yield* judgeTests(companyId, id, true)
      expect(yield* judgeTests(companyId, id, true)).toBe(false)
      const { company } = yield* Database
      const again = { _tag: "JudgeVariants", stepId: 1, outcome: "tooFew", winner: null, variants: [] } as const
      yield* company(companyId)(commandMultiCampaign(systemContext(companyId, "again"), id, again))
      expect(yield* decisions(companyId, id)).toEqual(["VariantsJudged"])
      const { state } = yield* readState(multiCampaignStream, companyId, id)
      expect(state.answers).toMatchObject([{ stepId: 1, outcome: "better", winner: 1 }])
      expect(shares(yield* runNow(companyId, senders, noon + 2 * minute, repliesOf(1, 1)))).toEqual([0, 20])
    }),
  )

  it.effect("waits for texts that are held before it is judged", () =>
    Effect.gen(function* () {
      const late = noon + 9 * hour
      const { companyId, senders, testOf } = yield* testing(5, 110, { afterHours: 1 })
      expect(yield* runNow(companyId, senders, late, repliesOf(10, 2))).toEqual([])
      expect(yield* runNow(companyId, senders, late + 2 * hour, repliesOf(10, 2))).toEqual([])
      expect((yield* testOf)?.answer).toBe(null)
      const sent = yield* runToEnd(companyId, senders, repliesOf(10, 2), late + 3 * hour)
      expect(sent.length).toBe(110)
      expect((yield* testOf)?.answer).toMatchObject({ outcome: "better", winner: 1 })
    }),
  )

  it.effect("sends a text that failed again as it was, and counts its person once", () =>
    Effect.gen(function* () {
      const { companyId, senders, testOf } = yield* testing(6, 100)
      const failed = new Set<string>()
      const answer: Answer = ({ key, to }) => {
        const accepted = { _tag: "SendAccepted", sid: `SM${key}` } as const
        if (failed.has(to)) return [accepted, { _tag: "MessageDelivered" }]
        failed.add(to)
        return [accepted, { _tag: "MessageFailed", code: "30003" }]
      }
      const first = yield* runNow(companyId, senders, noon + minute, answer)
      const second = yield* runNow(companyId, senders, noon + hour, answer)
      const textOf = (sent: ReadonlyArray<Sent>) => new Map(sent.map((one) => [one.to, isB(one)]))
      expect(textOf(second)).toEqual(textOf(first))
      expect((yield* testOf)?.texts.map(({ people, reached }) => [people, reached])).toEqual([
        [50, 50],
        [50, 50],
      ])
    }),
  )

  it.effect("of a later step is judged for those who come to it, while the others went another way", () =>
    Effect.gen(function* () {
      const { companyId, senders, id } = yield* testing(7, 60, {}, (step) => [
        step(2, "SMS", {
          waitMinutes: 60,
          onlyIf: "noReply",
          test: { templateIds: [TemplateId.make(75)], minimumPeople: 50, judgeBy: "replied", afterHours: 1 },
        }),
      ])
      const sent = yield* runToEnd(companyId, senders, repliesOf(2, 2))
      expect(sent.length).toBe(60 + 30)
      expect(yield* decisions(companyId, id)).toEqual(["VariantsJudged", "VariantsJudged"])
    }),
  )

  it.effect("stays as it was launched while other steps change", () =>
    Effect.gen(function* () {
      const { companyId, id, ladder } = yield* testing(8, 60)
      const { company } = yield* Database
      const [first] = ladder.steps
      const { stops, mostTouches, closeAfterMinutes } = ladder
      const change = (steps: ReadonlyArray<LadderStep>) =>
        company(companyId)(
          commandMultiCampaign(systemContext(companyId, `${Math.random()}`), id, {
            _tag: "ChangeLadder",
            ladder: { stops, mostTouches, closeAfterMinutes, steps },
            campaigns: [],
          }),
        )
      const { test: _, ...untested } = first!
      const refused = { problem: "Invalid", errors: [{ field: "steps" }] }
      expect(yield* Effect.flip(change([untested]))).toMatchObject(refused)
      expect(yield* Effect.flip(change([{ ...first!, templateId: TemplateId.make(85) }]))).toMatchObject(refused)
      expect(yield* Effect.flip(change([{ ...first!, test: { ...first!.test!, minimumPeople: 51 } }]))).toMatchObject(
        refused,
      )
      yield* change([{ ...first!, retries: 2 }])
    }),
  )
})
