/** Words of reporting that more than one page says, by id (docs/architecture.md#words). */
export const sharedReportingWords = {
  "report.title": "Report",
  "report.campaign": "Campaign",
  "report.campaign.all": "All campaigns",
  "report.from": "From",
  "report.to": "To",
  "dashboard.running.all": "All campaigns",

  "report.exported": "Report exported",
  "report.notExported": "Unable to export the report",
  "pastExports.removed": "File removed",
  "pastExports.notRemoved": "Unable to remove the file",

  "savedViews.saved": "View saved",
  "savedViews.deleted": "View deleted",
  "savedViews.notSaved": "Unable to save the view",
  "savedViews.notDeleted": "Unable to delete the view",

  "report.export.csv": "CSV",
  "report.export.xlsx": "Excel",
  "report.export.responseFile": "Response file",

  "report.chart.title": "By day",
  "report.chart.caption": "what became of the texts",
  "report.chart.day": "Day",
  "report.chart.texts": "Texts",
  "report.chart.delivered": "Delivered, no reply",
  "report.chart.replied": "Replied",
  "report.chart.underway": "On its way",
  "report.chart.failed": "Failed",
} as const
