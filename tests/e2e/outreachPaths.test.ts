import { afterAll, beforeAll } from "vitest"
import { campaignsDriver } from "./paths/campaigns.driver.ts"
import { databaseDriver } from "./paths/database.driver.ts"
import { newCampaignDriver } from "./paths/newCampaign.driver.ts"
import { openWorld, type World } from "./paths/player.ts"
import { drivenInThePage } from "./paths/suite.ts"
import { templateEditorDriver } from "./paths/templateEditor.driver.ts"
import { templatesDriver } from "./paths/templates.driver.ts"

let world: World
beforeAll(async () => {
  world = await openWorld("admin@northwind.test")
})
afterAll(() => world?.close())

drivenInThePage("templates", templatesDriver(), () => world)
drivenInThePage("database", databaseDriver(), () => world)
drivenInThePage("campaigns", campaignsDriver(), () => world)
drivenInThePage("newCampaign", newCampaignDriver, () => world)
drivenInThePage("templateEditor", templateEditorDriver, () => world)
