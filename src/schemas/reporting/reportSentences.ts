/** The sentences of the log about calls of reports that were tried. */
export const reportSentences = {
  "activity.tried.Report.GetDashboard": "see Home",
  "activity.tried.Report.GetReport": "see a report",
  "activity.tried.Report.GetReportedCampaigns": "see the campaigns of a report",
  "activity.tried.Report.GetReportChoices": "see what a report can be narrowed to",
  "activity.tried.Report.GetReportedPeople": "see the people of a report",
  "activity.tried.Report.GetActivityLog": "see the activity",
  "activity.tried.Report.DownloadActivity": "export the activity",
  "activity.tried.Report.GetActivityPeople": "see the people of the activity",
  "activity.tried.Report.CheckLog": "check the chain of the log",
  "activity.tried.Report.DownloadExportData": "export a report",
  "activity.tried.Report.GetPastExports": "see past exports",
  "activity.tried.Report.DownloadPastExport": "fetch a past export again",
  "activity.tried.Report.RemovePastExport": "remove the file of a past export",
} as const
