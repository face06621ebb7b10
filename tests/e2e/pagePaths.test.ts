import { afterAll, beforeAll } from "vitest"
import { dashboardDriver } from "./paths/dashboard.driver.ts"
import { operationDriver } from "./paths/operation.driver.ts"
import { openWorld, type World } from "./paths/player.ts"
import { renewalDriver } from "./paths/renewal.driver.ts"
import { reportDriver } from "./paths/report.driver.ts"
import { drivenInThePage } from "./paths/suite.ts"

let world: World
beforeAll(async () => {
  world = await openWorld("admin@northwind.test")
})
afterAll(() => world?.close())

drivenInThePage("dashboard", dashboardDriver, () => world)
drivenInThePage("report", reportDriver, () => world)
drivenInThePage("operation", operationDriver, () => world)
drivenInThePage("renewal", renewalDriver, () => world)
