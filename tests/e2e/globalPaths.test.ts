import { afterAll, beforeAll } from "vitest"
import { activityDriver } from "./paths/activity.driver.ts"
import { companiesDriver } from "./paths/companies.driver.ts"
import { companyEditorDriver } from "./paths/companyEditor.driver.ts"
import { globalRulesDriver } from "./paths/globalRules.driver.ts"
import { drivenInThePage } from "./paths/suite.ts"
import { openWorld, type World } from "./paths/world.ts"

let opened: World
const world = (): World => opened
beforeAll(async () => {
  opened = await openWorld("super@adminview.test")
})
afterAll(() => opened?.close())

drivenInThePage("companies", world, companiesDriver())
drivenInThePage("companyEditor", world, companyEditorDriver)
drivenInThePage("activity", world, activityDriver)
drivenInThePage("globalRules", world, globalRulesDriver)
