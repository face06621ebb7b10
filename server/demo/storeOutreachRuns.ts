import { Effect } from "effect"
import { Temporal } from "temporal-polyfill"
import type { OutreachRunFacts } from "#schemas/scheduling/outreachRun.ts"
import { outreachRunStream } from "#server/scheduling/outreachRuns/outreachRun.commands.ts"
import type { OutreachRunCommand } from "#server/scheduling/outreachRuns/outreachRun.decider.ts"
import { idAt, takeIds } from "./bulk.ts"
import type { CampaignParts } from "./campaignStreams.ts"
import type { Random } from "./random.ts"
import { storeHashedIds } from "./storeTemplates.ts"
import { playCommands, type Step } from "./streams.ts"

const day = 24 * 3_600_000

const firstOf = <A>(values: Iterable<A>): A => {
  for (const value of values) return value
  throw new Error("The demo has nothing that an outreach run could send")
}

/** On the last Friday of each month from the next on, so that none sends while someone first looks round. */
const monthly = (parts: CampaignParts, timezone: string, now: number): OutreachRunFacts => {
  const { templateId, purpose } = firstOf(parts.templates.values())
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).toPlainDate()
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

/**
 * Stores two outreach runs of a company, a monthly and a weekly one, both paused: nothing shows them on a page yet, so
 * nothing may send by them. Gives their streams to be stored.
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
  const last = monthly(parts, timezone, now)
  const tuesdays = { ...last, name: "Weekly survey", frequency: "weekly", weekdays: [2], time: "10:30" } as const
  const at = now - day
  const stepsOf = (place: number, facts: OutreachRunFacts): ReadonlyArray<Step<OutreachRunCommand>> => {
    const runId = idAt(ids, place)
    const command = { _tag: "SaveOutreachRun", runId, facts, userId: actorId, now: new Date(at).toISOString() } as const
    return [{ at, actorId, command }]
  }
  const pause: Step<OutreachRunCommand> = { at: at + 3_600_000, actorId, command: { _tag: "PauseOutreachRun" } }
  return [
    playCommands(outreachRunStream, companyId, idAt(ids, 0), [...stepsOf(0, last), pause]),
    playCommands(outreachRunStream, companyId, idAt(ids, 1), [...stepsOf(1, tuesdays), pause]),
  ]
})
