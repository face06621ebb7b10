import { Schema, Struct } from "effect"
import { TrimmedText } from "../trimmedText.ts"
import { HistoryEntry } from "../administration/history.ts"
import { WallTime, Zone } from "../fields.ts"
import { CampaignId, DateOnly, HashedId, idOf, Instant } from "../ids.ts"
import { CampaignDraft, CampaignState } from "../outreach/campaign.ts"
import { recurrenceErrors, recurrenceFields } from "./recurrence.ts"

export const OutreachRunId = idOf("OutreachRunId")
export type OutreachRunId = typeof OutreachRunId.Type

/** The states of the lifecycle of outreach runs. */
export const OutreachRunState = Schema.Literals(["active", "paused", "ended", "deleted"])
export type OutreachRunState = typeof OutreachRunState.Type

/** How many runs a company can have, how many days can be asked for at once, and how many dates a preview shows. */
export const outreachRunLimits = { runs: 50, days: 62, preview: 10, past: 50 } as const

const nameMessage = "Enter a name of 3 to 60 characters."
const fields = {
  ...Struct.pick(CampaignDraft.fields, ["purpose", "templateId", "listId", "senderId"]),
  /** With a date behind it, it is the name of a campaign. */
  name: TrimmedText.check(
    Schema.isMinLength(3, { message: nameMessage }),
    Schema.isMaxLength(60, { message: nameMessage }),
  ),
  ...recurrenceFields,
  /** On the wall of the zone, whatever its clock does in summer. */
  time: WallTime,
  timezone: Zone,
}

/** What staff fill in of an outreach run: one schema for the form and for the call (docs/policy.md#outreach-runs). */
export const OutreachRunDraft = Schema.Struct(fields)
  .check(Schema.makeFilter((draft) => recurrenceErrors(draft)))
  .annotate({ identifier: "OutreachRunDraft" })
export type OutreachRunDraft = typeof OutreachRunDraft.Type

/** When a run sends: what a preview needs of a draft. */
export const OutreachRunTimes = Schema.Struct(
  Struct.pick(fields, [...Struct.keys(recurrenceFields), "time", "timezone"]),
)
  .check(Schema.makeFilter((draft) => recurrenceErrors(draft)))
  .annotate({ identifier: "OutreachRunTimes" })
export type OutreachRunTimes = typeof OutreachRunTimes.Type

/** What is kept of a draft: an earlier rule may have allowed what a draft may not hold today. */
export const OutreachRunFacts = Schema.Struct({
  ...fields,
  name: Schema.String,
  firstDate: DateOnly,
  untilDate: Schema.NullOr(DateOnly),
  interval: Schema.Int,
  count: Schema.NullOr(Schema.Int),
  time: Schema.String,
  timezone: Schema.String,
})
export type OutreachRunFacts = typeof OutreachRunFacts.Type

/** Why no campaign was made on a date. */
export const OccurrenceReason = Schema.Literals(["template", "list", "sender", "noOne", "contract", "rights", "other"])
export type OccurrenceReason = typeof OccurrenceReason.Type

/** Why a run sends at another time than its own: the clock skips it that day, or shows it twice. */
export const ClockNote = Schema.Literals(["skipped", "repeated"])
export type ClockNote = typeof ClockNote.Type

/** A date of a run to come; `at` is its moment by the zone's rules of today. */
export const PlannedDate = Schema.Struct({
  date: DateOnly,
  at: Instant,
  note: Schema.NullOr(ClockNote),
}).annotate({ identifier: "PlannedDate" })
export type PlannedDate = typeof PlannedDate.Type

/** What became of a date of a run, or is to become of it. */
export const OccurrenceState = Schema.Literals(["planned", "skipped", "launched", "failed", "missed"])
export type OccurrenceState = typeof OccurrenceState.Type
export const Occurrence = Schema.Struct({
  ...PlannedDate.fields,
  runHashedId: HashedId,
  state: OccurrenceState,
  reason: Schema.NullOr(OccurrenceReason),
  /** The campaign that was made on this date; null where there is none, or it is deleted. */
  campaign: Schema.NullOr(Schema.Struct({ hashedId: HashedId, name: Schema.String, state: CampaignState })),
}).annotate({ identifier: "Occurrence" })
export type Occurrence = typeof Occurrence.Type

