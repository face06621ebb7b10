import type { ExportRequest } from "#schemas/reporting/report.ts"
import type { PageOf } from "#schemas/reply.ts"
import type { ReportedPeopleParams } from "#schemas/reporting/reportedPeople.ts"
import type { ReportQuestion } from "#schemas/reporting/reportQuestion.ts"
import { ReportGroup } from "#schemas/reporting/reportCalls.ts"
import { callApi } from "./ApiClient.ts"
import { saveDownload } from "./saveDownload.ts"

/** The cards of the home page, as far as the person's rights reach. */
export const readDashboard = () => callApi(ReportGroup, (api) => api.GetDashboard({}))

/** The campaigns a report may be about. */
export const readReportedCampaigns = () => callApi(ReportGroup, (api) => api.GetReportedCampaigns({}))

/** The figures and days of one campaign, or of all, within some dates. */
export const readReport = (query: ReportQuestion) => callApi(ReportGroup, (api) => api.GetReport({ query }))

/** The people behind a number of a report, a page at a time. */
export const readReportedPeople = (query: Omit<ReportedPeopleParams, "pageSize" | "cursor">, page: PageOf) =>
  callApi(ReportGroup, (api) => api.GetReportedPeople({ query: { ...query, ...page } }))

/** Downloads the export and saves it under the name the server gives it. */
export const downloadExport = (payload: ExportRequest) =>
  saveDownload(
    callApi(ReportGroup, (api) =>
      api.DownloadExportData({
        query: { type: payload.fileType },
        payload,
        responseMode: "decoded-and-response",
      }),
    ),
    `report.${payload.fileType}`,
  )
