import { validatorOf } from "../validate.ts"
import type { FieldError } from "../problem.ts"
import {
  ReportSearch,
  SavedViewDraft,
  savedViewErrors,
  type ReportReader,
  type SavedView,
  type SavedViewFacts,
} from "./savedView.ts"

/** What the form of a saved view holds: the draft, what it is a draft of, and what can be chosen. */
export type SavedViewValues = SavedViewFacts & {
  /** The public id; null for a new one. */
  readonly hashedId: string | null
  /** The version these values were made from; 0 for a new one. */
  readonly streamVersion: number
  readonly readers: ReadonlyArray<ReportReader>
}

/** Parts of the report's address that name no filter, or the days, which are fields of their own. */
const apart = new Set(["tab", "new", "edit", "people", "from", "to"])

/** What an address of the report narrows it to apart from its days. */
export const filtersIn = (search: Readonly<Record<string, string>>): ReportSearch =>
  Object.fromEntries(Object.entries(search).filter(([name, value]) => !apart.has(name) && value !== ""))

/** What a new view begins with: the report as its address has it. */
export const newSavedView = (
  search: Readonly<Record<string, string>>,
  readers: ReadonlyArray<ReportReader>,
): SavedViewValues => {
  const { from = null, to = null } = search
  const filters = filtersIn(search)
  const days = from !== null || to !== null ? "chosen" : filters["campaign"] === undefined ? "last30" : "whole"
  return {
    ...{ hashedId: null, streamVersion: 0, readers, name: "", search: filters, days, from, to },
    ...{ frequency: "never", weekdays: [1], monthDay: 1, time: "08:00", recipients: [] },
  }
}

/** A view as its form holds it; who can no longer receive it is not chosen any more. */
export const savedViewValues = (
  { hashedId, version, view, readers: left }: SavedView,
  readers: ReadonlyArray<ReportReader>,
): SavedViewValues => ({
  ...view,
  ...{ hashedId, streamVersion: version, readers, recipients: left.map(({ userId }) => userId) },
})

/** The draft that the server takes of a form without errors; what is written in fields that are not shown is left out. */
export const savedViewDraft = (values: SavedViewValues): SavedViewDraft => {
  const { hashedId: _, streamVersion: __, readers: ___, ...draft } = values
  const isChosen = draft.days === "chosen"
  return {
    ...draft,
    ...(isChosen ? {} : { from: null, to: null }),
    recipients: draft.frequency === "never" ? [] : draft.recipients,
  }
}

const validate = validatorOf(SavedViewDraft)

/** What is wrong with the form, by field, as the server's own schema judges it; what its days and schedule lack is said at once. */
export const checkSavedView = (values: SavedViewValues): ReadonlyArray<FieldError> => {
  const draft = savedViewDraft(values)
  const errors = validate(draft)
  const known = new Set(errors.map(({ field }) => field))
  const lacking = savedViewErrors(draft).map(({ path: [field = ""], issue }) => ({ field, message: issue }))
  return [...errors, ...lacking.filter(({ field }) => !known.has(field))]
}
