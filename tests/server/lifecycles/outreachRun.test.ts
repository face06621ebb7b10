import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { outreachRunLifecycle, outreachRunTable } from "#machines/lifecycles/outreachRun.lifecycle.ts"
import { addDays } from "#schemas/calendar.ts"
import { CampaignId, UserId } from "#schemas/ids.ts"
import { OutreachRunId, type OutreachRunEvent } from "#schemas/scheduling/outreachRun.ts"
import { handle, systemContext } from "#server/handle.ts"
import { outreachRunStream } from "#server/scheduling/outreachRuns/outreachRun.commands.ts"
import type { OutreachRunCommand } from "#server/scheduling/outreachRuns/outreachRun.decider.ts"
import { declaredTransitions } from "#tests/paths/instrument.ts"
import { pathsOf } from "#tests/paths/paths.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { freshCompany } from "#tests/support/outreachCalls.ts"
import { runDraft } from "#tests/support/outreachRunSamples.ts"
import { schedulingOn } from "#tests/support/scheduling.ts"
import { takenByEvents } from "./taken.ts"

type Type = OutreachRunEvent["_tag"]

const runId = OutreachRunId.make(1)
const now = "2026-11-18T17:00:00.000Z"
const afterAll = "2027-12-01T00:00:00.000Z"

/** What brings each event, for a run on Wednesdays for half a year; each date is settled once, the next one later. */
const commandsOf = () => {
  let weeks = 0
  const dated = () => {
    const date = addDays("2026-11-18", 7 * (weeks += 1))
    return { date, dueAt: `${date}T14:00:00.000Z` }
  }
  const facts = runDraft({ ends: "on", untilDate: "2027-05-31" })
  const save = { _tag: "SaveOutreachRun", runId, facts, userId: UserId.make(1), now } as const
  const skip = { _tag: "SkipOccurrence", date: "2027-05-26", now } as const
  return {
    OutreachRunCreated: () => [save],
    OutreachRunRevised: () => [save],
    OccurrenceSkipped: () => [{ ...skip, date: "2027-05-19" }],
    OccurrenceUnskipped: () => [skip, { ...skip, _tag: "UnskipOccurrence" }],
    OccurrenceLaunched: () => [{ _tag: "LaunchOccurrence", campaignId: CampaignId.make(1), ...dated() }],
    OccurrenceFailed: () => [{ _tag: "FailOccurrence", reason: "noOne", ...dated() }],
    OccurrenceMissed: () => [{ _tag: "MissOccurrence", ...dated() }],
    OutreachRunPaused: () => [{ _tag: "PauseOutreachRun" }],
    OutreachRunResumed: () => [{ _tag: "ResumeOutreachRun", userId: UserId.make(1), now }],
    OutreachRunEnded: () => [{ _tag: "EndOutreachRun", now: afterAll }],
    OutreachRunDeleted: () => [{ _tag: "DeleteOutreachRun" }],
  } satisfies Readonly<Record<Type, () => ReadonlyArray<OutreachRunCommand>>>
}

const paths = pathsOf(outreachRunLifecycle, {}).paths.map(
  ({ events }) => [events.map(({ type }) => type as Type)] as const,
)

layer(schedulingOn(embeddedDatabase), { excludeTestServices: true, timeout: 60_000 })(
  "the life of an outreach run on the server",
  (it) => {
    it.effect.each(paths)("is the chart's, and what the chart does not take is refused: %s", ([types]) =>
      Effect.gen(function* () {
        const companyId = yield* freshCompany()
        const commands = commandsOf()
        let asked = 0
        const ask = (command: OutreachRunCommand) =>
          handle(outreachRunStream, runId, command, systemContext(companyId, `${companyId} ${(asked += 1)}`))
        let expected: ReturnType<typeof outreachRunTable.next> = outreachRunTable.initial
        for (const type of types) {
          expected = outreachRunTable.next(expected ?? "reserved", type)
          const results = yield* Effect.forEach(commands[type](), ask)
          expect(results.at(-1)?.state.state).toBe(expected)
          const allowed = outreachRunTable.allowed(expected ?? "reserved")
          for (const wish of ["OutreachRunPaused", "OutreachRunResumed", "OutreachRunDeleted"] as const)
            if (!allowed.includes(wish))
              for (const command of commands[wish]())
                expect(yield* Effect.flip(ask(command))).toMatchObject({ problem: "NotAllowedNow", allowed })
        }
      }),
    )

    it.effect("took every transition of the chart, and no other", () =>
      Effect.gen(function* () {
        const { taken, strange } = yield* takenByEvents(outreachRunLifecycle)
        expect(declaredTransitions(outreachRunLifecycle).filter((name) => !taken.has(name))).toEqual([])
        expect(strange).toEqual([])
      }),
    )
  },
)
