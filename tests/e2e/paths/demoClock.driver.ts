import type { ClockMove } from "#machines/administration/demoClock.machine.ts"
import { words } from "#schemas/words.ts"
import { demoClockWalk } from "#tests/machines/administration/demoClock.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { announceChange } from "./actions.ts"
import { demoChip, openDemoClock } from "./demoClock.ts"
import type { Driver } from "./driver.ts"

const walk: ChartWalk = {
  ...demoClockWalk,
  // Back to the real time only leads somewhere once the clock was moved.
  events: (demoClockWalk.events ?? []).filter(({ move }) => move !== "realTime"),
}

/** The demo clock in the top bar, which stands from page to page: each path begins with a page that loads. */
export const demoClockDriver: Driver = {
  walks: { open: walk },
  holds: {
    ask: "**/api/Demo/GetClock",
    read: "**/api/Demo/GetClock",
    move: "**/api/Demo/MoveClock",
    // Of changes the clock hears from the path alone.
    feed: "**/api/Feed/GetChanges*",
  },
  open: ({ page, origin }) => page.goto(`${origin}/accessDenied`),
  handlers: {
    "feed.changed": (stage, { event }) => announceChange(stage, { thing: event["thing"], id: event["id"] }),
    "move.pressed": async ({ page, press }, { event }) => {
      await openDemoClock(page)
      await press(words[`demoClock.${event["move"] as ClockMove}`])
    },
    // A move goes from where the clock stands, so it is read first.
    "xstate.done.actor.move": async ({ held }) => {
      await (await held("read")).continue()
      await (await held("move")).continue()
    },
    "xstate.error.actor.move": async ({ held }) => (await held("read")).abort(),
  },
  shows: async ({ page }, { snapshot }) => {
    await demoChip(page).waitFor({ state: snapshot.context.clock === null ? "detached" : "visible" })
  },
}
