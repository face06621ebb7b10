import { ListId, SenderId, TemplateId } from "#schemas/ids.ts"
import type { OutreachRunDraft, OutreachRunTimes } from "#schemas/scheduling/outreachRun.ts"

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
