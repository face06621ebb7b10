import type { ComponentType } from "react"
import type { BuiltPath, DemoPath } from "#schemas/routes.ts"
import type { SharedWordId } from "#schemas/sharedWords.ts"

/**
 * All that is said of a page: its title (also the window's), its code, and the
 * charts that are seen on it.
 */
export type PageEntry = {
  readonly title: SharedWordId
  readonly load: () => Promise<ComponentType>
  readonly charts: ReadonlyArray<string>
}

/** The pages inside the layout, by path: one entry for each that the route table says is built. */
export const pages = {
  "/dashboard": {
    title: "route.dashboard",
    load: () => import("./reporting/DashboardPage.tsx").then(({ DashboardPage }) => DashboardPage),
    charts: ["dashboard"],
  },
  "/sms": {
    title: "route.sms",
    load: () => import("./outreach/SmsPage.tsx").then(({ SmsPage }) => SmsPage),
    charts: ["templates", "templateEditor"],
  },
  "/ivr": {
    title: "callFlows.title",
    load: () => import("./outreach/IvrPage.tsx").then(({ IvrPage }) => IvrPage),
    charts: ["callFlows", "callFlowEditor"],
  },
  "/translate": {
    title: "translate.title",
    load: () => import("./language/TranslatePage.tsx").then(({ TranslatePage }) => TranslatePage),
    charts: ["translations", "translationEditor", "translationFiles", "machineTranslation", "glossary"],
  },
  "/campaign": {
    title: "campaigns.title",
    load: () => import("./outreach/CampaignPage.tsx").then(({ CampaignPage }) => CampaignPage),
    charts: ["campaigns", "newCampaign"],
  },
  "/multi": {
    title: "multi.title",
    load: () => import("./outreach/MultiPage.tsx").then(({ MultiPage }) => MultiPage),
    charts: ["multiCampaigns", "multiCampaignEditor"],
  },
  "/database": {
    title: "database.title",
    load: () => import("./people/DatabasePage.tsx").then(({ DatabasePage }) => DatabasePage),
    charts: ["database"],
  },
  "/global": {
    title: "global.title",
    load: () => import("./administration/GlobalPage.tsx").then(({ GlobalPage }) => GlobalPage),
    charts: ["companies", "companyEditor", "globalSettings"],
  },
  "/user": {
    title: "users.title",
    load: () => import("./administration/UserPage.tsx").then(({ UserPage }) => UserPage),
    charts: ["users", "userEditor", "groupEditor", "groupMembers", "invitationEditor", "userFile"],
  },
  "/profile": {
    title: "profile.title",
    load: () => import("./administration/ProfilePage.tsx").then(({ ProfilePage }) => ProfilePage),
    charts: ["profile"],
  },
  "/location": {
    title: "locations.title",
    load: () => import("./scheduling/LocationPage.tsx").then(({ LocationPage }) => LocationPage),
    charts: ["locations", "locationEditor"],
  },
  "/bookAppointment": {
    title: "booking.title",
    load: () => import("./scheduling/BookingPage.tsx").then(({ BookingPage }) => BookingPage),
    charts: ["booking"],
  },
  "/scheduler": {
    title: "scheduler.title",
    load: () => import("./scheduling/SchedulerPage.tsx").then(({ SchedulerPage }) => SchedulerPage),
    charts: ["scheduler", "stages"],
  },
  "/appointment": {
    title: "appointments.title",
    load: () => import("./scheduling/AppointmentPage.tsx").then(({ AppointmentPage }) => AppointmentPage),
    charts: ["appointments", "waitlist", "appointmentTexts"],
  },
  "/report": {
    title: "report.title",
    load: () => import("./reporting/ReportPage.tsx").then(({ ReportPage }) => ReportPage),
    charts: ["report"],
  },
  "/dev/handset": {
    title: "handsets.title",
    load: () => import("./administration/HandsetsPage.tsx").then(({ HandsetsPage }) => HandsetsPage),
    charts: ["handsets"],
  },
  "/dev/flows": {
    title: "flows.title",
    load: () => import("./administration/FlowsPage.tsx").then(({ FlowsPage }) => FlowsPage),
    charts: ["flows", "timeTravel", "gallery"],
  },
} as const satisfies Record<BuiltPath | DemoPath, PageEntry>

