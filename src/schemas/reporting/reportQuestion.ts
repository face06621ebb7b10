import { Schema } from "effect"
import { DateOnly, HashedId } from "../ids.ts"

/** What a report is about: the same in the address of the page, the figures, the people behind them and the file. */
export const reportQuestion = {
  campaignHashedId: Schema.optionalKey(HashedId),
  startDate: Schema.optionalKey(DateOnly),
  endDate: Schema.optionalKey(DateOnly),
}
export const ReportQuestion = Schema.Struct(reportQuestion)
export type ReportQuestion = typeof ReportQuestion.Type
