import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { CampaignId, UserId } from "#schemas/ids.ts"
import { OutreachRunId, type OutreachRunEvent } from "#schemas/scheduling/outreachRun.ts"
import { outreachRunDecider, type OutreachRunCommand } from "#server/scheduling/outreachRuns/outreachRun.decider.ts"
import { runDraft } from "#tests/support/outreachRunSamples.ts"

const runId = OutreachRunId.make(7)
const campaignId = CampaignId.make(3)
const now = "2026-11-18T17:00:00.000Z"
const first = { date: "2026-11-25", dueAt: "2026-11-25T14:00:00.000Z" }
const takenUp = { setUpBy: 1, since: now }
const created: OutreachRunEvent = { _tag: "OutreachRunCreated", runId, ...runDraft(), ...takenUp }
const save = { _tag: "SaveOutreachRun", runId, facts: runDraft(), userId: UserId.make(1), now } as const

const decided = (given: ReadonlyArray<OutreachRunEvent>, when: OutreachRunCommand) =>
  outreachRunDecider.decide(given.reduce(outreachRunDecider.evolve, outreachRunDecider.initialState), when)
const events = (given: ReadonlyArray<OutreachRunEvent>, when: OutreachRunCommand) =>
  Result.getOrThrow(decided(given, when))
const refusal = (given: ReadonlyArray<OutreachRunEvent>, when: OutreachRunCommand) =>
  Result.match(decided(given, when), { onFailure: ({ problem }) => problem, onSuccess: () => "allowed" })

describe("an outreach run", () => {
  it("is created and changed, with the person whose rights it has", () => {
    expect(events([], save)).toEqual([created])
    const facts = runDraft({ time: "10:00" })
    expect(events([created], { ...save, facts })).toEqual([{ _tag: "OutreachRunRevised", ...facts, ...takenUp }])
  })

  it("is refused where no date is to come", () => {
    expect(refusal([], { ...save, facts: runDraft({ frequency: "once" }) })).toBe("Invalid")
  })

  it("decides a date once, and none before it", () => {
    const launch = { _tag: "LaunchOccurrence", ...first, campaignId } as const
    const launched = { _tag: "OccurrenceLaunched", ...first, campaignId } as const
    expect(events([created], launch)).toEqual([launched])
    for (const command of [launch, { _tag: "MissOccurrence", ...first }] as const)
      expect(refusal([created, launched], command)).toBe("NotAllowedNow")
  })

  it("sends no second time on a day on which its time is moved on", () => {
    const launched = { _tag: "OccurrenceLaunched", ...first, campaignId } as const
    const revised: OutreachRunEvent = {
      ...{ _tag: "OutreachRunRevised", ...runDraft({ time: "18:00" }) },
      ...{ setUpBy: 1, since: "2026-11-25T15:00:00.000Z" },
    }
    const again = { _tag: "LaunchOccurrence", date: first.date, dueAt: "2026-11-25T23:00:00.000Z", campaignId } as const
    expect(refusal([created, launched, revised], again)).toBe("NotAllowedNow")
  })

  it("skips a date to come, and takes that back; both once", () => {
    const skip = { _tag: "SkipOccurrence", date: first.date, now } as const
    const unskip = { _tag: "UnskipOccurrence", date: first.date, now } as const
    const skipped = { _tag: "OccurrenceSkipped", date: first.date } as const
    expect(events([created], skip)).toEqual([skipped])
    expect(events([created, skipped], skip)).toEqual([])
    expect(events([created, skipped], unskip)).toEqual([{ _tag: "OccurrenceUnskipped", date: first.date }])
    expect(events([created], unskip)).toEqual([])
    expect(refusal([created, skipped], { _tag: "LaunchOccurrence", ...first, campaignId })).toBe("NotAllowedNow")
  })

  it("does not skip a day that is none of its dates, or has passed", () => {
    for (const date of ["2026-11-26", "2026-11-18"])
      expect(refusal([created], { _tag: "SkipOccurrence", date, now })).toBe("NotAllowedNow")
  })

  it("ends when someone ends it, paused or not, once, and makes nothing of the dates that were left", () => {
    const stop = { _tag: "StopOutreachRun" } as const
    const ended = { _tag: "OutreachRunEnded" } as const
    expect(events([created], stop)).toEqual([ended])
    expect(events([created, { _tag: "OutreachRunPaused" }], stop)).toEqual([ended])
    expect(refusal([created, ended], stop)).toBe("NotAllowedNow")
    expect(refusal([created, ended], { _tag: "LaunchOccurrence", ...first, campaignId })).toBe("NotAllowedNow")
    expect(events([created, ended], save)).toMatchObject([{ _tag: "OutreachRunRevised" }])
  })

  it("ends when no date is left, and with other dates is active again", () => {
    expect(events([created], { _tag: "EndOutreachRun", now })).toEqual([])
    const one: OutreachRunEvent = { ...created, ...runDraft({ ends: "after", count: 2 }) }
    const launched = { _tag: "OccurrenceLaunched", ...first, campaignId } as const
    const end = { _tag: "EndOutreachRun", now: first.dueAt } as const
    expect(events([one, launched], end)).toEqual([{ _tag: "OutreachRunEnded" }])
    expect(events([one, launched, { _tag: "OutreachRunEnded" }], save)).toMatchObject([{ _tag: "OutreachRunRevised" }])
  })
})
