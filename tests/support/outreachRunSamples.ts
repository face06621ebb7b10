import { ListId, SenderId, TemplateId } from "#schemas/ids.ts"
import {
  OutreachRunId,
  type Occurrence,
  type OutreachCalendar,
  type OutreachRun,
  type OutreachRunDetail,
  type OutreachRunDraft,
  type OutreachRunTimes,
} from "#schemas/scheduling/outreachRun.ts"
import { outreachRunValues, type OpenedOutreachRun } from "#schemas/scheduling/outreachRunForm.ts"
import { sampleChoices } from "./outreachSamples.ts"

/** Every Wednesday at nine in New York from a Wednesday on, without an end. */
export const weekly: OutreachRunTimes = {
  ...{ firstDate: "2026-11-18", frequency: "weekly", interval: 1, weekdays: [3] },
  ...{ monthlyBy: "day", monthDay: 1, monthWeek: 1, monthWeekday: 1 },
  ...{ ends: "never", untilDate: null, count: null, time: "09:00", timezone: "America/New_York" },
}

/** The same as a draft, of things by their numbers. */
export const runDraft = (more: Partial<OutreachRunDraft> = {}): OutreachRunDraft => ({
  ...weekly,
  ...{ name: "Weekly survey", purpose: "Survey" },
  ...{ templateId: TemplateId.make(1), listId: ListId.make(1), senderId: SenderId.make(1) },
  ...more,
})

const runHashedId = "r".repeat(20)
const timed = (date: string, at: string): Occurrence => ({
  ...{ runHashedId, date, at, note: null, state: "planned", reason: null, campaign: null },
})

/** A weekly run of Northwind Clinics that is active. */
export const sampleRun: OutreachRun = {
  ...{ runId: OutreachRunId.make(7), hashedId: runHashedId, state: "active", version: 3 },
  ...{ updatedOn: "2026-11-17T15:00:00Z", setUpBy: "Nora Admin" },
  ...{ templateName: "Flu shot recall", listName: "November recalls", senderNumber: "+14155550100" },
  run: runDraft(),
  next: { date: "2026-11-25", at: "2026-11-25T14:00:00Z", note: null },
  last: null,
}

/** A run that is paused: it has no next date. */
export const pausedRun: OutreachRun = {
  ...sampleRun,
  ...{ runId: OutreachRunId.make(8), hashedId: "p".repeat(20), state: "paused", next: null },
  run: runDraft({
    name: "Monthly check-in",
    ...{ frequency: "monthly", monthlyBy: "weekday", monthWeek: -1, monthWeekday: 5 },
    ...{ ends: "on", untilDate: "2027-06-30", time: "02:30" },
  }),
}

/** The weekly run with dates of each kind. */
export const sampleRunDetail: OutreachRunDetail = {
  ...sampleRun,
  past: [
    {
      ...timed("2026-11-18", "2026-11-18T14:00:00Z"),
      state: "launched",
      campaign: { hashedId: "c".repeat(20), name: "Weekly survey, Nov 18", state: "completed" },
    },
    { ...timed("2026-11-11", "2026-11-11T14:00:00Z"), state: "failed", reason: "noOne" },
    { ...timed("2026-11-04", "2026-11-04T14:00:00Z"), state: "missed" },
  ],
  coming: [
    timed("2026-11-25", "2026-11-25T14:00:00Z"),
    { ...timed("2026-12-02", "2026-12-02T14:00:00Z"), state: "skipped" },
    { ...timed("2027-03-14", "2027-03-14T07:00:00Z"), note: "skipped" },
  ],
  history: [
    { type: "OutreachRunCreated", at: "2026-10-28T15:00:00Z", actor: "Nora Admin" },
    { type: "OccurrenceLaunched", at: "2026-11-18T14:00:05Z", actor: "Nora Admin" },
  ],
}

/** The weekly run as it is read after something was done to it. */
export const runReadAgain: OutreachRunDetail = { ...sampleRunDetail, version: sampleRun.version + 1 }

/** The weekly run once it is paused. */
export const pausedRunDetail: OutreachRunDetail = { ...sampleRunDetail, state: "paused", next: null, coming: [] }

/** November 2026 with two runs and a campaign that was given a start by hand. */
export const sampleCalendar: OutreachCalendar = {
  ...{ today: "2026-11-20", timezone: "America/New_York" },
  runs: [pausedRun, sampleRun],
  occurrences: [...sampleRunDetail.past.toReversed(), ...sampleRunDetail.coming.slice(0, 2)],
  campaigns: [
    {
      ...{ hashedId: "d".repeat(20), name: "Holiday hours", state: "scheduled" },
      ...{ date: "2026-11-23", at: "2026-11-23T15:30:00Z" },
    },
  ],
}

/** What the editor of the weekly run opens with. */
export const openedRun: OpenedOutreachRun = { choices: sampleChoices, values: outreachRunValues(sampleRun) }
