import { Effect } from "effect"
import { Temporal } from "temporal-polyfill"
import type { OutreachRunFacts } from "#schemas/scheduling/outreachRun.ts"
import { outreachRunStream } from "#server/scheduling/outreachRuns/outreachRun.commands.ts"
import type { OutreachRunCommand } from "#server/scheduling/outreachRuns/outreachRun.decider.ts"
import { idAt, takeIds } from "./bulk.ts"
import { firstOf, type CampaignParts } from "./campaignStreams.ts"
import type { Random } from "./random.ts"
import { storeHashedIds } from "./storeTemplates.ts"
import { playCommands, type Step } from "./streams.ts"

const day = 24 * 3_600_000

/** On the last Friday of each month from the next on. */
const monthly = (parts: CampaignParts, today: Temporal.PlainDate, timezone: string): OutreachRunFacts => {
  const { templateId, purpose } = firstOf(parts.templates.values())
  return {
    ...{
      name: "Monthly check-in",
      purpose,
      templateId,
      listId: firstOf(parts.lists.values()),
      senderId: parts.senderId,
    },
    ...{
      firstDate: today.with({ day: 1 }).add({ months: 1 }).toString(),
      frequency: "monthly",
      interval: 1,
      weekdays: [],
    },
    ...{ monthlyBy: "weekday", monthDay: 1, monthWeek: -1, monthWeekday: 5 },
    ...{ ends: "never", untilDate: null, count: null, time: "09:00", timezone },
  }
}

/** The first Tuesday after a week and a day: nothing is sent while someone first looks round. */
const firstTuesday = (today: Temporal.PlainDate): Temporal.PlainDate => {
  const earliest = today.add({ days: 8 })
  return earliest.add({ days: (9 - earliest.dayOfWeek) % 7 })
}

/**
 * Stores two outreach runs of a company: one each Tuesday and Thursday, of which one date is skipped, and a monthly one
 * that is paused. Gives their streams to be stored.
 * @param now milliseconds since 1970; they were set up the day before
 */
export const storeOutreachRuns = Effect.fn("demo.storeOutreachRuns")(function* (
  random: Random,
  parts: CampaignParts,
  timezone: string,
  now: number,
) {
  const { companyId, actorId } = parts
  const ids = yield* takeIds("outreach_run_ids", 2)
  yield* storeHashedIds(random, companyId, "outreachRun", ids)
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).toPlainDate()
  const first = firstTuesday(today)
  const last = monthly(parts, today, timezone)
  const firstDate = first.toString()
  const twice = {
    ...last,
    name: "Weekly survey",
    firstDate,
    frequency: "weekly",
    weekdays: [2, 4],
    time: "10:30",
  } as const
  const at = now - day
  const setUpOn = new Date(at).toISOString()
  const played = (place: number, facts: OutreachRunFacts, command: OutreachRunCommand) => {
    const runId = idAt(ids, place)
    const save = { _tag: "SaveOutreachRun", runId, facts, userId: actorId, now: setUpOn } as const
    const steps: ReadonlyArray<Step<OutreachRunCommand>> = [
      { at, actorId, command: save },
      { at: at + 3_600_000, actorId, command },
    ]
    return playCommands(outreachRunStream, companyId, runId, steps)
  }
  const skip = { _tag: "SkipOccurrence", date: first.add({ days: 7 }).toString(), now: setUpOn } as const
  return [played(0, last, { _tag: "PauseOutreachRun" }), played(1, twice, skip)]
})
