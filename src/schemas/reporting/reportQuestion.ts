import { Schema } from "effect"
import { Language } from "../administration/companyDraft.ts"
import { DateOnly, HashedId } from "../ids.ts"

/** A number in an address, which is text there. */
const numeral = Schema.String.check(Schema.isPattern(/^[1-9]\d{0,8}$/u, { message: "Enter a whole number from 1 on." }))

/**
 * What a report is narrowed to apart from its campaign and days (docs/policy.md#reports). A version goes with its template,
 * a step with its multi-campaign.
 */
export const reportFilters = {
  /** Of the text that a person got, or would have got. */
  language: Schema.optionalKey(Language),
  templateHashedId: Schema.optionalKey(HashedId),
  templateVersion: Schema.optionalKey(numeral),
  multiCampaignHashedId: Schema.optionalKey(HashedId),
  step: Schema.optionalKey(numeral),
  /** Of the appointment that the text is about, or that its link led to. */
  locationHashedId: Schema.optionalKey(HashedId),
}
export const filterNames = Object.keys(reportFilters) as ReadonlyArray<keyof typeof reportFilters>
export const ReportFilters = Schema.Struct(reportFilters)
export type ReportFilters = typeof ReportFilters.Type

/** What a report is about: the same in the address of the page, the figures, the people behind them and the file. */
export const reportQuestion = {
  campaignHashedId: Schema.optionalKey(HashedId),
  startDate: Schema.optionalKey(DateOnly),
  endDate: Schema.optionalKey(DateOnly),
  ...reportFilters,
}
export const ReportQuestion = Schema.Struct(reportQuestion)
export type ReportQuestion = typeof ReportQuestion.Type

/** What a report is narrowed to, in the names that people know. */
export const Narrowed = Schema.Struct({
  by: Schema.Literals(["language", "template", "multiCampaign", "location"]),
  name: Schema.String,
  /** The version of a template, or the step of a multi-campaign. */
  number: Schema.optionalKey(Schema.Int),
})
export type Narrowed = typeof Narrowed.Type
