import { addDays, weekdayOf } from "../calendar.ts"
import { sendersOf, type CampaignParts } from "../outreach/campaignForm.ts"
import { defaultPurpose } from "../outreach/template.ts"
import type { FieldError } from "../problem.ts"
import { validatorOf } from "../validate.ts"
import { OutreachRunDraft, OutreachRunTimes, type OutreachRun } from "./outreachRun.ts"
import { recurrenceErrors, type Recurrence } from "./recurrence.ts"
import type { Weekday } from "./schedule.ts"

type Numbered = "templateId" | "listId" | "senderId" | "interval"

/** What the form of an outreach run holds: the draft, in which numbers may be missing, and what it is a draft of. */
export type OutreachRunValues = Omit<OutreachRunDraft, Numbered> & {
  readonly [Field in Numbered]: OutreachRunDraft[Field] | null
} & {
  /** The public id; null for a new run. */
  readonly hashedId: string | null
  /** The version these values were made from; 0 for a new run. */
  readonly streamVersion: number
}

/** An outreach run as its form opens it: what can be chosen, and what it begins with. */
export type OpenedOutreachRun = { readonly choices: CampaignParts; readonly values: OutreachRunValues }

/**
 * What a new run begins with: each week from tomorrow on.
 * @param today the day it is in the zone, `YYYY-MM-DD`
 * @param timezone IANA zone of the company
 */
export const newOutreachRun = (choices: CampaignParts, today: string, timezone: string): OutreachRunValues => {
  const firstDate = addDays(today, 1)
  const weekday = weekdayOf(firstDate) as Weekday
  return {
    ...{ hashedId: null, streamVersion: 0, name: "", purpose: defaultPurpose, templateId: null, listId: null },
    senderId: sendersOf(choices, "SMS")[0]?.senderId ?? null,
    ...{ firstDate, frequency: "weekly", interval: 1, weekdays: [weekday], time: "09:00", timezone },
    ...{ monthlyBy: "day", monthDay: Number(firstDate.slice(8)) as Recurrence["monthDay"], monthWeek: 1 },
    ...{ monthWeekday: weekday, ends: "never", untilDate: null, count: null },
  }
}

/** A run as its form holds it; what was allowed by an earlier rule is refused by the form, not here. */
export const outreachRunValues = ({ hashedId, version, run }: OutreachRun): OutreachRunValues => ({
  ...run,
  ...{ hashedId, streamVersion: version },
})

/** The draft that the server takes of a form without errors; what is written in fields that are not shown is left out. */
export const outreachRunDraft = (values: OutreachRunValues): OutreachRunDraft => {
  const { hashedId: _, streamVersion: __, ...draft } = values
  const recurs = values.frequency !== "once"
  return {
    ...draft,
    interval: recurs ? values.interval : 1,
    untilDate: recurs && values.ends === "on" ? values.untilDate : null,
    count: recurs && values.ends === "after" ? values.count : null,
  } as OutreachRunDraft
}

const validate = validatorOf(OutreachRunDraft)
const validateTimes = validatorOf(OutreachRunTimes)
const choices: Readonly<Record<string, string>> = {
  templateId: "Choose a template.",
  listId: "Choose a list.",
  senderId: "Choose a sending number.",
  interval: "Enter a whole number from 1 to 99.",
}

/** What is wrong with the form, by field, as the server’s own schema judges it; what its recurrence lacks is said at once. */
export const checkOutreachRun = (values: OutreachRunValues): ReadonlyArray<FieldError> => {
  const draft = outreachRunDraft(values)
  const errors = validate(draft).map(({ field, message }) => ({ field, message: choices[field] ?? message }))
  const known = new Set(errors.map(({ field }) => field))
  const lacking = recurrenceErrors(draft).map(({ path: [field = ""], issue }) => ({ field, message: issue }))
  return [...errors, ...lacking.filter(({ field }) => !known.has(field))]
}

/** What a preview is asked for; null while the dates are not known. */
export const timesIn = (values: OutreachRunValues): OutreachRunTimes | null => {
  const { name: _, purpose: __, templateId: ___, listId: ____, senderId: _____, ...times } = outreachRunDraft(values)
  return validateTimes(times).length > 0 ? null : times
}
