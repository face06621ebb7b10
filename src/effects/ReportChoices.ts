import { ReportChoiceGroup } from "#schemas/reporting/reportChoices.ts"
import { callApi } from "./ApiClient.ts"

/** The values that a report may be narrowed to. */
export const readReportChoices = () => callApi(ReportChoiceGroup, (api) => api.GetReportChoices({}))
