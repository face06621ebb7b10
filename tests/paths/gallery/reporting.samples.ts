import { sampleCampaign } from "#tests/support/outreachSamples.ts"
import { samplePastExports } from "#tests/support/pastExportSamples.ts"
import {
  emptyReport,
  firstDashboard,
  fullDashboard,
  sampleReplies,
  sampleChoices,
  sampleReport,
  sampleReportedPeople,
} from "#tests/support/reportSamples.ts"
import { sampleSavedView, sampleSavedViews } from "#tests/support/savedViewSamples.ts"
import { always, type GallerySample } from "./sample.ts"

/** The samples of the charts of reporting. */
export const samples: Readonly<Record<string, GallerySample>> = {
  report: {
    readings: {
      report: always(sampleReport),
      campaigns: always([{ ...sampleCampaign, responseFile: "csv" }]),
      choices: always(sampleChoices),
    },
    empty: { report: emptyReport, campaigns: [] },
  },
  reportedPeople: {
    readings: {
      people: always(sampleReportedPeople),
      campaigns: always([{ ...sampleCampaign, responseFile: null }]),
      choices: always(sampleChoices),
    },
    empty: { people: [] },
  },
  pastExports: { readings: { exports: always(samplePastExports) }, empty: { exports: [] } },
  savedViews: { readings: { views: always(sampleSavedViews) }, empty: { views: [] } },
  savedViewEditor: { search: { tab: "saved", edit: sampleSavedView.hashedId } },
  reportLink: { search: { tab: "link" } },
  dashboard: {
    readings: { dashboard: always(fullDashboard), replies: always(sampleReplies) },
    empty: { dashboard: firstDashboard, replies: [] },
  },
}
