import { Schema } from "effect"
import { realDate, WallTime } from "../fields.ts"
import { DateOnly, HashedId, idOf, Instant, UserId } from "../ids.ts"
import { recurrenceFields } from "../scheduling/recurrence.ts"
import { PlannedDate } from "../scheduling/outreachRun.ts"
import { TrimmedText } from "../trimmedText.ts"

export const SavedViewId = idOf("SavedViewId")
export type SavedViewId = typeof SavedViewId.Type

/** The states of the lifecycle of saved views. */
export const SavedViewState = Schema.Literals(["saved", "deleted"])
export type SavedViewState = typeof SavedViewState.Type

/** How many views a company can save, how many people one is mailed to, and for how many days a mailed link works. */
export const savedViewLimits = { views: 50, recipients: 20, linkDays: 7 } as const

/** Which days a view shows: whole days before the one on which it is opened or mailed, a campaign from its beginning, or days of the calendar. */
export const savedDays = ["last7", "last30", "lastMonth", "whole", "chosen"] as const
export const SavedDays = Schema.Literals(savedDays)
export type SavedDays = typeof SavedDays.Type

/** How often a view is mailed. */
export const mailFrequencies = ["never", "weekly", "monthly"] as const

/** What the report's address narrows it to apart from its days, as the report itself reads it. */
export const ReportSearch = Schema.Record(
  Schema.String.check(Schema.isPattern(/^[A-Za-z]{1,30}$/u)),
  Schema.String.check(Schema.isMaxLength(200)),
).check(
  Schema.makeFilter(
    (search) => Object.keys(search).length <= 20 || "Too much is filtered for. Remove some filters first.",
  ),
)
export type ReportSearch = typeof ReportSearch.Type

const nameMessage = "Enter a name of 3 to 60 characters."
const fields = {
  name: TrimmedText.check(
    Schema.isMinLength(3, { message: nameMessage }),
    Schema.isMaxLength(60, { message: nameMessage }),
  ),
  search: ReportSearch,
  days: SavedDays,
  /** Read where days are chosen. */
  from: Schema.NullOr(realDate("Enter the first day, for example Nov 23, 2026.")),
  to: Schema.NullOr(realDate("Enter the last day, for example Nov 23, 2026.")),
  frequency: Schema.Literals(mailFrequencies),
  weekdays: recurrenceFields.weekdays,
  monthDay: recurrenceFields.monthDay,
  /** On the wall of the company's zone, whatever its clock does in summer. */
  time: WallTime,
  recipients: Schema.Array(UserId).check(
    Schema.makeFilter(
      (people) =>
        people.length <= savedViewLimits.recipients || `Choose at most ${savedViewLimits.recipients} recipients.`,
    ),
  ),
}

type Written = { readonly [Field in keyof typeof fields]: (typeof fields)[Field]["Type"] }
const error = (field: keyof Written, issue: string) => ({ path: [field], issue })

/** What a view lacks that its days and its schedule need. */
export const savedViewErrors = ({ search, days, from, to, frequency, weekdays, recipients }: Written) => [
  ...(days === "whole" && search["campaign"] === undefined
    ? [error("days", "A report on all campaigns needs days. Choose some.")]
    : []),
  ...(days === "chosen" && from === null ? [error("from", "Enter the first day, for example Nov 23, 2026.")] : []),
  ...(days === "chosen" && to === null ? [error("to", "Enter the last day, for example Nov 23, 2026.")] : []),
  ...(days === "chosen" && from !== null && to !== null && to < from
    ? [error("to", "The last day must not be before the first.")]
    : []),
  ...(frequency === "weekly" && weekdays.length === 0 ? [error("weekdays", "Choose one weekday or more.")] : []),
  ...(frequency !== "never" && recipients.length === 0 ? [error("recipients", "Choose who receives it.")] : []),
]

