import type { Dashboard, Report } from "#schemas/reporting/report.ts"

/** A home page with all its cards. */
export const fullDashboard: Dashboard = {
  asOf: "2026-11-21T15:04:00Z",
  zone: "America/New_York",
  runningCampaigns: 2,
  messagesToday: { sent: 1840, delivered: 1702, underway: 107, failed: 31, replied: 90, optedOut: 12 },
  heldByQuietHours: 212,
  patients: 5000,
  lastImport: { listName: "November recalls", on: "2026-11-20T14:00:00Z", people: 1200 },
  contractEnd: "2027-06-30",
  needsYou: [{ text: "31 texts failed today", path: "/campaign" }],
}

/** A home page for someone who may see little. */
export const bareDashboard: Dashboard = {
  asOf: fullDashboard.asOf,
  zone: fullDashboard.zone,
  contractEnd: null,
  needsYou: [],
}

/** A report of two days. */
export const sampleReport: Report = {
  campaignHashedId: null,
  campaignName: null,
  startDate: "2026-03-01",
  endDate: "2026-03-02",
  zone: "America/Los_Angeles",
  asOf: "2026-03-02T20:00:00.000Z",
  figures: [
    { name: "Delivered", value: 120, unit: "people", definition: "People whose phone confirmed the message." },
    { name: "Opt-out rate", value: 2.5, unit: "percent", definition: "Opted out ÷ delivered. 3 of 120." },
  ],
  byDay: [
    { day: "2026-03-01", delivered: 100, failed: 4, replied: 9, optedOut: 2 },
    { day: "2026-03-02", delivered: 20, failed: 0, replied: 1, optedOut: 1 },
  ],
}

/** A report in which nothing happened. */
export const emptyReport: Report = {
  ...sampleReport,
  figures: sampleReport.figures.map((figure) => ({ ...figure, value: 0 })),
  byDay: [],
}
