import type { ComponentType } from "react"

/** A chart that is a page: where it stands, and its code. */
export type Screen = { readonly path: string; readonly load: () => Promise<ComponentType> }

/** The charts that are pages, by id. */
export const screens: Readonly<Record<string, Screen>> = {
  dashboard: {
    path: "/dashboard",
    load: () => import("../reporting/DashboardPage.tsx").then(({ DashboardPage }) => DashboardPage),
  },
  report: {
    path: "/report",
    load: () => import("../reporting/ReportPage.tsx").then(({ ReportPage }) => ReportPage),
  },
  companies: {
    path: "/global",
    load: () => import("../administration/GlobalPage.tsx").then(({ GlobalPage }) => GlobalPage),
  },
  activity: {
    path: "/global",
    load: () => import("../administration/ActivityPage.tsx").then(({ ActivityPage }) => ActivityPage),
  },
  globalRules: {
    path: "/global",
    load: () => import("../administration/GlobalPage.tsx").then(({ GlobalPage }) => GlobalPage),
  },
  companyEditor: {
    path: "/global",
    load: () => import("../administration/GlobalPage.tsx").then(({ GlobalPage }) => GlobalPage),
  },
  campaigns: {
    path: "/campaign",
    load: () => import("../outreach/CampaignPage.tsx").then(({ CampaignPage }) => CampaignPage),
  },
  newCampaign: {
    path: "/campaign",
    load: () => import("../outreach/CampaignPage.tsx").then(({ CampaignPage }) => CampaignPage),
  },
  templates: {
    path: "/sms",
    load: () => import("../outreach/SmsPage.tsx").then(({ SmsPage }) => SmsPage),
  },
  linkParameters: {
    path: "/sms",
    load: () => import("../outreach/SmsPage.tsx").then(({ SmsPage }) => SmsPage),
  },
  responseFileEditor: {
    path: "/sms",
    load: () => import("../outreach/SmsPage.tsx").then(({ SmsPage }) => SmsPage),
  },
  templateEditor: {
    path: "/sms",
    load: () => import("../outreach/SmsPage.tsx").then(({ SmsPage }) => SmsPage),
  },
  database: {
    path: "/database",
    load: () => import("../people/DatabasePage.tsx").then(({ DatabasePage }) => DatabasePage),
  },
  handsets: {
    path: "/dev/handset",
    load: () => import("../administration/HandsetsPage.tsx").then(({ HandsetsPage }) => HandsetsPage),
  },
  flows: {
    path: "/dev/flows",
    load: () => import("../administration/FlowsPage.tsx").then(({ FlowsPage }) => FlowsPage),
  },
  timeTravel: {
    path: "/dev/flows",
    load: () => import("../administration/FlowsPage.tsx").then(({ FlowsPage }) => FlowsPage),
  },
  gallery: {
    path: "/dev/flows",
    load: () => import("../administration/FlowsPage.tsx").then(({ FlowsPage }) => FlowsPage),
  },
}
