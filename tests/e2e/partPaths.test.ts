import { afterAll, beforeAll } from "vitest"
import { demoClockDriver } from "./paths/demoClock.driver.ts"
import { flowsDriver, galleryDriver } from "./paths/flows.driver.ts"
import { formDriver } from "./paths/form.driver.ts"
import { handsetsDriver } from "./paths/handsets.driver.ts"
import { inspectorDriver } from "./paths/inspector.driver.ts"
import { openWorld, type World } from "./paths/player.ts"
import { drivenInThePage } from "./paths/suite.ts"
import { toastsDriver } from "./paths/toasts.driver.ts"

let world: World
beforeAll(async () => {
  world = await openWorld("admin@northwind.test")
})
afterAll(() => world?.close())

drivenInThePage("flows", flowsDriver, () => world)
drivenInThePage("gallery", galleryDriver, () => world)
drivenInThePage("inspector", inspectorDriver, () => world)
drivenInThePage("form", formDriver, () => world)
drivenInThePage("toasts", toastsDriver, () => world)
drivenInThePage("demoClock", demoClockDriver, () => world)
drivenInThePage("handsets", handsetsDriver, () => world)
