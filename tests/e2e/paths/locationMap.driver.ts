import { expect } from "vitest"
import { words } from "#schemas/words.ts"
import { locationMapWalk } from "#tests/machines/scheduling/locationMap.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { mapsStandIn } from "#tests/support/mapsStandIn.ts"
import { announceChange, reopen } from "./actions.ts"
import type { Driver, Stage } from "./driver.ts"
import { newLocation } from "./things.ts"

declare global {
  /** What waits for the code of the maps service. */
  var mapsAsked: Array<{ readonly come: () => void; readonly fail: () => void }> | undefined
}

/** In the page: the code of the stand-in comes when the path says so. */
const holdMaps = (): void => {
  const { maps } = google
  const importLibrary = maps.importLibrary.bind(maps)
  globalThis.mapsAsked = []
  maps.importLibrary = ((name: string) =>
    new Promise((resolve, reject) => {
      globalThis.mapsAsked?.push({
        come: () => resolve(importLibrary(name)),
        fail: () => reject(new Error("The maps service could not be loaded.")),
      })
    })) as typeof maps.importLibrary
}

const path = "/location?search=clinic"
const cluster = ({ page }: Stage) => page.locator(".map-cluster").first()

/** A page with a key for the service, whose script stands in it already: no other host is asked. */
const openWithKey = async ({ context, page, origin, spoil }: Stage): Promise<void> => {
  spoil()
  await context.route("**/auth-config.json", async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), mapsKey: "a-key" } })
  })
  await context.addInitScript(mapsStandIn)
  await context.addInitScript(holdMaps)
  await page.goto(origin + path)
}

const end = async ({ page }: Stage, how: "come" | "fail"): Promise<void> => {
  await expect.poll(() => page.evaluate(() => globalThis.mapsAsked?.length)).toBe(2)
  await page.evaluate((to) => globalThis.mapsAsked?.splice(0).forEach((asked) => asked[to]()), how)
}

const foundKey = (output: boolean): ChartWalk => ({
  ...locationMapWalk,
  outcomes: { ...locationMapWalk.outcomes, findKey: [{ output }] },
  // Whether there is a key is known at once: before that no one does anything.
  allows: (snapshot, event) =>
    (locationMapWalk.allows?.(snapshot, event) ?? true) &&
    (!snapshot.matches({ drawer: "deciding" }) || event.type === "xstate.done.actor.findKey"),
})

/** The map of the locations, by us and by the service: two at one spot, which no zoom takes apart. */
export const locationMapDriver: Driver = {
  walks: { ours: foundKey(false), service: foundKey(true) },
  within: ".location-map",
  actions: [words["map.list.close"], words["map.service.retry"]],
  open: async (stage) => {
    await newLocation(stage)
    await newLocation(stage)
    if (stage.situation === "service") await openWithKey(stage)
    else await reopen(stage, path)
    await cluster(stage).waitFor()
  },
  handlers: {
    "view.moved": ({ press }) => press(words["map.zoomIn"]),
    "fit.pressed": ({ press }) => press(words["map.fit"]),
    "places.listed": (stage) => cluster(stage).click(),
    "list.closed": ({ press }) => press(words["map.list.close"]),
    "xstate.done.actor.findKey": () => Promise.resolve(),
    "xstate.done.actor.loadService": (stage) => end(stage, "come"),
    "xstate.error.actor.loadService": (stage) => end(stage, "fail"),
    "service.refused": async ({ page }) => {
      await expect.poll(() => page.evaluate(() => globalThis.gm_authFailure !== undefined)).toBe(true)
      await page.evaluate(() => globalThis.gm_authFailure?.())
    },
    "service.retried": async ({ page, press }) => {
      await page.evaluate(() => globalThis.mapsAsked?.splice(0))
      await press(words["map.service.retry"])
    },
    "url.changed": ({ page }, { event }) =>
      page.evaluate(
        (search) => history.pushState(null, "", `?${new URLSearchParams(search)}`),
        event["search"] as Record<string, string>,
      ),
    "feed.changed": (stage, { event }) => announceChange(stage, { thing: event["thing"], id: event["id"] }),
  },
}