/** What staff fill in of a saved view: one schema for the form and for the call (docs/policy.md#saved-views). */
export const SavedViewDraft = Schema.Struct(fields)
  .check(Schema.makeFilter((draft) => savedViewErrors(draft)))
  .annotate({ identifier: "SavedViewDraft" })
export type SavedViewDraft = typeof SavedViewDraft.Type

/** What is kept of a draft: an earlier rule may have allowed what a draft may not hold today. */
export const SavedViewFacts = Schema.Struct({
  ...fields,
  name: Schema.String,
  search: Schema.Record(Schema.String, Schema.String),
  from: Schema.NullOr(DateOnly),
  to: Schema.NullOr(DateOnly),
  time: Schema.String,
  recipients: Schema.Array(UserId),
})
export type SavedViewFacts = typeof SavedViewFacts.Type

/** Someone of the company who may see its reports, and so may be mailed one. */
export const ReportReader = Schema.Struct({ userId: UserId, name: Schema.String }).annotate({
  identifier: "ReportReader",
})
export type ReportReader = typeof ReportReader.Type

/** The days of a report; a campaign as a whole has no first one. */
export const ShownDays = Schema.Struct({ startDate: Schema.NullOr(DateOnly), endDate: DateOnly })
export type ShownDays = typeof ShownDays.Type

/** A saved view with what its list shows; `version` goes into If-Match. */
export const SavedView = Schema.Struct({
  hashedId: HashedId,
  version: Schema.Int,
  updatedOn: Instant,
  view: SavedViewFacts,
  /** Null for all campaigns; empty where the campaign is gone. */
  campaignName: Schema.NullOr(Schema.String),
  /** The days it shows when it is opened today. */
  shown: ShownDays,
  /** Those of its recipients who may still receive it. */
  readers: Schema.Array(ReportReader),
  /** When it is mailed next, by the zone's rules of today; null where it is not. */
  next: Schema.NullOr(PlannedDate),
  /** Of the last time it was mailed, who could not be reached. */
  notMailed: Schema.NullOr(Schema.Struct({ date: DateOnly, names: Schema.Array(Schema.String) })),
}).annotate({ identifier: "SavedView" })
export type SavedView = typeof SavedView.Type

/** The body of `POST /api/Report/SaveSavedView`: without `hashedId` it saves a new one. */
export const SaveSavedView = Schema.Struct({ hashedId: Schema.NullOr(HashedId), view: SavedViewDraft })
export type SaveSavedView = typeof SaveSavedView.Type

/** The body of `POST /api/Report/DeleteSavedView`. */
export const DeleteSavedView = Schema.Struct({ hashedId: HashedId })

/** The body of `POST /api/Report/OpenReportLink`: the secret of a mailed link, as much of it as came. */
export const OpenReportLink = Schema.Struct({ secret: Schema.String.check(Schema.isMaxLength(200)) })

/** Where a mailed link leads: the report as it was narrowed then, on its days. */
export const LinkedReport = Schema.Struct({
  search: Schema.Record(Schema.String, Schema.String),
  ...ShownDays.fields,
}).annotate({ identifier: "LinkedReport" })
export type LinkedReport = typeof LinkedReport.Type

/** The moment before which a view makes up for nothing. */
const takenUp = { since: Instant }

/** Stored facts about saved views (docs/policy.md#saved-views). */
export const SavedViewEvent = Schema.Union([
  Schema.TaggedStruct("SavedViewCreated", { savedViewId: SavedViewId, ...SavedViewFacts.fields, ...takenUp }),
  Schema.TaggedStruct("SavedViewRevised", { ...SavedViewFacts.fields, ...takenUp }),
  Schema.TaggedStruct("SavedViewDeleted", {}),
  /** Its time came; it is mailed to these people, or to no one where none may receive it any more. */
  Schema.TaggedStruct("SavedViewCameDue", {
    date: DateOnly,
    dueAt: Instant,
    ...ShownDays.fields,
    mailedTo: Schema.Array(UserId),
  }),
])
export type SavedViewEvent = typeof SavedViewEvent.Type
