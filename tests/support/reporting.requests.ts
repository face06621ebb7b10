import type { Requests } from "./contractRequests.ts"

/** The requests of reporting. */
export const requests: Requests = {
  "Report.GetDashboard": () => ({}),
  "Report.GetReportedCampaigns": () => ({}),
  "Report.GetReport": ({ campaignHashedId }) => ({ query: { campaignHashedId } }),
  "Report.GetReportedPeople": ({ campaignHashedId }) => ({ query: { campaignHashedId, share: "failed" } }),
  "Report.GetActivityLog": () => ({}),
  "Report.DownloadActivity": () => ({ query: { kind: "template" } }),
  "Report.GetActivityPeople": () => ({}),
  "Report.CheckLog": () => ({}),
  "Report.DownloadExportData": ({ campaignHashedId }) => ({
    query: { type: "csv" },
    body: { fileType: "csv", campaignHashedId },
  }),
  "Report.GetPastExports": () => ({}),
  "Report.DownloadPastExport": ({ exportId }) => ({ query: { exportId } }),
  "Report.RemovePastExport": ({ exportId }) => ({ body: { exportId } }),
  "Feed.GetChanges": () => ({}),
}
