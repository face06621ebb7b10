import { inspectionChannelName, type Inspected, type InspectionMessage } from "#schemas/administration/inspection.ts"
import { words } from "#schemas/words.ts"
import { inspectorWalk } from "#tests/machines/administration/inspector.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import type { Driver, Stage } from "./driver.ts"

const walk: ChartWalk = {
  ...inspectorWalk,
  allows: (snapshot, { type }) => {
    const isFollowing = snapshot.matches({ tab: "following" })
    // The list holds the chart once it is received, and passes it to the window: so it finds that the window is closed.
    if (type === "run.chosen" || type === "window.closed") return isFollowing
    // A browser that opens no window says so at once.
    return type !== "window.blocked" || snapshot.matches({ tab: "waiting" })
  },
}

/** Sends what an inspected tab sends. */
const sendStep = ({ page }: Pick<Stage, "page">, step: Inspected): Promise<void> =>
  page.evaluate(
    ([name, message]) => {
      const channel = new BroadcastChannel(name)
      channel.postMessage(message)
      channel.close()
    },
    [inspectionChannelName, { type: "step", step, namesOnly: true } satisfies InspectionMessage] as const,
  )

/** The inspector in a tab of its own, next to the tab that it inspects. */
export const inspectorDriver: Driver = {
  walks: { open: walk },
  open: async ({ context, page, origin }) => {
    await context.route("https://stately.ai/**", (route) => route.fulfill({ body: "" }))
    await page.goto(`${origin}/inspector.html?stately=`)
  },
  handlers: {
    "step.received": (stage, { event }) => sendStep(stage, event["step"] as Inspected),
    "run.chosen": ({ page }) => page.getByRole("button", { name: /^door/ }).click(),
    "stately.pressed": async ({ page, path, press }, step) => {
      const isBlocked = path.steps[path.steps.indexOf(step) + 1]?.event.type === "window.blocked"
      const own = await page.evaluateHandle(() => window.open)
      if (isBlocked) await page.evaluate(() => void (window.open = () => null))
      await press(words["inspector.stately"])
      await page.evaluate((open) => void (window.open = open), own)
    },
    "window.blocked": () => Promise.resolve(),
    "window.closed": async (stage) => {
      for (const other of stage.context.pages()) if (other.url().startsWith("https://stately.ai")) await other.close()
      await sendStep(stage, { type: "@xstate.event", sessionId: "door@1", event: { type: "pushed" } })
    },
  },
}