/** An outreach run with the names of what it refers to; `version` goes into If-Match. */
export const OutreachRun = Schema.Struct({
  runId: OutreachRunId,
  hashedId: HashedId,
  state: OutreachRunState,
  version: Schema.Int,
  updatedOn: Instant,
  /** Who saved or resumed it last: it launches with that person’s rights. */
  setUpBy: Schema.String,
  templateName: Schema.String,
  listName: Schema.String,
  senderNumber: Schema.String,
  run: OutreachRunFacts,
  next: Schema.NullOr(PlannedDate),
  last: Schema.NullOr(Occurrence),
}).annotate({ identifier: "OutreachRun" })
export type OutreachRun = typeof OutreachRun.Type

/** A run with what its page shows next to it: its last dates and those to come, and what happened to it. */
export const OutreachRunDetail = Schema.Struct({
  ...OutreachRun.fields,
  past: Schema.Array(Occurrence),
  coming: Schema.Array(Occurrence),
  history: Schema.Array(HistoryEntry),
}).annotate({ identifier: "OutreachRunDetail" })
export type OutreachRunDetail = typeof OutreachRunDetail.Type

/** A run as it is on the screen, and one of its dates where something is done to that. */
export type RunSubject = { readonly run: OutreachRunDetail; readonly date: string | null }

/** A campaign that was given a start time by hand, on the day of the company’s calendar. */
export const TimedCampaign = Schema.Struct({
  hashedId: HashedId,
  name: Schema.String,
  state: CampaignState,
  date: DateOnly,
  at: Instant,
}).annotate({ identifier: "TimedCampaign" })
export type TimedCampaign = typeof TimedCampaign.Type

/** What a calendar of outreach shows. */
export const OutreachCalendar = Schema.Struct({
  /** Today in the company’s zone. */
  today: DateOnly,
  timezone: Schema.String,
  runs: Schema.Array(OutreachRun),
  occurrences: Schema.Array(Occurrence),
  campaigns: Schema.Array(TimedCampaign),
}).annotate({ identifier: "OutreachCalendar" })
export type OutreachCalendar = typeof OutreachCalendar.Type

/** The body of `POST /api/Scheduler/SaveOutreachRun`: without `hashedId` it makes a run. */
export const SaveOutreachRun = Schema.Struct({ hashedId: Schema.NullOr(HashedId), run: OutreachRunDraft })
export type SaveOutreachRun = typeof SaveOutreachRun.Type

/** What `POST /api/Scheduler/ChangeOutreachRunState` may do. */
export const OutreachRunAction = Schema.Literals(["pause", "resume", "end", "delete"])
export type OutreachRunAction = typeof OutreachRunAction.Type
export const ChangeOutreachRunState = Schema.Struct({ hashedId: HashedId, action: OutreachRunAction })

/** The body of `POST /api/Scheduler/SkipOccurrence`; with `skip` false it takes place after all. */
export const SkipOccurrence = Schema.Struct({ hashedId: HashedId, date: DateOnly, skip: Schema.Boolean })
export type SkipOccurrence = typeof SkipOccurrence.Type

const dated = { date: DateOnly, dueAt: Instant }
/** The number of the person with whose rights it launches, and the moment before which it makes up for nothing. */
const takenUp = { setUpBy: Schema.Int, since: Instant }

/** Stored facts about outreach runs (docs/policy.md#outreach-runs). */
export const OutreachRunEvent = Schema.Union([
  Schema.TaggedStruct("OutreachRunCreated", { runId: OutreachRunId, ...OutreachRunFacts.fields, ...takenUp }),
  Schema.TaggedStruct("OutreachRunRevised", { ...OutreachRunFacts.fields, ...takenUp }),
  Schema.TaggedStruct("OutreachRunPaused", {}),
  Schema.TaggedStruct("OutreachRunResumed", takenUp),
  Schema.TaggedStruct("OutreachRunEnded", {}),
  Schema.TaggedStruct("OutreachRunDeleted", {}),
  Schema.TaggedStruct("OccurrenceSkipped", { date: DateOnly }),
  Schema.TaggedStruct("OccurrenceUnskipped", { date: DateOnly }),
  Schema.TaggedStruct("OccurrenceLaunched", { ...dated, campaignId: CampaignId }),
  Schema.TaggedStruct("OccurrenceFailed", { ...dated, reason: OccurrenceReason }),
  Schema.TaggedStruct("OccurrenceMissed", dated),
])
export type OutreachRunEvent = typeof OutreachRunEvent.Type
