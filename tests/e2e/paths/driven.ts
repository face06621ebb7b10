import type { PageChart } from "../../../src/wiring/pages.ts"
import { activityDriver } from "./activity.driver.ts"
import { askedDriver, atOnceDriver, countedDriver } from "./command.driver.ts"
import { campaignsDriver } from "./campaigns.driver.ts"
import { chunkDriver } from "./chunk.driver.ts"
import { companiesDriver } from "./companies.driver.ts"
import { companyEditorDriver } from "./companyEditor.driver.ts"
import { comparingFormDriver, formDriver, leavingFormDriver } from "./form.driver.ts"
import { dashboardDriver } from "./dashboard.driver.ts"
import { databaseDriver } from "./database.driver.ts"
import { demoClockDriver } from "./demoClock.driver.ts"
import { detailReadingDriver, listReadingDriver } from "./reading.driver.ts"
import { flowsDriver, galleryDriver } from "./flows.driver.ts"
import { globalSettingsDriver } from "./globalSettings.driver.ts"
import { handsetsDriver } from "./handsets.driver.ts"
import { inspectorDriver } from "./inspector.driver.ts"
import { linkParametersDriver } from "./linkParameters.driver.ts"
import { newCampaignDriver } from "./newCampaign.driver.ts"
import { operationDriver } from "./operation.driver.ts"
import { renewalDriver } from "./renewal.driver.ts"
import { reportDriver } from "./report.driver.ts"
import { responseFileEditorDriver } from "./responseFileEditor.driver.ts"
import { templateEditorDriver } from "./templateEditor.driver.ts"
import { templatesDriver } from "./templates.driver.ts"
import { timeTravelDriver } from "./timeTravel.driver.ts"
import { toastsDriver } from "./toasts.driver.ts"
import type { Driver } from "./driver.ts"

/** The people of the demo as whom charts are driven. */
export const people = { admin: "admin@northwind.test", super: "super@adminview.test" } as const

/** Who drives a chart in the real page, and how. */
export type Driven = { readonly as: keyof typeof people; readonly drivers: () => ReadonlyArray<Driver> }

/**
 * Every page's chart, and every shared one that a page runs, in the order in which they are driven. One person, one
 * application and mostly one page serve all; campaigns move the demo into the night, so they come last.
 */
export const driven = {
  dashboard: { as: "admin", drivers: () => [dashboardDriver] },
  report: { as: "admin", drivers: () => [reportDriver] },
  flows: { as: "admin", drivers: () => [flowsDriver] },
  gallery: { as: "admin", drivers: () => [galleryDriver] },
  timeTravel: { as: "admin", drivers: () => [timeTravelDriver] },
  handsets: { as: "admin", drivers: () => [handsetsDriver] },
  reading: { as: "admin", drivers: () => [listReadingDriver, detailReadingDriver()] },
  form: { as: "admin", drivers: () => [formDriver, comparingFormDriver, leavingFormDriver] },
  database: { as: "admin", drivers: () => [databaseDriver()] },
  templates: { as: "admin", drivers: () => [templatesDriver()] },
  templateEditor: { as: "admin", drivers: () => [templateEditorDriver] },
  linkParameters: { as: "admin", drivers: () => [linkParametersDriver] },
  responseFileEditor: { as: "admin", drivers: () => [responseFileEditorDriver] },
  command: { as: "admin", drivers: () => [atOnceDriver, askedDriver, countedDriver] },
  newCampaign: { as: "admin", drivers: () => [newCampaignDriver] },
  operation: { as: "admin", drivers: () => [operationDriver] },
  renewal: { as: "admin", drivers: () => [renewalDriver] },
  toasts: { as: "admin", drivers: () => [toastsDriver] },
  chunk: { as: "admin", drivers: () => [chunkDriver()] },
  demoClock: { as: "admin", drivers: () => [demoClockDriver] },
  inspector: { as: "admin", drivers: () => [inspectorDriver] },
  campaigns: { as: "admin", drivers: () => [campaignsDriver()] },
  companies: { as: "super", drivers: () => [companiesDriver()] },
  companyEditor: { as: "super", drivers: () => [companyEditorDriver] },
  activity: { as: "super", drivers: () => [activityDriver] },
  globalSettings: { as: "super", drivers: () => [globalSettingsDriver] },
} satisfies Record<PageChart, Driven> & Record<string, Driven>