/** A part that several pages show, or a tab of a thing: its chart is drawn by itself, on the path that a frame gives it. */
export const sharedParts = {
  linkParameters: {
    path: "/sms",
    load: () => import("./outreach/LinkParametersPage.tsx").then(({ LinkParametersPage }) => LinkParametersPage),
    floats: true,
  },
  responseFileEditor: {
    path: "/sms",
    load: () => import("./outreach/ResponseFilePage.tsx").then(({ ResponseFilePage }) => ResponseFilePage),
    floats: true,
  },
  replyRules: {
    path: "/sms",
    load: () => import("./outreach/ReplyRulesPage.tsx").then(({ ReplyRulesPage }) => ReplyRulesPage),
    floats: true,
  },
  templateLocations: {
    path: "/sms",
    load: () =>
      import("./outreach/TemplateLocationsPage.tsx").then(({ TemplateLocationsPage }) => TemplateLocationsPage),
    floats: true,
  },
  outreachRuns: {
    path: "/scheduler",
    load: () => import("./scheduling/OutreachRunsPage.tsx").then(({ OutreachRunsPage }) => OutreachRunsPage),
  },
  outreachRunEditor: {
    path: "/scheduler",
    load: () => import("./scheduling/OutreachRunsPage.tsx").then(({ OutreachRunsPage }) => OutreachRunsPage),
  },
  locationMap: {
    path: "/location",
    load: () => import("./scheduling/LocationMapPart.tsx").then(({ LocationMapPart }) => LocationMapPart),
    floats: true,
  },
  activity: {
    path: "/global",
    load: () => import("./administration/ActivityPage.tsx").then(({ ActivityPage }) => ActivityPage),
  },
  companyCard: {
    path: "/profile",
    load: () => import("./administration/CardPart.tsx").then(({ CardPart }) => CardPart),
    floats: true,
  },
  directory: {
    path: "/user",
    load: () => import("./administration/DirectoryPart.tsx").then(({ DirectoryPart }) => DirectoryPart),
    floats: true,
  },
  signIns: {
    path: "/profile",
    load: () => import("./administration/SignInsPart.tsx").then(({ SignInsPart }) => SignInsPart),
    floats: true,
  },
  notices: {
    path: "/dashboard",
    load: () => import("./administration/NoticesPart.tsx").then(({ NoticesPart }) => NoticesPart),
    floats: true,
  },
  conversation: {
    path: "/database",
    load: () => import("./people/ConversationPart.tsx").then(({ ConversationPart }) => ConversationPart),
    floats: true,
  },
  quickSend: {
    path: "/database",
    load: () => import("./people/QuickSendPart.tsx").then(({ QuickSendPart }) => QuickSendPart),
    floats: true,
  },
  callMe: {
    path: "/ivr",
    load: () => import("./outreach/CallMePart.tsx").then(({ CallMePart }) => CallMePart),
    floats: true,
  },
  recording: {
    path: "/campaign",
    load: () => import("./outreach/RecordingPart.tsx").then(({ RecordingPart }) => RecordingPart),
    floats: true,
  },
  reportedPeople: {
    path: "/report",
    load: () => import("./reporting/ReportedPeoplePage.tsx").then(({ ReportedPeoplePage }) => ReportedPeoplePage),
  },
  pastExports: {
    path: "/report",
    load: () => import("./reporting/PastExportsPage.tsx").then(({ PastExportsPage }) => PastExportsPage),
  },
  savedViews: {
    path: "/report",
    load: () => import("./reporting/SavedViewsPage.tsx").then(({ SavedViewsPage }) => SavedViewsPage),
  },
  savedViewEditor: {
    path: "/report",
    load: () => import("./reporting/SavedViewsPage.tsx").then(({ SavedViewsPage }) => SavedViewsPage),
  },
  reportLink: {
    path: "/report",
    load: () => import("./reporting/ReportLinkPage.tsx").then(({ ReportLinkPage }) => ReportLinkPage),
  },
  palette: {
    path: "/dashboard",
    load: () => import("./PalettePart.tsx").then(({ PalettePart }) => PalettePart),
    floats: true,
  },
  help: {
    path: "/dashboard",
    load: () => import("./HelpPart.tsx").then(({ HelpPart }) => HelpPart),
    floats: true,
  },
} as const satisfies Record<
  string,
  { readonly path: BuiltPath; readonly load: () => Promise<ComponentType>; readonly floats?: boolean }
>

/** A chart that is a page or a part of one: the gallery draws it, tests drive it in the real page. */
export type PageChart = (typeof pages)[keyof typeof pages]["charts"][number] | keyof typeof sharedParts
