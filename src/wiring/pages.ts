import type { ComponentType } from "react"
import type { DemoPath, RoutePath } from "#schemas/routes.ts"
import type { WordId } from "#schemas/words.ts"
import { lazyExtra, lazyPage } from "./LazyPart.tsx"

/** A page inside the layout: its title (also the window's) and its lazily loaded code. */
export type PageEntry = { readonly title: WordId; readonly Page: ComponentType; readonly preload: () => void }

/** The pages that are built, by path; a route of the table without one is a not-found inside the layout. */
export const pages: Partial<Record<RoutePath | DemoPath, PageEntry>> = {
  "/dashboard": {
    title: "route.dashboard",
    ...lazyPage(() => import("./reporting/DashboardPage.tsx").then(({ DashboardPage }) => DashboardPage)),
  },
  "/sms": {
    title: "route.sms",
    ...lazyPage(() => import("./outreach/SmsPage.tsx").then(({ SmsPage }) => SmsPage)),
  },
  "/campaign": {
    title: "campaigns.title",
    ...lazyPage(() => import("./outreach/CampaignPage.tsx").then(({ CampaignPage }) => CampaignPage)),
  },
  "/database": {
    title: "database.title",
    ...lazyPage(() => import("./people/DatabasePage.tsx").then(({ DatabasePage }) => DatabasePage)),
  },
  "/global": {
    title: "global.title",
    ...lazyPage(() => import("./administration/GlobalPage.tsx").then(({ GlobalPage }) => GlobalPage)),
  },
  "/report": {
    title: "report.title",
    ...lazyPage(() => import("./reporting/ReportPage.tsx").then(({ ReportPage }) => ReportPage)),
  },
  "/dev/handset": {
    title: "handsets.title",
    ...lazyPage(() => import("./administration/HandsetsPage.tsx").then(({ HandsetsPage }) => HandsetsPage)),
  },
  "/dev/flows": {
    title: "flows.title",
    ...lazyPage(() => import("./administration/FlowsPage.tsx").then(({ FlowsPage }) => FlowsPage)),
  },
}

/** The strip under the top bar that shows and moves the demo clock; it draws nothing outside the demo. */
export const demoStrip: ComponentType = lazyExtra(() =>
  import("./administration/DemoClockStrip.tsx").then(({ DemoClockStrip }) => DemoClockStrip),
)
