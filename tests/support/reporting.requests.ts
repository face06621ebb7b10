import { mayCall } from "#schemas/access.ts"
import type { Named, Requests } from "./contractRequests.ts"
import { viewDraft } from "./savedViewSamples.ts"

/** A report of all that it can be narrowed to; a location only for who may see appointments. */
const narrowed = (
  { campaignHashedId, temphashedId, multiCampaignHashedId, locationHashedId }: Named,
  ids: ReadonlyArray<number>,
) => ({
  ...{ campaignHashedId, templateHashedId: temphashedId, multiCampaignHashedId },
  ...(mayCall({ userType: 2, accessIds: ids }, "Appointment.GetBookedAppointments") ? { locationHashedId } : {}),
})

/** The requests of reporting. */
export const requests: Requests = {
  "Report.GetDashboard": () => ({}),
  "Report.GetReportedCampaigns": () => ({}),
  "Report.GetReportChoices": () => ({}),
  "Report.GetReport": (named, ids) => ({ query: narrowed(named, ids) }),
  "Report.GetReportedPeople": (named, ids) => ({ query: { ...narrowed(named, ids), share: "failed" } }),
  "Report.GetActivityLog": () => ({}),
  "Report.DownloadActivity": () => ({ query: { kind: "template" } }),
  "Report.GetActivityPeople": () => ({}),
  "Report.CheckLog": () => ({}),
  "Report.DownloadExportData": (named, ids) => ({
    query: { type: "csv" },
    body: { fileType: "csv", ...narrowed(named, ids) },
  }),
  "Report.GetPastExports": () => ({}),
  "Report.DownloadPastExport": ({ exportId }) => ({ query: { exportId } }),
  "Report.RemovePastExport": ({ exportId }) => ({ body: { exportId } }),
  "Report.GetSavedViews": () => ({}),
  "Report.GetReportReaders": () => ({}),
  "Report.SaveSavedView": () => ({ body: { hashedId: null, view: viewDraft({ name: "Every week" }) } }),
  "Report.DeleteSavedView": ({ savedViewHashedId }) => ({ body: { hashedId: savedViewHashedId } }),
  "Report.OpenReportLink": () => ({ body: { secret: "x".repeat(43) } }),
  "Feed.GetChanges": () => ({}),
}
