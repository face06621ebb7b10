import { anyone, both, one, type PolicyRow } from "../policyRow.ts"

/** Who may make the calls of Home, reports and the log. */
export const reportPolicy = {
  "Report.GetDashboard": anyone,
  "Report.GetReport": one("Report"),
  "Report.GetReportedCampaigns": one("Report"),
  "Report.GetReportChoices": one("Report"),
  // People are seen by who sees those of a campaign.
  "Report.GetReportedPeople": both(["Report"], ["Campaign", "MultiCampaign"]),
  // Next to this, the right to administer all companies for the log of all.
  "Report.GetActivityLog": one("Console"),
  "Report.DownloadActivity": both(["Console"], ["Actions"]),
  "Report.GetActivityPeople": one("Console"),
  // The chain is one for all companies.
  "Report.CheckLog": { types: [1], every: [["SuperAdminGlobal"], ["Console"]] },
  "Report.DownloadExportData": both(["Report"], ["Actions"]),
  "Report.GetPastExports": both(["Report"], ["Actions"]),
  "Report.DownloadPastExport": both(["Report"], ["Actions"]),
  "Report.RemovePastExport": both(["Report"], ["Actions"]),
  // Who sees a report saves views of it, and changes those of others: they are the company's.
  "Report.GetSavedViews": one("Report"),
  "Report.GetReportReaders": one("Report"),
  "Report.SaveSavedView": one("Report"),
  "Report.DeleteSavedView": one("Report"),
  "Report.OpenReportLink": one("Report"),
} as const satisfies Record<string, PolicyRow>
