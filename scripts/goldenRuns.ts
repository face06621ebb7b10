import { CampaignId, ListId, SenderId, TemplateId, type CompanyId, type UserId } from "#schemas/ids.ts"
import { OutreachRunId, type OutreachRunFacts } from "#schemas/scheduling/outreachRun.ts"
import { playCommands, type StreamRows } from "#server/demo/streams.ts"
import { outreachRunStream } from "#server/scheduling/outreachRuns/outreachRun.commands.ts"
import type { OutreachRunCommand } from "#server/scheduling/outreachRuns/outreachRun.decider.ts"
import { playLadders } from "./goldenLadders.ts"
import { playSavedViews } from "./goldenSavedViews.ts"
import type { By } from "./goldenSetUp.ts"

/** Wednesdays at nine in New York, so many of them. */
const facts = (count: number): OutreachRunFacts => ({
  ...{ firstDate: "2026-10-07", frequency: "weekly", interval: 1, weekdays: [3] },
  ...{ monthlyBy: "day", monthDay: 1, monthWeek: 1, monthWeekday: 1 },
  ...{ ends: "after", untilDate: null, count, time: "09:00", timezone: "America/New_York" },
  ...{ name: "Weekly survey", purpose: "Survey" },
  ...{ templateId: TemplateId.make(1), listId: ListId.make(2), senderId: SenderId.make(3) },
})
const wednesday = (day: number) => ({ date: `2026-10-${day}`, dueAt: `2026-10-${day}T13:00:00.000Z` })

/** Outreach runs, multi-campaigns and saved views with each of their events, for the corpus of a release. */
export const playRuns = (companyId: CompanyId, userId: UserId, by: By): ReadonlyArray<StreamRows> => {
  const now = "2026-10-06T14:00:00.000Z"
  const run = (id: number, ...commands: ReadonlyArray<OutreachRunCommand>): StreamRows =>
    playCommands(
      outreachRunStream,
      companyId,
      id,
      commands.map((command, step) => by(80 + step, command)),
    )
  const save = (id: number, count: number): OutreachRunCommand => ({
    _tag: "SaveOutreachRun",
    ...{ runId: OutreachRunId.make(id), facts: facts(count), userId, now },
  })
  return [
    run(
      1,
      save(1, 5),
      save(1, 4),
      { _tag: "PauseOutreachRun" },
      { _tag: "ResumeOutreachRun", userId, now },
      { _tag: "SkipOccurrence", date: "2026-10-28", now },
      { _tag: "UnskipOccurrence", date: "2026-10-28", now },
      { _tag: "SkipOccurrence", date: "2026-10-28", now },
      {
        _tag: "LaunchOccurrence",
        date: "2026-10-07",
        dueAt: "2026-10-07T13:00:00.000Z",
        campaignId: CampaignId.make(1),
      },
      { _tag: "FailOccurrence", ...wednesday(14), reason: "noOne" },
      { _tag: "MissOccurrence", ...wednesday(21) },
      { _tag: "EndOutreachRun", now: "2026-11-01T14:00:00.000Z" },
    ),
    run(2, save(2, 3), { _tag: "DeleteOutreachRun" }),
    ...playLadders(companyId, by),
    ...playSavedViews(companyId, userId, by),
  ]
}
