import { afterAll, beforeAll } from "vitest"
import { campaignsDriver } from "./paths/campaigns.driver.ts"
import { chunkDriver } from "./paths/chunk.driver.ts"
import { askedDriver, atOnceDriver, countedDriver } from "./paths/command.driver.ts"
import { dashboardDriver } from "./paths/dashboard.driver.ts"
import { databaseDriver } from "./paths/database.driver.ts"
import { demoClockDriver } from "./paths/demoClock.driver.ts"
import { flowsDriver, galleryDriver } from "./paths/flows.driver.ts"
import { comparingFormDriver, formDriver, leavingFormDriver } from "./paths/form.driver.ts"
import { handsetsDriver } from "./paths/handsets.driver.ts"
import { inspectorDriver } from "./paths/inspector.driver.ts"
import { linkParametersDriver } from "./paths/linkParameters.driver.ts"
import { newCampaignDriver } from "./paths/newCampaign.driver.ts"
import { operationDriver } from "./paths/operation.driver.ts"
import { detailReadingDriver, listReadingDriver } from "./paths/reading.driver.ts"
import { renewalDriver } from "./paths/renewal.driver.ts"
import { reportDriver } from "./paths/report.driver.ts"
import { responseFileEditorDriver } from "./paths/responseFileEditor.driver.ts"
import { drivenInThePage } from "./paths/suite.ts"
import { templateEditorDriver } from "./paths/templateEditor.driver.ts"
import { templatesDriver } from "./paths/templates.driver.ts"
import { timeTravelDriver } from "./paths/timeTravel.driver.ts"
import { toastsDriver } from "./paths/toasts.driver.ts"
import { openWorld, type World } from "./paths/world.ts"

let opened: World
const world = (): World => opened
beforeAll(async () => {
  opened = await openWorld("admin@northwind.test")
})
afterAll(() => opened?.close())

// One person, one application and mostly one page for all; campaigns move the demo into the night, so they come last.
drivenInThePage("dashboard", world, dashboardDriver)
drivenInThePage("report", world, reportDriver)
drivenInThePage("flows", world, flowsDriver)
drivenInThePage("gallery", world, galleryDriver)
drivenInThePage("timeTravel", world, timeTravelDriver)
drivenInThePage("handsets", world, handsetsDriver)
drivenInThePage("reading", world, listReadingDriver, detailReadingDriver())
drivenInThePage("form", world, formDriver, comparingFormDriver, leavingFormDriver)
drivenInThePage("database", world, databaseDriver())
drivenInThePage("templates", world, templatesDriver())
drivenInThePage("templateEditor", world, templateEditorDriver)
drivenInThePage("linkParameters", world, linkParametersDriver)
drivenInThePage("responseFileEditor", world, responseFileEditorDriver)
drivenInThePage("command", world, atOnceDriver, askedDriver, countedDriver)
drivenInThePage("newCampaign", world, newCampaignDriver)
drivenInThePage("operation", world, operationDriver)
drivenInThePage("renewal", world, renewalDriver)
drivenInThePage("toasts", world, toastsDriver)
drivenInThePage("chunk", world, chunkDriver())
drivenInThePage("demoClock", world, demoClockDriver)
drivenInThePage("inspector", world, inspectorDriver)
drivenInThePage("campaigns", world, campaignsDriver())
